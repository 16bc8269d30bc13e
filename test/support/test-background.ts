import { vi } from 'vitest';
import { createBackground } from '@/lib/background/background-calls';
import type { ReportNews } from '@/lib/notification/notification';
import type { Credentials } from '@/lib/service/request';
import type { ConnectionStore } from '@/lib/storage/connection-store';
import { createClock } from './clock';
import { createFakeClient } from './fake-client';
import { fakeDigest } from './fake-digest';
import { createMemoryLocks } from './memory-locks';
import { createMemoryStore } from './memory-store';
import { storedList } from './sample-list';

export const BASE_URL = 'https://host.example/s';
export const NOW = '2026-11-02T12:00:00.000Z';

/** A background on a fake service, in a browser that has nothing stored and grants every permission. */
export function startBackground() {
  return startBackgroundOn(createMemoryStore());
}

/** The same where something may be stored. */
export function startBackgroundOn<Store extends ConnectionStore>(
  store: Store,
  clock = createClock(NOW),
) {
  const client = createFakeClient();
  const clientFor = vi.fn((_: Credentials) => client);
  const permissions = {
    has: vi.fn(async (_: string) => true),
    remove: vi.fn(async (_: string) => {}),
    removeAll: vi.fn(async () => {}),
  };
  const wakeAt = vi.fn((_: number | null) => {});
  let worksUnderWay = 0;
  async function keepAwake<T>(work: Promise<T>): Promise<T> {
    worksUnderWay += 1;
    try {
      return await work;
    } finally {
      worksUnderWay -= 1;
    }
  }
  let ids = 0;
  const isOnline = vi.fn(() => true);
  const isPopupOpen = vi.fn(async () => true);
  const notify = vi.fn(async (_id: string, _news: ReportNews) => true);
  const refreshBadge = vi.fn((_isOnAllTabs?: boolean) => {});
  const {
    api: background,
    resume,
    backOnline,
    lookup,
  } = createBackground({
    store,
    runExclusive: createMemoryLocks(),
    permissions,
    clientFor,
    keepAwake,
    isOnline,
    wakeAt,
    isPopupOpen,
    notify,
    refreshBadge,
    newId: () => `id-${++ids}`,
    digest: fakeDigest,
    now: clock.now,
  });
  const isAwake = () => worksUnderWay > 0;
  return {
    background,
    resume,
    backOnline,
    lookup,
    isOnline,
    isPopupOpen,
    notify,
    refreshBadge,
    client,
    clientFor,
    permissions,
    store,
    clock,
    wakeAt,
    isAwake,
  };
}

/** A background in a browser that was connected earlier, as `id-0`, and has two reports stored. */
export async function startConnectedBackground() {
  const store = createMemoryStore();
  const storedLists = store.lists('id-0');
  await store.apiKey('id-0').write('kept-key');
  await store.account('id-0').write({ value: { fields: [], isCut: false } });
  await storedLists.write([storedList('2', '1')]);
  await store.connection.write({ id: 'id-0', baseUrl: BASE_URL });
  return {
    ...startBackgroundOn(store),
    storedLists,
    listedIds: () => storedLists.stored?.[0]?.reports.map(({ id }) => id),
    deletions: store.deletions('id-0'),
    awaited: store.resultPolls('id-0'),
    submissions: store.submissions('id-0'),
    pages: store.pages('id-0'),
  };
}
