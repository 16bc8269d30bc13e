import { i18n } from '#i18n';
import { labelled } from '@/components/text/language';
import { Icon } from '@/components/ui/icon';
import {
  CHECK_STEPS,
  type ConnectionCheck,
  type StepState,
  stepState,
} from '@/lib/connection/check-steps';

const OUTLINES: Record<StepState, string> = {
  passed: 'M5 13l4 4 10-10',
  failed: 'M6 6l12 12M18 6L6 18',
  running: 'M12 4a8 8 0 1 1-8 8',
  waiting: 'M7 12a5 5 0 1 0 10 0 5 5 0 1 0-10 0',
};

/** How far the connection check has come, a line for each step. */
export function ConnectionSteps({ check }: { check: ConnectionCheck }) {
  return (
    <ol class="steps" aria-label={i18n.t('check.label')}>
      {CHECK_STEPS.map((step) => {
        const state = stepState(check, step);
        return (
          <li key={step} class={`step step-${state}`}>
            <Icon outline={OUTLINES[state]} />
            <span>{labelled(i18n.t(`check.${step}`), i18n.t(`check.${state}`))}</span>
          </li>
        );
      })}
    </ol>
  );
}
