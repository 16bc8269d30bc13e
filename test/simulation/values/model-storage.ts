import { withoutMessage } from '@/lib/failure';
import { isOpen } from '@/lib/jobs/job';
import {
  chunkKeys,
  JOB_KEYS,
  keysOfLayout,
  partsPrefix,
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

/** The browser's storage of one connection. */
export interface ModelStorage {
  /** The stored values by key. Keys begin with `local:` or `session:`. */
  values: Map<string, unknown>;
  /** The recent operations that a worker has published. */
  recent: readonly RecentOperation[];
  backoff: Backoff | null;
}

const CONNECTION = 'c';
const HEADERS = `:${keyOf(CONNECTION, JOB_KEYS.jobs)}`;

export function createModelStorage(): ModelStorage {
  return { values: new Map(), recent: [], backoff: null };
}

/** Executes a command to store. */
export function write(
  { values }: ModelStorage,
  { parts, password }: Extract<Command, { kind: 'store' }>,
): void {
  if (password !== null) values.set(passwordKey(password.jobId), password.password);
  for (const part of parts) {
    for (const { key, value } of storedEntries(CONNECTION, part)) values.set(key, value);
  }
}

/** Executes a command to remove. */
export function remove(
  { values }: ModelStorage,
  { layouts }: Extract<Command, { kind: 'remove' }>,
): void {
  for (const key of layouts.flatMap((one) => keysOfLayout(CONNECTION, one))) values.delete(key);
}

/** Removes what was only in memory, because the browser closes. */
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

/** Returns the stored jobs. The operations of finished batches stay unread. */
export function readJobs(storage: ModelStorage): JobState[] {
  const jobs: JobState[] = [];
  for (const [key, value] of storage.values) {
    if (!key.includes(HEADERS)) continue;
    const header = value as Job;
    const isUnread = header.finished !== null && header.isBatch;
    jobs.push(storedJobState(header, isUnread ? null : readChunks(storage, header)));
  }
  return jobs;
}

/** Whether a stored job continues without a person. */
export function hasOpenJob(storage: ModelStorage, jobId: string): boolean {
  return readJobs(storage).some(
    ({ header, counts }) => header.id === jobId && !header.isPaused && isOpen({ counts }),
  );
}

/** Returns the stored operations of a job. */
export function readChunks({ values }: ModelStorage, header: Job): Chunk[] {
  const size = chunkSizeOf(header);
  return chunkKeys(CONNECTION, header).map((key, at) => {
    const text = values.get(key);
    if (typeof text === 'string') return JSON.parse(text) as Slot[];
    return new Array<Slot>(Math.min(size, header.size - at * size)).fill(null);
  });
}

/** Returns a stored operation; undefined if storage has none. */
export function storedOperation(
  { values }: ModelStorage,
  { id, isPrivate }: Job,
  index: number,
): Operation | undefined {
  const stored = values.get(`${isPrivate ? 'session' : 'local'}${HEADERS}${id}`);
  if (stored === undefined) return undefined;
  const header = stored as Job;
  const size = chunkSizeOf(header);
  const text = values.get(chunkKeys(CONNECTION, header)[Math.floor(index / size)] ?? '');
  if (typeof text !== 'string') return undefined;
  return (JSON.parse(text) as Operation[])[index % size];
}

export function hasPassword({ values }: ModelStorage, jobId: string): boolean {
  return values.has(passwordKey(jobId));
}

/** Removes parts of another size, which the last worker could not remove. */
export function removeFormerParts(storage: ModelStorage): void {
  const headers = readJobs(storage).map(({ header }) => header);
  const used = new Set<string>(headers.flatMap((header) => chunkKeys(CONNECTION, header)));
  for (const key of storage.values.keys()) {
    const isOfJob = headers.some(({ id }) => key.includes(partsPrefix(CONNECTION, id)));
    if (isOfJob && !used.has(key)) storage.values.delete(key);
  }
}

/** Returns the keys of values that belong to none of these jobs. */
export function leftovers({ values }: ModelStorage, jobs: Iterable<JobState>): string[] {
  const needed = new Set(
    [...jobs].flatMap(({ header }): string[] =>
      keysOfLayout(CONNECTION, { job: header, keepsHeader: false }),
    ),
  );
  return [...values.keys()].filter((key) => !needed.has(key));
}

function passwordKey(jobId: string): string {
  return `session:${keyOf(CONNECTION, JOB_KEYS.passwords)}${jobId}`;
}
