import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { resultUpdates } from '@/lib/jobs/result-updates';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import { headlineItem } from '@/lib/shared-state/shared-items';
import { failures, invalidFields } from '../../service/served-failure';
import { startDays } from '../../support/days-at-service';

/** A time on a Monday. */
const at = (hour: number, minute = 0) => new Date(2026, 10, 23, hour, minute);

const PAGES = 4;
const urlOf = (page: number) => `https://shop.example/${page}`;

/**
 * Opens a browser, without *Keep up to date*, that has read the reports of four pages. Since then, a check
 * of all pages fails.
 */
async function startWithWorsePages() {
  const days = await startDays(at(8));
  const { service, api, runUntil } = days;
  const created_at = new Date(2026, 10, 20, 10).toISOString();
  for (let page = 0; page < PAGES; page += 1) {
    service.add({ url: urlOf(page), score: 90, failing: [], created_at });
    service.setFailing(urlOf(page), ['noindex']);
  }
  const id = await days.connect();
  await api().readAllReports(id, true);
  await runUntil(at(8, 30));
  const listed = await api().listHistory(id, null);
  const reports = hasFailed(listed) ? expect.fail(listed.failure.code) : listed.value.reports;
  return {
    ...days,
    reports,
    /** Requests new results of reports. */
    async recheck(rechecked: readonly Report[], isBatch = true): Promise<void> {
      const subjects = resultUpdates(rechecked);
      await api().createJob(id, { id: 'recheck', isBatch, subjects });
    },
    /** Refuses new results of a report, after one answer that begins a backoff. */
    refuse({ id: refused }: Report): void {
      const on = { method: 'PUT', path: `/api/v1/reports/${refused}` };
      service.behave([
        { on, fail: failures.tooManyRequests, times: 1 },
        { on, fail: invalidFields({ results: ['No.'] }) },
      ]);
    },
    readPages: async () => (await headlineItem(id).read())?.pages,
  };
}

beforeEach(() => void vi.restoreAllMocks());

describe('the news after operations', () => {
  it('contain the results of a batch', async () => {
    const { reports, recheck, runUntil, readPages } = await startWithWorsePages();
    expect(await readPages()).toBeUndefined();
    await recheck(reports);
    await runUntil(at(9));
    expect(await readPages()).toBe(PAGES);
  });

  it('contain the other results of a batch whose last page needs attention', async () => {
    const { reports, recheck, refuse, runUntil, readPages } = await startWithWorsePages();
    refuse(reports.at(-1) ?? expect.fail('There is no report.'));
    await recheck(reports);
    await runUntil(at(8, 30));
    expect(await readPages()).toBeUndefined();
    await runUntil(at(9));
    expect(await readPages()).toBe(PAGES - 1);
  });

  it('contain the results of a batch that ends while a deletion waits', async () => {
    const { api, reports, recheck, runUntil, readPages } = await startWithWorsePages();
    const [deleted, ...others] = reports as [Report, ...Report[]];
    await recheck(others);
    const subjects = [{ kind: 'delete', report: referTo(deleted) }] as const;
    await api().createJob('a', { id: 'deletion', subjects });
    await runUntil(at(8, 30));
    expect(await readPages()).toBeUndefined();
    await runUntil(at(9));
    expect(await readPages()).toBe(PAGES - 1);
  });

  it('contain the results of a batch that a person cancels during a backoff', async () => {
    const { api, service, reports, recheck, runUntil, restartWorker, readPages } =
      await startWithWorsePages();
    const path = new RegExp(
      `/(${reports
        .slice(2)
        .map((report) => report.id)
        .join('|')})$`,
    );
    service.behave({ on: { method: 'PUT', path }, fail: failures.tooManyRequests });
    await recheck(reports);
    await runUntil(at(8, 30));
    await restartWorker();
    expect(await readPages()).toBeUndefined();
    await api().updateJob('a', 'recheck', { kind: 'cancel' });
    await runUntil(at(9));
    expect(await readPages()).toBe(2);
  });

  it('stay the same in the next worker, which compares nothing without a new operation', async () => {
    const { reports, recheck, runUntil, restartWorker, readPages } = await startWithWorsePages();
    await recheck(reports);
    await runUntil(at(9));
    await headlineItem('a').remove();
    await restartWorker();
    await runUntil(at(10));
    expect(await readPages()).toBeUndefined();
  });

  it('contain the result of a single update', async () => {
    const { reports, recheck, runUntil, readPages } = await startWithWorsePages();
    await recheck(reports.slice(0, 1), false);
    await runUntil(at(9));
    expect(await readPages()).toBe(1);
  });

  it('are compared once, after the result of an update is stored', async () => {
    const { reports, recheck, runUntil } = await startWithWorsePages();
    const published: (number | undefined)[] = [];
    onTestFinished(headlineItem('a').watch((headline) => published.push(headline?.pages)));
    await recheck(reports.slice(0, 1), false);
    await runUntil(at(9));
    expect(published).toEqual([1]);
  });
});
