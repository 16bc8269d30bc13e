import { i18n } from '#i18n';
import { shortTime } from '@/components/text/dates';
import { failureMessage } from '@/components/text/failure-message';
import { AlertLine } from '@/components/ui/message-lines';
import type { ReportList } from '@/lib/report/page/report-list';
import type { ReportForm } from '@/lib/submission/page/report-form';

interface ListFailureProps {
  list: ReportList;
  /** What the form has said already need not be said again. */
  form: ReportForm;
}

/** Why the list could not be read, if so, and how old the one is that is shown instead. */
export function ListFailure({ list, form }: ListFailureProps) {
  const failure = list.failure.value;
  const sent = form.submission.value;
  if (failure === null) return null;
  if (sent?.state === 'failed' && sent.failure.code === failure.code) return null;
  const readAt = list.shown.value?.readAt;
  const asOf = readAt ? `\n${i18n.t('list.readAt', [shortTime(readAt)])}` : '';
  return <AlertLine>{failureMessage(failure) + asOf}</AlertLine>;
}
