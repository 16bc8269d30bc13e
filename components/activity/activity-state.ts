import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { createBatches } from '@/components/activity/batches/batches-state';
import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { hasFailed } from '@/lib/outcome';
import { type BatchLine, isOpen } from '@/lib/task/batch/batch';
import { letsLookPass } from '@/lib/task/gate/gate';
import { isOver } from '@/lib/task/standing';
import { isIn } from '@/lib/task/task';
import { createGateRetry } from './gate-retry-state';
import { countRest, isGoingOn } from './rest';
import type { Subject } from './subject';
import { createSubjects, type SubjectsTools } from './subjects-state';

interface ActivityTools extends SubjectsTools {
  background: Pick<BackgroundApi, 'cancel' | 'retry' | 'retryNow' | 'addBatch' | 'steerBatch'>;
  /** Called when what is listed may be no longer so, or nothing else tells how the service is. */
  onDoubt(): void;
}

/** All that a page tells of what was asked for, once and in the place that is in sight. */
export type Activity = ReturnType<typeof createActivity>;

/** Makes the activity of a page. */
export function createActivity(tools: ActivityTools) {
  const { background, view, presses, openId, onDoubt } = tools;
  const { tasks, own, belowForm, atReport, rest, needingPerson } = createSubjects(tools);
  const counts = computed(() => view.value.all);
  const batches = createBatches(tools);
  const openBatches = computed(() => batches.shown.value.filter(isOpen));
  const isReportOpen = computed(() => openId.value !== undefined);
  const open = computed(() => counts.value.create + counts.value.change + counts.value.delete);

  const gate = computed(() => {
    const closed = view.value.gate;
    if (closed === null) return null;
    // What is only looked for passes many a gate.
    const isHeld = ({ waiting, isPaused, needsPassword }: BatchLine) =>
      !isPaused && !needsPassword && (waiting > 0 || !letsLookPass(closed));
    const waits = isReportOpen.value
      ? atReport.value.some(isGoingOn)
      : open.value > 0 || own.value.some(isGoingOn) || openBatches.value.some(isHeld);
    return waits ? closed : null;
  });
  const isLookedForAlone = computed(() => {
    const lookedFor = tasks.value.filter((task) => isIn(task, 'unknown')).length;
    return lookedFor > 0 && lookedFor === open.value && openBatches.value.length === 0;
  });
  const retry = createGateRetry(gate, async () => {
    const asked = await attempt(() => background.retryNow());
    // A list tells whether the service is back.
    if (isLookedForAlone.peek()) onDoubt();
    return !hasFailed(asked);
  });

  const doneKinds = computed(() => {
    const isOwn = (id: string) => presses.all.value.some((press) => press.id === id);
    const held = view.value.outcomes.filter(
      (one) =>
        one.standing.name === 'done' &&
        one.wasHeld &&
        !presses.former.value.has(one.id) &&
        !isOwn(one.id),
    );
    const left = own.value.filter((one) => isOver(one.standing) && !belowForm.value.includes(one));
    return [...held.map(({ wish }) => wish.kind), ...left.map(({ wish }) => wish.kind)];
  });

  const alerts = signal<readonly Subject[]>([]);
  let known: readonly string[] = [];
  effect(() => {
    const fresh = needingPerson.value.filter(({ id }) => !known.includes(id));
    known = needingPerson.value.map(({ id }) => id);
    const isOver = alerts.peek().some(({ id }) => !known.includes(id));
    if (fresh.length > 0) alerts.value = fresh;
    else if (isOver) alerts.value = [];
  });

  const note = signal<string | null>(null);
  const matter = computed(
    () => `${openId.value} ${own.value[0]?.id} ${own.value[0]?.standing.name}`,
  );
  matter.subscribe(() => {
    note.value = null;
  });

  async function takeBack({ id, wish }: Subject): Promise<void> {
    const task = tasks.value.find((one) => one.id === id);
    const outcome = await attempt(() => background.cancel(id));
    if (task === undefined) return;
    const isTooLate = !hasFailed(outcome) && !outcome.value;
    if (isTooLate && wish.kind === 'delete') presses.adopt(task, { isLate: true });
    // The service may have done it all the same, without an answer that came.
    if (task.tries > 0) onDoubt();
  }

  const lines = computed(() => (isReportOpen.value ? atReport.value : belowForm.value));
  /** As the place that is in sight tells of it. */
  const inPlace = (one: Subject) => lines.value.find(({ id }) => id === one.id) ?? one;

  return {
    /** Those of the place that is in sight: below the form, or in the view of the open report. */
    lines,
    /** What has no line of its own below the form, as far as the view shows it. */
    rest,
    restCounts: computed(() => countRest(counts.value, belowForm.value, tasks.value)),
    batches,
    /** Why nothing goes out, where anything waits that this place tells of; null otherwise. */
    gate,
    /** How the last press of Retry now goes. */
    retryState: retry.state,
    /** Whether all that waits is looked for, at times of its own. */
    isLookedForAlone,
    /** How many of each kind are done that the gate had held, and the page's own without a line. */
    doneCounts: computed(() =>
      (['create', 'change', 'delete'] as const)
        .map((kind) => ({ kind, count: doneKinds.value.filter((one) => one === kind).length }))
        .filter(({ count }) => count > 0),
    ),
    /** What has come to need a person, all of it at once, until any of that is settled. */
    alerts: computed(() => alerts.value.map(inPlace)),
    /** The newest of the page's own lines; null where there is none. */
    newest: computed(() => own.value.slice(0, 1).map(inPlace)[0] ?? null),
    /** What came of something that is no task, such as copying, until anything else is news. */
    note: note as ReadonlySignal<string | null>,
    tell(sentence: string | null): void {
      note.value = sentence;
    },
    retryNow: retry.press,
    /** Takes a task back, or off the page what is no task. */
    cancel(one: Subject): void {
      if (one.standing.name === 'notTaken' || isOver(one.standing)) presses.drop(one.id);
      else void takeBack(one);
    },
    /** Sends again what needs a person, with its password where that is no longer known. */
    sendAgain({ id }: Subject, password?: string): void {
      const task = tasks.value.find((one) => one.id === id);
      const press = presses.all.value.find((one) => one.id === id);
      if (task) {
        presses.adopt(task);
        void attempt(() => background.retry(task.id, password));
      } else if (press) presses.again(press);
    },
  };
}
