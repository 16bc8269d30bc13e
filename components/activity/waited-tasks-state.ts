import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { LastPress } from '@/components/form/presses-state';
import type { Task } from '@/lib/task/task';
import type { TaskView } from '@/lib/task/view';

interface WaitedTasksTools {
  view: ReadonlySignal<TaskView>;
  privateWindow: boolean;
  lastPress: ReadonlySignal<LastPress | null>;
  /** A task that is told of elsewhere, and not counted; null for none. */
  toldId: ReadonlySignal<string | null>;
}

/**
 * How many tasks of a kind were done that had waited at the closed gate, told once none waits any more
 * and until the next press; 0 for none.
 */
export function countWaited(
  kind: Task['work']['kind'],
  { view, privateWindow, lastPress, toldId }: WaitedTasksTools,
): ReadonlySignal<number> {
  const count = signal(0);
  const waiting = computed(() => view.value[privateWindow ? 'all' : 'ordinary'][kind]);
  const done = computed(() =>
    view.value.outcomes
      .filter((one) => one.kind === kind && one.end === 'done')
      .filter((one) => privateWindow || !one.privateWindow)
      .filter(({ ids }) => !ids.some((id) => id === toldId.peek()))
      .flatMap(({ ids }) => ids.slice(0, 1)),
  );
  let seen = done.value;
  let haveWaited = false;
  effect(() => {
    const news = done.value.filter((id) => !seen.includes(id));
    seen = done.value;
    if (view.value.gate !== null && waiting.value > 0) {
      if (!haveWaited) count.value = 0;
      haveWaited = true;
    }
    if (haveWaited) count.value = count.peek() + news.length;
    if (view.value.gate === null && waiting.value === 0) haveWaited = false;
  });

  const pressId = computed(() => {
    const press = lastPress.value;
    return press && 'id' in press ? press.id : null;
  });
  pressId.subscribe((id) => {
    if (id !== null) count.value = 0;
  });
  return computed(() => (waiting.value === 0 ? count.value : 0));
}
