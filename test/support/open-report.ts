import { computed, signal } from '@preact/signals';
import { vi } from 'vitest';
import { createAsk } from '@/components/activity/ask-state';
import { createNewResults } from '@/components/report/new-results-state';
import { createReportState } from '@/components/report/report-state';
import type { Result } from '@/lib/result';
import type { Report, ReportDetails } from '@/lib/report/report';
import { holdAnswers } from './held-answers';
import { countedIds, createPageTasks } from './page-tasks';
import { sampleDetails, sampleReport } from './sample-report';

/**
 * A place for reports, on a background that stores tasks and holds back what is read.
 * @param older ids of the reports that are not their pages' newest
 */
export function openNothing(older: readonly string[] = []) {
  const gets = holdAnswers<Result<ReportDetails>>();
  const get = vi.fn((_: Report) => gets.call());
  const listed = signal<readonly Report[]>([]);
  const tasks = createPageTasks();
  const { view } = tasks;
  const results = createNewResults({
    awaited: computed(() => tasks.awaited.value),
    outcomes: () => view.value.outcomes,
    reportOf: (id) => listed.value.find((report) => report.id === id),
  });
  const asking = createAsk(tasks.background, view);
  const opened = createReportState({
    ...{ asking, view, results, listed, newId: countedIds(), background: { get } },
    isOlder: async ({ id }) => older.includes(id),
  });
  /** What was asked of the service, in order. */
  const asked = () =>
    tasks.background.add.mock.calls.flatMap(([[task]]) =>
      task?.kind === 'change' ? [[task.report, task.change]] : [],
    );
  return {
    ...{ opened, asking, results, tasks, gets, get, listed, asked, wait: tasks.wait },
    ...tasks.background,
  };
}

/** The same with the report 1 open, and read, from a list that shows it beside another. */
export async function openReport(fields: Partial<Report> = {}) {
  const place = openNothing();
  place.listed.value = [sampleReport('2'), sampleReport('1', fields)];
  const showing = place.opened.show(sampleReport('1', fields));
  place.gets.answer(0, { value: sampleDetails('1', fields) });
  await showing;
  return { ...place, shown: () => place.opened.open.value };
}
