import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { TaskView } from '@/lib/task/view';
import type { LastPress } from './form-presses';

interface WaitedCreationsTools {
  view: ReadonlySignal<TaskView>;
  privateWindow: boolean;
  lastPress: ReadonlySignal<LastPress | null>;
}

/**
 * How many reports were created that had waited at the closed gate, told once none waits any more and
 * until the next press; 0 for none.
 */
export function countWaitedCreations(tools: WaitedCreationsTools): ReadonlySignal<number> {
  const { view, privateWindow, lastPress } = tools;
  const count = signal(0);
  const waiting = computed(() => view.value[privateWindow ? 'all' : 'ordinary'].create);
  const created = computed(() =>
    view.value.outcomes
      .filter((one) => one.kind === 'create' && one.end === 'done')
      .filter((one) => privateWindow || !one.privateWindow)
      .flatMap(({ ids }) => ids.slice(0, 1)),
  );
  let seen = created.value;
  let haveWaited = false;
  effect(() => {
    const news = created.value.filter((id) => !seen.includes(id));
    seen = created.value;
    if (view.value.gate !== null && waiting.value > 0) haveWaited = true;
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
