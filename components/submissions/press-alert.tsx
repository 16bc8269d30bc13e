import { i18n } from '#i18n';
import { failureSentence } from '@/components/text/failure-message';
import { keptSentence } from '@/components/text/queued-message';
import { riskSentences } from '@/components/text/risk-messages';
import { AlertLine } from '@/components/ui/message-lines';
import type { Submitting } from '@/lib/submission/page/report-form';

/** Why the last press of Create report did not make a report at once. */
export function PressAlert({ submission }: { submission: Submitting | null }) {
  return <AlertLine>{alertSentence(submission)}</AlertLine>;
}

function alertSentence(submission: Submitting | null): string | null {
  if (submission?.state === 'held') return riskSentences(submission.risks, i18n.t('form.create'));
  if (submission?.state === 'kept') return keptSentence(submission.failure);
  if (submission?.state !== 'failed') return null;
  return failureSentence(submission.failure, ['url', 'password']);
}
