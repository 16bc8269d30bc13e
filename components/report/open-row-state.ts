import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Report } from '@/lib/report/report';
import type { NewResults } from './new-results-state';
import { type OpenReport, plain, saysOtherwise } from './open-report';

interface OpenRowTools {
  open: ReadonlySignal<OpenReport | null>;
  results: Pick<NewResults, 'stateOf'>;
  /** The reports of the stored lists. */
  listed: ReadonlySignal<readonly Report[]>;
  /** Whether a change of it is on its way, which is read by itself. */
  isChanging: ReadonlySignal<boolean>;
  /** Reads the open report. */
  read(report: Report): void;
}

/** Follows what the lists show of the open report, which is read again where that is news. */
export function followRow(tools: OpenRowTools) {
  const { open, results, listed, isChanging, read } = tools;
  let wasAwaited = false;
  /** How the list showed the open report when that was last looked at. */
  let row: Report | undefined;

  function rowOf({ id }: Report): Report | undefined {
    return listed.value.find((report) => report.id === id);
  }

  effect(() => {
    const now = open.value;
    const isAwaited = now !== null && results.stateOf(now.report.id) === 'awaited';
    const latest = now === null ? undefined : rowOf(now.report);
    const hasCome = wasAwaited && !isAwaited;
    wasAwaited = isAwaited;
    if (now === null) return;
    const report = plain(now.report);
    const isUnderWay = now.isReading || isChanging.value;
    if (hasCome) untracked(() => read(report));
    // What the list shows then may be what was asked for here.
    else if (!isUnderWay && !isAwaited && latest) {
      const isNews = row === undefined || saysOtherwise(latest, row);
      row = latest;
      if (isNews && saysOtherwise(latest, report)) untracked(() => read(report));
    }
  });

  return {
    /** Another report is opened: what the list shows of it now is no news. */
    begin(report: Report): void {
      row = rowOf(report);
    },
  };
}
