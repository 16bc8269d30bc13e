import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { GateControl } from '@/lib/task/gate/gate-control';
import type { TaskStore } from '@/lib/task/store/task-store';
import * as steps from './steps';
import { isIn, type Task } from './task';

/** A task that is stored as sent, with the password that goes with it. */
interface Outgoing<T extends Task> {
  task: T;
  password: string | undefined;
}

interface DispatchTools {
  store: TaskStore;
  gate: GateControl;
  /** The failure where the host permission is missing; null where it is not. */
  missingPermission(): Promise<Failure | null>;
  /** Called when a task goes no further without a person. */
  onStuck(task: Task): void;
}

/** Lets tasks out, one by one. */
export interface Dispatch {
  /**
   * Stores a task as sent, right before its request. Null where it does not go out: it was taken back
   * or has changed, the gate has closed, or something is missing.
   * @param task as it was when its turn came
   * @param prepared the same as it is to be sent
   */
  letOut<T extends Task>(task: T, prepared: T): Promise<Outgoing<T> | null>;
  /** Stores the next state of a task that goes on. The task has it in memory at once. */
  goOn(task: Task): Promise<void>;
  /**
   * Makes every single waiting task stuck whose password the browser's end has taken, so that a person
   * is asked for it before its turn comes.
   */
  stopWithoutPassword(): Promise<void>;
}

/** Makes the way out of one connection's tasks. */
export function createDispatch({
  store,
  gate,
  missingPermission,
  onStuck,
}: DispatchTools): Dispatch {
  async function goOn(task: Task): Promise<void> {
    await store.keep(task);
    if (isIn(task, 'stuck')) onStuck(task);
  }

  return {
    goOn,
    async stopWithoutPassword() {
      const singles = [...store.untried, ...store.unanswered, ...store.writes].filter(
        (task) => isIn(task, 'waiting') && task.batch === null,
      );
      const waiting = singles.filter((task) => privacyOf(task) === Privacy.Password);
      for (const task of waiting) {
        const password = await store.password(task.id);
        if (password === undefined && store.get(task.id) === task) {
          await goOn(steps.withoutPassword(task));
        }
      }
    },
    async letOut<T extends Task>(task: T, prepared: T): Promise<Outgoing<T> | null> {
      const missing = await missingPermission();
      if (missing !== null) gate.noteFailure(missing, task.id);
      const needsPassword = privacyOf(prepared) === Privacy.Password;
      const password = needsPassword ? await store.password(task.id) : undefined;
      // A person may have taken it back, or changed it, in the meantime.
      if (store.get(task.id) !== task || !gate.lets(task.id)) return null;
      if (needsPassword && password === undefined && task.batch !== null) {
        // It is asked for once, for all that is left.
        store.batches.locked.add(task.batch.id);
        void store.writeView();
        return null;
      }
      if (needsPassword && password === undefined) {
        await goOn(steps.withoutPassword(prepared));
        return null;
      }
      const sent = steps.sent(prepared) as T;
      try {
        await store.save([sent]);
      } catch {
        gate.noteFailure({ code: 'notStored' }, task.id);
        return null;
      }
      return { task: sent, password };
    },
  };
}

function privacyOf({ work }: Task): Privacy | null | undefined {
  if (work.kind === 'create') return work.draft.privacy;
  return work.kind === 'change' ? work.change.privacy : null;
}
