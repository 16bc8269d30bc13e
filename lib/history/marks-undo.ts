import { separatedClients } from './joined-clients';
import { type MarkRecord, openJoinedClients } from './marks';

/** The change of one mark by a press. */
export interface MarkChange {
  /** Null if the press made the mark. */
  before: MarkRecord | null;
  after: MarkRecord;
}

/** Undoes the changes of one or more presses. */
export interface MarksUndo {
  kind: 'undo';
  changes: readonly MarkChange[];
}

/** Returns the changes of marks for *Undo*. */
export function markChanges(
  records: readonly MarkRecord[],
  changed: readonly MarkRecord[],
): MarkChange[] {
  const byKey = new Map(records.map((mark) => [mark.key, mark]));
  return changed
    .map((after) => ({ before: byKey.get(after.key) ?? null, after }))
    .filter(({ before, after }) => before === null || !isSame(before, after));
}

/**
 * Returns the new versions of the marks after *Undo*; empty if an earlier call has undone the changes.
 * Null if a mark has changed since the press: nothing is undone then.
 * @param records all stored marks
 * @param now ISO 8601
 */
export function undoneMarks(
  records: readonly MarkRecord[],
  changes: readonly MarkChange[],
  now: string,
): MarkRecord[] | null {
  const marks = new Map(records.map((mark) => [mark.key, mark]));
  const pending = changes.filter((change) => !isUndone(change, marks.get(change.after.key)));
  if (pending.some(({ after }) => !isSame(after, marks.get(after.key)))) return null;
  const undone = pending.map((change) => undoneMark(change, now));
  for (const mark of undone) marks.set(mark.key, mark);
  // Another window may have joined a single client of the joined client again.
  const isJoinedTwice = separatedClients(openJoinedClients([...marks.values()])).length > 0;
  return isJoinedTwice ? null : undone;
}

function isUndone(change: MarkChange, stored: MarkRecord | undefined): boolean {
  return stored !== undefined && isSame(stored, undoneMark(change, stored.changedAt));
}

/** Marks are never removed, so that the later change wins when a backup is restored. */
function undoneMark({ before, after }: MarkChange, now: string): MarkRecord {
  if (before === null) return { ...withoutPages(after), changedAt: now, endedAt: now };
  // A change that was no edit for a merge is undone without an edit.
  const isEdit = before.changedAt !== after.changedAt;
  return { ...before, changedAt: isEdit ? now : before.changedAt };
}

/** Removes the pages of a ticket, so that it hides no earlier closed ticket of these pages. */
function withoutPages(mark: MarkRecord): MarkRecord {
  return mark.kind === 'ticket' ? { ...mark, ticket: { ...mark.ticket, pages: [] } } : mark;
}

function isSame(one: MarkRecord, other: MarkRecord | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
