import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createReadingOn } from '@/components/reports/reading-on-state';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { openList } from '../../support/open-list';
import { newestReports, replyOf } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

/** Opens a list whose first page is stored and read, and starts reading the further pages. */
async function startReadingOn(pause = 0) {
  const facts = { total: 3, next: 2 };
  const newest = { ...newestReports('9'), perPage: 100 as const, ...facts };
  const opened = openList({ query: NEWEST_QUERY, newest });
  const isInSight = signal(true);
  const isIdle = signal(true);
  const isComplete = signal(false);
  const pauseMs = signal(pause);
  const { list } = opened;
  const readingOn = createReadingOn({ list, isInSight, isIdle, isComplete, pauseMs });
  const reading = opened.list.refresh();
  opened.answers.answer(0, { value: { ...replyOf('9'), ...facts } });
  await reading;
  return { ...opened, readingOn, isInSight, isIdle, isComplete, pauseMs };
}

const page = (id: string, next: number | null) => ({
  value: { reports: [sampleReport(id)], unreadable: 0, total: 3, next },
});

describe('the reading of all pages of a list', () => {
  it('requests page after page until the last page', async () => {
    const { readingOn, listFurtherReports, pages, shownIds } = await startReadingOn();
    expect(listFurtherReports.mock.calls.map(([, , page]) => page)).toEqual([2]);
    expect(readingOn.isOn.value).toBe(true);
    pages.answer(0, page('8', 3));
    await pages.untilCount(2);
    expect(listFurtherReports.mock.calls.map(([, , page]) => page)).toEqual([2, 3]);
    pages.answer(1, page('7', null));
    await waitUntil(() => expect(readingOn.isOn.value).toBe(false));
    expect([shownIds(), readingOn.isOn.value]).toEqual([['9', '8', '7'], false]);
    expect(listFurtherReports).toHaveBeenCalledTimes(2);
  });

  it('requests no further page after stop(), and continues after goOn()', async () => {
    const { readingOn, listFurtherReports, pages, shownIds } = await startReadingOn();
    readingOn.stop();
    pages.answer(0, page('8', 3));
    await waitUntil(() => expect(shownIds()).toHaveLength(2));
    expect([shownIds(), readingOn.isStopped.value]).toEqual([['9', '8'], true]);
    expect(listFurtherReports).toHaveBeenCalledTimes(1);
    readingOn.goOn();
    await pages.untilCount(2);
  });

  it('requests no further page while the list is out of sight', async () => {
    const { readingOn, isInSight, listFurtherReports, pages } = await startReadingOn();
    isInSight.value = false;
    pages.answer(0, page('8', 3));
    await waitUntil(() => expect(readingOn.isOn.value).toBe(false));
    expect(listFurtherReports).toHaveBeenCalledTimes(1);
    isInSight.value = true;
    await pages.untilCount(2);
  });

  it('stops after a failed page, and is unfinished', async () => {
    const { readingOn, listFurtherReports, pages } = await startReadingOn();
    pages.answer(0, { failure: { code: 'unexpectedAnswer', problem: 'html' } });
    await waitUntil(() => expect(readingOn.isOn.value).toBe(false));
    expect(listFurtherReports).toHaveBeenCalledTimes(1);
    expect(readingOn.isUnfinished.value).toBe(true);
    // The person accepts the incomplete list.
    readingOn.stop();
    expect([readingOn.isUnfinished.value, readingOn.isStopped.value]).toEqual([false, true]);
  });

  it('requests no further page while an operation is open, and continues afterwards', async () => {
    const { readingOn, isIdle, listFurtherReports, pages } = await startReadingOn();
    isIdle.value = false;
    pages.answer(0, page('8', 3));
    await waitUntil(() => expect(readingOn.isWaiting.value).toBe(true));
    expect([readingOn.isOn.value, listFurtherReports.mock.calls.length]).toEqual([true, 1]);
    isIdle.value = true;
    await pages.untilCount(2);
  });

  it.each([
    ['after the failure', ['fails', 'begins']],
    ['before the failure', ['begins', 'fails']],
  ])('requests the same page again after a backoff that was published %s', async (_, events) => {
    const opened = await startReadingOn();
    const { list, readingOn, isIdle, listReports, listFurtherReports, pages } = opened;
    for (const event of events) {
      if (event === 'begins') isIdle.value = false;
      else {
        pages.answer(0, { failure: { code: 'tooManyRequests', retryAt: null, message: null } });
        await waitUntil(() => expect(list.failure.value).not.toBeNull());
      }
    }
    expect([readingOn.isOn.value, listFurtherReports.mock.calls.length]).toEqual([true, 1]);
    opened.beginBackoff();
    isIdle.value = true;
    opened.succeedElsewhere();
    await pages.untilCount(2);
    expect(listFurtherReports.mock.calls.map(([, , page]) => page)).toEqual([2, 2]);
    // The list is read again from its beginning only if its first page failed.
    expect(listReports).toHaveBeenCalledTimes(1);
  });

  it('requests nothing while the history has the remaining rows', async () => {
    const { readingOn, isComplete, pages, listFurtherReports } = await startReadingOn();
    isComplete.value = true;
    pages.answer(0, page('8', 3));
    await waitUntil(() => expect(readingOn.isOn.value).toBe(false));
    expect([readingOn.isUnfinished.value, readingOn.isStopped.value]).toEqual([false, false]);
    expect(listFurtherReports).toHaveBeenCalledTimes(1);
    isComplete.value = false;
    await pages.untilCount(2);
  });

  it('waits at least five seconds between two requests, and requests nothing after stop()', async () => {
    vi.useFakeTimers();
    try {
      const { readingOn, pauseMs, pages, listFurtherReports } = await startReadingOn(5_000);
      expect(pauseMs.value).toBe(5_000);
      const counts: number[] = [];
      const wait = async (milliseconds: number) => {
        await vi.advanceTimersByTimeAsync(milliseconds);
        counts.push(listFurtherReports.mock.calls.length);
      };
      await wait(4_999);
      await wait(1);
      await wait(3_000);
      pages.answer(0, page('8', 3));
      await wait(1_999);
      await wait(1);
      pages.answer(1, page('7', 4));
      readingOn.stop();
      await wait(60_000);
      readingOn.goOn();
      await wait(0);
      expect(counts).toEqual([0, 1, 1, 1, 2, 2, 3]);
    } finally {
      vi.useRealTimers();
    }
  });
});
