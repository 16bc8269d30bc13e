import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { StoreFailure } from '@/components/connection/store-failure';
import { failureMessage } from '@/components/text/failure-message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import type { Failure } from '@/lib/failure';

interface StoreFailurePageProps {
  onRetry: () => void;
  /** Null: it is disconnected. */
  onDisconnect: () => Promise<Failure | null>;
}

/** The options page where nothing stored can be read: disconnecting works all the same. */
export function StoreFailurePage({ onRetry, onDisconnect }: StoreFailurePageProps) {
  /** Undefined before the first press. */
  const ended = useSignal<Failure | null | undefined>(undefined);
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
        <StatusLine>{ended.value === null && i18n.t('options.disconnected')}</StatusLine>
        <AlertLine>{ended.value && failureMessage(ended.value)}</AlertLine>
      </section>
    </main>
  );
}
