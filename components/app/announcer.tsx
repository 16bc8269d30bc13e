import { endedBatches } from '@/components/queue/batch-line';
import { unstoredLine } from '@/components/queue/line';
import {
  alertMessage,
  doneMessage,
  firstMessage,
  spokenLine,
} from '@/components/queue/queue-words';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { usePage } from './page-context';

/** Announces to screen readers what is new; all of it is to be seen in lines. */
export function Announcer() {
  const { activity, form } = usePage();
  const alerts = activity.alerts.value;
  const unstored = activity.unstored.value;
  const backoff = activity.backoff.value;
  const notice = activity.notice.value;
  const news = notice
    ? !notice.isFailure && notice.text
    : firstMessage(activity.first.value, backoff);
  const done = doneMessage(activity.doneCounts.value);
  const { ended, endingOf } = activity.batches;
  const endedAs = (wanted: 'done' | 'attention') => endedBatches(ended.value, endingOf, wanted);
  return (
    <div class="unseen">
      <StatusLine>{[news, done, endedAs('done')].filter(Boolean).join(' · ')}</StatusLine>
      <AlertLine>
        {unstored
          ? spokenLine(unstoredLine(unstored))
          : alertMessage(alerts, form.shownFieldsOf(alerts[0]?.id ?? ''))}
      </AlertLine>
      <AlertLine>{notice?.isFailure && notice.text}</AlertLine>
      <AlertLine>{endedAs('attention')}</AlertLine>
    </div>
  );
}
