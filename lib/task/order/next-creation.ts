import { longestLookWait } from '@/lib/task/steps';
import type { TaskStore } from '@/lib/task/store/task-store';
import { isCreation, isIn, type Task, type TaskIn, type TaskOf } from '@/lib/task/task';
import { addressKey } from '@/lib/url/page-key';
import { dueTime } from '@/lib/waiting-time';

type Creation = TaskOf<'create'>;
type Sought = Creation & TaskIn<'unknown'>;

/**
 * Whose turn it is among creations. Creations of one page go out one after the other, so that a new
 * report of the page is known to be that of the creation that is out. What is sent again goes before
 * what is sent for the first time.
 */
export interface CreationTurns {
  /**
   * The next of what was asked for singly; undefined where none may go out.
   * @param exceptId a task whose turn it is not
   */
  nextSingle(exceptId?: string): Creation | undefined;
  /** The next of a batch; undefined where none may go out. */
  nextOfBatch(exceptId?: string): Creation | undefined;
  /** A creation whose report is to be looked for now. */
  nextSought(): Sought | undefined;
  /** When reports are to be looked for, in milliseconds since the epoch. */
  lookTimes(): number[];
}

/**
 * Makes the turns.
 * @param inHand tasks whose request is out, or about to go out
 * @param holdsBatches whether batches have to wait: see `Creations.holdBatches`
 */
export function createCreationTurns(
  store: Pick<TaskStore, 'unanswered' | 'untried' | 'batched' | 'batches' | 'isPageBusy'>,
  inHand: ReadonlyMap<string, Task>,
  holdsBatches: () => boolean,
  now: () => number,
): CreationTurns {
  function next(groups: Iterable<Iterable<Creation>>, exceptId?: string): Creation | undefined {
    const pages = [...inHand.values()].filter(isCreation).map(pageOf);
    for (const group of groups) {
      for (const task of group) {
        const isFree = isIn(task, 'waiting') && !inHand.has(task.id) && task.id !== exceptId;
        if (isFree && !pages.includes(pageOf(task)) && !store.isPageBusy(task)) return task;
      }
    }
    return undefined;
  }

  function* singles(): Iterable<Iterable<Creation>> {
    yield [...store.unanswered].filter(({ batch }) => batch === null);
    yield store.untried;
  }

  function* ofBatches(): Iterable<Iterable<Creation>> {
    yield [...store.unanswered].filter(({ batch }) => batch && !store.batches.isHeld(batch.id));
    if (!holdsBatches()) yield* store.batched();
  }

  function sought(): { task: Sought; time: number }[] {
    return [...store.unanswered].filter(isSought).map((task) => {
      return { task, time: dueTime(task.state.lookAt, now(), longestLookWait(task)) };
    });
  }

  return {
    nextSingle: (exceptId) => next(singles(), exceptId),
    nextOfBatch: (exceptId) => next(ofBatches(), exceptId),
    nextSought: () => sought().find(({ time }) => time <= now())?.task,
    lookTimes: () => sought().map(({ time }) => time),
  };
}

function isSought(task: Creation): task is Sought {
  return isIn(task, 'unknown');
}

function pageOf({ work }: Creation): string {
  return addressKey(work.draft.url);
}
