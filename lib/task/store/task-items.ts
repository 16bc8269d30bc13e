import { type StorageItemKey, storage } from 'wxt/utils/storage';
import type { Keeping } from '@/lib/private-windows';
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

/** What the keys of a connection's tasks begin with, and of all that has to stay or go with them. */
export const TASK_KEYS = {
  tasks: 'task/',
  passwords: 'password/',
  batches: 'batches',
  batchRows: 'batch-rows/',
  deletedReports: 'deleted-reports',
} as const;

const AREAS: readonly StorageArea[] = ['session', 'local'];

/**
 * Tasks, those of batches aside, each under its own id; on the disk or in memory, as each is kept. Pages
 * read the view instead: this stands beside `taskItems` so that their bundles leave it out.
 */
export function storedTasks(connectionId: string) {
  const prefix = keyOf(connectionId, TASK_KEYS.tasks);
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
          key: keyOfTask(areaOf(task.keeping), task.id),
          value: task as unknown,
        })),
        ...beside,
      ]),
    remove: (ids: readonly string[]): Promise<void> =>
      storage.removeItems(AREAS.flatMap((area) => ids.map((id) => keyOfTask(area, id)))),
  };
}

/** What else is stored of the tasks of one connection. */
export const taskItems = {
  /** Passwords of reports, by the ids of single tasks or of batches: in memory, gone when the browser closes. */
  passwords: (connectionId: string) =>
    storedFamily('session', keyOf(connectionId, TASK_KEYS.passwords), z.string()),

  /**
   * The last batches that are kept so, each a `Batch`, the newest first. Each is read by itself: what
   * cannot be read stays where it is.
   */
  batches: (connectionId: string, keeping: Keeping) =>
    storedItem(areaOf(keeping), keyOf(connectionId, TASK_KEYS.batches), z.array(z.unknown())),

  /** How their rows stand, each a `BatchRow`, many in a value: see `valueName`. Read like batches. */
  batchRows: (connectionId: string, keeping: Keeping) =>
    storedFamily(areaOf(keeping), keyOf(connectionId, TASK_KEYS.batchRows), z.array(z.unknown())),

  /**
   * Ids of the reports that were deleted, or found gone, the latest last: batches that have made them list
   * them no more.
   */
  deletedReports: (connectionId: string) =>
    storedItem('local', keyOf(connectionId, TASK_KEYS.deletedReports), z.array(z.string())),

  /** Why nothing goes out for a while, across the browser's end. */
  gate: (connectionId: string) => storedItem('local', keyOf(connectionId, 'gate'), Gate),
};

function areaOf(keeping: Keeping): StorageArea {
  return keeping === 'memory' ? 'session' : 'local';
}
