import type { Found, ReportDetails } from '@/lib/report/report';

/** Reports as the answers to their creations and updates have shown them. */
export type WrittenReports = ReturnType<typeof createWrittenReports>;

/** Open pages read, or ask for, what was written at once. Later, somebody may have changed it elsewhere. */
const LONGEST_KEPT_MS = 10_000;

/**
 * Keeps what the answers to writes have shown for the pages that follow: these need no request, and a
 * service that takes no more requests does not keep the new checks back. It is in memory alone.
 * @param now milliseconds since the epoch
 */
export function createWrittenReports(now: () => number) {
  const shown = new Map<string, { report: ReportDetails; at: number; isRead: boolean }>();

  function prune(): void {
    for (const [id, { at }] of shown) if (now() - at > LONGEST_KEPT_MS) shown.delete(id);
  }

  return {
    /** @param isRead whether reads of the report are answered with it */
    note(report: ReportDetails, isRead: boolean): void {
      prune();
      shown.set(report.id, { report, at: now(), isRead });
    },
    /** Forgets a report, about which something else is asked for. */
    drop: (id: string): boolean => shown.delete(id),
    /** A report whose reads are answered so, of the last ten seconds; null for any other. */
    find(id: string): ReportDetails | null {
      prune();
      const one = shown.get(id);
      return one?.isRead ? one.report : null;
    },
    /** What failed in reports of the last ten seconds, by their ids. */
    found(ids: readonly string[]): Record<string, Found> {
      prune();
      const found: Record<string, Found> = {};
      for (const id of ids) {
        const report = shown.get(id)?.report;
        if (report === undefined) continue;
        const checks = report.checks.filter(({ isPassed }) => !isPassed);
        found[id] = { generatedAt: report.generatedAt, checks };
      }
      return found;
    },
  };
}
