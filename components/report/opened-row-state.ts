import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import { hasResult, type Report } from '@/lib/report/report';
import type { NewResults } from './new-results-state';
import { isChange, type OpenReport, plain, saysOtherwise, type ViewActivity } from './open-report';

interface OpenedRowTools {
  open: ReadonlySignal<OpenReport | null>;
  results: Pick<NewResults, 'stateOf'>;
  /** The reports of the stored lists. */
  listed: ReadonlySignal<readonly Report[]>;
  /** Reads the open report. @param done what is then told to have been done; null for nothing */
  read(report: Report, done: ViewActivity | null): void;
}

/** Follows what the lists show of the open report, which is read again where that is news. */
export interface OpenedRow {
  /** Another report is opened: what the list shows of it now is no news. */
  begin(report: Report): void;
}

/** Begins to follow it. */
export function followRow({ open, results, listed, read }: OpenedRowTools): OpenedRow {
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
    const isUnderWay = now.activity === 'reading' || isChange(now.activity);
    // A first result is no update: it says for itself what it is.
    if (hasCome) untracked(() => read(report, hasResult(report) ? 'asked' : null));
    // What the list shows then may be what was asked for here.
    else if (!isUnderWay && !isAwaited && latest) {
      const isNews = row === undefined || saysOtherwise(latest, row);
      row = latest;
      if (isNews && saysOtherwise(latest, report)) untracked(() => read(report, null));
    }
  });

  return {
    begin(report) {
      row = rowOf(report);
    },
  };
}
