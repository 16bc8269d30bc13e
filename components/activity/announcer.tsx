import { endedBatches } from '@/components/activity/batches/batch-line';
import { usePage } from '@/components/page/page-context';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { alertMessage, doneMessage, firstMessage, spokenLine } from './activity-words';
import { unstoredWords } from './line';

/** Tells screen readers what is news; all of it is to be seen in lines. */
export function Announcer() {
  const { activity, form } = usePage();
  const alerts = activity.alerts.value;
  const unstored = activity.unstored.value;
  const gate = activity.gate.value;
  const note = activity.note.value;
  const news = note ? !note.isFailure && note.text : firstMessage(activity.first.value, gate);
  const done = doneMessage(activity.doneCounts.value);
  const { ended, endingOf } = activity.batches;
  const endedAs = (wanted: 'done' | 'attention') => endedBatches(ended.value, endingOf, wanted);
  return (
    <div class="unseen">
      <StatusLine>{[news, done, endedAs('done')].filter(Boolean).join(' · ')}</StatusLine>
      <AlertLine>
        {unstored
          ? spokenLine(unstoredWords(unstored))
          : alertMessage(alerts, form.shownFieldsOf(alerts[0]?.id ?? ''))}
      </AlertLine>
      <AlertLine>{note?.isFailure && note.text}</AlertLine>
      <AlertLine>{endedAs('attention')}</AlertLine>
    </div>
  );
}
