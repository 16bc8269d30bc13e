import { describe, expect, it } from 'vitest';
import {
  isInterrupted,
  MAX_READ,
  NEW_READING,
  nextStep,
  type Reading,
  type ReadPage,
  readingAfter,
  restartedReading,
} from '@/lib/history/reading';

const HOUR = 3600_000;

interface Answer extends Partial<Omit<ReadPage, 'reports'>> {
  /** Ids of the page's rows. */
  ids: readonly string[];
  movedUpBefore?: number;
  isDeleting?: boolean;
  isInFormerReading?: boolean;
  now?: number;
}

/** Returns the ids from one number down to another. */
const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => `${from - at}`);

/** Reads a page. By default, the list has nine rows, three on each page. */
function read(reading: Reading, answer: Answer): Reading {
  const {
    ids,
    movedUpBefore = reading.movedUp,
    isDeleting = false,
    isInFormerReading = false,
  } = answer;
  const { now = 1, page = reading.next ?? 0, ...others } = answer;
  return readingAfter(reading, {
    type: 'pageRead',
    page: {
      page,
      reports: ids.map((id) => ({ id })),
      unreadable: 0,
      total: 9,
      next: page < 3 ? page + 1 : null,
      requestedAt: page,
      ...others,
    },
    movedUpBefore,
    isDeleting,
    isInFormerReading,
    now,
  });
}

const first = read(NEW_READING, { ids: ['9', '8', '7'] });
const second = read(first, { ids: ['6', '5', '4'] });
const third = read(second, { ids: ['3', '2', '1'] });
const stepOf = (reading: Reading, now = 1) => nextStep(reading, now);
const page = (number: number) => ({ kind: 'read', page: number });
const afterDeletions = (reading: Reading, ...ids: string[]) =>
  ids.reduce((before, reportId) => readingAfter(before, { type: 'deleted', reportId }), reading);

