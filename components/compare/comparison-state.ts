import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import type { ReportStore } from '@/components/app/report-store';
import { createResource, type ResourceState } from '@/components/app/resource';
import type { Routes } from '@/components/app/route';
import type { ComparedIds } from '@/lib/browser-ui/reports-request';
import { type Failure, isReportGone } from '@/lib/failure';
import {
  type ComparedResult,
  type Comparison,
  compareResults,
} from '@/lib/report/compare/comparison';
import type { PageMute } from '@/lib/report/mutes';
import type { PastResult } from '@/lib/report/past-result';
import type { Report, ReportDetails } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasChecks, verdictOf } from '@/lib/report/verdict';
import type { Result } from '@/lib/result';

/** The comparison that the route names. */
export interface ComparisonState {
  /** Null without a comparison, and until its reports and the past result of the route are known. */
  sides: ReadonlySignal<Readonly<Record<SideName, Side>> | null>;
  /** Null until both sides are read. */
  comparison: ReadonlySignal<Comparison | null>;
  /** Compares the current results of two reports. The earlier of two results of one page is on the left. */
  compare(one: Report, other: Report): void;
  /** Compares a report with a past result of its page. */
  comparePast(report: Report, before: PastResult): void;
  /** Shows another result of a side's page; null for the current result of the report. */
  choose(name: SideName, result: PastResult | null): void;
  /** Reads again the sides that could not be read. */
  readAgain(): void;
}

export interface Side {
  /** The newest version of the report, with the date of the result that was read. */
  report: Report;
  /** The compared past result; null for the current result of the report. */
  chosen: PastResult | null;
  /** The report with the compared result; null until read, or if no report has the result. */
  details: ReportDetails | null;
  /**
   * Whether the comparison uses the stored past result, because the report of the chosen result was
   * deleted or updated.
   */
  isStoredOnly: boolean;
  failure: Failure | null;
  /** The past results of the page with known failed checks, newest first. */
  past: readonly PastResult[];
  /** The mutes of the page; null until read. */
  mutes: readonly PageMute[] | null;
}

export type SideName = 'left' | 'right';

interface ComparisonTools {
  /** Returns the mutes of a page, by page key; null until read. */
  mutesOf(page: string): readonly PageMute[] | null;
  routes: Pick<Routes, 'now' | 'compare'>;
  reports: Pick<ReportStore, 'get' | 'addShown'>;
  /** Returns a report that the route names; null while the history is being read. */
  reportById(id: string): Report | null;
  get(report: Report): Promise<Result<ReportDetails>>;
  /** The past results of a report's page, oldest first. */
  pastOf(report: Report): readonly PastResult[];
}

type Reports = Readonly<Record<SideName, Report>>;

/** The report and the result of a side, before the report is read. */
interface Chosen extends Pick<Side, 'report' | 'chosen'> {
  /** The id of the report that has, or had, the result. */
  readId: string;
}

/** The results that a person has chosen since a comparison opened. */
interface Choices extends Partial<Record<SideName, PastResult | null>> {
  compared: ComparedIds;
}

const SIDES = ['left', 'right'] as const;

/** Sorts after every date. */
const LAST = '\uffff';

