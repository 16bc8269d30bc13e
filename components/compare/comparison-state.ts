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

/** One of two results that are compared. */
export interface Side extends ReadSide {
  /** The earlier results of its page whose failed checks were kept, the newest first. */
  past: readonly PastResult[];
}

/** What is read of a side. */
interface ReadSide {
  /** As the list had it, with the date that the service gives once it is read. */
  report: Report;
  /** The one that is compared; null: the report as it is now. */
  chosen: PastResult | null;
  /** The report that has the compared result; null until it is read, or where none has it any more. */
  details: ReportDetails | null;
  /**
   * Whether the service no longer has the chosen result, since its report was deleted or updated: what
   * was kept here stands for it.
   */
  isKept: boolean;
  failure: Failure | null;
}

/** Which of the two. */
export type SideName = 'left' | 'right';

interface ComparisonTools {
  get(report: Report): Promise<Result<ReportDetails>>;
  /** The past results of a report's page, oldest first. */
  pastOf(report: Report): readonly PastResult[];
}

/** After every date. */
const LAST = '\uffff';

/** Makes the place where two results can be compared. */
export function createComparison({ get, pastOf }: ComparisonTools) {
  const shown = signal<Record<SideName, ReadSide> | null>(null);
  /** A page's history may be read after the comparison is opened. */
  const sides = computed(() => {
    if (shown.value === null) return null;
    const { left, right } = shown.value;
    return { left: withPast(left), right: withPast(right) };
  });
  /** The reports that were read since the comparison was opened, by their ids. */
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

  /** The report that has, or had, the result of a side. */
  async function reportOf({ report, chosen }: ReadSide): Promise<Result<ReportDetails>> {
    const id = chosen?.reportId ?? report.id;
    const known = reports.get(id);
    if (known !== undefined) return { value: known };
    const result = await attempt(() => get({ ...report, id }));
    if (!hasFailed(result)) reports.set(id, result.value);
    return result;
  }

  /** Reads what is compared and was not read yet. */
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
    /** Null until all that it takes is read. */
    comparison: computed<Comparison | null>(() => {
      if (shown.value === null) return null;
      const [left, right] = [resultOf(shown.value.left), resultOf(shown.value.right)];
      return left && right && compareResults(left, right);
    }),
    /** Compares two reports as they are now; of one page, the earlier result stands on the left. */
    async show(one: Report, other: Report): Promise<void> {
      const isTurned = referTo(one).page === referTo(other).page && isLater(one, other);
      const [left, right] = isTurned ? [other, one] : [one, other];
      await open({ left: sideOf(left), right: sideOf(right) });
    },
    /** Compares a report with an earlier result of its page. */
    showPast: (report: Report, before: PastResult): Promise<void> =>
      open({ left: sideOf(report, before), right: sideOf(report) }),
    /** Takes another result of a side's page; null: the report as it is now. */
    async choose(name: SideName, chosen: PastResult | null): Promise<void> {
      change(name, { chosen, details: null, isKept: false, failure: null });
      await read();
    },
    /** Reads again what could not be read. */
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

/** What the read of the report that has, or had, a side's result tells of that. */
function asRead({ report, chosen }: ReadSide, result: Result<ReportDetails>): Partial<ReadSide> {
  if (hasFailed(result)) {
    return chosen !== null && isReportGone(result.failure) ? { isKept: true } : result;
  }
  const { value: details } = result;
  const { generatedAt } = details;
  if (chosen === null) return { report: { ...report, generatedAt }, details };
  return generatedAt === chosen.generatedAt ? { details } : { isKept: true };
}

/** What is known of the checks of a side's result; null until its report is read. */
function resultOf({ chosen, details, isKept }: ReadSide): ComparedResult | null {
  if (isKept) return { checks: null, failing: verdictOf(chosen ?? {}).failing ?? [] };
  return details && { checks: details.checks, failing: verdictOf(details).failing ?? [] };
}

/** Whether a report's result was made after that of another; one that has none yet comes last. */
export function isLater(
  one: Pick<Report, 'generatedAt'>,
  other: Pick<Report, 'generatedAt'>,
): boolean {
  return (one.generatedAt ?? LAST) > (other.generatedAt ?? LAST);
}
