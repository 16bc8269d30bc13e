import type { StorageItemKey } from 'wxt/utils/storage';
import { areaOf } from '@/lib/private-windows';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import type { StoredEntry } from '@/lib/storage/stored-item';
import { fromText, storedFamily, storedItem } from '@/lib/storage/stored-values';
import type { Job } from './job';
import { Operation } from './operation';

/** What the keys of a connection's jobs begin with, after the key of the connection. */
export const JOB_KEYS = {
  jobs: 'job/',
  operations: 'operations/',
  passwords: 'password/',
} as const;

/**
 * So many operations are stored as one value: a step writes no more, however large its job is, and in
 * Chromium each write takes longer by the number of keys that there are.
 */
export const OPERATIONS_IN_CHUNK = 50;

/**
 * Ids of the reports that were deleted, or found gone, the latest last: batches that have created them list
 * them no more.
 */
export const deletedReportsItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'deleted-reports'), z.array(z.string()));

/** The passwords of a connection's reports by the ids of their jobs, in memory only. */
export const passwordItems = (connectionId: string) =>
  storedFamily('session', keyOf(connectionId, JOB_KEYS.passwords), z.string());

/** What the keys of a job's chunks begin with; the rest is the number of the chunk. */
export function chunkPrefix(connectionId: string, jobId: string): string {
  return keyOf(connectionId, `${JOB_KEYS.operations}${jobId}-`);
}

/** The number of the chunk that holds an operation. */
export function chunkOf(index: number): number {
  return Math.floor(index / OPERATIONS_IN_CHUNK);
}

type StoredJob = Pick<Job, 'id' | 'isPrivate' | 'size'>;

/** The keys of all chunks of a job, in order. */
export function chunkKeys(connectionId: string, job: StoredJob): StorageItemKey[] {
  const count = Math.ceil(job.size / OPERATIONS_IN_CHUNK);
  return Array.from({ length: count }, (_, chunk) => chunkKey(connectionId, job, chunk));
}

export function chunkKey(
  connectionId: string,
  job: Omit<StoredJob, 'size'>,
  chunk: number,
): StorageItemKey {
  return `${areaOf(job)}:${chunkPrefix(connectionId, job.id)}${chunk}`;
}

export function jobKey(connectionId: string, job: Omit<StoredJob, 'size'>): StorageItemKey {
  return `${areaOf(job)}:${keyOf(connectionId, JOB_KEYS.jobs)}${job.id}`;
}

export function jobEntry(connectionId: string, job: Job): StoredEntry {
  return { key: jobKey(connectionId, job), value: job };
}

/**
 * A chunk as it is stored: JSON text, which Chromium stores three times as quickly as an object of many parts.
 * @param operations those that cannot be read as they were stored, and null for one that is missing
 */
export function chunkEntry(key: StorageItemKey, operations: readonly unknown[]): StoredEntry {
  return { key, value: JSON.stringify(operations) };
}

/** What a stored chunk holds, each part as it is stored. */
export function rawOperations(stored: unknown): readonly unknown[] {
  const raws = fromText(stored);
  return Array.isArray(raws) ? raws : [];
}

/** The operations in a stored chunk by their numbers in the job; one that cannot be read is left out. */
export function operationsIn(chunk: number, stored: unknown): [index: number, Operation][] {
  return rawOperations(stored).flatMap((raw, offset): [number, Operation][] => {
    const { data } = Operation.safeParse(raw);
    return data === undefined ? [] : [[chunk * OPERATIONS_IN_CHUNK + offset, data]];
  });
}