export function createComparison(tools: ComparisonTools): ComparisonState {
  const { routes, reportById, get, pastOf } = tools;
  const compared = computed(() => routes.now.value.compared);
  /** The reads of reports, by id. A comparison that opens again reads its reports again. */
  const reads = computed(() => compared.value && createResource(read));
  /** The compared reports. A deleted report keeps its last version. */
  const reports = fold<ComparedIds | null, Reports | null>(compared, null, (former, ids) => {
    const left = ids && newestOf(ids.left, former);
    const right = ids && newestOf(ids.right, former);
    return left && right && { left, right };
  });
  const choices = signal<Choices | null>(null);
  /** The past result of the last press. Its page may not be read yet. */
  const pressed = signal<PastResult | null>(null);

  function newestOf(id: string, former: Reports | null): Report | null {
    const last = [former?.left, former?.right].find((report) => report?.id === id);
    return tools.reports.get(id) === null && last !== undefined ? last : reportById(id);
  }

  /** Returns the compared result of a side; null for the current result, undefined until known. */
  function resultOn(name: SideName): PastResult | null | undefined {
    const choice = choices.value?.compared === compared.value ? choices.value?.[name] : undefined;
    if (choice !== undefined) return choice;
    const before = name === 'left' ? compared.value?.before : null;
    if (before == null || reports.value === null) return null;
    const results = [...pastOf(reports.value.left), ...(pressed.value ? [pressed.value] : [])];
    return results.find(({ generatedAt }) => generatedAt === before);
  }

  function chosenOn(name: SideName): Chosen | null {
    const report = reports.value?.[name];
    const chosen = resultOn(name);
    if (report === undefined || chosen === undefined) return null;
    return { report, chosen, readId: chosen?.reportId ?? report.id };
  }

  async function read(id: string): Promise<Result<ReportDetails>> {
    const one = SIDES.map(chosenOn).find((each) => each?.readId === id);
    return one ? get({ ...one.report, id }) : { failure: { code: 'interrupted' } };
  }

  function sideOf(name: SideName): Side | null {
    const chosen = chosenOn(name);
    if (chosen === null || reads.value === null) return null;
    const side = sideAfter(chosen, reads.value.get(chosen.readId));
    const past = pastOf(side.report).filter(
      (one) => one.generatedAt !== side.report.generatedAt && hasChecks(one),
    );
    const mutes = tools.mutesOf(referTo(side.report).page);
    return { ...side, past: past.toReversed(), mutes };
  }

  const sides = computed(() => {
    const [left, right] = [sideOf('left'), sideOf('right')];
    return left && right && { left, right };
  });

  return {
    sides,
    comparison: computed(() => {
      if (sides.value === null) return null;
      const [left, right] = [resultOf(sides.value.left), resultOf(sides.value.right)];
      return left && right && compareResults(left, right);
    }),
    compare(one, other) {
      for (const report of [one, other]) tools.reports.addShown(report);
      const isSwapped = referTo(one).page === referTo(other).page && isLater(one, other);
      const [left, right] = isSwapped ? [other, one] : [one, other];
      routes.compare({ left: left.id, right: right.id, before: null });
    },
    comparePast(report, before) {
      tools.reports.addShown(report);
      pressed.value = before;
      routes.compare({ left: report.id, right: report.id, before: before.generatedAt });
    },
    choose(name, result) {
      if (compared.value === null) return;
      const former = choices.value?.compared === compared.value ? choices.value : {};
      choices.value = { ...former, compared: compared.value, [name]: result };
    },
    readAgain() {
      const failed = SIDES.filter((name) => sides.value?.[name].failure != null);
      const ids = failed.flatMap((name) => chosenOn(name)?.readId ?? []);
      for (const id of new Set(ids)) void reads.value?.refresh(id);
    },
  };
}

/** Returns a side after the read of the report that has, or had, its result. */
function sideAfter(
  { report, chosen }: Chosen,
  read: ResourceState<ReportDetails>,
): Omit<Side, 'past' | 'mutes'> {
  const { failure, value: details = null } = read;
  if (chosen === null) {
    const shown = details === null ? report : { ...report, generatedAt: details.generatedAt };
    return { report: shown, chosen, details, isStoredOnly: false, failure };
  }
  const isStoredOnly =
    details === null
      ? failure !== null && isReportGone(failure)
      : details.generatedAt !== chosen.generatedAt;
  if (isStoredOnly) return { report, chosen, details: null, isStoredOnly, failure: null };
  return { report, chosen, details, isStoredOnly, failure };
}

/** Returns the checks of a side's result; null until its report and its mutes are read. */
function resultOf({ chosen, details, isStoredOnly, mutes }: Side): ComparedResult | null {
  const result = isStoredOnly ? (chosen ?? {}) : details;
  if (result === null || mutes === null) return null;
  const { failing, muted } = verdictOf(result, mutes);
  return { checks: isStoredOnly ? null : (details?.checks ?? null), failing: failing ?? [], muted };
}

/** Whether one result is newer than another. A report without a result counts as the newest. */
export function isLater(
  one: Pick<Report, 'generatedAt'>,
  other: Pick<Report, 'generatedAt'>,
): boolean {
  return (one.generatedAt ?? LAST) > (other.generatedAt ?? LAST);
}
