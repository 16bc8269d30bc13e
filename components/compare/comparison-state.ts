import { computed, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import { type Failure, isReportGone } from '@/lib/failure';
import {
  type ComparedResult,
  type Comparison,
  compareResults,
} from '@/lib/report/compare/comparison';
import type { PastResult } from '@/lib/report/past-result';
import type { Report, ReportDetails } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { verdictOf } from '@/lib/report/verdict';
import { hasFailed, type Result } from '@/lib/result';

export interface Side extends ReadSide {
  /** The past results of the page with known failed checks, newest first. */
  past: readonly PastResult[];
}

/** A side without the history of its page. */
interface ReadSide {
  /** The report as its list shows it. After the read, with the date that the service returns. */
  report: Report;
  /** The compared past result; null for the current result of the report. */
  chosen: PastResult | null;
  /** The report with the compared result; null until read, or if no report has the result. */
  details: ReportDetails | null;
  /**
   * Whether the service no longer has the chosen result, because its report was deleted or updated.
   * The comparison then uses the stored past result.
   */
  isKept: boolean;
  failure: Failure | null;
}

export type SideName = 'left' | 'right';

interface ComparisonTools {
  get(report: Report): Promise<Result<ReportDetails>>;
  /** The past results of a report's page, oldest first. */
  pastOf(report: Report): readonly PastResult[];
}

/** Sorts after every date. */
const LAST = '\uffff';

export function createComparison({ get, pastOf }: ComparisonTools) {
  const shown = signal<Record<SideName, ReadSide> | null>(null);
  /** Computed, because the history of a page may be read after the comparison opens. */
  const sides = computed(() => {
    if (shown.value === null) return null;
    const { left, right } = shown.value;
    return { left: withPast(left), right: withPast(right) };
  });
  /** The reports that were read since the comparison opened, by id. */
  const reports = new Map<string, ReportDetails>();
  const reads = createLatest();

  function withPast(side: ReadSide): Side {
    const past = pastOf(side.report).filter(
      (one) => one.generatedAt !== side.report.generatedAt && verdictOf(one).failing !== null,
    );
    return { ...side, past: past.toReversed() };
  }

  function change(name: SideName, changes: Partial<ReadSide>): void {
    const now = shown.value;
    if (now !== null) shown.value = { ...now, [name]: { ...now[name], ...changes } };
  }

  /** Reads the report that has, or had, the result of a side. */
  async function reportOf({ report, chosen }: ReadSide): Promise<Result<ReportDetails>> {
    const id = chosen?.reportId ?? report.id;
    const known = reports.get(id);
    if (known !== undefined) return { value: known };
    const result = await attempt(() => get({ ...report, id }));
    if (!hasFailed(result)) reports.set(id, result.value);
    return result;
  }

  /** Reads the sides that are not read yet. */
  async function read(): Promise<void> {
    const isLatest = reads.begin();
    for (const name of ['left', 'right'] as const) {
      const side = shown.value?.[name];
      if (side === undefined || side.details !== null || side.isKept) continue;
      change(name, { failure: null });
      const result = await reportOf(side);
      if (!isLatest()) return;
      change(name, asRead(side, result));
    }
  }

  async function open(opened: Record<SideName, ReadSide>): Promise<void> {
    reports.clear();
    shown.value = opened;
    await read();
  }

  return {
    sides,
    /** Null until both sides are read. */
    comparison: computed<Comparison | null>(() => {
      if (shown.value === null) return null;
      const [left, right] = [resultOf(shown.value.left), resultOf(shown.value.right)];
      return left && right && compareResults(left, right);
    }),
    /** Compares the current results of two reports. Of one page, the earlier one is on the left. */
    async show(one: Report, other: Report): Promise<void> {
      const isTurned = referTo(one).page === referTo(other).page && isLater(one, other);
      const [left, right] = isTurned ? [other, one] : [one, other];
      await open({ left: sideOf(left), right: sideOf(right) });
    },
    /** Compares a report with a past result of its page. */
    showPast: (report: Report, before: PastResult): Promise<void> =>
      open({ left: sideOf(report, before), right: sideOf(report) }),
    /** Shows another result of a side's page; null for the current result of the report. */
    async choose(name: SideName, chosen: PastResult | null): Promise<void> {
      change(name, { chosen, details: null, isKept: false, failure: null });
      await read();
    },
    /** Reads again the sides that could not be read. */
    readAgain: read,
    close(): void {
      reads.drop();
      shown.value = null;
    },
  };
}

function sideOf(report: Report, chosen: PastResult | null = null): ReadSide {
  return { report, chosen, details: null, isKept: false, failure: null };
}

/** Returns the changes of a side after the read of its report. */
function asRead({ report, chosen }: ReadSide, result: Result<ReportDetails>): Partial<ReadSide> {
  if (hasFailed(result)) {
    return chosen !== null && isReportGone(result.failure) ? { isKept: true } : result;
  }
  const { value: details } = result;
  const { generatedAt } = details;
  if (chosen === null) return { report: { ...report, generatedAt }, details };
  return generatedAt === chosen.generatedAt ? { details } : { isKept: true };
}

/** Returns the checks of a side's result; null until its report is read. */
function resultOf({ chosen, details, isKept }: ReadSide): ComparedResult | null {
  if (isKept) return { checks: null, failing: verdictOf(chosen ?? {}).failing ?? [] };
  return details && { checks: details.checks, failing: verdictOf(details).failing ?? [] };
}

/** Whether one result is newer than another. A report without a result counts as the newest. */
export function isLater(
  one: Pick<Report, 'generatedAt'>,
  other: Pick<Report, 'generatedAt'>,
): boolean {
  return (one.generatedAt ?? LAST) > (other.generatedAt ?? LAST);
}
