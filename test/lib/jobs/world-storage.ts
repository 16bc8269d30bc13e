import { chunkSizeOf, storedJobState } from '@/lib/jobs/jobs-state';
import type { Chunk, Job, JobState, StoredLayout, StoredPart } from '@/lib/jobs/types';

type Layout = Pick<Job, 'id' | 'size' | 'chunkSize'>;

/** The stored jobs of a browser. */
export interface WorldStorage {
  headers: ReadonlyMap<string, Job>;
  store(stored: readonly StoredPart[]): void;
  remove(layouts: readonly StoredLayout[]): void;
  /** Removes the parts of batches that no header names. */
  removeFormerParts(batchIds: ReadonlySet<string>, headers: readonly Job[]): void;
  /** Returns a job as a new worker reads it. */
  read(header: Job): JobState;
  /** Returns all operations of a job. */
  chunksOf(header: Job): Chunk[];
  /**
   * Whether storage has exactly the parts of these jobs.
   * @param ignored ids of jobs whose parts do not count
   */
  hasOnlyPartsOf(headers: readonly Job[], ignored: ReadonlySet<string>): boolean;
}

export function createWorldStorage(): WorldStorage {
  const headers = new Map<string, Job>();
  const parts = new Map<string, Chunk>();

  const partKey = ({ id, chunkSize }: Layout, at: number) => `${id}/${chunkSize ?? ''}/${at}`;

  function keysOf(job: Layout): string[] {
    const count = Math.ceil(job.size / chunkSizeOf(job));
    return Array.from({ length: count }, (_, at) => partKey(job, at));
  }

  function chunksOf(header: Job): Chunk[] {
    const size = chunkSizeOf(header);
    return keysOf(header).map((key, at): Chunk => {
      const length = Math.min(size, header.size - at * size);
      return parts.get(key) ?? Array.from({ length }, () => null);
    });
  }

  return {
    headers,
    chunksOf,
    store(stored) {
      for (const { job, hasHeader, chunks } of stored) {
        if (hasHeader) headers.set(job.header.id, job.header);
        for (const at of chunks) parts.set(partKey(job.header, at), job.chunks?.[at] ?? []);
      }
    },
    remove(layouts) {
      for (const { job, keepsHeader } of layouts) {
        for (const key of keysOf(job)) parts.delete(key);
        if (!keepsHeader) headers.delete(job.id);
      }
    },
    removeFormerParts(batchIds, used) {
      const usedKeys = new Set(used.flatMap(keysOf));
      for (const key of parts.keys()) {
        if (batchIds.has(jobIdOf(key)) && !usedKeys.has(key)) parts.delete(key);
      }
    },
    read(header) {
      const isUnread = header.finished !== null && header.isBatch;
      return storedJobState(header, isUnread ? null : chunksOf(header));
    },
    hasOnlyPartsOf(jobs, ignored) {
      const counted = (keys: readonly string[]) =>
        keys.filter((key) => !ignored.has(jobIdOf(key))).toSorted();
      const expected = counted(jobs.flatMap(keysOf));
      return JSON.stringify(counted([...parts.keys()])) === JSON.stringify(expected);
    },
  };
}

function jobIdOf(partKey: string): string {
  return partKey.slice(0, partKey.indexOf('/'));
}
