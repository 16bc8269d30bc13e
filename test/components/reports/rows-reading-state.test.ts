import { signal } from '@preact/signals';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRowsReading } from '@/components/reports/rows-reading-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NO_READING, type ReadingProgress } from '@/lib/reading-progress';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { openList } from '../../support/open-list';
import { FAILURES } from '../../support/sample-failures';
import { replyOf } from '../../support/sample-list';
import { settle, waitUntil } from '../../support/wait-until';

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
  const [isInSight, isIdle] = [signal(true), signal(true)];
  const readAllReports = vi.fn<BackgroundApi['readAllReports']>(async () => ({ value: reply }));
  const stopReading = vi.fn<BackgroundApi['stopReading']>(async () => ({
    value: { ...reply, status: 'stopped', changedAt: 9 },
  }));
  const { list, answers } = opened;
  const reading = createRowsReading({
    background: { readAllReports, stopReading },
    connectionId: 'a',
    published,
    list,
    isInSight,
    isIdle,
  });
  // Subscribes to the state, like a view.
  onTestFinished(reading.now.subscribe(() => {}));
  let [requestedAt, lists] = [10, 0];
  return {
    ...opened,
    published,
    isInSight,
    isIdle,
    readAllReports,
    stopReading,
    reading,
    async readList(): Promise<void> {
      const listed = list.refresh();
      const facts = { total: 980, next: 2, requestedAt: requestedAt++ };
      answers.answer(lists++, { value: { ...replyOf('9'), ...facts } });
      await listed;
      await settle();
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
    await waitUntil(() => expect(readAllReports.mock.calls).toEqual([['a', false]]));
    isInSight.value = false;
    isInSight.value = true;
    await readList();
    expect(readAllReports.mock.calls).toEqual([
      ['a', false],
      ['a', false],
    ]);
  });

  it('is requested again after the backoff that a failed request has caused', async () => {
    const { readAllReports, isIdle, reading, readList } = openReading();
    readAllReports.mockResolvedValueOnce({ failure: FAILURES['429'] });
    await readList();
    expect(readAllReports).toHaveBeenCalledTimes(1);
    expect(reading.now.value.isUnfinished).toBe(true);
    isIdle.value = false;
    await settle();
    expect(readAllReports).toHaveBeenCalledTimes(1);
    isIdle.value = true;
    await waitUntil(() => expect(reading.now.value).toMatchObject({ read: 100, total: 980 }));
    isIdle.value = false;
    isIdle.value = true;
    await settle();
    expect(readAllReports).toHaveBeenCalledTimes(2);
  });

  it('is unfinished until the reply, and during the reading', async () => {
    const { reading, readList, published } = openReading({
      ...NO_READING,
      revision: 7,
    });
    expect(reading.now.value.isUnfinished).toBe(true);
    await readList();
    await waitUntil(() => expect(reading.now.value.isUnfinished).toBe(false));
    published.value = READING;
    expect(reading.now.value).toMatchObject({ isUnfinished: true, status: 'reading' });
    published.value = { ...NO_READING, revision: 8, changedAt: 2 };
    expect(reading.now.value).toMatchObject({ isUnfinished: false, status: 'idle' });
  });

  it('shows the latest progress, whether replied or published', async () => {
    const { reading, readList, published } = openReading();
    expect(reading.now.value).toMatchObject({ read: 0, total: null });
    published.value = { ...READING, read: 300, changedAt: 2 };
    await readList();
    expect(reading.now.value).toMatchObject({ read: 300, total: 980 });
    published.value = { ...NO_READING, revision: 7, changedAt: 3 };
    // Without a reading, the numbers come from the list.
    expect(reading.now.value).toMatchObject({ read: 1, total: 980 });
  });

  it('stops and continues after presses', async () => {
    const { reading, readList, stopReading, readAllReports } = openReading();
    await readList();
    reading.stop();
    await waitUntil(() => expect(reading.now.value.status).toBe('stopped'));
    expect([reading.now.value.isUnfinished, stopReading.mock.calls]).toEqual([false, [['a']]]);
    reading.resume();
    expect(readAllReports).toHaveBeenLastCalledWith('a', true);
  });

  it('waits while an operation is open', async () => {
    const { reading, readList, isIdle } = openReading();
    await readList();
    await waitUntil(() => expect(reading.now.value.status).toBe('reading'));
    isIdle.value = false;
    expect(reading.now.value.status).toBe('waiting');
  });

  it('is unfinished after a failure, and has the failure', async () => {
    const failure = { code: 'unexpectedAnswer', problem: 'html' } as const;
    const { reading, readList } = openReading({ ...READING, status: 'failed', failure });
    await readList();
    await waitUntil(() => expect(reading.now.value.failure).toEqual(failure));
    expect(reading.now.value).toMatchObject({ isUnfinished: true, status: 'failed' });
  });

  it('is requested as a press after readAgain() and the next reply of the list', async () => {
    const { reading, readList, readAllReports } = openReading();
    reading.readAgain();
    await readList();
    await readList();
    expect(readAllReports.mock.calls.map(([, isPressed]) => isPressed)).toEqual([true, false]);
  });
});

it('a filtered list is read by the page', async () => {
  const { list, reading, readAllReports, answers, listFurtherReports } = openReading();
  list.change({ result: 'bad' });
  answers.answer(0, { value: { ...replyOf('9'), total: 3, next: 2 } });
  await waitUntil(() => expect(listFurtherReports).toHaveBeenCalledOnce());
  expect([reading.now.value.status, readAllReports.mock.calls]).toEqual(['reading', []]);
});
