/*
 * How the extension stores what it keeps: the only place where these tests know names of stored
 * items, and what is in them.
 */

/** Everything in one of the browser's stores, by its key. */
export type Items = Record<string, unknown>;

/** What tests look at in a task. */
export interface StoredTask {
  id: string;
  kind: 'create' | 'change' | 'delete';
  url: string;
  state: 'waiting' | 'sent' | 'unknown' | 'stuck';
  /** When it goes on, ISO 8601; null where that is no matter of time. */
  notBefore: string | null;
}

/** What is stored of tasks. */
export interface StoredTasks {
  tasks: StoredTask[];
  /** Null while the gate is open. */
  gate: { until: string | null } | null;
}

/** Where the API key is stored, as `namesHolding` says it. */
export const API_KEY_NAME = 'connection/ID/bearer-key';

const isTask = (key: string) => key.includes('/task/');

/** Whether pages read there what they see of the tasks. */
export function isView(key: string): boolean {
  return key.endsWith('/task-view');
}

export function isAccount(key: string): boolean {
  return key.endsWith('/account');
}

/** Whether something is stored there because there is, or was, a connection. */
export function isOfConnection(key: string): boolean {
  return key.startsWith('connection');
}

/** Where the password of a task is stored, in memory, as `namesHolding` says it. */
export function passwordName(taskId: string): string {
  return `connection/ID/password/${taskId}`;
}

/** A key with the word ID for that of its connection. */
function withoutId(key: string): string {
  return key.replace(/^(connection\/)[^/]+/, '$1ID');
}

/** A task as it is stored, as far as tests know. */
interface Stored {
  id: string;
  work: { kind: StoredTask['kind']; draft?: { url: string }; report?: { url: string } };
  state: { name: StoredTask['state']; dueAt?: string | null; lookAt?: string };
}

export function tasksOf(items: Items): StoredTasks {
  const entries = Object.entries(items);
  const gate = entries.find(([key]) => key.endsWith('/gate'))?.[1];
  const tasks = entries.filter(([key]) => isTask(key)).map(([, task]) => task as Stored);
  return {
    tasks: tasks.map(({ id, work, state }) => {
      const url = (work.draft ?? work.report)?.url ?? '';
      const notBefore = state.dueAt ?? state.lookAt ?? null;
      return { id, kind: work.kind, url, state: state.name, notBefore };
    }),
    gate: (gate as StoredTasks['gate'] | undefined) ?? null,
  };
}

/** The shortened names of those items that a text is in. */
export function namesHolding(items: Items, text: string): string[] {
  const holders = Object.entries(items).filter((entry) => JSON.stringify(entry).includes(text));
  return holders.map(([key]) => withoutId(key)).sort();
}

/** A list as it is stored, with what tests look at. */
interface StoredList {
  reports: { url: string }[];
}

function listsOf(items: Items): StoredList[] {
  const lists = Object.entries(items).filter(([key]) => key.endsWith('/lists'));
  return lists.flatMap(([, all]) => all as StoredList[]);
}

/** A report as it is stored with the lists that were read. */
export function listedReport(items: Items, url: string): object {
  const reports = listsOf(items).flatMap((list) => list.reports);
  const report = reports.find((one) => one.url === url);
  if (report === undefined) throw new Error(`No report of ${url} is listed.`);
  return report;
}

/** What waits for a time, with the times that are planned moved so far into the past. */
export function movedBack(items: Items, milliseconds: number): Items {
  const earlier = (time: string) => new Date(Date.parse(time) - milliseconds).toISOString();
  const early = <T extends { until?: string | null } | null>(gate: T): T =>
    gate?.until ? { ...gate, until: earlier(gate.until) } : gate;
  const moved: Items = {};
  for (const [key, value] of Object.entries(items)) {
    if (isTask(key)) {
      const { state, ...task } = value as Stored;
      const { dueAt, lookAt } = state;
      const times = {
        ...(dueAt && { dueAt: earlier(dueAt) }),
        ...(lookAt && { lookAt: earlier(lookAt) }),
      };
      moved[key] = { ...task, state: { ...state, ...times } };
    } else if (key.endsWith('/gate')) moved[key] = early(value as { until: string | null });
    else if (isView(key)) {
      const view = value as { gate: { until: string | null } | null };
      moved[key] = { ...view, gate: early(view.gate) };
    } else if (key.endsWith('/awaited')) {
      const awaited = value as { nextAt: string };
      moved[key] = { ...awaited, nextAt: earlier(awaited.nextAt) };
    }
  }
  return moved;
}

/** What tests bring about by changing what is stored. */
export const CHANGES = {
  /** No list was ever read: what cannot have been written by the extension counts for nothing. */
  noList: ['/lists', { readAt: null }],
  /** No result is awaited any more. */
  noResult: ['/awaited', { results: [] }],
} as const;

/** The items under a key that ends like this, changed: each entry, where it is a list. */
export function changed(items: Items, [keyEnd, change]: readonly [string, object]): Items {
  const entry = Object.entries(items).find(([key]) => key.endsWith(keyEnd));
  if (entry === undefined) throw new Error(`Nothing is stored under ${keyEnd}.`);
  const [key, value] = entry;
  const after = [value].flat().map((one) => Object.assign({}, one, change));
  return { [key]: Array.isArray(value) ? after : after[0] };
}
