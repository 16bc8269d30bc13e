import type { Connection, StoredAccount } from '@/lib/connection/connection';
import type { Deletion } from '@/lib/deletion/deletion';
import type { DuplicateRecord } from '@/lib/duplicate/duplicate';
import type { ShownNotifications, UnseenOutcome } from '@/lib/notification/notification';
import type { PageHistory } from '@/lib/page-history/page-history';
import type { PageIndex } from '@/lib/page-history/page-index';
import type { PrivateHashes } from '@/lib/report/private-hashes';
import type { StoredLists } from '@/lib/report/stored-list';
import type { ResultPoll } from '@/lib/result-poll/result-poll';
import type { Preferences } from '@/lib/settings/preferences';
import type { ConnectionStore } from '@/lib/storage/connection-store';
import type { FormDrafts } from '@/lib/submission/form-drafts';
import { createMemoryItem, type MemoryItem } from './memory-item';
import { createMemoryItems, type MemoryItems } from './memory-items';
import { createMemorySubmissions, type MemorySubmissions } from './memory-submissions';

/** A connection store in memory. */
export interface MemoryStore extends ConnectionStore {
  connection: MemoryItem<Connection>;
  preferences: MemoryItem<Preferences>;
  askedHosts: MemoryItem<string[]>;
  unseenOutcome(connectionId: string): MemoryItem<UnseenOutcome>;
  notifications(connectionId: string): MemoryItem<ShownNotifications>;
  apiKey(connectionId: string): MemoryItem<string>;
  drafts: MemoryItem<FormDrafts>;
  privateDrafts: MemoryItem<FormDrafts>;
  account(connectionId: string): MemoryItem<StoredAccount>;
  lists(connectionId: string, area?: 'local' | 'session'): MemoryItem<StoredLists>;
  privateLists(connectionId: string): MemoryItem<StoredLists>;
  deletions(
    connectionId: string,
  ): MemoryItem<Deletion[]> &
    Pick<ReturnType<ConnectionStore['deletions']>, 'readUnreadable' | 'removeUnreadable'>;
  duplicates(connectionId: string, area?: 'local' | 'session'): MemoryItem<DuplicateRecord>;
  unreadableCount(connectionId: string, area?: 'local' | 'session'): MemoryItem<number>;
  resultPolls(connectionId: string): MemoryItem<ResultPoll[]>;
  submissions(connectionId: string): MemorySubmissions;
  privateReports(connectionId: string): MemoryItem<string[]>;
  privateHashes(connectionId: string): MemoryItem<PrivateHashes>;
  pages(connectionId: string): MemoryItems<PageHistory>;
  pageIndex(connectionId: string): MemoryItem<PageIndex>;
  /** What closing the browser does. */
  forgetMemory(): Promise<void>;
  /** The connections that anything was ever asked or stored of. */
  connectionIds(): string[];
  /** The names of everything that is stored at this moment. */
  names(): string[];
  /** All that is stored for connections, by its name; what is empty is left out. */
  everything(): Record<string, unknown>;
}

