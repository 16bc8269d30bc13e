import { i18n } from '#i18n';
import { usePage } from '@/components/app/page-context';
import { FailureLine } from '@/components/ui/message-lines';
import { LinePicture, Said } from './queue-line';
import { backoffWords } from './queue-words';

/** Why no operation is sent now, until when, and what to press. */
export function BackoffLine() {
  const { actions, activity } = usePage();
  const backoff = activity.backoff.value;
  if (backoff === null) return null;
  const { code } = backoff.failure;
  const retryState = activity.retryState.value;
  const words = backoffWords(backoff, retryState);
  return (
    <div class="line is-attention is-gate">
      <LinePicture tone="attention" report={null} />
      <Said {...words} about={null} />
      <div class="verbs">
        {code === 'noPermission' && (
          <button type="button" onClick={() => actions.onOpenSettings()}>
            {i18n.t('queue.allowAccess')}
          </button>
        )}
        {code === 'keyRefused' && (
          <button type="button" onClick={() => actions.onOpenSettings('apiKey')}>
            {i18n.t('queue.replaceKey')}
          </button>
        )}
        {code !== 'noPermission' && (
          <button
            type="button"
            aria-disabled={retryState === 'running'}
            onClick={activity.retryNow}
          >
            {i18n.t('queue.retryNow')}
          </button>
        )}
      </div>
      <FailureLine failure={activity.retryFailure()} />
    </div>
  );
}
