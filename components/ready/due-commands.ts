import { i18n } from '#i18n';
import type { HistoryState } from '@/components/app/history-state';
import type { Notices } from '@/components/app/notices';
import type { PageKernel } from '@/components/app/page-kernel';
import { undoOf } from '@/components/app/undo-marks';
import { attempt } from '@/components/ui/state/attempt';
import type { Failure } from '@/lib/failure';
import type { DueLine } from '@/lib/report/compare/due';
import type { Report } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';

/** The buttons of the lines about due pages. */
export interface DueCommands {
  /** Requests new results of the due pages of a line. */
  recheck(line: DueLine): Promise<void>;
  /** Hides a line until the next day. */
  postpone(line: DueLine): Promise<void>;
  /** Whether a press on a button of a line does nothing. */
  isBusy(line: DueLine): boolean;
  /** Returns why the last press on a line failed; null for a success. */
  failureAt(line: DueLine): Failure | null;
}

interface DueTools {
  kernel: PageKernel;
  history: Pick<HistoryState, 'changeMarks'>;
  notices: Pick<Notices, 'announce'>;
  /** Requests new results of reports in a batch. */
  requestResults(reports: readonly Report[]): Promise<Result<unknown>>;
}

export function createDueCommands(page: DueTools): DueCommands {
  const { background, connectionId, commands } = page.kernel;
  return {
    async recheck(line) {
      await commands.run(commandOn(line), async () => {
        const due = await attempt(() => background.getDueReports(connectionId, line.subject));
        if (hasFailed(due)) return due;
        // Another window may have requested the results.
        return due.value.length === 0 ? { value: null } : page.requestResults(due.value);
      });
    },
    async postpone(line) {
      const result = await commands.run(commandOn(line), () =>
        page.history.changeMarks({ kind: 'postponeDue', subject: line.subject }),
      );
      if (result === null || hasFailed(result)) return;
      page.notices.announce(i18n.t('due.hidden'), { onUndo: undoOf(page, result.value.changes) });
    },
    isBusy: (line) => commands.isBusy(commandOn(line)),
    failureAt: (line) => commands.failureAt(commandOn(line)),
  };
}

function commandOn({ subject }: Pick<DueLine, 'subject'>): string {
  return `due:${JSON.stringify(subject)}`;
}
