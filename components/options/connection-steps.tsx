import { i18n } from '#i18n';
import { Icon } from '@/components/icon';
import { stepLabel, stepStateLabel } from '@/components/labels';
import { CHECK_STEPS, type ConnectionCheck, stepState } from '@/lib/model/connection-check';

/** How far the connection check has come, a line for each step. */
export function ConnectionSteps({ check }: { check: ConnectionCheck }) {
  return (
    <ol class="steps" aria-label={i18n.t('check.label')}>
      {CHECK_STEPS.map((step) => {
        const state = stepState(check, step);
        return (
          <li key={step} class={`step step-${state}`}>
            <Icon name={state} />
            <span>
              {stepLabel(step)}: {stepStateLabel(state)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
