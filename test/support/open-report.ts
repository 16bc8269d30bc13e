import { effect, signal } from '@preact/signals';
import { vi } from 'vitest';
import { createPageJobs } from '@/components/queue/page-jobs';
import { createReportState } from '@/components/report/report-state';
import type { Report, ReportDetails } from '@/lib/report/report';
import type { ReportReference } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import { createDeferredCalls } from './deferred-calls';
import { sampleDetails, sampleReport } from './sample-report';
import { openJobs } from './stored-jobs';
import { testKernel } from './test-kernel';
import { settle } from './wait-until';

/**
 * Creates the report state of an ordinary window, without an open report.
 * @param older ids of reports that are not the newest of their page
 */
export function openNoReport(older: readonly string[] = []) {
  const gets = createDeferredCalls<Result<ReportDetails>>();
  const getReport = vi.fn((_: string, _report: ReportReference) => gets.call());
  const stored = openJobs();
  const { queue, connectionId, background } = stored;
  const kernel = testKernel({ queue, connectionId, background: { ...background, getReport } });
  const jobs = createPageJobs(kernel);
  const openId = signal<string | null>(null);
  const opened = createReportState(kernel, {
    jobs,
    openId,
    isOlder: async ({ id }) => older.includes(id),
    reportById: (id) => kernel.reports.get(id) ?? sampleReport(id),
  });
  // A view also reads the open report.
  effect(() => void opened.open.value);
  /** Adds the rows of a newer list. */
  function list(...rows: readonly Report[]): void {
    kernel.reports.addRead(rows, kernel.reports.latestTime() + 1);
  }
  function close(): void {
    openId.value = null;
  }
  function open(report: Report): void {
    close();
    kernel.reports.addShown(report);
    openId.value = report.id;
  }
  /** Opens a report, and resolves when the report is requested. */
  async function show(report: Report): Promise<void> {
    const count = gets.count + 1;
    open(report);
    await gets.untilCount(count);
  }
  /** Answers a request for a report. */
  async function answer(index: number, result: Result<ReportDetails>): Promise<void> {
    gets.answer(index, result);
    await settle();
  }
  const requestedUpdates = () =>
    background.createJob.mock.calls.flatMap(([, { subjects, password }]) =>
      subjects.flatMap((subject) =>
        subject.kind === 'update'
          ? [[subject.report, { ...subject.update, ...(password !== undefined && { password }) }]]
          : [],
      ),
    );
  return {
    opened,
    jobs,
    stored,
    gets,
    getReport,
    list,
    open,
    show,
    close,
    answer,
    requestedUpdates,
    createJob: background.createJob,
  };
}

/** Like `openNoReport`, but with the reports 2 and 1 in the list, and report 1 open. */
export async function openReport(fields: Partial<Report> = {}) {
  const context = openNoReport();
  context.list(sampleReport('2'), sampleReport('1', fields));
  await context.show(sampleReport('1', fields));
  await context.answer(0, { value: sampleDetails('1', fields) });
  return { ...context, shown: () => context.opened.open.value };
}
