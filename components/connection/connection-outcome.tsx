import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { checkMessage } from '@/components/text/messages/check-message';
import {
  disconnectedSentence,
  stillAllowedSentence,
} from '@/components/text/messages/disconnected';
import { failureMessage } from '@/components/text/messages/failure-message';
import { openWorkMessage } from '@/components/text/messages/open-work-message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { Question } from '@/components/ui/question';
import type { ConnectionAnswer } from '@/components/ui/state/consent';
import type { ConnectForm } from './connect-state';

/** What the last press of Connect or Disconnect came to, and what it asks. */
export function ConnectionOutcome({ form }: { form: ConnectForm }) {
  return (
    <>
      <StatusLine>{statusSentence(form)}</StatusLine>
      <CheckProblem form={form} />
      <DisconnectionProblem form={form} />
      <Consent form={form} />
    </>
  );
}

function CheckProblem({ form }: { form: ConnectForm }) {
  const check = form.check.value;
  if (check?.state !== 'failed') return null;
  // What it asks is told below.
  if (check.failure.code === 'openWork') return null;
  return <AlertLine>{checkMessage(check.failure, form.checkedUrl.value)}</AlertLine>;
}

function Consent({ form }: { form: ConnectForm }) {
  const question = form.question.value;
  if (question === null) return null;
  const answer = (label: string, answered: ConnectionAnswer) => ({
    label,
    onPress: () => void form.agree(answered),
    isConsent: true,
  });
  if ('origin' in question) {
    const { origin } = question;
    const offer = i18n.t('check.originOffer', [isolated(origin)]);
    const answers = [answer(i18n.t('check.tryOrigin', [origin]), 'tryOrigin')];
    return <Question text={offer} answers={answers} onCancel={form.withdraw} />;
  }
  const { press, work } = question;
  const answers = work.canBeKept
    ? [
        answer(i18n.t('openWork.keepReports'), 'keep'),
        answer(i18n.t('openWork.dropReports'), 'drop'),
      ]
    : [answer(i18n.t(`openWork.${press}Anyway`), 'drop')];
  return <Question text={openWorkMessage(work)} answers={answers} onCancel={form.withdraw} />;
}

function DisconnectionProblem({ form }: { form: ConnectForm }) {
  const disconnection = form.disconnection.value;
  switch (disconnection?.state) {
    case 'failed':
      return <AlertLine>{failureMessage(disconnection.failure)}</AlertLine>;
    case 'done':
      return <AlertLine>{stillAllowedSentence(disconnection.allowedHost)}</AlertLine>;
    default:
      return null;
  }
}

function statusSentence(form: ConnectForm): string | null {
  const check = form.check.value;
  const disconnection = form.disconnection.value;
  if (check?.state === 'running') {
    return i18n.t(check.at === 'permission' ? 'check.askPermission' : 'check.wait');
  }
  if (form.isFirst.value) return i18n.t('options.connectedFirst');
  if (check?.state === 'passed' && !form.hasChanges.value) return i18n.t('options.checked');
  return disconnection?.state === 'done' ? disconnectedSentence(disconnection.allowedHost) : null;
}
