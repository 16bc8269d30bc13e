import type { Standing } from '@/lib/task/standing';
import type { Task, Work } from '@/lib/task/task';
import type { TaskCounts } from '@/lib/task/task-view';
import type { Subject } from './subject';

/** How many tasks go on, or need a person, beside those that have lines of their own. */
export interface RestCounts {
  stuck: number;
  /** Creations and changes whose request is out, and creations that are looked for. */
  creating: number;
  changing: number;
  lookedFor: number;
  waiting: Record<Work['kind'], number>;
  /** How many of all these the view does not show. */
  unseen: number;
}

/**
 * Counts what is left beside the lines.
 * @param counts all tasks of the window
 * @param tasks as many of them as the view shows
 */
export function countRest(
  counts: TaskCounts,
  lines: readonly Subject[],
  tasks: readonly Task[],
): RestCounts {
  const left = tasks.filter((task) => !lines.some(({ id }) => id === task.id));
  const leftIn = (kind: Work['kind'], wanted: Standing['name']) =>
    left.filter(({ work, standing: { name } }) => work.kind === kind && name === wanted).length;
  const withoutLine = (kind: Work['kind']) =>
    Math.max(
      0,
      counts[kind] - lines.filter((line) => line.wish.kind === kind && isGoingOn(line)).length,
    );
  const stuckLines = lines.filter(({ standing }) => standing.name === 'stuck').length;
  const stuck = Math.max(0, counts.stuck - stuckLines);
  const creating = leftIn('create', 'sent');
  const changing = leftIn('change', 'sent');
  const lookedFor = leftIn('create', 'unknown');
  const [create, change, deletions] = (['create', 'change', 'delete'] as const).map(withoutLine);
  const all = stuck + (create ?? 0) + (change ?? 0) + (deletions ?? 0);
  return {
    ...{ stuck, creating, changing, lookedFor },
    waiting: {
      create: Math.max(0, (create ?? 0) - creating - lookedFor),
      change: Math.max(0, (change ?? 0) - changing),
      delete: deletions ?? 0,
    },
    unseen: Math.max(0, all - left.length),
  };
}

/** Whether the view counts the task of a line among those that go on by themselves. */
export function isGoingOn({ standing: { name } }: Subject): boolean {
  return name === 'waiting' || name === 'sent' || name === 'unknown';
}

/** Whether a line tells of a task that is not done. */
export function isOpenTask(subject: Subject): boolean {
  return isGoingOn(subject) || subject.standing.name === 'stuck';
}
