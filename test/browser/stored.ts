// Of the browser tests, only this file depends on the keys and the contents of stored items.

import { bareAddress } from '../service/served-report';

/** All items of a storage area, by key. */
export type Items = Record<string, unknown>;

/** The fields of a stored operation that tests read. */
export interface StoredOperation {
  jobId: string;
  kind: 'create' | 'update' | 'delete';
  url: string;
  status: 'queued' | 'sending' | 'unverified' | 'needsAttention';
  failure?: unknown;
  /** Time of the next request, ISO 8601; null without a planned time. */
  notBefore: string | null;
}

export interface StoredQueue {
  operations: StoredOperation[];
  /** Null if there is no backoff. */
  backoff: { kind: 'waiting'; until: string } | { kind: 'needsPerson' } | null;
}

/**
 * The items of `storage.local` before a service is connected and a preference is changed. While the worker
 * runs, `storage.session` has the same items.
 */
export const UNCONNECTED: Items = { 'schema-version': 4 };

/** The results of `keysContaining` for the items with the API key and with the headers. */
export const API_KEY_NAME = 'connection/ID/bearer-key';
export const HEADERS_NAME = 'connection/ID/request-headers';

export function publishedQueueIn(items: Items): unknown {
  return valueAt(items, '/queue');
}

export function connectionIdIn(items: Items): string | undefined {
  return (items.connections as { inUse: string | null } | undefined)?.inUse ?? undefined;
}

export function connectionIdsIn(items: Items): string[] {
  const register = items.connections as { connections: { id: string }[] } | undefined;
  return register?.connections.map(({ id }) => id) ?? [];
}

export const NEWEST_LIST_KEY_END = '/newest-list';

function valueAt(items: Items, keyEnd: string): unknown {
  return Object.entries(items).find(([key]) => key.endsWith(keyEnd))?.[1];
}

export function passwordName(jobId: string): string {
  return `connection/ID/password/${jobId}`;
}

interface StoredEntry {
  subject: { kind: StoredOperation['kind']; url?: string; report?: { url: string } };
  status: {
    name: StoredOperation['status'] | 'done' | 'gone' | 'cancelled';
    failure?: unknown;
    lookupAt?: string;
  };
}

export function parsedItems(items: Items): Items {
  const isJson = (value: unknown) => typeof value === 'string' && /^[{[]/.test(value);
  return Object.fromEntries(
    Object.entries(items).map(([key, value]) => [
      key,
      isJson(value) ? JSON.parse(value as string) : value,
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
      return [
        {
          jobId,
          kind: subject.kind,
          url,
          failure,
          status: name,
          notBefore: lookupAt ?? notBefore,
        },
      ];
    });
  });
  return { operations, backoff: (backoff as StoredQueue['backoff'] | undefined) ?? null };
}

/** Returns the keys of items that contain a text. `ID` replaces the connection's id in keys. */
export function keysContaining(items: Items, text: string): string[] {
  const found = Object.entries(items).filter((entry) => JSON.stringify(entry).includes(text));
  return found.map(([key]) => key.replace(/^(connection\/)[^/]+/, '$1ID')).sort();
}

export function listedReport(items: Items, url: string): ListedReport {
  const newest = valueAt(items, NEWEST_LIST_KEY_END) as
    | { reports: (ListedReport & { url: string })[] }
    | undefined;
  const report = newest?.reports.find((listed) => bareAddress(listed.url) === bareAddress(url));
  if (report === undefined) throw new Error(`The newest list has no report of ${url}.`);
  return report;
}

export interface ListedReport {
  id: string;
  url: string | null;
  fullUrl: string | null;
  generatedAt: string | null;
}

/** Computes `page` from the listed address in a simple way, which suits the addresses of tests. */
export function referenceTo({ id, url, fullUrl, generatedAt }: ListedReport): object {
  const page = url === null ? `id:${id}` : bareAddress(url).replace(/\/$/, '');
  return { id, page, url: fullUrl ?? url, generatedAt };
}

/** The names of fields with planned times, by pattern of keys. */
const PLANNED_TIMES: readonly [keyPattern: RegExp, fields: readonly string[]][] = [
  [/\/job\//, ['notBefore']],
  [/\/operations\//, ['lookupAt']],
  [/\/backoff$/, ['until']],
  [/\/queue$/, ['notBefore', 'lookupAt', 'until']],
];

/** Returns only the items with planned times, and subtracts a duration from these times. */
export function withEarlierTimes(items: Items, milliseconds: number): Items {
  const moved: Items = {};
  for (const [key, value] of Object.entries(items)) {
    const [, fields] = PLANNED_TIMES.find(([keyPattern]) => keyPattern.test(key)) ?? [];
    if (fields === undefined) continue;
    moved[key] = JSON.parse(JSON.stringify(value), (field, fieldValue) =>
      typeof fieldValue === 'string' && fields.includes(field)
        ? new Date(Date.parse(fieldValue) - milliseconds).toISOString()
        : fieldValue,
    );
  }
  return moved;
}
