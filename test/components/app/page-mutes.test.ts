import { effect, signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createPageMutes } from '@/components/app/page-mutes';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Marks } from '@/lib/history/marks';
import type { PageMute } from '@/lib/report/mutes';

const MUTE: PageMute = {
  id: 'm',
  check: 'noindex',
  at: '2026-11-20T10:00:00.000Z',
  note: '',
  errors: ['failed'],
  host: null,
};

/** The worker's mutes, by page key. */
type Stored = Record<string, PageMute[]>;

/** Returns the marks as they are read. */
const marksOf = (mutesVersion: number): Pick<Marks, 'mutesVersion'> =>
  mutesVersion === 0 ? {} : { mutesVersion };

/** @param first the version of the mutes; undefined for marks that are not read */
function openMutes(first: number | undefined, stored: Stored = {}) {
  const marks = signal(first === undefined ? undefined : marksOf(first));
  const getMutes = vi.fn<BackgroundApi['getMutes']>(async (_, pages) => ({
    // A copy, like every reply of the worker.
    value: structuredClone(pages.map((page) => stored[page] ?? [])),
  }));
  const mutes = createPageMutes({ background: { getMutes }, connectionId: 'c', marks });
  return { marks, stored, getMutes, mutes };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('the mutes of pages', () => {
  it('are unknown until their version is read', async () => {
    const { mutes, marks, getMutes } = openMutes(undefined);
    expect([mutes.of('a'), mutes.statusOf('a')]).toEqual([null, 'loading']);
    marks.value = marksOf(0);
    expect([mutes.of('a'), mutes.statusOf('a')]).toEqual([[], 'ready']);
    await settle();
    expect(getMutes).not.toHaveBeenCalled();
  });

  it('are read in one call for all pages that are shown together', async () => {
    const { mutes, getMutes } = openMutes(1, { b: [MUTE] });
    const shown: unknown[] = [];
    effect(() => void shown.push(['a', 'b', 'a'].map((page) => mutes.of(page))));
    await settle();
    expect(getMutes.mock.calls).toEqual([['c', ['a', 'b']]]);
    expect(shown).toEqual([
      [null, null, null],
      [[], [MUTE], []],
    ]);
    expect(mutes.statusOf('b')).toBe('ready');
  });

  it('are read in parts of 500 pages, and change once', async () => {
    const { mutes, getMutes } = openMutes(1, { 'page 600': [MUTE] });
    const pages = Array.from({ length: 700 }, (_, at) => `page ${at}`);
    let changes = 0;
    effect(() => {
      changes += 1;
      for (const page of pages) mutes.of(page);
    });
    await settle();
    expect(getMutes.mock.calls.map(([, part]) => part.length)).toEqual([500, 200]);
    expect(changes).toBe(2);
    expect(mutes.of('page 600')).toEqual([MUTE]);
  });

  it('do not change while a later version is read, and equal mutes stay the same array', async () => {
    const { mutes, marks, stored } = openMutes(1, { a: [MUTE], b: [MUTE] });
    mutes.of('a');
    mutes.of('b');
    await settle();
    const [ofA, ofB] = [mutes.of('a'), mutes.of('b')];
    stored.b = [];
    marks.value = marksOf(2);
    expect([mutes.of('a') === ofA, mutes.of('b') === ofB]).toEqual([true, true]);
    expect(mutes.statusOf('a')).toBe('loading');
    await settle();
    expect([mutes.of('a') === ofA, mutes.of('b')]).toEqual([true, []]);
    expect(mutes.statusOf('a')).toBe('ready');
  });

  it('are empty while the first mute is read, and after the last mute has ended', async () => {
    const { mutes, marks } = openMutes(0, { a: [MUTE] });
    expect(mutes.of('a')).toEqual([]);
    marks.value = marksOf(1);
    expect([mutes.of('a'), mutes.statusOf('a')]).toEqual([[], 'loading']);
    await settle();
    expect(mutes.of('a')).toEqual([MUTE]);
    marks.value = marksOf(0);
    expect([mutes.of('a'), mutes.statusOf('a')]).toEqual([[], 'ready']);
  });

  it('are read again if the version changes during a read', async () => {
    const { mutes, marks, stored, getMutes } = openMutes(1, { a: [MUTE] });
    effect(() => void mutes.of('a'));
    await Promise.resolve();
    stored.a = [];
    marks.value = marksOf(2);
    await settle();
    expect(getMutes).toHaveBeenCalledTimes(2);
    expect([mutes.of('a'), mutes.statusOf('a')]).toEqual([[], 'ready']);
  });

  it.each<[string, number]>([
    ['the mutes change', 2],
    ['the marks are read again', 1],
  ])('do not change after a failed read, until %s', async (_, nextVersion) => {
    const { mutes, marks, getMutes } = openMutes(1, { a: [MUTE] });
    getMutes.mockResolvedValueOnce({ failure: { code: 'storeUnreadable' } });
    effect(() => void mutes.of('a'));
    await settle();
    expect([mutes.of('a'), mutes.statusOf('a')]).toEqual([[], 'failed']);
    await settle();
    expect(getMutes).toHaveBeenCalledOnce();
    marks.value = marksOf(nextVersion);
    expect(mutes.statusOf('a')).toBe('loading');
    await settle();
    expect([mutes.of('a'), mutes.statusOf('a')]).toEqual([[MUTE], 'ready']);
    expect(getMutes).toHaveBeenCalledTimes(2);
  });

  it('are not read again for other changes of the marks after a successful read', async () => {
    const { mutes, marks, getMutes } = openMutes(1, { a: [MUTE] });
    let changes = 0;
    effect(() => {
      changes += 1;
      mutes.of('a');
    });
    await settle();
    marks.value = marksOf(1);
    await settle();
    expect(getMutes).toHaveBeenCalledOnce();
    expect(changes).toBe(2);
  });

  it('are read again if the worker stops before its reply', async () => {
    const { mutes, getMutes } = openMutes(1, { a: [MUTE] });
    getMutes.mockRejectedValueOnce(new Error('stopped'));
    mutes.of('a');
    await settle();
    expect(mutes.of('a')).toEqual([MUTE]);
  });
});
