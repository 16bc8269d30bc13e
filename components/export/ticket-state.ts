import { type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import type { Report, ReportDetails } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';

/** So many reports are read for one ticket. */
export const MOST_IN_TICKET = 20;

/** Makes the reading of several reports for a ticket, one after the other, with nothing to read. */
export function createTicketReading(get: (report: Report) => Promise<Result<ReportDetails>>) {
  const progress = signal<{ done: number; size: number } | null>(null);
  const reads = createLatest();

  return {
    /** How many are read, and of how many; null where nothing goes on. */
    progress: progress as ReadonlySignal<{ done: number; size: number } | null>,
    /** Leaves out what cannot be read. Rejects when it is stopped, or others are read instead. */
    async read(wanted: readonly Report[]): Promise<ReportDetails[]> {
      const isLatest = reads.begin();
      const reports: ReportDetails[] = [];
      for (const [done, report] of wanted.entries()) {
        progress.value = { done, size: wanted.length };
        const result = await attempt(() => get(report));
        if (!isLatest()) throw new Error('stopped');
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
