import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import type { Activity } from './activity-state';
import { alertMessage, doneMessage, pressMessage } from './activity-words';

/** Tells screen readers what is news; all of it is to be seen in lines. */
export function Announcer({ activity }: { activity: Activity }) {
  const gate = activity.gate.value;
  const news = activity.note.value ?? pressMessage(activity.newest.value, gate);
  const done = doneMessage(activity.doneCounts.value);
  return (
    <div class="unseen">
      <StatusLine>{[news, done].filter(Boolean).join(' · ')}</StatusLine>
      <AlertLine>{alertMessage(activity.alerts.value, gate)}</AlertLine>
    </div>
  );
}
