/*
 * How the extension stores what it keeps: the only place where these tests know names of stored
 * items, and what is in them.
 */

import { bareAddress } from '../service/served-report';

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

/** What is stored of tasks; of batches those that have gone out. */
export interface StoredTasks {
  tasks: StoredTask[];
  /** Null while the gate is open. */
  gate: { until: string | null } | null;
}

/** What is stored on the disk where no service is connected, and no preference was chosen. */
export const UNCONNECTED: Items = { form: 2, front: { connection: null, newest: null } };

/** Where the API key is stored, as `namesHolding` says it. */
export const API_KEY_NAME = 'connection/ID/bearer-key';

/** Whether pages read there what they see of the tasks. */
export function isView(key: string): boolean {
  return key === 'view';
}

/** Where the password of a task is stored, in memory, as `namesHolding` says it. */
export function passwordName(taskId: string): string {
  return `connection/ID/password/${taskId}`;
}

/** A task as it is stored, as far as tests know. */
interface Stored {
  id: string;
  work: { kind: StoredTask['kind']; draft?: { url: string }; report?: { url: string } };
  standing: { name: StoredTask['state']; until?: string | null; lookAt?: string };
}

export function tasksOf(items: Items): StoredTasks {
  const entries = Object.entries(items);
  const gate = entries.find(([key]) => key.endsWith('/gate'))?.[1];
  const ofBatches = entries
    .filter(([key]) => key.includes('/batch-rows/'))
    .flatMap(([, rows]) => (rows as Stored[]).filter(({ work }) => work !== undefined));
  const single = entries.filter(([key]) => key.includes('/task/'));
  const tasks = [...single.map(([, task]) => task as Stored), ...ofBatches];
  return {
    tasks: tasks.map(({ id, work, standing }) => {
      const url = (work.draft ?? work.report)?.url ?? '';
      const { name: state, until, lookAt } = standing;
      const notBefore = until ?? lookAt ?? null;
      return { id, kind: work.kind, url, state, notBefore };
    }),
    gate: (gate as StoredTasks['gate'] | undefined) ?? null,
  };
}

/** The keys of those items that a text is in, with the word ID for that of a connection. */
export function namesHolding(items: Items, text: string): string[] {
  const holders = Object.entries(items).filter((entry) => JSON.stringify(entry).includes(text));
  return holders.map(([key]) => key.replace(/^(connection\/)[^/]+/, '$1ID')).sort();
}

/** A report as pages see it since the newest list has shown it. */
export function listedReport({ front }: Items, url: string): object {
  const { newest } = front as { newest: { reports: { url: string }[] } | null };
  const report = newest?.reports.find((one) => bareAddress(one.url) === bareAddress(url));
  if (report === undefined) throw new Error(`No report of ${url} is known.`);
  return report;
}

/** Under which keys, and names there, the times of what waits are stored. */
const PLANNED: readonly [keys: RegExp, names: readonly string[]][] = [
  [/\/(task|batch-rows)\//, ['until', 'lookAt']],
  [/\/gate$|^view$/, ['until']],
  [/\/(awaited|batches)$/, ['dueAt']],
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
  noList: ['front', { newest: null }],
} as const;

/** The items under a key that ends like this, changed: each entry, where it is a list. */
export function changed(items: Items, [keyEnd, change]: readonly [string, object]): Items {
  const entry = Object.entries(items).find(([key]) => key.endsWith(keyEnd));
  if (entry === undefined) throw new Error(`Nothing is stored under ${keyEnd}.`);
  const [key, value] = entry;
  const after = [value].flat().map((one) => Object.assign({}, one, change));
  return { [key]: Array.isArray(value) ? after : after[0] };
}
