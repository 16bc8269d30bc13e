import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import {
  type AwaitedResult,
  type AwaitedResults,
  hasNewResult,
} from '@/lib/archive/awaited-result';
import { isShownWhere, type Keeping } from '@/lib/private-windows';
import type { Report } from '@/lib/report/report';

/** What is known of the new result of a report: it is awaited, or was given up. */
export type ResultState = 'awaited' | 'givenUp' | null;

/** The new results that reports are to get. */
export interface NewResults {
  stateOf(reportId: string): ResultState;
  /** Says no more that a report got none. */
  forget(reportId: string): void;
}

interface NewResultsTools {
  awaited: ReadonlySignal<AwaitedResults | undefined>;
  /** The reports of the stored lists. */
  listed: ReadonlySignal<readonly Report[]>;
  keeping: Keeping;
}

/** Follows them. What a person has asked for and did not get is remembered by this page alone. */
export function createNewResults(tools: NewResultsTools): NewResults {
  const { listed, keeping } = tools;
  const awaited = computed(() =>
    (tools.awaited.value?.results ?? []).filter((one) => isShownWhere(keeping, one)),
  );
  /** Those of updated reports that were shown without them, and that are awaited no longer. */
  const over = signal<readonly AwaitedResult[]>([]);

  let before: readonly AwaitedResult[] = [];
  effect(() => {
    const now = awaited.value;
    const isOver = ({ id }: AwaitedResult) => find(now, id) === undefined;
    const ended = before.filter((one) => one.wasShown && isOver(one));
    before = now;
    over.value = [...over.peek().filter(isOver), ...ended];
  });

  return {
    stateOf(reportId) {
      if (find(awaited.value, reportId)) return 'awaited';
      const last = find(over.value, reportId);
      if (last === undefined) return null;
      const now = listed.value.find(({ id }) => id === reportId);
      return now && !hasNewResult(last.former, now) ? 'givenUp' : null;
    },
    forget(reportId) {
      over.value = over.value.filter(({ id }) => id !== reportId);
    },
  };
}

function find(all: readonly AwaitedResult[], reportId: string): AwaitedResult | undefined {
  return all.find(({ id }) => id === reportId);
}
