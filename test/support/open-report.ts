import { signal } from '@preact/signals';
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

/**
 * Creates the state of an ordinary window without an open report.
 * @param older The ids of reports that are not the newest of their page.
 */
export function openNoReport(older: readonly string[] = []) {
  const gets = createDeferredCalls<Result<ReportDetails>>();
  const getReport = vi.fn((_: string, _report: ReportReference) => gets.call());
  const listed = signal<readonly Report[]>([]);
  const stored = openJobs();
  const { queue, connectionId, background } = stored;
  const kernel = testKernel({ queue, connectionId, background: { ...background, getReport } });
  const jobs = createPageJobs(kernel);
  const opened = createReportState(kernel, {
    jobs,
    listed,
    isOlder: async ({ id }) => older.includes(id),
  });
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
    listed,
    requestedUpdates,
    createJob: background.createJob,
  };
}

/** The list has the reports 2 and 1. The report 1 is open and read. */
export async function openReport(fields: Partial<Report> = {}) {
  const context = openNoReport();
  context.listed.value = [sampleReport('2'), sampleReport('1', fields)];
  const showing = context.opened.show(sampleReport('1', fields));
  context.gets.answer(0, { value: sampleDetails('1', fields) });
  await showing;
  return { ...context, shown: () => context.opened.open.value };
}
