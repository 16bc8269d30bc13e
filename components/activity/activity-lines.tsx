import { type ComponentChildren, toChildArray } from 'preact';
import { i18n } from '#i18n';
import { useCopy, usePage } from '@/components/page/page-context';
import { ActivityLine, LinePicture, Said } from './activity-line';
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
  const note = activity.note.value;
  const unstored = activity.unstored.value;
  const isEmpty =
    lines.length + toChildArray(children).length === 0 && note === null && unstored === null;
  return (
    <>
      <GateLine />
      {!isEmpty && (
        <ul tabIndex={-1} aria-label={i18n.t('activity.label')}>
          {unstored !== null && <NoteItem tone="attention" {...unstoredWords(unstored)} />}
          <Lines subjects={lines} />
          {children}
          {note !== null && (
            <NoteItem tone={note.isFailure ? 'attention' : 'done'} sentence={note.text}>
              {note.password !== null && <CopyPassword password={note.password} />}
            </NoteItem>
          )}
        </ul>
      )}
    </>
  );
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

interface NoteItemProps {
  /** Whether it is done, or failed. */
  tone: 'done' | 'attention';
  sentence: string;
  reason?: string | null;
  /** What can be pressed next. */
  children?: ComponentChildren;
}

/** What came of something that has no line of its own. */
export function NoteItem({ tone, sentence, reason = null, children }: NoteItemProps) {
  return (
    <li class={`line is-${tone}`}>
      <LinePicture tone={tone} report={null} />
      <Said sentence={sentence} reason={reason} about={null} />
      {children}
    </li>
  );
}

/** Stays when it was pressed: link and password may be pasted in turn. */
function CopyPassword({ password }: { password: string }) {
  const copy = useCopy();
  return (
    <div class="verbs">
      <button
        type="button"
        onClick={() => void copy(password, i18n.t('form.passwordCopied'), password)}
      >
        {i18n.t('form.copyPassword')}
      </button>
    </div>
  );
}
