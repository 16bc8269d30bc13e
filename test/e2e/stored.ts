/*
 * How the extension stores what it keeps: the only place where these tests know names of stored
 * items, and what is in them.
 */

/** Everything in one of the browser's stores, by its key. */
export type Items = Record<string, unknown>;

/** What tests look at in a submission. */
export interface StoredSubmission {
  id: string;
  url: string;
  state: string;
  /** When a report that is looked for is looked for again. */
  nextAt?: string;
}

/** What is stored of the queue. */
export interface StoredQueue {
  submissions: StoredSubmission[];
  pause: { until: string } | null;
}

/** Where the API key is stored, as `namesHolding` says it. */
export const API_KEY_NAME = 'connection/ID/bearer-key';

const isSubmission = (key: string) => key.includes('/submission/');
const isQueue = (key: string) => key.endsWith('/queue');

export function isAccount(key: string): boolean {
  return key.endsWith('/account');
}

/** Whether something is stored there because there is, or was, a connection. */
export function isOfConnection(key: string): boolean {
  return key.startsWith('connection');
}

/** Where the password of a submission is stored, in memory, as `namesHolding` says it. */
export function passwordName(submissionId: string): string {
  return `connection/ID/password/${submissionId}`;
}

/** Where the lists are stored, as `namesHolding` says it. */
export const LIST_NAME = 'connection/ID/list';

/** Where the lists of private windows are stored, in memory, as `namesHolding` says it. */
export const PRIVATE_LIST_NAME = 'connection/ID/private-list';

/** A key with the word ID for that of its connection. */
function withoutId(key: string): string {
  return key.replace(/^(connection\/)[^/]+/, '$1ID');
}

export function queueOf(items: Items): StoredQueue {
  const entries = Object.entries(items);
  const queue = entries.find(([key]) => isQueue(key))?.[1] as Partial<StoredQueue> | undefined;
  return {
    submissions: entries
      .filter(([key]) => isSubmission(key))
      .map(([, submission]) => submission as StoredSubmission),
    pause: queue?.pause ?? null,
  };
}

/** The shortened names of those items that a text is in. */
export function namesHolding(items: Items, text: string): string[] {
  const holders = Object.entries(items).filter((entry) => JSON.stringify(entry).includes(text));
  return holders.map(([key]) => withoutId(key)).sort();
}

/** A list as it is stored, with what tests look at. */
interface StoredList {
  readAt: string;
  reports: { url: string }[];
}

function listsOf(items: Items): StoredList[] {
  const lists = Object.entries(items).filter(([key]) => key.endsWith('/list'));
  return lists.flatMap(([, all]) => all as StoredList[]);
}

/** A report as it is stored with the lists that were read. */
export function listedReport(items: Items, url: string): object {
  const reports = listsOf(items).flatMap((list) => list.reports);
  const report = reports.find((one) => one.url === url);
  if (report === undefined) throw new Error(`No report of ${url} is listed.`);
  return report;
}

/** When each list was read, as it is stored. */
export function listReadAt(items: Items): string {
  return listsOf(items)
    .map(({ readAt }) => readAt)
    .join();
}

/** What waits for a time, with the times that are planned moved so far into the past. */
export function movedBack(items: Items, milliseconds: number): Items {
  const earlier = (time: string) => new Date(Date.parse(time) - milliseconds).toISOString();
  const moved: Items = {};
  for (const [key, value] of Object.entries(items)) {
    const one = value as { nextAt?: string; pause?: { until: string } | null };
    if (key.endsWith('/deletions')) {
      const deletions = value as { dueAt: string }[];
      moved[key] = deletions.map((each) => ({ ...each, dueAt: earlier(each.dueAt) }));
    }
    if (isSubmission(key) && one.nextAt !== undefined) {
      moved[key] = { ...one, nextAt: earlier(one.nextAt) };
    } else if (isQueue(key) && one.pause) {
      moved[key] = { ...one, pause: { ...one.pause, until: earlier(one.pause.until) } };
    }
  }
  return moved;
}

/** What tests bring about by changing what is stored. */
export const CHANGES = {
  /** No list was ever read: what cannot have been written by the extension counts for nothing. */
  noList: ['/list', { readAt: null }],
  /** The service has refused every deletion. */
  failedDeletion: (message: string) =>
    ['/deletions', { state: 'failed', failure: { code: 'notAllowed', message } }] as const,
  /** A submission is nothing that any version of the extension has written. */
  unreadable: (submissionId: string) => [`/submission/${submissionId}`, { url: 7 }] as const,
  /** No result that is waited for will be asked for again. */
  noResult: ['/result-polls', { nextAt: null }],
} as const;

/** The items under a key that ends like this, changed: each entry, where it is a list. */
export function changed(items: Items, [keyEnd, change]: readonly [string, object]): Items {
  const entry = Object.entries(items).find(([key]) => key.endsWith(keyEnd));
  if (entry === undefined) throw new Error(`Nothing is stored under ${keyEnd}.`);
  const [key, value] = entry;
  const after = [value].flat().map((one) => Object.assign({}, one, change));
  return { [key]: Array.isArray(value) ? after : after[0] };
}