describe('a reading', () => {
  it('reads page after page, and is complete after the last page', () => {
    expect([NEW_READING, first, second, third].map((one) => stepOf(one))).toEqual([
      page(1),
      page(2),
      page(3),
      { kind: 'complete' },
    ]);
    expect(third).toMatchObject({ ids: down(9, 1), begunAt: 1, total: 9, isFalling: true });
  });

  it('reads its last page again in the next worker, and counts rows once', () => {
    const resumed = readingAfter(second, { type: 'resumed' });
    expect(stepOf(resumed)).toEqual(page(2));
    const again = read(resumed, { page: 2, ids: ['6', '5', '4'], next: 3 });
    expect(again.ids).toEqual(second.ids);
    expect(stepOf(again)).toEqual(page(3));
  });

  it('reads its last page again after a deletion, and removes the deleted id', () => {
    const deleted = afterDeletions(second, '8');
    expect([stepOf(deleted), deleted.total]).toEqual([page(2), 8]);
    const again = read(deleted, { page: 2, ids: ['5', '4', '3'], total: 8 });
    expect(again.ids).toEqual(['9', '7', '6', '5', '4', '3']);
    expect(stepOf(again)).toEqual(page(3));
  });

  it.each<[string, (reading: Reading) => Reading]>([
    [
      'that ends during the request',
      (reading) =>
        read(afterDeletions(reading, '8'), { ids: ['2', '1'], total: 8, movedUpBefore: 0 }),
    ],
    ['that is in flight', (reading) => read(reading, { ids: ['2', '1'], isDeleting: true })],
    [
      'by another person, if the total is lower',
      (reading) => read(reading, { ids: ['2', '1'], total: 8 }),
    ],
  ])('reads the previous page and then the page again after a deletion %s', (_, act) => {
    const uncertain = act(second);
    expect(stepOf(uncertain)).toEqual(page(2));
    const again = read(uncertain, { page: 2, ids: ['5', '4', '3'], total: 8 });
    expect(stepOf(again)).toEqual(page(3));
    expect(again.ids).toContain('3');
    expect(stepOf(read(again, { ids: ['2', '1'], total: 8 }))).toEqual({ kind: 'complete' });
  });

  it('starts again after more deletions than its last page has rows', () => {
    const hundred = read(NEW_READING, { ids: down(300, 201), total: 300 });
    const ids = down(300, 200);
    expect(stepOf(afterDeletions(hundred, ...ids.slice(0, 100)))).toEqual(page(1));
    expect(stepOf(afterDeletions(hundred, ...ids))).toEqual({ kind: 'restart' });
    // The next worker learns of the deletions from the total.
    const resumed = readingAfter(hundred, { type: 'resumed' });
    const again = read(resumed, { page: 1, ids: down(199, 100), total: 199 });
    expect(stepOf(again)).toEqual({ kind: 'restart' });
  });

  it('starts again after an interruption of more than an hour', () => {
    expect([second, third].map((one) => stepOf(one, HOUR + 1))).toEqual([
      page(3),
      { kind: 'complete' },
    ]);
    expect(stepOf(second, HOUR + 2)).toEqual({ kind: 'restart' });
    expect(isInterrupted(NEW_READING, HOUR + 2)).toBe(false);
    expect(stepOf(restartedReading(second), HOUR + 2)).toEqual(page(1));
  });

  it('continues if the clock was set back', () => {
    expect(stepOf({ ...second, readAt: HOUR }, 0)).toEqual(page(3));
  });

  it('accepts rows that new reports have moved to the next page', () => {
    const moved = read(first, { ids: ['8', '7', '6'], total: 10, next: 3 });
    expect([moved.ids, moved.total, moved.isFalling]).toEqual([down(9, 6), 10, true]);
  });

  it.each([
    ['are not whole numbers', ['a', 'b']],
    ['do not fall from row to row', ['4', '5']],
    ['are higher than the ids of the previous page', ['12', '11']],
  ])('has isFalling false if ids %s', (_, ids) => {
    expect(read(first, { ids }).isFalling).toBe(false);
  });

  it('ends even if the total is lower in each answer', () => {
    let [reading, requests] = [read(NEW_READING, { ids: ['9', '8', '7'], total: 90 }), 1];
    for (let total = 89; stepOf(reading).kind !== 'complete'; total -= 1) {
      const step = nextStep(reading, 1);
      if (step.kind !== 'read') throw new Error('The reading restarts.');
      const ids = [down(9, 7), down(6, 4), down(3, 1)][step.page - 1] ?? [];
      reading = read(reading, { page: step.page, ids, total });
      requests += 1;
    }
    expect([reading.ids.length, requests < 20]).toEqual([9, true]);
  });

  it('starts again at most twice because of a lower total', () => {
    const totalOf = (number: number) => (number === 1 ? 900 : 3);
    let reading = NEW_READING;
    const pages: number[] = [];
    for (let step = stepOf(reading); step.kind !== 'complete'; step = stepOf(reading)) {
      if (step.kind === 'restart') reading = restartedReading(reading);
      else {
        pages.push(step.page);
        const ids = [down(9, 7), down(6, 4), down(3, 1)][step.page - 1] ?? [];
        reading = read(reading, { page: step.page, ids, total: totalOf(step.page) });
      }
      expect(pages.length).toBeLessThan(20);
    }
    expect(pages).toEqual([1, 2, 1, 2, 1, 2, 3]);
  });

  it('ends at a page without a next page if the service sends no total', () => {
    const total = null;
    const begun = read(NEW_READING, { ids: ['9', '8', '7'], total });
    const ended = read(begun, { ids: ['6'], total, next: null });
    expect([stepOf(begun), stepOf(ended), ended.total]).toEqual([
      page(2),
      { kind: 'complete' },
      null,
    ]);
    expect(afterDeletions(begun, '9').total).toBeNull();
  });

  it('counts unreadable rows once, even on a page that is read again', () => {
    const begun = read(NEW_READING, { ids: ['9', '7'], unreadable: 1 });
    const next = read(begun, { ids: ['6'], unreadable: 2 });
    const again = read(readingAfter(next, { type: 'resumed' }), {
      page: 2,
      ids: ['6', '5'],
      unreadable: 1,
    });
    expect(next.unreadable).toEqual({ before: 1, onPage: 2 });
    expect(again.unreadable).toEqual({ before: 1, onPage: 1 });
  });

  it('is complete with 20,000 reports, even if the total is higher', () => {
    let reading = NEW_READING;
    let pages = 0;
    for (let step = stepOf(reading); step.kind === 'read'; step = stepOf(reading)) {
      const from = 31_000 - pages * 100;
      const next = step.page + 1;
      reading = read(reading, { page: step.page, ids: down(from, from - 99), total: 31_000, next });
      pages += 1;
    }
    expect([pages, reading.ids.length, reading.total]).toEqual([200, MAX_READ, 31_000]);
  });

  it('ends even if every page has the same reports', () => {
    const same = { ids: ['9', '8', '7'], next: 2001 };
    expect(stepOf(read({ ...first, page: 1999, next: 2000 }, same))).toEqual({ kind: 'complete' });
  });

  it('has the status of the last press or failure', () => {
    const failure = { code: 'unexpectedAnswer', problem: 'html' } as const;
    const failed = readingAfter(first, { type: 'failed', failure });
    const stopped = readingAfter(failed, { type: 'stopped' });
    const continued = readingAfter(stopped, { type: 'continued' });
    expect([failed, stopped, continued].map(({ status }) => status)).toEqual([
      { name: 'failed', failure },
      { name: 'stopped' },
      { name: 'reading' },
    ]);
  });
});
