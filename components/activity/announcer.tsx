import { endedBatches } from '@/components/activity/batches/batch-line';
import { AlertLine, StatusLine } from '@/components/ui/message-lines';
import type { Activity } from './activity-state';
import { alertMessage, doneMessage, pressMessage } from './activity-words';

interface AnnouncerProps {
  activity: Activity;
  /** Parameters of a press whose words stand at their fields already. */
  shownFieldsOf: (pressId: string) => readonly string[];
}

/** Tells screen readers what is news; all of it is to be seen in lines. */
export function Announcer({ activity, shownFieldsOf }: AnnouncerProps) {
  const alerts = activity.alerts.value;
  const gate = activity.gate.value;
  const news = activity.note.value ?? pressMessage(activity.newest.value, gate);
  const done = doneMessage(activity.doneCounts.value);
  const ended = endedBatches(activity.batches.ended.value);
  return (
    <div class="unseen">
      <StatusLine>{[news, done, ended].filter(Boolean).join(' · ')}</StatusLine>
      <AlertLine>{alertMessage(alerts, shownFieldsOf(alerts[0]?.id ?? ''))}</AlertLine>
    </div>
  );
}
