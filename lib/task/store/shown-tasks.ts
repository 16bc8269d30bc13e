import { addressOf, isIn, type Task } from '@/lib/task/task';
import type { TaskIndex } from './task-index';

const MOST_SHOWN = 25;
/** Addresses can be long, and the view is written at each step. */
const MOST_CHARACTERS = 50_000;

/**
 * The tasks that a page can show: those that need a person, then those in flight or looked for, then
 * the oldest of the others. Those of a batch are shown by its own page.
 */
export function shownTasks({ stuck, unanswered, writes, untried }: TaskIndex): Task[] {
  const shown = new Set<Task>();
  let characters = 0;
  function* inOrder(): Iterable<Task> {
    yield* stuck;
    // Few are out at the same time, and these stand first in their groups.
    for (const group of [unanswered, writes, untried]) yield* inFlight(group);
    yield* unanswered;
    yield* writes;
    yield* untried;
  }
  for (const task of inOrder()) {
    if (shown.has(task) || task.batch !== null) continue;
    characters += addressOf(task)?.length ?? 0;
    if (shown.size === MOST_SHOWN || (shown.size > 0 && characters > MOST_CHARACTERS)) break;
    shown.add(task);
  }
  return [...shown];
}

/** The first tasks of a group that are not waiting. */
function* inFlight(group: Iterable<Task>): Iterable<Task> {
  let seen = 0;
  for (const task of group) {
    if (!isIn(task, 'waiting')) yield task;
    seen += 1;
    if (seen === MOST_SHOWN) return;
  }
}
