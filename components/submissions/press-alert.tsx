import { i18n } from '#i18n';
import { failureMessage } from '@/components/text/failure-message';
import { queuedMessage } from '@/components/text/queued-message';
import { riskMessages } from '@/components/text/risk-messages';
import { AlertLine } from '@/components/ui/message-lines';
import type { Submitting } from '@/lib/submission/page/report-form';

/** Why the last press of Create report did not make a report at once. */
export function PressAlert({ submission }: { submission: Submitting | null }) {
  return <AlertLine>{alertSentence(submission)}</AlertLine>;
}

function alertSentence(submission: Submitting | null): string | null {
  if (submission?.state === 'held') return riskMessages(submission.risks, i18n.t('form.create'));
  if (submission?.state === 'queued') return queuedMessage(submission.failure);
  if (submission?.state !== 'failed') return null;
  return failureMessage(submission.failure, ['url', 'password']);
}
