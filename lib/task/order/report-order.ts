import type { WriteTask } from '@/lib/task/task';

/** The changes and deletions of each report, in the order in which they were asked for. */
export interface ReportOrder {
  /** Adds a task, or takes in its next state. */
  put(task: WriteTask): void;
  remove(task: WriteTask): void;
  /** All of one report, stuck ones and those of batches among them, at the cost of one look-up. */
  of(reportId: string): readonly WriteTask[];
}

/** Makes the order of no task. */
export function createReportOrder(): ReportOrder {
  const byReport = new Map<string, readonly WriteTask[]>();
  const of = (reportId: string) => byReport.get(reportId) ?? [];

  return {
    put(task) {
      const { id } = task.work.report;
      // A task that is sent again keeps its place, which goes by the time it was asked for.
      const later = of(id).filter((other) => other.id !== task.id && other.askedAt > task.askedAt);
      const earlier = of(id).filter(
        (other) => other.id !== task.id && other.askedAt <= task.askedAt,
      );
      byReport.set(id, [...earlier, task, ...later]);
    },
    remove(task) {
      const { id } = task.work.report;
      const left = of(id).filter((other) => other.id !== task.id);
      if (left.length === 0) byReport.delete(id);
      else byReport.set(id, left);
    },
    of,
  };
}
