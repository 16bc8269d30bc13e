import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { addTask, type Standing, standingOf, tasksFor } from '@/components/activity/task-standing';
import { attempt } from '@/components/ui/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import type { ReportChange } from '@/lib/report/report-change';
import { isIn, type TaskOf } from '@/lib/task/task';
import type { TaskView } from '@/lib/task/view';

/** Changes of reports, and what becomes of them. */
export interface ReportChanges {
  /** Has a change stored, and answers with its task's id. */
  ask(report: Report, change: ReportChange): Promise<Outcome<string>>;
  standing(id: string): Standing;
  /** A change of a report that is still to be made, whichever page has asked for it. */
  openChangeOf(reportId: string): TaskOf<'change'> | undefined;
  /** Takes a change back that the service has refused. */
  drop(id: string): void;
  /** Of the reports that were changed here, the last that the service turned out not to have. */
  gone: ReadonlySignal<Report | null>;
}

interface ReportChangesTools {
  background: Pick<BackgroundApi, 'add' | 'cancel'>;
  view: ReadonlySignal<TaskView>;
  privateWindow: boolean;
  newId(): string;
}

/** Makes them; the background carries them out. */
export function createReportChanges(tools: ReportChangesTools): ReportChanges {
  const { background, view, privateWindow, newId } = tools;
  /** The reports of all changes that were asked for here, by the ids of their tasks. */
  const asked = signal<ReadonlyMap<string, Report>>(new Map());
  return {
    async ask(report, change) {
      const id = newId();
      asked.value = new Map([...asked.value, [id, report]]);
      const task = { id, kind: 'change' as const, report, change };
      const outcome = await addTask(background, task, privateWindow);
      return hasFailed(outcome) ? outcome : { value: id };
    },
    standing: (id) => standingOf(view.value, id),
    openChangeOf: (reportId) =>
      tasksFor(privateWindow, view.value).find(
        (task): task is TaskOf<'change'> =>
          task.work.kind === 'change' && task.work.report.id === reportId && !isIn(task, 'stuck'),
      ),
    drop(id) {
      void attempt(() => background.cancel(id));
    },
    gone: computed(() => {
      const outcome = view.value.outcomes.findLast(
        ({ ids, end }) => end === 'gone' && ids.some((id) => asked.value.has(id)),
      );
      const id = outcome?.ids.find((one) => asked.value.has(one));
      return (id !== undefined && asked.value.get(id)) || null;
    }),
  };
}
