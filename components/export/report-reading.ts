import { type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import type { Check } from '@/lib/report/content/checks';
import type { Report, ReportDetails } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';

/** Maximum number of reports to read for one text. A service answers about thirty requests a minute. */
export const MAX_REPORTS_READ = 20;

/** Thrown by a reading that a person has stopped, or that another reading replaces. */
export class StoppedReading extends Error {}

/** Creates a reader that reads the reports of a text one after the other. */
export function createReportReading(get: (report: Report) => Promise<Result<ReportDetails>>) {
  const progress = signal<{ done: number; size: number } | null>(null);
  const reads = createLatest();

  return {
    /** Progress of the reading; null if no report is being read. */
    progress: progress as ReadonlySignal<{ done: number; size: number } | null>,
    /**
     * Leaves out reports that cannot be read.
     * @throws {StoppedReading} after `stop`, or if another reading begins
     */
    async read(wanted: readonly Report[]): Promise<ReportDetails[]> {
      if (wanted.length === 0) return [];
      const isLatest = reads.begin();
      const reports: ReportDetails[] = [];
      for (const [done, report] of wanted.entries()) {
        progress.value = { done, size: wanted.length };
        const result = await attempt(() => get(report));
        if (!isLatest()) throw new StoppedReading();
        if (!hasFailed(result)) reports.push(result.value);
      }
      progress.value = null;
      return reports;
    },
    stop(): void {
      reads.drop();
      progress.value = null;
    },
  };
}

export type ReportReading = ReturnType<typeof createReportReading>;

export interface CheckTools {
  /** Returns the known findings of a report; null if unknown. */
  findingsOf(report: Report): readonly Check[] | null;
  /** Reads the findings that the worker has and the page lacks. Never rejects. */
  readFindings(reports: readonly Report[]): Promise<void>;
  reading: ReportReading;
}

/** The checks of one name, by report. */
export interface NamedChecks {
  /** Returns the check of a report; null if the report was not read, or has no such check. */
  checkOf(report: Report): Check | null;
  /** Ids of the reports that were not read. */
  unreadIds: ReadonlySet<string>;
}

/**
 * Reads a check of reports. Stored findings need no request. Sends at most `MAX_REPORTS_READ` requests for the
 * other reports, in their order.
 * @throws {StoppedReading} if the reading is stopped
 */
export async function readNamedChecks(
  name: string,
  reports: readonly Report[],
  { findingsOf, readFindings, reading }: CheckTools,
): Promise<NamedChecks> {
  await readFindings(reports);
  const named = (checks: readonly Check[] | undefined | null) =>
    checks?.find((check) => check.name === name) ?? null;
  const unknown = reports.filter((report) => named(findingsOf(report)) === null);
  const details = await reading.read(unknown.slice(0, MAX_REPORTS_READ));
  const byId = new Map(details.map(({ id, checks }) => [id, checks]));
  return {
    checkOf: (report) => named(findingsOf(report)) ?? named(byId.get(report.id)),
    unreadIds: new Set(unknown.map(({ id }) => id).filter((id) => !byId.has(id))),
  };
}
