import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { attempt, attemptOften } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Held, NewTask, Task } from '@/lib/task/task';
import type { TaskOutcome } from '@/lib/task/task-outcome';
import {
  type ActivityView,
  asksForResults,
  standingOf,
  type Wish,
  type WishStanding,
} from './subject';

/** What this page has asked for. */
export interface Press {
  /** Of its task. */
  id: string;
  wish: Wish;
  /** What the background was asked to store; null for a task that another page has asked for. */
  asked: NewTask | null;
  isStored: boolean;
  /** Why it is not stored; null while nobody knows. */
  failure: Failure | null;
  /** Whether Undo was pressed when its request was out. */
  isLate: boolean;
}

interface PressesTools {
  background: Pick<BackgroundApi, 'add' | 'cancel'>;
  view: ReadonlySignal<ActivityView>;
}

/** What one page has asked for since it was opened. */
export type Presses = ReturnType<typeof createPresses>;

/** Makes the presses of one page. */
export function createPresses({ background, view }: PressesTools) {
  const all = signal<readonly Press[]>([]);
  const endedIds = () => new Set(view.value.outcomes.map(({ id }) => id));
  /** The outcomes that were there when the page was opened, or at the last press. */
  const former = signal(endedIds());

  function change(id: string, fields: Partial<Press>): void {
    all.value = all.value.map((press) => (press.id === id ? { ...press, ...fields } : press));
  }

  function drop(id: string): void {
    all.value = all.value.filter((press) => press.id !== id);
  }

  function standing(id: string): WishStanding | null {
    const press = all.value.find((one) => one.id === id);
    const stored = standingOf(view.value, id);
    if (stored !== null || press === undefined) return stored;
    if (press.isStored) return { name: 'waiting', until: null };
    const { failure } = press;
    return failure === null ? { name: 'unstored' } : { name: 'notTaken', failure };
  }

  /** Puts a press first. What was done before it is told no more. */
  function put(press: Press, replaced?: string): void {
    const hasEnded = (id: string) => view.value.outcomes.some((one) => one.id === id);
    batch(() => {
      all.value = [
        press,
        ...all.value.filter(({ id }) => id !== press.id && id !== replaced && !hasEnded(id)),
      ];
      former.value = endedIds();
    });
  }

  /**
   * Has a task stored; its id makes sure that asking again stores no second one.
   * @param replaced the id of a refused or untaken press that gives way to this one
   * @returns why a person is to be asked first; null where the task is stored
   */
  async function ask(asked: NewTask, replaced?: string): Promise<Outcome<Held | null>> {
    const { id } = asked;
    const isStuck = replaced !== undefined && standingOf(view.value, replaced)?.name === 'stuck';
    put({ id, wish: asked, asked, isStored: false, failure: null, isLate: false }, replaced);
    const outcome = await attemptOften(() => background.add([asked]));
    if (hasFailed(outcome)) change(id, outcome);
    else if (outcome.value !== null) drop(id);
    else {
      change(id, { isStored: true });
      if (isStuck && replaced !== id) void attempt(() => background.cancel(replaced));
    }
    return outcome;
  }

  return {
    /** The newest first. */
    all: all as ReadonlySignal<readonly Press[]>,
    /** Ids of the outcomes that a page tells nothing more of. */
    former: former as ReadonlySignal<ReadonlySet<string>>,
    /** The id of the newest press; null before the first. */
    newestId: computed(() => all.value[0]?.id ?? null),
    standing,
    /** What became of a press; undefined while it is not over. */
    outcome: (id: string): TaskOutcome | undefined =>
      view.value.outcomes.findLast((one) => one.id === id),
    ask,
    /** Asks once more for what was not stored. */
    again({ asked }: Press): void {
      if (asked !== null) void ask(asked);
    },
    /** Takes a task of another page for one of this page, which does something with it. */
    adopt({ id, work }: Task, fields: Partial<Press> = {}): void {
      const own = all.value.find((press) => press.id === id);
      const adopted = { id, wish: work, asked: null, isStored: true, failure: null, isLate: false };
      put({ ...(own ?? adopted), ...fields });
    },
    drop,
    /** Tells no more of the updates of a report. */
    dropUpdates(reportId: string): void {
      all.value = all.value.filter(
        ({ wish }) => !asksForResults(wish) || !('report' in wish) || wish.report.id !== reportId,
      );
    },
  };
}
