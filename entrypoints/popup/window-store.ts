import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { newestLists } from '@/lib/report/stored-list';
import { items } from '@/lib/storage/items';
import { storedSignal } from '@/lib/storage/stored-signal';
import { areasShownIn, type StorageArea } from '@/lib/storage/stored-values';
import type { WatchedItem } from '@/lib/stored-item';
import type { QueueView } from '@/lib/submission/queue-view';

// What the windows of one kind show of what is stored. Private windows show both kinds' work, and
// ordinary windows nothing of private ones'.

/** The values of one item in all areas that the window shows. */
async function openAreas<T>(
  itemIn: (area: StorageArea) => WatchedItem<T>,
  isPrivateWindow: boolean,
): Promise<ReadonlySignal<T[]>> {
  const areas = areasShownIn(isPrivateWindow);
  const signals = await Promise.all(areas.map((area) => storedSignal(itemIn(area))));
  return computed(() => signals.flatMap(({ value }) => (value === undefined ? [] : [value])));
}

/** A list of which private windows have a part of their own. */
export async function openShared<T>(
  listIn: (area: StorageArea) => WatchedItem<T[]>,
  isPrivateWindow: boolean,
): Promise<ReadonlySignal<T[]>> {
  const lists = await openAreas(listIn, isPrivateWindow);
  return computed(() => lists.value.flat());
}

/** How many submissions and deletions cannot be read. */
export async function openUnreadableCount(
  id: string,
  isPrivateWindow: boolean,
): Promise<ReadonlySignal<number>> {
  const counts = await openAreas((area) => items.unreadableCount(id, area), isPrivateWindow);
  return computed(() => counts.value.reduce((sum, count) => sum + count, 0));
}

/** The queue. The last area knows most of it, and nothing until the browser has written there. */
export async function openQueue(
  id: string,
  isPrivateWindow: boolean,
): Promise<ReadonlySignal<QueueView | undefined>> {
  const views = await openAreas((area) => items.queue(id, area), isPrivateWindow);
  return computed(() => views.value.at(-1));
}

/** The lists: of private windows their own, otherwise the newer of where they may be stored. */
export async function openLists(id: string, isPrivateWindow: boolean) {
  const [stored, inMemory] = await Promise.all(
    isPrivateWindow
      ? [storedSignal(items.privateLists(id)), signal(undefined)]
      : [storedSignal(items.lists(id, 'local')), storedSignal(items.lists(id, 'session'))],
  );
  const lists = computed(() => newestLists(stored.value, inMemory.value));
  return { lists, isListMemoryOnly: computed(() => lists.value === inMemory.value) };
}
