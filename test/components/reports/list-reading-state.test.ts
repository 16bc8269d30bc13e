import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { createListReading } from '@/components/reports/list-reading-state';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { openList } from '../../support/open-list';
import { replyOf } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

/** Opens a filtered list whose first page is read, and starts reading the further pages. */
async function startReading() {
  const facts = { total: 3, next: 2 };
  const opened = openList({ query: { ...NEWEST_QUERY, project: 'host' } });
  const isInSight = signal(true);
  const isIdle = signal(true);
  const { list } = opened;
  const listReading = createListReading({ list, isInSight, isIdle });
  const reading = list.refresh();
  opened.answers.answer(0, { value: { ...replyOf('9'), ...facts } });
  await reading;
  return { ...opened, listReading, isInSight, isIdle };
}

const page = (id: string, next: number | null) => ({
  value: { reports: [sampleReport(id)], unreadable: 0, total: 3, next },
});

describe('the reading of all pages of a filtered list', () => {
  it('requests page after page until the last page', async () => {
    const { listReading, listFurtherReports, pages, shownIds } = await startReading();
    expect(listFurtherReports.mock.calls.map(([, , page]) => page)).toEqual([2]);
    expect(listReading.status.value).toBe('reading');
    pages.answer(0, page('8', 3));
    await pages.untilCount(2);
    expect(listFurtherReports.mock.calls.map(([, , page]) => page)).toEqual([2, 3]);
    pages.answer(1, page('7', null));
    await waitUntil(() => expect(listReading.status.value).toBe('idle'));
    expect(shownIds()).toEqual(['9', '8', '7']);
    expect(listFurtherReports).toHaveBeenCalledTimes(2);
  });

  it('requests no further page after stop(), and continues after resume()', async () => {
    const { listReading, listFurtherReports, pages, shownIds } = await startReading();
    listReading.stop();
    pages.answer(0, page('8', 3));
    await waitUntil(() => expect(shownIds()).toHaveLength(2));
    expect([shownIds(), listReading.status.value]).toEqual([['9', '8'], 'stopped']);
    expect(listFurtherReports).toHaveBeenCalledTimes(1);
    listReading.resume();
    await pages.untilCount(2);
  });

  it('requests no further page while the list is out of sight', async () => {
    const { listReading, isInSight, listFurtherReports, pages, shownIds } = await startReading();
    isInSight.value = false;
    pages.answer(0, page('8', 3));
    await waitUntil(() => expect(shownIds()).toHaveLength(2));
    expect(listReading.status.value).toBe('paused');
    expect(listFurtherReports).toHaveBeenCalledTimes(1);
    isInSight.value = true;
    await pages.untilCount(2);
  });

  it('fails after a failed page', async () => {
    const { listReading, listFurtherReports, pages } = await startReading();
    pages.answer(0, { failure: { code: 'unexpectedAnswer', problem: 'html' } });
    await waitUntil(() => expect(listReading.status.value).toBe('failed'));
    expect(listFurtherReports).toHaveBeenCalledTimes(1);
    // The person accepts the incomplete list.
    listReading.stop();
    expect(listReading.status.value).toBe('stopped');
  });

  it('requests no further page while an operation is open, and continues afterwards', async () => {
    const { listReading, isIdle, listFurtherReports, pages, shownIds } = await startReading();
    isIdle.value = false;
    pages.answer(0, page('8', 3));
    await waitUntil(() => expect(shownIds()).toHaveLength(2));
    expect([listReading.status.value, listFurtherReports.mock.calls.length]).toEqual([
      'waiting',
      1,
    ]);
    isIdle.value = true;
    await pages.untilCount(2);
  });

  it.each([
    ['after the failure', ['fails', 'begins']],
    ['before the failure', ['begins', 'fails']],
  ])('requests the same page again after a backoff that was published %s', async (_, events) => {
    const opened = await startReading();
    const { list, listReading, isIdle, listReports, listFurtherReports, pages } = opened;
    for (const event of events) {
      if (event === 'begins') isIdle.value = false;
      else {
        pages.answer(0, { failure: { code: 'tooManyRequests', retryAt: null, message: null } });
        await waitUntil(() => expect(list.failure.value).not.toBeNull());
      }
    }
    expect([listReading.status.value, listFurtherReports.mock.calls.length]).toEqual([
      'waiting',
      1,
    ]);
    opened.beginBackoff();
    isIdle.value = true;
    opened.succeedElsewhere();
    await pages.untilCount(2);
    expect(listFurtherReports.mock.calls.map(([, , page]) => page)).toEqual([2, 2]);
    // The list is read again from its beginning only if its first page failed.
    expect(listReports).toHaveBeenCalledTimes(1);
  });
});
