import { type ComponentChildren, toChildArray } from 'preact';
import { i18n } from '#i18n';
import type { SettingsField } from '@/lib/browser/runtime';
import { ActivityLine, LinePicture, type LineVerbs, Said } from './activity-line';
import type { Activity } from './activity-state';
import { GateLine } from './gate-line';
import { lineOf } from './line';
import type { Subject } from './standing';

export interface ActivityProps extends LineVerbs {
  activity: Activity;
  /** Parameters of a press whose words stand at their fields already. */
  shownFieldsOf: (pressId: string) => readonly string[];
  onOpenSettings: (field?: SettingsField) => void;
}

interface ActivityLinesProps extends ActivityProps {
  /** Further items of the list. */
  children?: ComponentChildren;
}

/** The lines of the place that is in sight: why nothing goes out above all, and what was copied last. */
export function ActivityLines({ children, ...props }: ActivityLinesProps) {
  const { activity } = props;
  const lines = activity.lines.value;
  const note = activity.note.value;
  const isEmpty = lines.length + toChildArray(children).length === 0 && note === null;
  return (
    <>
      <GateLine activity={activity} onOpenSettings={props.onOpenSettings} />
      {!isEmpty && (
        <ul tabIndex={-1} aria-label={i18n.t('activity.label')}>
          <Lines {...props} subjects={lines} />
          {children}
          {note !== null && <DoneItem sentence={note} />}
        </ul>
      )}
    </>
  );
}

/** A line each. */
export function Lines({ subjects, ...props }: ActivityProps & { subjects: readonly Subject[] }) {
  const { activity, shownFieldsOf } = props;
  const gate = activity.gate.value;
  return subjects.map((subject) => {
    const shownFields = shownFieldsOf(subject.id);
    const line = lineOf(subject, { gate, isGateTold: true, shownFields });
    return <ActivityLine key={subject.id} subject={subject} line={line} {...props} />;
  });
}

/** That something is done which is told of without more. */
export function DoneItem({ sentence }: { sentence: string }) {
  return (
    <li class="line is-done">
      <LinePicture tone="done" report={null} />
      <Said sentence={sentence} reason={null} about={null} />
    </li>
  );
}
