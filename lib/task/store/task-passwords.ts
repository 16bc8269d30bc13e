import type { Task } from '@/lib/task/task';
import { taskItems } from '@/lib/task/task-items';

/** The passwords of reports, in memory alone: each belongs to a single task, or to a batch. */
export interface TaskPasswords {
  /** That of a task, which a row of a batch shares with all others. */
  password(taskId: string): Promise<string | undefined>;
  /** Keeps the password of a single task, or of a batch. */
  setPassword(id: string, password: string): Promise<void>;
  /** Forgets that of a task or batch that has left; never rejects. */
  forgetPassword(id: string): Promise<void>;
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
    async password(taskId) {
      const id = get(taskId)?.batch?.id ?? taskId;
      return (await passwords.read([id])).get(id);
    },
    async setPassword(id, password) {
      if (!signal.aborted) await passwords.write(new Map([[id, password]]));
    },
    forgetPassword: (id) => passwords.remove([id]).catch(() => {}),
  };
}
