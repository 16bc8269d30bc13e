import { computed, type ReadonlySignal } from '@preact/signals';
import type { Report } from '@/lib/report/report';
import { isOver } from '@/lib/task/standing';
import type { Task } from '@/lib/task/task';
import type { Press, Presses } from './presses-state';
import {
  type ActivityView,
  type AwaitedState,
  asksForResults,
  isDeleted,
  type Subject,
  toneOf,
} from './subject';

/** So many lines of each kind are shown; the rest is counted. */
const MOST_LINES = 3;

export interface SubjectsTools {
  view: ReadonlySignal<ActivityView>;
  presses: Presses;
  /** The reports of the stored lists, which know privacy and rating as they are now. */
  listed: ReadonlySignal<readonly Report[]>;
  awaitedOf(reportId: string): AwaitedState;
  /** The id of the press whose address stands in the form; null where none does. */
  formPressId: ReadonlySignal<string | null>;
  /** The id of the report whose view is open. */
  openId: ReadonlySignal<string | undefined>;
}

/** What has a line of its own: below the form, and in the view of the open report. */
export function createSubjects(tools: SubjectsTools) {
  const { view, presses, listed, awaitedOf, formPressId, openId } = tools;
  const tasks = computed(() => view.value.tasks);
  const isClosed = computed(() => view.value.gate !== null);
  const needsPerson = (one: Subject) => toneOf(one, isClosed.value) === 'attention';

  function subject(fields: Pick<Subject, 'id' | 'wish' | 'standing'> & Partial<Subject>): Subject {
    const { id, wish, standing } = fields;
    const outcome = isOver(standing) && view.value.outcomes.findLast((one) => one.id === id);
    const made = outcome ? outcome.summary : null;
    const reportId = made?.id ?? ('report' in wish ? wish.report.id : null);
    const isMeant = (report: Report) => report.id === reportId;
    return {
      ...{ isOwn: false, isNamed: false, isLate: false },
      report: made ?? listed.value.find(isMeant) ?? null,
      awaited: reportId && asksForResults(wish) ? awaitedOf(reportId) : null,
      ...fields,
    };
  }

  function ofPress(press: Press): Subject[] {
    const { id, wish, isLate } = press;
    const standing = presses.standing(id);
    if (standing === null) return [];
    const isNamed = formPressId.value === id;
    const made = subject({ id, wish, standing, isOwn: true, isNamed, isLate });
    return isSilent(made) ? [] : [made];
  }

  /** Whether nothing is left to tell: taken back, or of a report that is out of sight. */
  function isSilent({ wish, standing, report, awaited }: Subject): boolean {
    const { name } = standing;
    if (!isOver(standing)) return false;
    if (name !== 'done' || wish.kind === 'delete' || report === null) return name === 'cancelled';
    if (isDeleted(view.value, report.id)) return true;
    // Without a row, nothing shows whether the new result has come.
    const isListed = listed.value.some(({ id }) => id === report.id);
    return asksForResults(wish) && awaited === null && !isListed;
  }

  /** The presses of this page, the newest first. */
  const own = computed(() => presses.all.value.flatMap(ofPress));

  const others = computed(() =>
    tasks.value.filter((task) => !presses.all.value.some(({ id }) => id === task.id)).map(ofTask),
  );

  function ofTask({ id, work, standing }: Task): Subject {
    return subject({ id, wish: work, standing });
  }

  /** What needs a person first, then the page's own presses, then what still can be undone. */
  const belowForm = computed(() => {
    const isDeletion = (one: Subject) => one.wish.kind === 'delete' && !needsPerson(one);
    return [
      [...own.value, ...others.value].filter(needsPerson),
      own.value.filter((one) => !needsPerson(one)),
      others.value.filter(isDeletion),
    ].flatMap((group) => group.slice(0, MOST_LINES));
  });

  const atReport = computed(() => {
    const lines = [...own.value, ...others.value].filter(
      ({ wish }) => wish.kind === 'change' && wish.report.id === openId.value,
    );
    const report = listed.value.find(({ id }) => id === openId.value);
    const isAwaited = report !== undefined && awaitedOf(report.id) !== null;
    if (isAwaited && !lines.some(({ wish }) => asksForResults(wish))) {
      // Asked for before this page was opened.
      const standing = { name: 'done' } as const;
      const wish = { kind: 'change', report, change: { results: 1 } } as const;
      lines.push(subject({ id: report.id, wish, standing, report }));
    }
    return lines.map((one) => ({ ...one, isNamed: true }));
  });

  return {
    tasks,
    own,
    belowForm,
    atReport,
    /** What goes on, or needs a person, and has no line below the form. */
    rest: computed(() => {
      const shown = new Set(belowForm.value.map(({ id }) => id));
      const open = [...own.value, ...others.value];
      return open.filter(({ id, standing }) => !shown.has(id) && !isOver(standing));
    }),
    needingPerson: computed(() => [...own.value, ...others.value].filter(needsPerson)),
  };
}
