import type { StorageItemKey } from 'wxt/utils/storage';
import { areaOf } from '@/lib/private-windows';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import type { StoredEntry } from '@/lib/storage/stored-item';
import { fromText, storedFamily, storedItem } from '@/lib/storage/stored-values';
import { chunkSizeOf, FINISHED_CHUNK_SIZE, isOperation, OPEN_CHUNK_SIZE } from './jobs-state';
import { type Job, type JobRemoval, Operation, type Slot, type StoredPart } from './types';

/** The beginnings of the keys of jobs, after the connection's prefix. */
export const JOB_KEYS = {
  jobs: 'job/',
  operations: 'operations/',
  passwords: 'password/',
} as const;

/**
 * Ids of deleted and gone reports, newest last. The batches that created these reports no longer
 * list them.
 */
export const deletedReportsItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'deleted-reports'), z.array(z.string()));

/** The report passwords of a connection by job id, in memory only. */
export const passwordItems = (connectionId: string) =>
  storedFamily('session', keyOf(connectionId, JOB_KEYS.passwords), z.string());

type StoredJob = Pick<Job, 'id' | 'isPrivate' | 'size' | 'chunkSize'>;

/** Returns the beginning of the keys of a job's operations, in chunks of any size. */
export function operationsPrefix(connectionId: string, jobId: string): string {
  return keyOf(connectionId, `${JOB_KEYS.operations}${jobId}-`);
}

/** Returns the beginning of a job's chunk keys. The index of the chunk follows. */
export function chunkPrefix(
  connectionId: string,
  { id, chunkSize }: Pick<Job, 'id' | 'chunkSize'>,
): string {
  // Earlier versions stored no size.
  const size = chunkSize === undefined ? '' : `${chunkSize}-`;
  return `${operationsPrefix(connectionId, id)}${size}`;
}

/** Returns the keys of all chunks of a job, in order. */
export function chunkKeys(connectionId: string, job: StoredJob): StorageItemKey[] {
  const count = Math.ceil(job.size / chunkSizeOf(job));
  return Array.from({ length: count }, (_, chunk) => chunkKey(connectionId, job, chunk));
}

function chunkKey(connectionId: string, job: StoredJob, chunk: number): StorageItemKey {
  return `${areaOf(job)}:${chunkPrefix(connectionId, job)}${chunk}`;
}

function jobKey(connectionId: string, job: Pick<Job, 'id' | 'isPrivate'>): StorageItemKey {
  return `${areaOf(job)}:${keyOf(connectionId, JOB_KEYS.jobs)}${job.id}`;
}

/** Returns the entries of the changed values of a job. */
export function storedEntries(connectionId: string, part: StoredPart): StoredEntry[] {
  const { header, chunks } = part.job;
  const stored: StoredEntry[] = part.chunks.map((at) => ({
    key: chunkKey(connectionId, header, at),
    // Chromium stores text three times as fast as objects.
    value: JSON.stringify(chunks?.[at]?.map(storedSlot) ?? []),
  }));
  return part.hasHeader
    ? [{ key: jobKey(connectionId, header), value: header }, ...stored]
    : stored;
}

function storedSlot(slot: Slot): unknown {
  return slot === null || isOperation(slot) ? slot : slot.stored;
}

/** Returns the keys of the stored values to remove. */
export function keysToRemove(
  connectionId: string,
  { job, keepsHeader }: JobRemoval,
): StorageItemKey[] {
  if (keepsHeader) return chunkKeys(connectionId, job);
  const chunks = inAllSizes(job).flatMap((one) => chunkKeys(connectionId, one));
  const password: StorageItemKey = `session:${keyOf(connectionId, JOB_KEYS.passwords)}${job.id}`;
  return [jobKey(connectionId, job), ...chunks, password];
}

/**
 * Returns a job with each size of chunks, because a stopped worker may have left chunks of another
 * size.
 */
function inAllSizes(job: StoredJob): StoredJob[] {
  if (job.size <= OPEN_CHUNK_SIZE) return [job];
  const { chunkSize: _, ...former } = job;
  const sizes = [OPEN_CHUNK_SIZE, FINISHED_CHUNK_SIZE];
  return [former, ...sizes.map((chunkSize) => ({ ...job, chunkSize }))];
}

/** Returns the operations of a stored chunk; none if the value is absent or unreadable. */
export function slotsIn(job: StoredJob, chunk: number, stored: unknown): Slot[] {
  const size = chunkSizeOf(job);
  const length = Math.min(size, job.size - chunk * size);
  const raws = fromText(stored);
  return Array.from({ length }, (_, offset): Slot => {
    const raw: unknown = Array.isArray(raws) ? (raws[offset] ?? null) : null;
    const { data } = Operation.safeParse(raw);
    return data ?? (raw === null ? null : { stored: raw });
  });
}

/** Returns the valid operations of a stored chunk, by index in the job. */
export function operationsIn(
  job: StoredJob,
  chunk: number,
  stored: unknown,
): [index: number, Operation][] {
  const first = chunk * chunkSizeOf(job);
  return slotsIn(job, chunk, stored).flatMap((slot, offset): [number, Operation][] =>
    isOperation(slot) ? [[first + offset, slot]] : [],
  );
}
