import { i18n } from '#i18n';
import { undoOf } from '@/components/app/undo-marks';
import { checkName } from '@/components/report/content/check-names';
import { failureMessage } from '@/components/text/messages/failure-message';
import type { Failure } from '@/lib/failure';
import type { MarksChange } from '@/lib/history/marks';
import type { MarkChange } from '@/lib/history/marks-undo';
import type { MuteTarget } from '@/lib/report/mute-targets';
import type { PageMute } from '@/lib/report/mutes';
import { hasFailed, type Result } from '@/lib/result';
import { usePage } from './page-context';

/** A choice in the form that mutes a check: one page, several pages or a host. */
export interface MutePlace {
  targets: readonly MuteTarget[];
  /** The label of the choice, for example "On this page". */
  where: string;
}

/** The findings of a form. */
export interface MutableFindings {
  /** The name of the check. */
  check: string;
  /** The choices of the form. */
  places: readonly [MutePlace, ...MutePlace[]];
}

export interface Muting {
  /** Whether marks cannot be made or ended, because the window is private. */
  isPrivate: boolean;
  isBusy(check: string): boolean;
  /** Mutes findings, and offers *Undo*. Resolves with the failure; null for success. */
  mute(check: string, place: MutePlace, note: string): Promise<Failure | null>;
  /**
   * Ends mutes, and offers *Undo*. Announces a failure.
   * @param pages the keys of the pages on which the mutes end. A mute of a host ends completely.
   */
  showAgain(check: string, mutes: readonly PageMute[], pages: readonly string[]): Promise<void>;
}

/** Returns the commands about mutes, for views of the report and of problems. */
export function useMuting(): Muting {
  const page = usePage();
  const { history, kernel, notices } = page;
  const { commands, isPrivate, newId } = kernel;
  const subjectOf = (check: string) => `mute:${check}`;

  /** Stores all changes or none. Resolves with the changes of the marks. */
  async function store(changes: readonly MarksChange[]): Promise<Result<MarkChange[]>> {
    const stored: MarkChange[] = [];
    for (const change of changes) {
      const result = await history.changeMarks(change);
      if (hasFailed(result)) {
        await history.changeMarks({ kind: 'undo', changes: stored });
        return result;
      }
      stored.push(...result.value.changes);
    }
    return { value: stored };
  }

  return {
    isPrivate,
    isBusy: (check) => commands.isBusy(subjectOf(check)),
    async mute(check, { targets }, note) {
      const at = new Date().toISOString();
      const changes = targets.map((target): MarksChange => {
        const mute = { ...target, id: newId(), at, note };
        return { kind: 'addMute', mute };
      });
      const result = await commands.run(subjectOf(check), () => store(changes));
      if (result === null) return null;
      if (hasFailed(result)) return result.failure;
      notices.announce(i18n.t('intended.marked', [checkName({ name: check })]), {
        onUndo: undoOf(page, result.value),
      });
      return null;
    },
    async showAgain(check, mutes, pages) {
      const changes = mutes.map(({ id, host }): MarksChange => {
        return { kind: 'endMute', id, pages: host === null ? pages : null };
      });
      const result = await commands.run(subjectOf(check), () => store(changes));
      if (result === null) return;
      if (hasFailed(result)) {
        notices.announce(failureMessage(result.failure), { isFailure: true });
        return;
      }
      notices.announce(i18n.t('intended.shownAgain', [checkName({ name: check })]), {
        onUndo: undoOf(page, result.value),
      });
    },
  };
}
