import { type StorageItemKey, storage } from 'wxt/utils/storage';
import { z } from '@/lib/schema';
import type { QueueViews } from '@/lib/submission/queue-view';
import { Submission } from '@/lib/submission/submission';
import { items } from './items';
import { keyOf } from './keys';
import { AREAS, readByPrefix, type StorageArea, storedFamily } from './stored-values';

/**
 * Reports on their way to the service, each stored under its own id: those of private windows in
 * memory, all others on the disk.
 */
export function submissionStore(connectionId: string) {
  const prefix = keyOf(connectionId, 'submission/');
  const keyIn = (area: StorageArea, id: string): StorageItemKey => `${area}:${prefix}${id}`;
  const viewKey = keyOf(connectionId, 'queue');
  const entriesOf = ({ ordinary, ofPrivateWindows }: QueueViews) => [
    ...(ordinary ? [{ key: `local:${viewKey}` as const, value: ordinary }] : []),
    { key: `session:${viewKey}` as const, value: ofPrivateWindows },
  ];
  const inEachArea = (keys: readonly string[]) =>
    AREAS.flatMap((area) => keys.map((key): StorageItemKey => `${area}:${key}`));

  return {
    /** All that is stored in these areas, and what of it cannot be read. */
    async readAll(areas: readonly StorageArea[] = AREAS) {
      const read = await Promise.all(areas.map((area) => readByPrefix(area, prefix, Submission)));
      return {
        values: read.flatMap(({ values }) => values),
        unreadable: read.flatMap(({ unreadable }) => unreadable),
      };
    },
    /** Stores some submissions and the views that show them; of each area all at once or nothing. */
    write: (submissions: readonly Submission[], views: QueueViews) =>
      storage.setItems([
        ...submissions.map((one) => ({
          key: keyIn(one.isPrivateWindow ? 'session' : 'local', one.id),
          value: one,
        })),
        ...entriesOf(views),
      ]),
    writeViews: (views: QueueViews) => storage.setItems(entriesOf(views)),
    remove: (ids: readonly string[]) =>
      storage.removeItems(inEachArea(ids.map((id) => `${prefix}${id}`))),
    /** Removes entries that cannot be read, by their keys. */
    removeKeys: (keys: readonly string[]) => storage.removeItems(inEachArea(keys)),
    /** What pages of ordinary windows paint from. */
    view: items.queue(connectionId, 'local'),
    /** What pages of private windows paint from; none before anything of the queue is written. */
    privateView: items.queue(connectionId, 'session'),
    /** Reports' passwords: in memory only, gone when the browser closes. */
    passwords: storedFamily('session', keyOf(connectionId, 'password/'), z.string()),
    /** Submissions that are done, the latest last. */
    finished: items.finished(connectionId),
  };
}
