import { type StorageItemKey, storage } from 'wxt/utils/storage';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import type { StoredEntry } from '@/lib/storage/stored-item';
import {
  readByPrefix,
  type StorageArea,
  storedFamily,
  storedItem,
} from '@/lib/storage/stored-values';
import { Gate } from '@/lib/task/gate/gate';
import { Task } from '@/lib/task/task';

/** What the keys of a connection's tasks begin with, and those of their passwords. */
export const TASKS = 'task/';
export const PASSWORDS = 'password/';

const AREAS: readonly StorageArea[] = ['session', 'local'];

/** What the background alone stores of tasks. What pages see of them is in view-item.ts. */
export const taskItems = {
  /** Tasks, those of batches aside, each under its own id; on the disk or in memory, as each is kept. */
  tasks(connectionId: string) {
    const prefix = keyOf(connectionId, TASKS);
    const keyOfTask = (area: StorageArea, id: string): StorageItemKey => `${area}:${prefix}${id}`;
    return {
      /** All that can be read, in no order. */
      async readAll(): Promise<Task[]> {
        const areas = AREAS.map((area) => readByPrefix(area, prefix, Task));
        return (await Promise.all(areas)).flat();
      },
      /** Stores some, with what else is to be stored beside them; of each area all at once or none. */
      write: (tasks: readonly Task[], beside: readonly StoredEntry[] = []): Promise<void> =>
        storage.setItems([
          ...tasks.map((task) => ({
            key: keyOfTask(task.keeping === 'memory' ? 'session' : 'local', task.id),
            value: task as unknown,
          })),
          ...beside,
        ]),
      remove: (ids: readonly string[]): Promise<void> =>
        storage.removeItems(AREAS.flatMap((area) => ids.map((id) => keyOfTask(area, id)))),
    };
  },

  /** Their reports' passwords, by the ids of the tasks: in memory, gone when the browser closes. */
  passwords: (connectionId: string) =>
    storedFamily('session', keyOf(connectionId, PASSWORDS), z.string()),

  /** Why nothing goes out for a while, across the browser's end. */
  gate: (connectionId: string) => storedItem('local', keyOf(connectionId, 'gate'), Gate),
};
