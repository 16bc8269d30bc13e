import { type ReadonlySignal, signal } from '@preact/signals';
import type { Failure } from '@/lib/model/failure';
import { hasFailed, type Outcome } from '@/lib/model/outcome';
import type { Report, ReportDetails } from '@/lib/model/report';
import { attempt } from './attempt';

/** A report in its own view: at first as the list had it, then as the service gives it. */
export interface OpenReport {
  report: Report | ReportDetails;
  failure: Failure | null;
}

/** Which report is open, if any. */
export interface OpenedReport {
  open: ReadonlySignal<OpenReport | null>;
  show(report: Report): Promise<void>;
  close(): void;
}

/** Makes the place where one report can be open. */
export function createOpenedReport(
  get: (id: string) => Promise<Outcome<ReportDetails>>,
): OpenedReport {
  const open = signal<OpenReport | null>(null);
  return {
    open,
    async show(report) {
      const opening: OpenReport = { report, failure: null };
      open.value = opening;
      const outcome = await attempt(() => get(report.id));
      // The person may have gone back, or opened another, in the meantime.
      if (open.value !== opening) return;
      open.value = hasFailed(outcome)
        ? { report, failure: outcome.failure }
        : { report: outcome.value, failure: null };
    },
    close() {
      open.value = null;
    },
  };
}
