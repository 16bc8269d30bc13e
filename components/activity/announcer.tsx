import { endedBatches } from '@/components/activity/batches/batch-line';
import { usePage } from '@/components/page/page-context';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import { alertMessage, doneMessage, pressMessage } from './activity-words';

/** Tells screen readers what is news; all of it is to be seen in lines. */
export function Announcer() {
  const { activity, form } = usePage();
  const alerts = activity.alerts.value;
  const gate = activity.gate.value;
  const news = activity.note.value ?? pressMessage(activity.newest.value, gate);
  const done = doneMessage(activity.doneCounts.value);
  const ended = endedBatches(activity.batches.ended.value);
  return (
    <div class="unseen">
      <StatusLine>{[news, done, ended].filter(Boolean).join(' · ')}</StatusLine>
      <AlertLine>{alertMessage(alerts, form.shownFieldsOf(alerts[0]?.id ?? ''))}</AlertLine>
    </div>
  );
}
