/* Only this file of the browser tests depends on the names and the contents of stored items. */

import { bareAddress } from '../service/served-report';

/** All items of a storage area, by key. */
export type Items = Record<string, unknown>;

/** The fields of an unfinished operation that tests read. */
export interface StoredOperation {
  jobId: string;
  kind: 'create' | 'update' | 'delete';
  url: string;
  status: 'queued' | 'sending' | 'unverified' | 'needsAttention';
  /** The failure of the latest request; absent if there was none. */
  failure?: unknown;
  /** Time of the next attempt, ISO 8601; null without a planned time. */
  notBefore: string | null;
}

/** The unfinished operations and the backoff. */
export interface StoredQueue {
  operations: StoredOperation[];
  /** Null if there is no backoff. */
  backoff: { until: string | null } | null;
}

/**
 * The items of `storage.local` if no service is connected and no preference was changed. With a running
 * worker, `storage.session` has the same items.
 */
export const UNCONNECTED: Items = { 'schema-version': 4 };

/** The item of the API key, as `keysContaining` returns it. */
export const API_KEY_NAME = 'connection/ID/bearer-key';

/** The item of the request headers, as `keysContaining` returns it. */
export const HEADERS_NAME = 'connection/ID/request-headers';

/** Returns the jobs that pages show, from the items of `storage.session`. */
export function shownQueue(items: Items): unknown {
  return valueAt(items, '/queue');
}

/** Returns the id of the connection in use; undefined for none. */
export function connectionIdIn(items: Items): string | undefined {
  return (items.connections as { inUse: string | null } | undefined)?.inUse ?? undefined;
}

/** The end of the key of a connection's newest list. */
export const NEWEST_LIST = '/newest-list';

function valueAt(items: Items, keyEnd: string): unknown {
  return Object.entries(items).find(([key]) => key.endsWith(keyEnd))?.[1];
}

/** Returns the item of a job's password in memory, as `keysContaining` returns it. */
export function passwordName(jobId: string): string {
  return `connection/ID/password/${jobId}`;
}

/** A stored operation, with the fields that tests read. */
interface StoredEntry {
  subject: { kind: StoredOperation['kind']; url?: string; report?: { url: string } };
  status: {
    name: StoredOperation['status'] | 'done' | 'gone' | 'cancelled';
    failure?: unknown;
    lookupAt?: string;
  };
}

/** Parses items that are stored as JSON text. */
export function parsedItems(items: Items): Items {
  const isText = (value: unknown) => typeof value === 'string' && /^[{[]/.test(value);
  return Object.fromEntries(
    Object.entries(items).map(([key, value]) => [
      key,
      isText(value) ? JSON.parse(value as string) : value,
    ]),
  );
}

export function queueOf(items: Items): StoredQueue {
  const entries = Object.entries(items);
  const backoff = entries.find(([key]) => key.endsWith('/backoff'))?.[1];
  const operations = entries.flatMap(([key, chunk]) => {
    const [, jobId] = /\/operations\/(.*)-\d+$/.exec(key) ?? [];
    if (jobId === undefined) return [];
    const [, job] = entries.find(([other]) => other.endsWith(`/job/${jobId}`)) ?? [];
    const { notBefore = null } = (job ?? {}) as { notBefore?: string | null };
    return (chunk as StoredEntry[]).flatMap(({ subject, status }): StoredOperation[] => {
      const { name, failure, lookupAt } = status;
      if (name === 'done' || name === 'gone' || name === 'cancelled') return [];
      const url = subject.url ?? subject.report?.url ?? '';
      const facts = { jobId, kind: subject.kind, url, failure };
      return [{ ...facts, status: name, notBefore: lookupAt ?? notBefore }];
    });
  });
  return { operations, backoff: (backoff as StoredQueue['backoff'] | undefined) ?? null };
}

/** Returns the keys of items that contain a text. The word ID replaces the connection's id. */
export function keysContaining(items: Items, text: string): string[] {
  const found = Object.entries(items).filter((entry) => JSON.stringify(entry).includes(text));
  return found.map(([key]) => key.replace(/^(connection\/)[^/]+/, '$1ID')).sort();
}

/** Returns a report of the newest list, as pages read it. */
export function listedReport(items: Items, url: string): ListedReport {
  const newest = valueAt(items, NEWEST_LIST) as
    | { reports: (ListedReport & { url: string })[] }
    | undefined;
  const report = newest?.reports.find((one) => bareAddress(one.url) === bareAddress(url));
  if (report === undefined) throw new Error(`No report of ${url} is known.`);
  return report;
}

/** The fields of a report that an update or a deletion refers to. */
export interface ListedReport {
  id: string;
  url: string | null;
  fullUrl: string | null;
  generatedAt: string | null;
}

/**
 * Returns a job's reference to a report. The key of the page follows from the listed address, which is
 * correct for the simple addresses of tests.
 */
export function referenceTo({ id, url, fullUrl, generatedAt }: ListedReport): object {
  const page = url === null ? `id:${id}` : bareAddress(url).replace(/\/$/, '');
  return { id, page, url: fullUrl ?? url, generatedAt };
}

/** The stored fields with planned times: patterns of item keys, each with names of fields. */
const PLANNED: readonly [keys: RegExp, names: readonly string[]][] = [
  [/\/job\//, ['notBefore']],
  [/\/operations\//, ['lookupAt']],
  [/\/backoff$/, ['until']],
  [/\/queue$/, ['notBefore', 'lookupAt', 'until']],
];

/** Returns only the items with planned times. The times are moved into the past. */
export function movedBack(items: Items, milliseconds: number): Items {
  const moved: Items = {};
  for (const [key, value] of Object.entries(items)) {
    const [, names] = PLANNED.find(([keys]) => keys.test(key)) ?? [];
    if (names === undefined) continue;
    moved[key] = JSON.parse(JSON.stringify(value), (name, time) =>
      typeof time === 'string' && names.includes(name)
        ? new Date(Date.parse(time) - milliseconds).toISOString()
        : time,
    );
  }
  return moved;
}
