import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { Report } from '@/lib/report/report';
import { type OpenReport, plain, saysOtherwise } from './open-report';

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
