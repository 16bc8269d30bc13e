import { findingsOf, type ReportDetails, type ResultFindings } from '@/lib/report/report';

/** The reports in answers to recent updates and creations. */
export type WrittenReports = ReturnType<typeof createWrittenReports>;

/**
 * Time to keep a report, in milliseconds. Extension pages request the report at once; later, it may be
 * outdated.
 */
const LONGEST_KEPT_MS = 10_000;

/**
 * Creates a memory of the reports in answers to writes. Extension pages get these reports without
 * another request, which a rate limit could delay.
 * @param now returns milliseconds since the epoch
 */
export function createWrittenReports(now: () => number) {
  const shown = new Map<string, { report: ReportDetails; at: number; isRead: boolean }>();

  function prune(): void {
    for (const [id, { at }] of shown) if (now() - at > LONGEST_KEPT_MS) shown.delete(id);
  }

  return {
    /** @param isRead whether `find` returns the report */
    note(report: ReportDetails, isRead: boolean): void {
      prune();
      shown.set(report.id, { report, at: now(), isRead });
    },
    /** Removes a report, because a new request will change it. */
    drop: (id: string): boolean => shown.delete(id),
    /** Returns a report that was noted for reads in the last ten seconds; null otherwise. */
    find(id: string): ReportDetails | null {
      prune();
      const one = shown.get(id);
      return one?.isRead ? one.report : null;
    },
    /** Returns the findings of the reports of the last ten seconds, by id. */
    findings(ids: readonly string[]): Record<string, ResultFindings> {
      prune();
      const findings: Record<string, ResultFindings> = {};
      for (const id of ids) {
        const report = shown.get(id)?.report;
        if (report === undefined) continue;
        findings[id] = findingsOf(report);
      }
      return findings;
    },
  };
}
