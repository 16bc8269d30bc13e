import { type StorageItemKey, storage } from 'wxt/utils/storage';
import { ApiKey } from '@/lib/connection/api-key';
import type { Connection } from '@/lib/connection/connection';
import { PageHistory } from '@/lib/page-history/page-history';
import { PageIndex } from '@/lib/page-history/page-index';
import { z } from '@/lib/schema';
import { Gate } from '@/lib/task/gate';
import { Task } from '@/lib/task/task';
import { items } from './items';
import { CONNECTIONS, keyOf, PREFERENCES } from './keys';
import {
  readByPrefix,
  removeWhere,
  type StorageArea,
  storedFamily,
  storedItem,
} from './stored-values';

const API_KEY = 'bearer-key';
const TASKS = 'task/';
const PASSWORDS = 'password/';

/** Everything that the background stores. No page may import it: it knows where the API key stands. */
export const connectionStore = {
  ...items,

  /** A connection's API key: for the background alone. */
  apiKey: (connectionId: string) => storedItem('local', keyOf(connectionId, API_KEY), ApiKey),

  /** Tasks, each under its own id; those of private windows in memory, all others on the disk. */
  tasks: (connectionId: string) => {
    const prefix = keyOf(connectionId, TASKS);
    const keyOfTask = (area: StorageArea, id: string): StorageItemKey => `${area}:${prefix}${id}`;
    return {
      /** All that can be read, in no order. */
      async readAll(): Promise<Task[]> {
        const areas = AREAS.map((area) => readByPrefix(area, prefix, Task));
        return (await Promise.all(areas)).flat();
      },
      /** Stores some; of each area all at once or none. */
      write: (tasks: readonly Task[]): Promise<void> =>
        storage.setItems(
          tasks.map((task) => ({
            key: keyOfTask(task.privateWindow ? 'session' : 'local', task.id),
            value: task,
          })),
        ),
      remove: (ids: readonly string[]): Promise<void> =>
        storage.removeItems(AREAS.flatMap((area) => ids.map((id) => keyOfTask(area, id)))),
    };
  },

  /** Their reports' passwords, by the ids of the tasks: in memory, gone when the browser closes. */
  passwords: (connectionId: string) =>
    storedFamily('session', keyOf(connectionId, PASSWORDS), z.string()),

  /** Why nothing goes out for a while, across the browser's end. */
  gate: (connectionId: string) => storedItem('local', keyOf(connectionId, 'gate'), Gate),

  /** What is known of the pages that were reported, each under its page key. */
  pages: (connectionId: string) => storedFamily('local', keyOf(connectionId, 'page/'), PageHistory),

  /** Which of them are stored, in the order of their use. */
  pageIndex: (connectionId: string) =>
    storedItem('local', keyOf(connectionId, 'page-index'), PageIndex),

  /** Stores a connection with its key in one write, so that no half of it can stay. */
  save: (connection: Connection, apiKey: string): Promise<void> =>
    storage.setItems([
      { key: 'local:connection', value: connection },
      { key: `local:${keyOf(connection.id, API_KEY)}`, value: apiKey },
    ]),

  /** Removes what another account of the same service would not have: all but the tasks, and the key. */
  async keepTasksOnly(connectionId: string): Promise<void> {
    const kept = [TASKS, PASSWORDS, API_KEY].map((name) => keyOf(connectionId, name));
    await removeEverywhere(
      (key) =>
        key.startsWith(keyOf(connectionId, '')) && !kept.some((prefix) => key.startsWith(prefix)),
    );
  },

  /** Removes the tasks of a connection. */
  async dropTasks(connectionId: string): Promise<void> {
    const dropped = [TASKS, PASSWORDS].map((name) => keyOf(connectionId, name));
    await removeEverywhere((key) => dropped.some((prefix) => key.startsWith(prefix)));
  },

  /**
   * Removes all that was stored for connections except for one or for none. With none left, all else
   * goes too but for the preferences, and these as well where the store cannot be read then.
   */
  async removeOthers(exceptId: string | null): Promise<void> {
    if (exceptId !== null) {
      const own = keyOf(exceptId, '');
      return removeEverywhere((key) => key.startsWith(CONNECTIONS) && !key.startsWith(own));
    }
    try {
      await removeEverywhere((key) => key !== PREFERENCES);
    } catch {
      await Promise.all(AREAS.map((area) => storage.clear(area)));
    }
  },
};

/** The store as the background sees it. */
export type ConnectionStore = typeof connectionStore;

const AREAS: readonly StorageArea[] = ['session', 'local'];

/** Each area is emptied in one step, the one with the connection last. */
async function removeEverywhere(isOne: (key: string) => boolean): Promise<void> {
  for (const area of AREAS) await removeWhere(area, isOne);
}
