import type { ReportDetails } from '@/lib/report/report';

/** Reports as the answers to their updates have shown them. */
export type UpdatedReports = ReturnType<typeof createUpdatedReports>;

/** Open pages read an updated report at once. Later, somebody may have changed it elsewhere. */
const LONGEST_KEPT_MS = 10_000;

/**
 * Keeps what the answers to updates have shown for the reads that follow: these need no request, and a
 * service that takes no more requests does not keep the new checks back.
 * @param now milliseconds since the epoch
 */
export function createUpdatedReports(now: () => number) {
  const shown = new Map<string, { report: ReportDetails; at: number }>();

  function prune(): void {
    for (const [id, { at }] of shown) if (now() - at > LONGEST_KEPT_MS) shown.delete(id);
  }

  return {
    note(report: ReportDetails): void {
      prune();
      shown.set(report.id, { report, at: now() });
    },
    /** Forgets a report, about which something else is asked for. */
    drop: (id: string): boolean => shown.delete(id),
    /** A report that was updated in the last ten seconds; null for any other. */
    find(id: string): ReportDetails | null {
      prune();
      return shown.get(id)?.report ?? null;
    },
  };
}
