import { expect, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import {
  changedMarks,
  type MarkRecord,
  type MarksChange,
  openMutes,
  shownMarks,
} from '@/lib/history/marks';
import { type Mute, mutesOfPages, type PageMute } from '@/lib/report/mutes';

/** Creates the calls of a background that stores marks in memory, as the worker does in the database. */
export function fakeMarks(...first: readonly MarksChange[]) {
  const records = new Map<string, MarkRecord>();
  let time = Date.parse('2026-11-20T10:00:00.000Z');

  function apply(change: MarksChange): ReturnType<typeof changedMarks> {
    time += 1_000;
    const changed = changedMarks([...records.values()], change, new Date(time).toISOString());
    if (!('most' in changed)) for (const mark of changed) records.set(mark.key, mark);
    return changed;
  }

  for (const change of first) if ('most' in apply(change)) expect.fail('A limit is reached.');
  const marks = () => shownMarks([...records.values()]);
  const mutes = (): Mute[] => openMutes([...records.values()]);
  const mutesOf = (pages: readonly string[]): PageMute[][] => mutesOfPages(mutes(), pages);
  return {
    apply,
    mutes,
    mutesOf,
    calls: {
      getMarks: vi.fn<BackgroundApi['getMarks']>(async () => ({ value: marks() })),
      getMutes: vi.fn<BackgroundApi['getMutes']>(async (_, pages) => ({
        value: structuredClone(mutesOf(pages)),
      })),
      changeMarks: vi.fn<BackgroundApi['changeMarks']>(async (_, change) => {
        const changed = apply(change);
        return 'most' in changed
          ? { failure: { code: 'tooManyMarks', ...changed } }
          : { value: marks() };
      }),
    },
  };
}
