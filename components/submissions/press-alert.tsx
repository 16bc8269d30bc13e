import { i18n } from '#i18n';
import { failureMessage, quotingService, whatHappened } from '@/components/text/failure-message';
import { riskMessages } from '@/components/text/risk-messages';
import { AlertLine } from '@/components/ui/message-lines';
import { type Failure, isWorthRepeating } from '@/lib/failure';
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

/** Why a report did not get its answer yet, and what becomes of it by itself. */
function queuedMessage(failure: Failure): string {
  const goesOn = isWorthRepeating(failure) ? i18n.t('queued.goesOn') : i18n.t('queued.lookedFor');
  return quotingService(`${whatHappened(failure)} ${goesOn}`, failure);
}
