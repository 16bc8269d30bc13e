import { i18n } from '#i18n';
import { checkMessage } from '@/components/text/check-message';
import { disconnectedSentence, stillAllowedSentence } from '@/components/text/disconnected';
import { failureMessage } from '@/components/text/failure-message';
import { openWorkMessage } from '@/components/text/open-work-message';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { Question } from '@/components/ui/question';
import type { Connection } from '@/lib/connection/connection';
import type { ConnectForm } from '@/lib/page/connect-form';

interface ConnectionOutcomeProps {
  form: ConnectForm;
  connection: Connection | undefined;
}

/** What the last press of Connect or Disconnect came to, and what it asks. */
export function ConnectionOutcome({ form, connection }: ConnectionOutcomeProps) {
  return (
    <>
      <StatusLine>{statusSentence(form, connection)}</StatusLine>
      <CheckProblem form={form} />
      <DisconnectionProblem form={form} />
    </>
  );
}

function CheckProblem({ form }: { form: ConnectForm }) {
  const check = form.check.value;
  if (check?.state !== 'failed') return null;
  const { failure } = check;
  if (failure.code !== 'openWork') return <AlertLine>{checkMessage(failure)}</AlertLine>;
  const keep = {
    label: i18n.t('openWork.keepReports'),
    onPress: () => void form.keepWaitingReports(),
    isConsent: true,
  };
  const drop = {
    label: i18n.t(failure.canBeKept ? 'openWork.dropReports' : 'openWork.connectAnyway'),
    onPress: () => void form.connectAnyway(),
    isConsent: true,
  };
  const answers = failure.canBeKept ? [keep, drop] : [drop];
  return <Question text={openWorkMessage(failure)} answers={answers} />;
}

function DisconnectionProblem({ form }: { form: ConnectForm }) {
  const disconnection = form.disconnection.value;
  switch (disconnection?.state) {
    case 'asking':
      return (
        <Question
          text={openWorkMessage(disconnection.work)}
          answers={[
            {
              label: i18n.t('openWork.disconnectAnyway'),
              onPress: () => void form.disconnectAnyway(),
              isConsent: true,
            },
          ]}
        />
      );
    case 'failed':
      return <AlertLine>{failureMessage(disconnection.failure)}</AlertLine>;
    case 'done':
      return <AlertLine>{stillAllowedSentence(disconnection.allowedHost)}</AlertLine>;
    default:
      return null;
  }
}

function statusSentence(form: ConnectForm, connection: Connection | undefined): string | null {
  const check = form.check.value;
  const disconnection = form.disconnection.value;
  if (check?.state === 'running') {
    return i18n.t(check.at === 'permission' ? 'check.askPermission' : 'check.wait');
  }
  const hasProblem = Object.keys(form.problems.value).length > 0;
  if (check?.state === 'failed' || hasProblem) return null;
  if (connection) return i18n.t('options.connected', [connection.baseUrl]);
  return disconnection?.state === 'done' ? disconnectedSentence(disconnection.allowedHost) : null;
}
