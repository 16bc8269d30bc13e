/*
 * How the extension stores what it keeps: the only place where these tests know names of stored
 * items, and what is in them.
 */

import { bareAddress } from '../service/served-report';

/** Everything in one of the browser's stores, by its key. */
export type Items = Record<string, unknown>;

/** What tests look at in an operation that is not finished. */
export interface StoredOperation {
  jobId: string;
  kind: 'create' | 'update' | 'delete';
  url: string;
  status: 'queued' | 'sending' | 'unverified' | 'needsAttention';
  /** What came in place of an answer; absent before. */
  failure?: unknown;
  /** When it goes on, ISO 8601; null where that is no matter of time. */
  notBefore: string | null;
}

/** What is stored of the operations that are not finished. */
export interface StoredQueue {
  operations: StoredOperation[];
  /** Null while operations are sent. */
  backoff: { until: string | null } | null;
}

/**
 * What is stored on the disk where no service is connected, and no preference was chosen; and in memory,
 * too, once the worker runs.
 */
export const UNCONNECTED: Items = { 'schema-version': 3 };

/** Where the API key is stored, as `namesHolding` says it. */
export const API_KEY_NAME = 'connection/ID/bearer-key';

/** The same of the request headers. */
export const HEADERS_NAME = 'connection/ID/request-headers';

/** Under which key of memory pages read what they see of the jobs. */
export const QUEUE_NAME = 'queue';

/** Where the password of a job is stored, in memory, as `namesHolding` says it. */
export function passwordName(jobId: string): string {
  return `connection/ID/password/${jobId}`;
}

/** An operation as it is stored, as far as tests know. */
interface Stored {
  subject: { kind: StoredOperation['kind']; url?: string; report?: { url: string } };
  status: {
    name: StoredOperation['status'] | 'done' | 'gone' | 'cancelled';
    failure?: unknown;
    lookupAt?: string;
  };
}

/** Items as they are used: those of many parts are stored as JSON text. */
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
    return (chunk as Stored[]).flatMap(({ subject, status }): StoredOperation[] => {
      const { name, failure, lookupAt } = status;
      if (name === 'done' || name === 'gone' || name === 'cancelled') return [];
      const url = subject.url ?? subject.report?.url ?? '';
      const facts = { jobId, kind: subject.kind, url, failure };
      return [{ ...facts, status: name, notBefore: lookupAt ?? notBefore }];
    });
  });
  return { operations, backoff: (backoff as StoredQueue['backoff'] | undefined) ?? null };
}

/** The keys of those items that a text is in, with the word ID for that of a connection. */
export function namesHolding(items: Items, text: string): string[] {
  const holders = Object.entries(items).filter((entry) => JSON.stringify(entry).includes(text));
  return holders.map(([key]) => key.replace(/^(connection\/)[^/]+/, '$1ID')).sort();
}

/** A report as pages see it since the newest list has shown it. */
export function listedReport({ connection }: Items, url: string): ListedReport {
  const { newest } = connection as {
    newest: { reports: (ListedReport & { url: string })[] } | null;
  };
  const report = newest?.reports.find((one) => bareAddress(one.url) === bareAddress(url));
  if (report === undefined) throw new Error(`No report of ${url} is known.`);
  return report;
}

/** A report as far as an update or a deletion refers to it. */
export interface ListedReport {
  id: string;
  url: string | null;
  fullUrl: string | null;
  generatedAt: string | null;
}

/** How jobs refer to a report whose address names its page by itself. */
export function referenceTo({ id, url, fullUrl, generatedAt }: ListedReport): object {
  const page = url === null ? `id:${id}` : bareAddress(url).replace(/\/$/, '');
  return { id, page, url: fullUrl ?? url, generatedAt };
}

/** Under which keys, and names there, the times of what waits are stored. */
const PLANNED: readonly [keys: RegExp, names: readonly string[]][] = [
  [/\/job\//, ['notBefore']],
  [/\/operations\//, ['lookupAt']],
  [/\/backoff$/, ['until']],
  [/^queue$/, ['notBefore', 'lookupAt', 'until']],
];

/** What waits for a time, with the times that are planned moved so far into the past. */
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

/** What tests bring about by changing what is stored. */
export const CHANGES = {
  /** No list was ever read. */
  noList: ['connection', { newest: null }],
} as const;

/** The items under a key that ends like this, changed: each entry, where it is a list. */
export function changed(items: Items, [keyEnd, change]: readonly [string, object]): Items {
  const entry = Object.entries(items).find(([key]) => key.endsWith(keyEnd));
  if (entry === undefined) throw new Error(`Nothing is stored under ${keyEnd}.`);
  const [key, value] = entry;
  const after = [value].flat().map((one) => Object.assign({}, one, change));
  return { [key]: Array.isArray(value) ? after : after[0] };
}
