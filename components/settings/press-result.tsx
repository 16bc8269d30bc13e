import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { labelled } from '@/components/text/language';
import { checkMessage } from '@/components/text/messages/check-message';
import { openWorkMessage } from '@/components/text/messages/failure-message';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icons';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { Question } from '@/components/ui/question';
import {
  CHECK_STEPS,
  type ConnectionCheck,
  type StepState,
  stepState,
} from '@/lib/connection/check-steps';
import type { OpenWorkConsent } from '@/lib/connection/connection';
import type { Connecting } from './connecting-state';
import { allowedHostOf, failureOf } from './connection-press';

const STEP_ICONS: Record<StepState, IconName> = {
  passed: 'tick',
  failed: 'cross',
  running: 'busy',
  waiting: 'circle',
};

const STEP_CLASSES: Record<StepState, string> = {
  passed: 'step-passed',
  failed: 'problem',
  running: 'is-turning',
  waiting: 'quiet',
};

/** How far a connection check has come, or where it failed, a line for each step. */
export function ConnectionSteps({ check }: { check: ConnectionCheck }) {
  return (
    <ol class="steps stack" aria-label={i18n.t('check.label')}>
      {CHECK_STEPS.map((step) => {
        const state = stepState(check, step);
        return (
          <li key={step} class={`beside ${STEP_CLASSES[state]}`}>
            <Icon name={STEP_ICONS[state]} />
            {labelled(i18n.t(`check.${step}`), i18n.t(`check.${state}`))}
          </li>
        );
      })}
    </ol>
  );
}

/** What the last press of Connect or Disconnect came to, and what it asks. */
export function PressResult({ connecting }: { connecting: Connecting }) {
  const allowedHost = allowedHostOf(connecting.press.value);
  const check = connecting.check.value;
  return (
    <>
      <StatusLine>{statusSentence(connecting)}</StatusLine>
      {check?.state === 'passed' && check.printsMessages && (
        <p class="quiet">{i18n.t('check.printsMessages')}</p>
      )}
      <AlertLine>{failureSentence(connecting)}</AlertLine>
      <AlertLine>
        {allowedHost && i18n.t('options.stillAllowed', [isolated(allowedHost)])}
      </AlertLine>
      <PressQuestion connecting={connecting} />
    </>
  );
}

function statusSentence(connecting: Connecting): string | null {
  const press = connecting.press.value;
  if (press?.name === 'connect') {
    const { check } = press;
    if (check.state === 'running') {
      return i18n.t(check.at === 'permission' ? 'check.askPermission' : 'check.wait');
    }
    if (check.state === 'failed') return null;
    if (press.isFirst) return i18n.t('options.connectedFirst');
    return connecting.hasChanges.value ? null : i18n.t('options.checked');
  }
  const allowedHost = allowedHostOf(press);
  if (allowedHost === undefined) return null;
  return i18n.t(allowedHost === null ? 'options.disconnected' : 'options.disconnectedOnly');
}

function failureSentence({ press }: Connecting): string | null {
  const failure = failureOf(press.value);
  // What waits is told by the question.
  if (failure === null || failure.code === 'openWork') return null;
  return checkMessage(failure, press.value?.baseUrl ?? '');
}

function PressQuestion({ connecting }: { connecting: Connecting }) {
  const question = connecting.question.value;
  if (question === null) return null;
  const answer = (label: string, consent?: OpenWorkConsent) => ({
    label,
    onPress: () => void connecting.agree(consent),
    isConsent: true,
  });
  if ('origin' in question) {
    const { origin } = question;
    const offer = i18n.t('check.originOffer', [isolated(origin)]);
    const answers = [answer(i18n.t('check.tryOrigin', [origin]))];
    return <Question text={offer} answers={answers} onCancel={connecting.cancelConfirmation} />;
  }
  const { work } = question;
  const anyway = connecting.check.value ? 'openWork.connectAnyway' : 'openWork.disconnectAnyway';
  const answers = work.canBeKept
    ? [
        answer(i18n.t('openWork.keepReports'), { keepsOpenWork: true }),
        answer(i18n.t('openWork.dropReports'), { dropsOpenWork: true }),
      ]
    : [answer(i18n.t(anyway), { dropsOpenWork: true })];
  return (
    <Question
      text={openWorkMessage(work)}
      answers={answers}
      onCancel={connecting.cancelConfirmation}
    />
  );
}
