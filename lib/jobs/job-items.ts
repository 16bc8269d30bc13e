import type { StorageItemKey } from 'wxt/utils/storage';
import { areaOf } from '@/lib/private-windows';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import type { StoredEntry } from '@/lib/storage/stored-item';
import { fromText, storedFamily, storedItem } from '@/lib/storage/stored-values';
import type { Job } from './job';
import { Operation } from './operation';

/** The beginnings of the keys of jobs, after the connection's prefix. */
export const JOB_KEYS = {
  jobs: 'job/',
  operations: 'operations/',
  passwords: 'password/',
} as const;

/**
 * The number of operations in one stored value. A small chunk limits the size of each write. A
 * large chunk limits the number of keys, which slows writes in Chromium.
 */
export const OPERATIONS_IN_CHUNK = 50;

/**
 * Ids of deleted and gone reports, newest last. The batches that created these reports no longer
 * list them.
 */
export const deletedReportsItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'deleted-reports'), z.array(z.string()));

/** The report passwords of a connection by job id, in memory only. */
export const passwordItems = (connectionId: string) =>
  storedFamily('session', keyOf(connectionId, JOB_KEYS.passwords), z.string());

/** Returns the beginning of a job's chunk keys. The index of the chunk follows. */
export function chunkPrefix(connectionId: string, jobId: string): string {
  return keyOf(connectionId, `${JOB_KEYS.operations}${jobId}-`);
}

/** Returns the index of an operation's chunk. */
export function chunkOf(index: number): number {
  return Math.floor(index / OPERATIONS_IN_CHUNK);
}

type StoredJob = Pick<Job, 'id' | 'isPrivate' | 'size'>;

/** Returns the keys of all chunks of a job, in order. */
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
 * Returns the entry of a chunk, as JSON text. Chromium stores text three times as fast as objects.
 * @param operations unreadable operations as stored; null for a missing operation
 */
export function chunkEntry(key: StorageItemKey, operations: readonly unknown[]): StoredEntry {
  return { key, value: JSON.stringify(operations) };
}

/** Returns the operations of a stored chunk, not validated. */
export function rawOperations(stored: unknown): readonly unknown[] {
  const raws = fromText(stored);
  return Array.isArray(raws) ? raws : [];
}

/** Returns the valid operations of a stored chunk, by index in the job. */
export function operationsIn(chunk: number, stored: unknown): [index: number, Operation][] {
  return rawOperations(stored).flatMap((raw, offset): [number, Operation][] => {
    const { data } = Operation.safeParse(raw);
    return data === undefined ? [] : [[chunk * OPERATIONS_IN_CHUNK + offset, data]];
  });
}
