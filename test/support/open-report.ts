import { signal } from '@preact/signals';
import { vi } from 'vitest';
import { createPageJobs } from '@/components/queue/page-jobs';
import { createReportState } from '@/components/report/report-state';
import type { Report, ReportDetails } from '@/lib/report/report';
import type { ReportReference } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import { createDeferredCalls } from './deferred-calls';
import { sampleDetails, sampleReport } from './sample-report';
import { countedIds, openJobs } from './stored-jobs';

/**
 * Creates the report state of an ordinary window. No report is open.
 * @param olderIds ids of reports that are not the newest of their page
 */
export function openNoReport(olderIds: readonly string[] = []) {
  const gets = createDeferredCalls<Result<ReportDetails>>();
  const getReport = vi.fn((_: string, _report: ReportReference) => gets.call());
  const listed = signal<readonly Report[]>([]);
  const stored = openJobs();
  const { queue, connectionId, background } = stored;
  const isPrivate = false;
  const jobs = createPageJobs(background, connectionId, queue, isPrivate);
  const opened = createReportState({
    connectionId,
    jobs,
    queue,
    listed,
    newId: countedIds(),
    background: { getReport },
    isOlder: async ({ id }) => olderIds.includes(id),
  });
  /** Returns the report and the change of each requested update. */
  function requestedUpdates() {
    return background.createJob.mock.calls.flatMap(([, { subjects, password }]) =>
      subjects.flatMap((subject) => {
        if (subject.kind !== 'update') return [];
        const change = { ...subject.update, ...(password !== undefined && { password }) };
        return [[subject.report, change]];
      }),
    );
  }
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

/** Like `openNoReport`, with the reports 2 and 1 in the list. The report 1 is open and read. */
export async function openReport(fields: Partial<Report> = {}) {
  const context = openNoReport();
  context.listed.value = [sampleReport('2'), sampleReport('1', fields)];
  const showing = context.opened.show(sampleReport('1', fields));
  context.gets.answer(0, { value: sampleDetails('1', fields) });
  await showing;
  return { ...context, shown: () => context.opened.open.value };
}
