import { i18n } from '#i18n';
import { checkName } from '@/components/report/content/check-names';
import { failureMessage } from '@/components/text/messages/failure-message';
import type { Failure } from '@/lib/failure';
import type { MarksChange } from '@/lib/history/marks';
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

/** See `MarksChange`. */
type EndedMute = Omit<Extract<MarksChange, { kind: 'endMute' }>, 'kind'>;

export interface Muting {
  /** Whether marks cannot be made or ended, because the window is private. */
  isPrivate: boolean;
  isBusy(check: string): boolean;
  /** Mutes findings, and offers *Undo*. Resolves with the failure; null for success. */
  mute(check: string, place: MutePlace, note: string): Promise<Failure | null>;
  /**
   * Ends mutes, and announces the outcome.
   * @param pages the keys of the pages on which the mutes end. A mute of a host ends completely.
   */
  showAgain(check: string, mutes: readonly PageMute[], pages: readonly string[]): Promise<void>;
}

/** Returns the commands about mutes, for views of the report and of problems. */
export function useMuting(): Muting {
  const { history, kernel, notices } = usePage();
  const { commands, isPrivate, newId } = kernel;
  const subjectOf = (check: string) => `mute:${check}`;

  /** Stores all mutes or none. Resolves with the ids. */
  async function store({ targets }: MutePlace, note: string): Promise<Result<string[]>> {
    const at = new Date().toISOString();
    const ids: string[] = [];
    for (const target of targets) {
      const id = newId();
      const mute = { ...target, id, at, note };
      const result = await history.changeMarks({ kind: 'addMute', mute });
      if (hasFailed(result)) {
        await end(ids.map((each) => ({ id: each, pages: null })));
        return result;
      }
      ids.push(id);
    }
    return { value: ids };
  }

  /** Resolves with the failure; null for success. */
  async function end(ended: readonly EndedMute[]): Promise<Failure | null> {
    for (const each of ended) {
      const result = await history.changeMarks({ kind: 'endMute', ...each });
      if (hasFailed(result)) return result.failure;
    }
    return null;
  }

  async function endAloud(check: string, ended: readonly EndedMute[]): Promise<void> {
    const failure = await end(ended);
    if (failure === null) {
      notices.announce(i18n.t('intended.shownAgain', [checkName({ name: check })]));
    } else {
      notices.announce(failureMessage(failure), { isFailure: true });
    }
  }

  return {
    isPrivate,
    isBusy: (check) => commands.isBusy(subjectOf(check)),
    async mute(check, place, note) {
      const result = await commands.run(subjectOf(check), () => store(place, note));
      if (result === null) return null;
      if (hasFailed(result)) return result.failure;
      notices.announce(i18n.t('intended.marked', [checkName({ name: check })]), {
        onUndo: () =>
          void endAloud(
            check,
            result.value.map((id) => ({ id, pages: null })),
          ),
      });
      return null;
    },
    showAgain: (check, mutes, pages) =>
      endAloud(
        check,
        mutes.map(({ id, host }) => ({ id, pages: host === null ? pages : null })),
      ),
  };
}
