import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import {
  type ComparedResult,
  type Comparison,
  compareResults,
} from '@/lib/report/compare/comparison';
import type { PastResult } from '@/lib/report/past-result';
import type { Report, ReportDetails } from '@/lib/report/report';

/** One of two reports that are compared. */
export interface Side {
  report: Report;
  /** Null until the report is read. */
  details: ReportDetails | null;
  failure: Failure | null;
  /** The earlier results of its page whose failed checks were kept, the newest first. */
  past: readonly PastResult[];
  /** The one that is compared; null: the report as it is now. */
  chosen: PastResult | null;
}

/** Which of the two. */
export type SideName = 'left' | 'right';

interface SideBySideTools {
  get(report: Report): Promise<Outcome<ReportDetails>>;
  /** The past results of a report's page, oldest first. */
  pastOf(report: Report): readonly PastResult[];
}

/** Two results beside each other. */
export type SideBySide = ReturnType<typeof createSideBySide>;

/** Makes the place where two results can be compared. */
export function createSideBySide({ get, pastOf }: SideBySideTools) {
  const sides = signal<Record<SideName, Side> | null>(null);
  let visits = 0;

  function sideOf(report: Report): Side {
    const past = pastOf(report)
      .filter((one) => one.generatedAt !== report.generatedAt && one.failedChecks !== null)
      .toReversed();
    return { report, details: null, failure: null, past, chosen: null };
  }

  function change(name: SideName, changes: Partial<Side>): void {
    const now = sides.value;
    if (now !== null) sides.value = { ...now, [name]: { ...now[name], ...changes } };
  }

  /** Reads what is compared and was not read yet. */
  async function read(): Promise<void> {
    visits += 1;
    const visit = visits;
    for (const name of ['left', 'right'] as const) {
      const side = sides.value?.[name];
      if (side === undefined || side.details !== null || side.chosen !== null) continue;
      change(name, { failure: null });
      const outcome = await attempt(() => get(side.report));
      if (visit !== visits) return;
      change(name, hasFailed(outcome) ? outcome : { details: outcome.value });
    }
  }

  return {
    sides: sides as ReadonlySignal<Record<SideName, Side> | null>,
    /** Null until all that it takes is read. */
    comparison: computed<Comparison | null>(() => {
      if (sides.value === null) return null;
      const [left, right] = [resultOf(sides.value.left), resultOf(sides.value.right)];
      return left && right && compareResults(left, right);
    }),
    /** Compares two reports as they are now. */
    async show(left: Report, right: Report): Promise<void> {
      sides.value = { left: sideOf(left), right: sideOf(right) };
      await read();
    },
    /** Compares a report with an earlier result of its page. */
    async showPast(report: Report, before: PastResult): Promise<void> {
      const side = sideOf(report);
      sides.value = { left: { ...side, chosen: before }, right: side };
      await read();
    },
    /** Takes another result of a side's page; null: the report as it is now. */
    async choose(name: SideName, chosen: PastResult | null): Promise<void> {
      change(name, { chosen, failure: null });
      await read();
    },
    /** Reads again what could not be read. */
    readAgain: read,
    close(): void {
      visits += 1;
      sides.value = null;
    },
  };
}

/** What is known of the chosen result; null until the report is read. */
function resultOf({ chosen, details }: Side): ComparedResult | null {
  if (chosen !== null) return { checks: null, failed: chosen.failedChecks ?? [] };
  return details && { checks: details.checks, failed: details.failedChecks ?? [] };
}
