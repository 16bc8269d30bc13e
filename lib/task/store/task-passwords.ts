import type { Task } from '@/lib/task/task';
import { taskItems } from '@/lib/task/task-items';

/** The passwords of reports, in memory alone: each belongs to a task, or to all tasks of a batch. */
export interface TaskPasswords {
  password(id: string): Promise<string | undefined>;
  /** Keeps the password of a task, or of all of a batch; undefined forgets it. */
  setPassword(id: string, password: string | undefined): Promise<void>;
  /** The same for many. */
  setPasswords(byId: ReadonlyMap<string, string>): Promise<void>;
  /** Forgets those of tasks that have left; never rejects. */
  forgetPasswords(ids: readonly string[]): Promise<void>;
}

/**
 * Makes them for one connection.
 * @param signal aborts when nothing more may be stored
 * @param get the task with an id
 */
export function createTaskPasswords(
  connectionId: string,
  signal: AbortSignal,
  get: (id: string) => Task | undefined,
): TaskPasswords {
  const passwords = taskItems.passwords(connectionId);

  return {
    async password(id) {
      const batchId = get(id)?.batch?.id;
      const stored = await passwords.read(batchId === undefined ? [id] : [id, batchId]);
      return stored.get(id) ?? stored.get(batchId ?? '');
    },
    async setPassword(id, password) {
      if (signal.aborted) return;
      await (password === undefined
        ? passwords.remove([id])
        : passwords.write(new Map([[id, password]])));
    },
    async setPasswords(byId) {
      if (!signal.aborted && byId.size > 0) await passwords.write(byId);
    },
    forgetPasswords: (ids) => passwords.remove(ids).catch(() => {}),
  };
}
