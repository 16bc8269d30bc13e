import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Failure } from '@/lib/failure';
import { type Report, type ReportDetails, toSummary } from '@/lib/report/report';

/** A report in its own view: at first as the list had it, then as the service gives it. */
export interface OpenReport {
  report: Report | ReportDetails;
  /** With its former result, as long as the checks of the present one are not read; null otherwise. */
  earlier: ReportDetails | null;
  /** Whether it is being read, and people see that. */
  isReading: boolean;
  /** Why it could not be read the last time; null where it could. */
  failure: Failure | null;
  /** Whether the service turned out to have it no more. */
  isGone: boolean;
}

/**
 * The report after a change of it: what was read of a former result is not what the report says now.
 * @param after as far as the change has shown it
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

/** Whether a row of a list differs from a report: in what rows leave out it does not. */
export function saysOtherwise(row: Report, report: Report): boolean {
  return (['privacy', 'result', 'generatedAt'] as const).some(
    (name) => row[name] !== null && row[name] !== report[name],
  );
}

/** The part of it that lists show. */
export function plain(report: Report | ReportDetails): Report {
  return 'extraFields' in report ? toSummary(report) : report;
}

interface OpenRowTools {
  open: ReadonlySignal<OpenReport | null>;
  /** The reports of the stored lists. */
  listed: ReadonlySignal<readonly Report[]>;
  /** Whether an update of it is under way, after which it is read anyway. */
  isChanging: ReadonlySignal<boolean>;
  /** Reads the open report. */
  read(report: Report): void;
}

/** Follows what the lists show of the open report, which is read again where that is news. */
export function followRow(tools: OpenRowTools) {
  const { open, listed, isChanging, read } = tools;
  /** How the list showed the open report when that was last looked at. */
  let row: Report | undefined;

  function rowOf({ id }: Report): Report | undefined {
    return listed.value.find((report) => report.id === id);
  }

  effect(() => {
    const now = open.value;
    const latest = now === null ? undefined : rowOf(now.report);
    // What the list shows meanwhile may be what an update here has changed.
    if (now === null || now.isReading || isChanging.value || latest === undefined) return;
    const report = plain(now.report);
    const isNews = row === undefined || saysOtherwise(latest, row);
    row = latest;
    if (isNews && saysOtherwise(latest, report)) untracked(() => read(report));
  });

  return {
    /** Another report is opened: what the list shows of it now is no news. */
    begin(report: Report): void {
      row = rowOf(report);
    },
  };
}