/** Makes an empty store. */
export function createMemoryStore(): MemoryStore {
  const connection = createMemoryItem<Connection>();
  const preferences = createMemoryItem<Preferences>();
  const askedHosts = createMemoryItem<string[]>();
  const drafts = createMemoryItem<FormDrafts>();
  const privateDrafts = createMemoryItem<FormDrafts>();
  const stores = new Map<string, ReturnType<typeof createItems>>();

  function of(id: string) {
    const items = stores.get(id) ?? createItems();
    stores.set(id, items);
    return items;
  }

  function everything(): Record<string, unknown> {
    const all = [...stores].flatMap(([id, items]) =>
      Object.entries(items)
        .filter(([, { stored }]) => holdsAnything(stored))
        .map(([name, { stored }]) => [`${id}/${name}`, stored]),
    );
    return Object.fromEntries(all);
  }

  return {
    connection,
    preferences,
    askedHosts,
    unseenOutcome: (id) => of(id).unseenOutcome,
    notifications: (id) => of(id).notifications,
    drafts,
    privateDrafts,
    apiKey: (id) => of(id).apiKey,
    account: (id) => of(id).account,
    lists: (id, area = 'local') => of(id)[area === 'local' ? 'lists' : 'memoryLists'],
    privateLists: (id) => of(id).privateLists,
    deletions: (id) =>
      Object.assign(of(id).deletions, {
        readUnreadable: async () => [],
        removeUnreadable: async () => {},
      }),
    duplicates: (id, area = 'local') =>
      of(id)[area === 'local' ? 'duplicates' : 'privateDuplicates'],
    unreadableCount: (id, area = 'local') =>
      of(id)[area === 'local' ? 'unreadableCount' : 'privateUnreadableCount'],
    resultPolls: (id) => of(id).resultPolls,
    submissions: (id) => of(id).submissions,
    privateReports: (id) => of(id).privateReports,
    privateHashes: (id) => of(id).privateHashes,
    pages: (id) => of(id).pages,
    pageIndex: (id) => of(id).pageIndex,
    async save(saved, apiKey) {
      await Promise.all([of(saved.id).apiKey.write(apiKey), connection.write(saved)]);
    },
    async removeOthers(exceptId) {
      const others = [...stores].filter(([id]) => id !== exceptId).map(([, items]) => items);
      const removing = others.flatMap(({ pages, submissions, ...items }) => [
        pages.clear(),
        submissions.clear(),
        ...Object.values(items).map((item) => item.remove()),
      ]);
      if (exceptId === null) {
        const items = [askedHosts, drafts, privateDrafts];
        removing.push(connection.remove(), ...items.map((item) => item.remove()));
      }
      await Promise.all(removing);
    },
    async forgetMemory() {
      // All of it at once: the next worker may start before this ends.
      const forms = [drafts, privateDrafts].map((item) => item.remove());
      await Promise.all([...forms, ...[...stores.values()].flatMap(forgetMemoryOf)]);
    },
    connectionIds: () => [...stores.keys()],
    names: () => [
      ...(connection.stored === undefined ? [] : ['connection']),
      ...(drafts.stored === undefined ? [] : ['drafts']),
      ...(privateDrafts.stored === undefined ? [] : ['private-drafts']),
      ...Object.keys(everything()),
    ],
    everything,
  };
}

/** What is stored for one connection. */
function createItems() {
  return {
    apiKey: createMemoryItem<string>(),
    account: createMemoryItem<StoredAccount>(),
    lists: createMemoryItem<StoredLists>(),
    memoryLists: createMemoryItem<StoredLists>(),
    unseenOutcome: createMemoryItem<UnseenOutcome>(),
    notifications: createMemoryItem<ShownNotifications>(),
    privateLists: createMemoryItem<StoredLists>(),
    unreadableCount: createMemoryItem<number>(),
    privateUnreadableCount: createMemoryItem<number>(),
    deletions: createMemoryItem<Deletion[]>(),
    duplicates: createMemoryItem<DuplicateRecord>(),
    privateDuplicates: createMemoryItem<DuplicateRecord>(),
    resultPolls: createMemoryItem<ResultPoll[]>(),
    submissions: createMemorySubmissions(),
    privateReports: createMemoryItem<string[]>(),
    privateHashes: createMemoryItem<PrivateHashes>(),
    pageIndex: createMemoryItem<PageIndex>(),
    pages: createMemoryItems<PageHistory>(),
  };
}

function forgetMemoryOf(items: ReturnType<typeof createItems>): Promise<unknown>[] {
  const { memoryLists, unseenOutcome, notifications } = items;
  const { privateLists, privateUnreadableCount, privateDuplicates } = items;
  const { privateReports, deletions, resultPolls, submissions } = items;
  const inMemory = [
    memoryLists,
    unseenOutcome,
    notifications,
    privateLists,
    privateUnreadableCount,
    privateDuplicates,
  ];
  return [
    ...[...inMemory, privateReports].map((item) => item.remove()),
    deletions.update(withoutPrivate),
    resultPolls.update(withoutPrivate),
    submissions.forgetMemory(),
  ];
}

function withoutPrivate<T extends { isPrivateWindow: boolean }>(all?: T[]): T[] | undefined {
  return all?.some((one) => one.isPrivateWindow) ? all.filter((one) => !one.isPrivateWindow) : all;
}

function holdsAnything(stored: unknown): boolean {
  if (stored instanceof Map) return stored.size > 0;
  return Array.isArray(stored) ? stored.length > 0 : stored !== undefined;
}
