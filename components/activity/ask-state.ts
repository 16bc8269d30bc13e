import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { attemptOften } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Held, NewTask } from '@/lib/task/task';
import type { ActivityView } from './subject';

/** What could not be stored, and why. */
export interface Unstored {
  task: NewTask;
  failure: Failure;
}

/** How a page asks for something. */
export type Ask = ReturnType<typeof createAsk>;

/** Makes it. */
export function createAsk(
  background: Pick<BackgroundApi, 'add'>,
  view: ReadonlySignal<ActivityView>,
) {
  const lastNumber = () => view.value.outcomes.at(-1)?.number ?? 0;
  const pressed = signal({ toldUpTo: lastNumber() });
  const unstored = signal<Unstored | null>(null);

  /** A press on this page: what is over is told no more, nor what could not be stored. */
  function press(): void {
    batch(() => {
      pressed.value = { toldUpTo: lastNumber() };
      unstored.value = null;
    });
  }

  return {
    /**
     * Another value at each press, with the number of the last outcome that was there by then, or when
     * the page was opened.
     */
    pressed: pressed as ReadonlySignal<{ toldUpTo: number }>,
    /** What was asked for last, where it could not be stored; null otherwise. */
    unstored: unstored as ReadonlySignal<Unstored | null>,
    press,
    /**
     * Has a task stored; its id makes sure that asking again stores no second one.
     * @returns why a person is to be asked first; null where the task is stored
     */
    async ask(task: NewTask): Promise<Outcome<Held | null>> {
      press();
      const outcome = await attemptOften(() => background.add([task]));
      if (hasFailed(outcome)) unstored.value = { task, failure: outcome.failure };
      return outcome;
    },
  };
}
