import { expect, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import {
  changedMarks,
  type MarkRecord,
  type MarksChange,
  openMutes,
  shownMarks,
} from '@/lib/history/marks';
import { type MarksUndo, markChanges, undoneMarks } from '@/lib/history/marks-undo';
import type { ChangedMarks } from '@/lib/history/stored-marks';
import { type Mute, mutesOfPages, type PageMute } from '@/lib/report/mutes';
import type { Result } from '@/lib/result';

/** Changes marks in memory, as the worker does in the database. */
export function changeInMemory(
  marks: Map<string, MarkRecord>,
  change: MarksChange | MarksUndo,
  now = new Date().toISOString(),
): Result<ChangedMarks> {
  const records = [...marks.values()];
  const changed =
    change.kind === 'undo'
      ? undoneMarks(records, change.changes, now)
      : changedMarks(records, change, now);
  if (changed === null) return { failure: { code: 'changedMeanwhile' } };
  if ('most' in changed) return { failure: { code: 'tooManyMarks', ...changed } };
  for (const mark of changed) marks.set(mark.key, mark);
  return {
    value: { marks: shownMarks([...marks.values()]), changes: markChanges(records, changed) },
  };
}

/** Creates the calls of a background that stores marks in memory. */
export function fakeMarks(...first: readonly MarksChange[]) {
  const records = new Map<string, MarkRecord>();
  let time = Date.parse('2026-11-20T10:00:00.000Z');

  function apply(change: MarksChange | MarksUndo): Result<ChangedMarks> {
    time += 1_000;
    return changeInMemory(records, change, new Date(time).toISOString());
  }

  for (const change of first) if ('failure' in apply(change)) expect.fail('A limit is reached.');
  const marks = () => shownMarks([...records.values()]);
  const mutes = (): Mute[] => openMutes([...records.values()]);
  const mutesOf = (pages: readonly string[]): PageMute[][] => mutesOfPages(mutes(), pages);
  return {
    apply,
    marks,
    mutes,
    mutesOf,
    calls: {
      getMarks: vi.fn<BackgroundApi['getMarks']>(async () => ({ value: marks() })),
      getMutes: vi.fn<BackgroundApi['getMutes']>(async (_, pages) => ({
        value: structuredClone(mutesOf(pages)),
      })),
      changeMarks: vi.fn<BackgroundApi['changeMarks']>(async (_, change) => apply(change)),
    },
  };
}
