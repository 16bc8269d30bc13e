import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { DONE, isOver } from '@/lib/task/standing';
import type { Task } from '@/lib/task/task';
import { type TaskOutcome, type Wish, wishOf } from '@/lib/task/task-outcome';
import { pageKey } from '@/lib/url/page-key';
import {
  type ActivityView,
  type AwaitedState,
  asksForResults,
  isDeleted,
  isGoingOn,
  type Subject,
  toneOf,
} from './subject';

/** So many lines are shown; behind them others are counted. */
const MOST_LINES = 5;

/** How long what is over keeps its line. */
const KEPT_MS = 60_000;

export interface LinesTools {
  view: ReadonlySignal<ActivityView>;
  /** With the number of the last outcome that is told no more. */
  pressed: ReadonlySignal<{ toldUpTo: number }>;
  /** The reports of the stored lists, which know privacy and rating as they are now. */
  listed: ReadonlySignal<readonly Report[]>;
  awaitedOf(reportId: string): AwaitedState;
  /** The key of the page whose address stands in the form; null where none does. */
  formPage: ReadonlySignal<string | null>;
  /** The id of the report whose view is open. */
  openId: ReadonlySignal<string | undefined>;
}

/** What has a line: below the form, or in the view of the open report. */
export function createLines(tools: LinesTools) {
  const { view, pressed, listed, awaitedOf, formPage, openId } = tools;
  const isClosed = computed(() => view.value.gate !== null);
  const needsPerson = (one: Subject) => toneOf(one, isClosed.value) === 'attention';
  const now = signal(Date.now());

  function subject({ id, wish, standing, summary }: SubjectFacts): Subject {
    const reportId = summary?.id ?? (wish.kind === 'create' ? null : wish.report.id);
    const openReport = openId.value;
    const isNamed =
      openReport === undefined
        ? wish.kind === 'create' && pageKey(wish.draft.url) === formPage.value
        : reportId === openReport;
    return {
      ...{ id, wish, standing, isNamed },
      report: summary ?? listed.value.find((report) => report.id === reportId) ?? null,
      awaited: reportId && asksForResults(wish) ? awaitedOf(reportId) : null,
    };
  }

  const ofTask = (task: Task) => subject({ ...task, wish: wishOf(task), summary: null });

  /** What has ended since the page was opened, or the last press, the latest last. */
  const ended = computed(() =>
    view.value.outcomes.filter(
      ({ number, wish, standing, report }) =>
        number > pressed.value.toldUpTo &&
        standing.name !== 'cancelled' &&
        (wish.kind === 'delete' || report === null || !isDeleted(view.value, report.id)),
    ),
  );

  /** Those that a line tells of still: an update as long as its result is awaited. */
  const over = computed(() =>
    ended.value.filter((one) => {
      const isAwaited = asksForResults(one.wish) && subject(one).awaited !== null;
      return isAwaited || one.endedAt > now.value - KEPT_MS;
    }),
  );

  effect(() => {
    const ends = over.value.map(({ endedAt }) => endedAt + KEPT_MS);
    const next = Math.min(...ends.filter((end) => end > now.value));
    if (next === Number.POSITIVE_INFINITY) return;
    const wait = Math.min(Math.max(next - Date.now(), 0), KEPT_MS);
    const timer = setTimeout(() => {
      now.value = Date.now();
    }, wait);
    return () => clearTimeout(timer);
  });

  /** The newest, then what needs a person, then the others, newest first. */
  const all = computed(() => {
    const told = [
      ...view.value.tasks.map((task) => ({ askedAt: task.askedAt, made: ofTask(task) })),
      ...over.value.map((one) => ({ askedAt: one.askedAt, made: subject(one) })),
    ];
    const inOrder = told.sort((one, other) => other.askedAt - one.askedAt).map(({ made }) => made);
    const [newest, ...others] = inOrder;
    if (newest === undefined) return [];
    const needing = others.filter(needsPerson);
    return [newest, ...needing, ...others.filter((one) => !needing.includes(one))];
  });

  const atReport = computed(() => {
    const lines = all.value.filter(
      ({ wish }) => wish.kind === 'change' && wish.report.id === openId.value,
    );
    const report = listed.value.find(({ id }) => id === openId.value);
    const isAwaited = report !== undefined && awaitedOf(report.id) !== null;
    if (!isAwaited || lines.some(({ wish }) => asksForResults(wish))) return lines;
    // Asked for before this page was opened.
    const wish: Wish = { kind: 'change', report: referTo(report), change: { results: 1 } };
    return [...lines, subject({ id: report.id, wish, standing: DONE, summary: report })];
  });

  const others = computed(() => all.value.slice(MOST_LINES));
  const isDone = (one: Subject) => isOver(one.standing) && toneOf(one, isClosed.value) === 'done';

  return {
    /** Those of the place that is in sight. */
    lines: computed(() =>
      openId.value === undefined ? all.value.slice(0, MOST_LINES) : atReport.value,
    ),
    /** What goes on, or needs a person, and has no line below the form, as far as the view shows it. */
    rest: computed(() => others.value.filter((one) => !isDone(one))),
    /** How many open tasks the view does not show. */
    unseen: computed(() => {
      const { create, change, delete: deletions, stuck } = view.value.all;
      return Math.max(0, create + change + deletions + stuck - view.value.tasks.length);
    }),
    /** How many of each kind are done and have no line below the form. */
    doneCounts: computed(() =>
      (['create', 'change', 'delete'] as const)
        .map((kind) => ({
          kind,
          count: others.value.filter((one) => one.wish.kind === kind && isDone(one)).length,
        }))
        .filter(({ count }) => count > 0),
    ),
    needingPerson: computed(() => all.value.filter(needsPerson)),
    /** Whether anything waits that the place in sight tells of. */
    isWaiting: computed(() => {
      const { create, change, delete: deletions } = view.value.all;
      if (openId.value !== undefined) return atReport.value.some(isGoingOn);
      return create + change + deletions > 0;
    }),
  };
}

interface SubjectFacts extends Pick<Subject, 'id' | 'wish' | 'standing'> {
  summary: TaskOutcome['summary'];
}
