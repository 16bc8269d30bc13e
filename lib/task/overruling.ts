import type { ReportChange } from '@/lib/report/report-change';
import type { TaskStore } from './store/task-store';
import { isIn, isWrite, type Task } from './task';

/**
 * What a change takes back when it is stored: an earlier change of the same, of the same report, whether
 * single or the row of a batch, waiting or stuck.
 * @param id of the task, or of the batch, that brings it
 */
export function overruledBy(
  store: Pick<TaskStore, 'open' | 'batches'>,
  change: Pick<ReportChange, 'privacy' | 'results'>,
  reportIds: ReadonlySet<string>,
  id: string,
): Task[] {
  const isOther = (task: Task) => task.id !== id && task.batch?.id !== id;
  const isEarlier = (task: Task) =>
    isWrite(task) && reportIds.has(task.work.report.id) && !isIn(task, 'sent');
  const isAlike = ({ work }: Task) =>
    work.kind === 'change' && (work.change.results === 1) === (change.results === 1);
  const all = [...store.open().filter(isEarlier), ...store.batches.untouchedAbout(reportIds)];
  return all.filter((task) => isOther(task) && isAlike(task));
}
