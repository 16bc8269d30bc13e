import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { StoreFailure } from '@/components/connection/store-failure';
import {
  disconnectedSentence,
  stillAllowedSentence,
} from '@/components/text/messages/disconnected';
import { failureMessage } from '@/components/text/messages/failure-message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { hasFailed, type Outcome } from '@/lib/outcome';

interface StoreFailurePageProps {
  onRetry: () => void;
  /** Gives where the browser still allows access once it is disconnected; null where nowhere. */
  onDisconnect: () => Promise<Outcome<string | null>>;
}

/** The options page where nothing stored can be read: disconnecting works all the same. */
export function StoreFailurePage({ onRetry, onDisconnect }: StoreFailurePageProps) {
  const ended = useSignal<Outcome<string | null> | null>(null);
  const outcome = ended.value;
  return (
    <main>
      <h1>{i18n.t('options.title')}</h1>
      <StoreFailure onRetry={onRetry} />
      <section class="card">
        <h2>{i18n.t('options.service')}</h2>
        <p>{i18n.t('store.disconnect')}</p>
        <div class="buttons">
          <button
            type="button"
            onClick={async () => {
              ended.value = await onDisconnect();
            }}
          >
            {i18n.t('options.disconnect')}
          </button>
        </div>
        <StatusLine>
          {outcome && !hasFailed(outcome) && disconnectedSentence(outcome.value)}
        </StatusLine>
        <AlertLine>
          {outcome &&
            (hasFailed(outcome)
              ? failureMessage(outcome.failure)
              : stillAllowedSentence(outcome.value))}
        </AlertLine>
      </section>
    </main>
  );
}
