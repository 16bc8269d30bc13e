import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { FailureLine } from '@/components/ui/message-lines';
import { LinePicture, Said } from './activity-line';
import { gateWords } from './activity-words';

/** Why nothing goes out now, until when, and what opens the gate again. */
export function GateLine() {
  const { actions, activity } = usePage();
  const gate = activity.gate.value;
  if (gate === null) return null;
  const { code } = gate.failure;
  const retryState = activity.retryState.value;
  const words = gateWords(gate, {
    retryState,
    isLookedForAlone: activity.isLookedForAlone.value,
  });
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
