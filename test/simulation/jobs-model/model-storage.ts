import { withoutMessage } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import {
  chunkKeys,
  JOB_KEYS,
  keysToRemove,
  operationsPrefix,
  storedEntries,
} from '@/lib/jobs/job-items';
import { chunkSizeOf, storedJobState } from '@/lib/jobs/jobs-state';
import type {
  Backoff,
  Chunk,
  Command,
  Job,
  JobState,
  Operation,
  RecentOperation,
  Slot,
} from '@/lib/jobs/types';
import { keyOf } from '@/lib/storage/keys';

export interface ModelStorage {
  /** The stored values by key. Keys begin with `local:` or `session:`. */
  values: Map<string, unknown>;
  /** The published recent operations. */
  recent: readonly RecentOperation[];
  backoff: Backoff | null;
}

const CONNECTION = 'c';
const JOB_KEY_PART = `:${keyOf(CONNECTION, JOB_KEYS.jobs)}`;

export function createModelStorage(): ModelStorage {
  return { values: new Map(), recent: [], backoff: null };
}

export function write(
  storage: ModelStorage,
  { parts, password, removals }: Extract<Command, { kind: 'store' }>,
): void {
  const { values } = storage;
  if (password !== null) values.set(passwordKey(password.jobId), password.password);
  for (const part of parts) {
    for (const { key, value } of storedEntries(CONNECTION, part)) values.set(key, value);
  }
  remove(storage, { removals });
}

export function remove(
  { values }: ModelStorage,
  { removals }: Pick<Extract<Command, { kind: 'remove' }>, 'removals'>,
): void {
  for (const key of removals.flatMap((removal) => keysToRemove(CONNECTION, removal))) {
    values.delete(key);
  }
}

/** Removes the values that are only in memory, as the end of the browser does. */
export function closeBrowser(storage: ModelStorage): void {
  for (const key of storage.values.keys()) {
    if (key.startsWith('session:')) storage.values.delete(key);
  }
  storage.recent = [];
  const { backoff } = storage;
  storage.backoff = backoff && {
    ...backoff,
    failure: withoutMessage(backoff.failure),
    operationIds: [],
  };
}

/** Returns the stored jobs. Like the worker, does not read the operations of finished batches. */
export function readJobs(storage: ModelStorage): JobState[] {
  const jobs: JobState[] = [];
  for (const [key, value] of storage.values) {
    if (!key.includes(JOB_KEY_PART)) continue;
    const header = value as Job;
    const isUnread = header.finished !== null && header.isBatch;
    jobs.push(storedJobState(header, isUnread ? null : readChunks(storage, header)));
  }
  return jobs;
}

/** Whether storage has a job that continues without a person. */
export function hasOpenJob(storage: ModelStorage, jobId: string): boolean {
  return readJobs(storage).some(
    ({ header, counts }) => header.id === jobId && !header.isPaused && isOpen({ counts }),
  );
}

export function readChunks({ values }: ModelStorage, header: Job): Chunk[] {
  const size = chunkSizeOf(header);
  return chunkKeys(CONNECTION, header).map((key, chunkIndex) => {
    const text = values.get(key);
    if (typeof text === 'string') return JSON.parse(text) as Slot[];
    return new Array<Slot>(Math.min(size, header.size - chunkIndex * size)).fill(null);
  });
}

/** Returns a stored operation; undefined if storage has none. */
export function storedOperation(
  { values }: ModelStorage,
  { id, isPrivate }: Job,
  index: number,
): Operation | undefined {
  const stored = values.get(headerKey({ id, isPrivate }));
  if (stored === undefined) return undefined;
  const header = stored as Job;
  const size = chunkSizeOf(header);
  const text = values.get(chunkKeys(CONNECTION, header)[Math.floor(index / size)] ?? '');
  if (typeof text !== 'string') return undefined;
  return (JSON.parse(text) as Operation[])[index % size];
}

/** Returns the stored password of a job; undefined if it is lost. */
export function storedPassword({ values }: ModelStorage, jobId: string): string | undefined {
  return values.get(passwordKey(jobId)) as string | undefined;
}

/** Removes chunks of an outdated size. A stopped worker may leave such chunks. */
export function removeOutdatedChunks(storage: ModelStorage): void {
  const headers = readJobs(storage).map(({ header }) => header);
  const usedKeys = new Set<string>(headers.flatMap((header) => chunkKeys(CONNECTION, header)));
  for (const key of storage.values.keys()) {
    const belongsToJob = headers.some(({ id }) => key.includes(operationsPrefix(CONNECTION, id)));
    if (belongsToJob && !usedKeys.has(key)) storage.values.delete(key);
  }
}

/** Returns the keys of values that belong to none of these jobs. */
export function unneededKeys({ values }: ModelStorage, jobs: Iterable<JobState>): string[] {
  const needed = new Set(
    [...jobs].flatMap(({ header }): string[] => [
      headerKey(header),
      ...chunkKeys(CONNECTION, header),
      passwordKey(header.id),
    ]),
  );
  return [...values.keys()].filter((key) => !needed.has(key));
}

function headerKey({ id, isPrivate }: Pick<Job, 'id' | 'isPrivate'>): string {
  return `${isPrivate ? 'session' : 'local'}${JOB_KEY_PART}${id}`;
}

function passwordKey(jobId: string): string {
  return `session:${keyOf(CONNECTION, JOB_KEYS.passwords)}${jobId}`;
}
