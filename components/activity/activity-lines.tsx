import { type ComponentChildren, toChildArray } from 'preact';
import { i18n } from '#i18n';
import { usePage } from '@/components/page/page-context';
import { ActivityLine, LinePicture, Said } from './activity-line';
import type { Activity } from './activity-state';
import { GateLine } from './gate-line';
import { lineOf, unstoredWords } from './line';
import type { Subject } from './subject';

interface ActivityLinesProps {
  /** Further items of the list. */
  children?: ComponentChildren;
}

/** The lines of the place that is in sight: why nothing goes out above all, and what was copied last. */
export function ActivityLines({ children }: ActivityLinesProps) {
  const { activity } = usePage();
  const lines = activity.lines.value;
  const note = noteOf(activity);
  const unstored = activity.unstored.value;
  const isEmpty =
    lines.length + toChildArray(children).length === 0 && note === null && unstored === null;
  return (
    <>
      <GateLine />
      {!isEmpty && (
        <ul tabIndex={-1} aria-label={i18n.t('activity.label')}>
          {unstored !== null && (
            <li class="line is-attention">
              <LinePicture tone="attention" report={null} />
              <Said {...unstoredWords(unstored)} about={null} />
            </li>
          )}
          <Lines subjects={lines} />
          {children}
          {note !== null && <DoneItem sentence={note} />}
        </ul>
      )}
    </>
  );
}

/** What came of a press beside the lines; null where there is nothing to tell. */
export function noteOf({ note, isTooLate }: Activity): string | null {
  return isTooLate.value ? i18n.t('list.undoTooLate') : note.value;
}

/** A line each. */
export function Lines({ subjects }: { subjects: readonly Subject[] }) {
  const { activity, form } = usePage();
  const gate = activity.gate.value;
  return subjects.map((subject) => {
    const shownFields = form.shownFieldsOf(subject.id);
    const line = lineOf(subject, { gate, isGateTold: true, shownFields });
    return <ActivityLine key={subject.id} subject={subject} line={line} />;
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
