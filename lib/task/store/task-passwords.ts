import { taskItems } from '@/lib/task/store/task-items';
import type { Task } from '@/lib/task/task';

/**
 * Makes the passwords of one connection's reports, which are in memory alone: each belongs to a single
 * task, or to a batch.
 * @param signal aborts when nothing more may be stored
 */
export function createTaskPasswords(connectionId: string, signal: AbortSignal) {
  const passwords = taskItems.passwords(connectionId);

  return {
    /** That of a task, which a row of a batch shares with all others. */
    async password(task: Task): Promise<string | undefined> {
      const id = task.batch?.id ?? task.id;
      return (await passwords.read([id])).get(id);
    },
    /** Keeps the password of a single task, or of a batch. */
    async setPassword(id: string, password: string): Promise<void> {
      if (!signal.aborted) await passwords.write(new Map([[id, password]]));
    },
    /** Forgets that of a task or batch that has left; never rejects. */
    forgetPassword: (id: string): Promise<void> => passwords.remove([id]).catch(() => {}),
  };
}
