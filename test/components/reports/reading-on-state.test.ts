import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createAllReading } from '@/components/reports/all-reading-state';
import { createReadingOn } from '@/components/reports/reading-on-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NO_READING, type ReadingProgress } from '@/lib/reading-progress';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { openList } from '../../support/open-list';
import { replyOf } from '../../support/sample-list';
import { waitUntil } from '../../support/wait-until';

const READING: ReadingProgress = {
  ...NO_READING,
  status: 'reading',
  read: 100,
  total: 980,
  revision: 7,
  changedAt: 1,
};

/** Opens a list of all reports. The worker replies with `reply` to all calls. */
function openReading(reply: ReadingProgress = READING) {
  const opened = openList({ query: NEWEST_QUERY, newest: null });
  const published = signal<ReadingProgress | undefined>(undefined);
  const [isInSight, isIdle, shownRevision] = [signal(true), signal(true), signal(7)];
  const readAllReports = vi.fn<BackgroundApi['readAllReports']>(async () => ({ value: reply }));
  const stopReading = vi.fn<BackgroundApi['stopReading']>(async () => ({
    value: { ...reply, status: 'stopped', changedAt: 9 },
  }));
  const allReading = createAllReading({
    background: { readAllReports, stopReading },
    connectionId: 'a',
    published,
  });
  const { list, answers } = opened;
  const readingOn = createReadingOn({ list, allReading, isInSight, isIdle, shownRevision });
  let [requestedAt, lists] = [10, 0];
  return {
    ...opened,
    ...{ published, isInSight, isIdle, shownRevision, readAllReports, stopReading, readingOn },
    async readList(): Promise<void> {
      const reading = list.refresh();
      const facts = { total: 980, next: 2, requestedAt: requestedAt++ };
      answers.answer(lists++, { value: { ...replyOf('9'), ...facts } });
      await reading;
    },
  };
}

describe('the reading of all reports', () => {
  it('is requested after each reply of the list that a visible view needs', async () => {
    const { readAllReports, isInSight, readList } = openReading();
    isInSight.value = false;
    await readList();
    expect(readAllReports).not.toHaveBeenCalled();
    isInSight.value = true;
    expect(readAllReports.mock.calls).toEqual([['a', false]]);
    isInSight.value = false;
    isInSight.value = true;
    await readList();
    expect(readAllReports.mock.calls).toEqual([
      ['a', false],
      ['a', false],
    ]);
  });

  it('is unfinished until the reply, during the reading, and until its rows are here', async () => {
    const { readingOn, readList, published, shownRevision } = openReading({
      ...NO_READING,
      revision: 7,
    });
    expect(readingOn.isUnfinished.value).toBe(true);
    await readList();
    await waitUntil(() => expect(readingOn.isUnfinished.value).toBe(false));
    published.value = READING;
    expect([readingOn.isUnfinished.value, readingOn.isOn.value]).toEqual([true, true]);
    published.value = { ...NO_READING, revision: 8, changedAt: 2 };
    expect([readingOn.isUnfinished.value, readingOn.isOn.value]).toEqual([true, false]);
    shownRevision.value = 8;
    expect(readingOn.isUnfinished.value).toBe(false);
  });

  it('shows the latest progress, whether replied or published', async () => {
    const { readingOn, readList, published } = openReading();
    expect([readingOn.read.value, readingOn.total.value]).toEqual([0, null]);
    published.value = { ...READING, read: 300, changedAt: 2 };
    await readList();
    expect([readingOn.read.value, readingOn.total.value]).toEqual([300, 980]);
    published.value = { ...NO_READING, revision: 7, changedAt: 3 };
    // Without a reading, the numbers are those of the list.
    expect([readingOn.read.value, readingOn.total.value]).toEqual([1, 980]);
  });

  it('stops and continues after presses', async () => {
    const { readingOn, readList, stopReading, readAllReports } = openReading();
    await readList();
    readingOn.stop();
    await waitUntil(() => expect(readingOn.isStopped.value).toBe(true));
    expect([readingOn.isUnfinished.value, stopReading.mock.calls]).toEqual([false, [['a']]]);
    readingOn.goOn();
    expect(readAllReports).toHaveBeenLastCalledWith('a', true);
  });

  it('waits while an operation is open', async () => {
    const { readingOn, readList, isIdle } = openReading();
    await readList();
    await waitUntil(() => expect(readingOn.isOn.value).toBe(true));
    isIdle.value = false;
    expect([readingOn.isOn.value, readingOn.isWaiting.value]).toEqual([true, true]);
  });

  it('is unfinished after a failure, and says why', async () => {
    const failure = { code: 'unexpectedAnswer', problem: 'html' } as const;
    const { readingOn, readList } = openReading({ ...READING, status: 'failed', failure });
    await readList();
    await waitUntil(() => expect(readingOn.failure.value).toEqual(failure));
    expect([readingOn.isUnfinished.value, readingOn.isOn.value]).toEqual([true, false]);
  });

  it('is requested as a press after readAgain() and the next reply of the list', async () => {
    const { readingOn, readList, readAllReports } = openReading();
    readingOn.readAgain();
    await readList();
    await readList();
    expect(readAllReports.mock.calls.map(([, isPressed]) => isPressed)).toEqual([true, false]);
  });
});

it('a filtered list is read by the page', async () => {
  const { list, readingOn, readAllReports, answers, listFurtherReports } = openReading();
  list.change({ result: 'bad' });
  answers.answer(0, { value: { ...replyOf('9'), total: 3, next: 2 } });
  await waitUntil(() => expect(listFurtherReports).toHaveBeenCalledOnce());
  expect([readingOn.isOn.value, readAllReports.mock.calls]).toEqual([true, []]);
});
