import { computed, signal } from '@preact/signals';
import { vi } from 'vitest';
import { createPresses } from '@/components/activity/presses-state';
import { createNewResults } from '@/components/report/new-results-state';
import { createReportState } from '@/components/report/report-state';
import type { AwaitedResult, AwaitedResults } from '@/lib/archive/awaited-result';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportDetails } from '@/lib/report/report';
import { placeOf } from '@/lib/report/report-page';
import { holdAnswers } from './held-answers';
import { countedIds, createPageTasks } from './page-tasks';
import { sampleDetails, sampleReport } from './sample-report';

/** The new result of a report, as it is awaited after Update results. */
export function awaitedOf(report: Report, fields: Partial<AwaitedResult> = {}): AwaitedResult {
  const unread = { keeping: 'disk', wasShown: true, readAloneAt: 0 } as const;
  const former = report.generatedAt;
  return { ...placeOf(report), former, kind: 'update', ...unread, ...fields };
}

/** A place for reports, on a background that stores tasks and holds back what is read. */
export function openNothing() {
  const gets = holdAnswers<Outcome<ReportDetails>>();
  const get = vi.fn((_: Report) => gets.call());
  const stored = signal<AwaitedResults | undefined>(undefined);
  const listed = signal<readonly Report[]>([]);
  const tasks = createPageTasks();
  const { view } = tasks;
  const deleting = computed(() => view.value.deleting);
  const gate = computed(() => view.value.gate);
  const results = createNewResults({ awaited: stored, listed, keeping: 'disk' });
  const presses = createPresses({ background: tasks.background, view, keeping: 'disk' });
  const opened = createReportState({
    ...{ presses, results, listed, deleting, newId: countedIds() },
    ...{ background: { get }, gate, tasks: computed(() => view.value.tasks) },
  });
  /** Says whose new results are awaited. */
  const wait = (...results: AwaitedResult[]) => {
    stored.value = { version: 1, nextAt: '2026-11-02T12:00:02.000Z', rounds: 1, made: 0, results };
  };
  /** What was asked of the service, in order. */
  const asked = () =>
    tasks.background.add.mock.calls.flatMap(([[task]]) =>
      task?.kind === 'change' ? [[task.report, task.change]] : [],
    );
  return {
    ...{ opened, presses, results, tasks, gets, get, listed, wait, asked },
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
