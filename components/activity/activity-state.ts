import { computed, effect, signal } from '@preact/signals';
import { createBatches } from '@/components/activity/batches/batches-state';
import { createCommands } from '@/components/ui/state/command-state';
import { createNotice } from '@/components/ui/state/notice-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import { type BatchLine, isOpen } from '@/lib/task/batch/batch';
import { letsLookPass } from '@/lib/task/gate/gate';
import { isOver } from '@/lib/task/standing';
import { isIn } from '@/lib/task/task';
import type { Ask } from './ask-state';
import { createGateRetry } from './gate-retry-state';
import { createLines, type LinesTools } from './lines-state';
import { phaseOf, type Subject } from './subject';

interface ActivityTools extends Omit<LinesTools, 'pressed'> {
  background: Pick<BackgroundApi, 'cancel' | 'retry' | 'retryNow' | 'addBatch' | 'steerBatch'>;
  asking: Pick<Ask, 'pressed' | 'unstored' | 'press'>;
  /** Called when what is listed may be no longer so, or nothing else tells how the service is. */
  onDoubt(): void;
}

/** Where Retry now stands. */
const GATE = 'gate';

/** All that a page tells of what was asked for, once and in the place that is in sight. */
export type Activity = ReturnType<typeof createActivity>;

/** Makes the activity of a page. */
export function createActivity(tools: ActivityTools) {
  const { background, asking, view, openId, onDoubt } = tools;
  const { pressed, unstored, press } = asking;
  const told = createLines({ ...tools, pressed });
  const { lines, needingPerson, isWaiting } = told;
  const commands = createCommands();
  const batches = createBatches({ ...tools, pressed, press, commands });
  const openBatches = computed(() => batches.shown.value.filter(isOpen));

  const gate = computed(() => {
    const closed = view.value.gate;
    if (closed === null) return null;
    // What is only looked for passes many a gate.
    const isHeld = ({ waiting, isPaused, needsPassword }: BatchLine) =>
      !isPaused && !needsPassword && (waiting > 0 || !letsLookPass(closed));
    const waits = isWaiting.value || (openId.value === undefined && openBatches.value.some(isHeld));
    return waits ? closed : null;
  });
  const isLookedForAlone = computed(() => {
    const { tasks, all } = view.value;
    const lookedFor = tasks.filter((task) => isIn(task, 'unknown')).length;
    const open = all.create + all.change + all.delete;
    return lookedFor > 0 && lookedFor === open && openBatches.value.length === 0;
  });
  const retry = createGateRetry(gate, async () => {
    const asked = await commands.run(GATE, () => background.retryNow());
    // A list tells whether the service is back.
    if (isLookedForAlone.peek()) onDoubt();
    return !hasFailed(asked);
  });

  const alerts = signal<readonly Subject[]>([]);
  const { notice, announce } = createNotice();
  /** The phase of the operation whose Undo or Cancel came when it was sent already. */
  const tooLate = signal<string | null>(null);
  const first = computed(() => lines.value[0] ?? null);
  const matter = computed(() => [openId.value, first.value && phaseOf(first.value)].join(' '));
  matter.subscribe(() => announce(null));
  pressed.subscribe(() => {
    announce(null);
    tooLate.value = null;
    commands.clear();
    // It was said once.
    alerts.value = [];
  });

  let known: readonly string[] = [];
  effect(() => {
    const fresh = needingPerson.value.filter(({ id }) => !known.includes(id));
    known = needingPerson.value.map(({ id }) => id);
    const isSettled = alerts.peek().some(({ id }) => !known.includes(id));
    if (fresh.length > 0) alerts.value = fresh;
    else if (isSettled) alerts.value = [];
  });

  async function takeBack(one: Subject): Promise<void> {
    const { id } = one;
    const task = view.value.tasks.find((open) => open.id === id);
    tooLate.value = null;
    const outcome = await commands.run(phaseOf(one), () => background.cancel(id));
    if (task === undefined) return;
    const isLate = !hasFailed(outcome) && !outcome.value;
    tooLate.value = isLate ? phaseOf(one) : null;
    // The service may have done it all the same, without an answer that came.
    if (task.tries > 0) onDoubt();
  }

  return {
    ...told,
    batches,
    /** Why nothing goes out, where anything waits that this place tells of; null otherwise. */
    gate,
    /** How the last press of Retry now goes. */
    retryState: retry.state,
    /** Whether all that waits is looked for, at times of its own. */
    isLookedForAlone,
    /** What has come to need a person, all of it at once, until any of that is settled, or the next press. */
    alerts: computed(() =>
      alerts.value.map((one) => lines.value.find(({ id }) => id === one.id) ?? one),
    ),
    /** The line that is announced; null where there is none. */
    first,
    /** What was asked for last, where it could not be stored. */
    unstored,
    /** What came of something that is no task, such as copying, until anything else is news. */
    note: notice,
    tell: announce,
    retryNow: retry.press,
    /** Why the last Retry now did not reach the background; null where it did. */
    retryFailure: (): Failure | null => commands.failureAt(GATE),
    /** Why the last command failed that was given at a line, until the next one; null where it did not. */
    failureAt: (one: Subject): Failure | 'tooLate' | null =>
      tooLate.value === phaseOf(one) ? 'tooLate' : commands.failureAt(phaseOf(one)),
    /** Takes a task back; what is over already is told no more. */
    cancel(one: Subject): void {
      if (isOver(one.standing)) press();
      else void takeBack(one);
    },
    /** Sends again what needs a person, with its password where that is no longer known. */
    sendAgain(one: Subject, password?: string): void {
      press();
      void commands.run(phaseOf(one), () => background.retry(one.id, password));
    },
  };
}
