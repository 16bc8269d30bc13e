import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Failure } from '@/lib/failure';
import { type Report, type ReportDetails, toSummary } from '@/lib/report/report';

/** The open report: first the row of the list, then the report as the service returns it. */
export interface OpenReport {
  report: Report | ReportDetails;
  /** The report with its previous result, until the checks of the new result are read; otherwise null. */
  earlier: ReportDetails | null;
  /** Whether the report is being read, and the view says so. */
  isReading: boolean;
  /** The failure of the latest read; null after a success. */
  failure: Failure | null;
  /** Whether the service no longer has the report. */
  isGone: boolean;
}

/**
 * Returns the open report after a change. The checks of a previous result move to `earlier`.
 * @param after the changed fields
 */
export function afterChange(
  { report: before, earlier }: Pick<OpenReport, 'report' | 'earlier'>,
  after: Partial<Report>,
): Pick<OpenReport, 'report' | 'earlier'> {
  const read = 'checks' in before ? before : earlier;
  const report = { ...before, ...after };
  if (read === null || read.generatedAt === report.generatedAt) return { report, earlier: null };
  const isShown = read.checks.length > 0 && read.generatedAt !== null;
  return { report: plain(report), earlier: isShown ? read : null };
}

/** Whether a row of a list differs from a report. Fields that are null in the row count as equal. */
export function saysOtherwise(row: Report, report: Report): boolean {
  return (['privacy', 'result', 'generatedAt'] as const).some(
    (name) => row[name] !== null && row[name] !== report[name],
  );
}

/** Returns the part of a report that lists contain. */
export function plain(report: Report | ReportDetails): Report {
  return 'extraFields' in report ? toSummary(report) : report;
}

interface OpenRowTools {
  open: ReadonlySignal<OpenReport | null>;
  /** The reports of the stored lists. */
  listed: ReadonlySignal<readonly Report[]>;
  /** Whether an update of the open report is unfinished. The end of the update reads the report. */
  isChanging: ReadonlySignal<boolean>;
  read(report: Report): void;
}

/** Reads the open report again if its row in the lists changes. */
export function followRow(tools: OpenRowTools) {
  const { open, listed, isChanging, read } = tools;
  /** The latest row of the open report that was compared. */
  let row: Report | undefined;

  function rowOf({ id }: Report): Report | undefined {
    return listed.value.find((report) => report.id === id);
  }

  effect(() => {
    const now = open.value;
    const latest = now === null ? undefined : rowOf(now.report);
    // During a read or an update, the row may differ because of this update.
    if (now === null || now.isReading || isChanging.value || latest === undefined) return;
    const report = plain(now.report);
    const isNews = row === undefined || saysOtherwise(latest, row);
    row = latest;
    if (isNews && saysOtherwise(latest, report)) untracked(() => read(report));
  });

  return {
    /** Notes the row of a report that is being opened, so that only later changes cause a read. */
    begin(report: Report): void {
      row = rowOf(report);
    },
  };
}
