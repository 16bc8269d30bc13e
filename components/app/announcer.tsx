import { usePage } from '@/components/page/page-context';
import { endedBatches } from '@/components/queue/batch-line';
import { spokenLine, unstoredLine } from '@/components/queue/line';
import { alertMessage, doneMessage, firstMessage } from '@/components/queue/queue-words';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';

/** Announces news to screen readers. Visible lines show the same news. */
export function Announcer() {
  const { queue, form, notices } = usePage();
  const alerts = queue.alerts.value;
  const unstored = queue.unstored.value;
  const backoff = queue.backoff.value;
  const notice = notices.announced.value;
  const first = notice === null && firstMessage(queue.first.value, backoff);
  const outcome = notice !== null && !notice.isFailure && notice.text;
  const done = doneMessage(queue.doneCounts.value);
  const { ended, endingOf } = queue.batches;
  const batchesText = (ending: 'done' | 'attention') => endedBatches(ended.value, endingOf, ending);
  return (
    <div class="visually-hidden">
      <StatusLine>
        {[first, outcome, done, batchesText('done')].filter(Boolean).join(' · ')}
      </StatusLine>
      <AlertLine>
        {unstored
          ? spokenLine(unstoredLine(unstored))
          : alertMessage(alerts, form.shownFieldsOf(alerts[0]?.id ?? ''))}
      </AlertLine>
      <AlertLine>{notice?.isFailure && notice.text}</AlertLine>
      <AlertLine>{batchesText('attention')}</AlertLine>
    </div>
  );
}
