import { type ComponentChildren, toChildArray } from 'preact';
import { i18n } from '#i18n';
import type { SettingsField } from '@/lib/browser/runtime';
import type { BatchLine } from '@/lib/task/batch/batch';
import { ActivityLine, LinePicture, type LineVerbs, Said } from './activity-line';
import type { Activity } from './activity-state';
import { batchWords } from './activity-words';
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

interface BatchItemProps {
  batch: BatchLine;
  /** Whether nothing of it goes out. */
  isHeld: boolean;
  /** Opens the page of the batch, which tells the rest. */
  onOpen: () => void;
}

/** How far a batch is that goes on. */
export function BatchItem({ batch, isHeld, onOpen }: BatchItemProps) {
  const { sentence, reason } = batchWords(batch);
  const tone = isHeld || batch.isPaused || batch.needsPassword ? 'waiting' : 'busy';
  return (
    <li class={`line is-${tone}`}>
      <LinePicture tone={tone} report={null} />
      <div class="said">
        <button type="button" class="link" onClick={onOpen}>
          {sentence}
        </button>
        {reason && <p class="reason">{reason}</p>}
      </div>
    </li>
  );
}
