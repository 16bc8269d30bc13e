import { chunkSizeOf, storedJobState } from '@/lib/jobs/jobs-state';
import type { Chunk, Job, JobRemoval, JobState, StoredPart } from '@/lib/jobs/types';

type ChunkedJob = Pick<Job, 'id' | 'size' | 'chunkSize'>;

/** The stored jobs of a browser. */
export interface WorldStorage {
  headers: ReadonlyMap<string, Job>;
  store(stored: readonly StoredPart[]): void;
  remove(removals: readonly JobRemoval[]): void;
  /** Removes the chunks of batches that no header names. */
  removeFormerChunks(batchIds: ReadonlySet<string>, headers: readonly Job[]): void;
  /** Returns a job as a new worker reads it. */
  read(header: Job): JobState;
  /** Returns all operations of a job. */
  chunksOf(header: Job): Chunk[];
  /** Whether storage has exactly the chunks of these jobs. */
  hasOnlyChunksOf(headers: readonly Job[]): boolean;
}

export function createWorldStorage(): WorldStorage {
  const headers = new Map<string, Job>();
  const storedChunks = new Map<string, Chunk>();

  const chunkKey = ({ id, chunkSize }: ChunkedJob, at: number) => `${id}/${chunkSize ?? ''}/${at}`;

  function keysOf(job: ChunkedJob): string[] {
    const count = Math.ceil(job.size / chunkSizeOf(job));
    return Array.from({ length: count }, (_, at) => chunkKey(job, at));
  }

  function chunksOf(header: Job): Chunk[] {
    const size = chunkSizeOf(header);
    return keysOf(header).map((key, at): Chunk => {
      const length = Math.min(size, header.size - at * size);
      return storedChunks.get(key) ?? Array.from({ length }, () => null);
    });
  }

  return {
    headers,
    chunksOf,
    store(stored) {
      for (const { job, hasHeader, chunks } of stored) {
        if (hasHeader) headers.set(job.header.id, job.header);
        for (const at of chunks) storedChunks.set(chunkKey(job.header, at), job.chunks?.[at] ?? []);
      }
    },
    remove(removals) {
      for (const { job, keepsHeader } of removals) {
        if (keepsHeader) {
          for (const key of keysOf(job)) storedChunks.delete(key);
        } else {
          headers.delete(job.id);
          for (const key of storedChunks.keys())
            if (jobIdOf(key) === job.id) storedChunks.delete(key);
        }
      }
    },
    removeFormerChunks(batchIds, used) {
      const usedKeys = new Set(used.flatMap(keysOf));
      for (const key of storedChunks.keys()) {
        if (batchIds.has(jobIdOf(key)) && !usedKeys.has(key)) storedChunks.delete(key);
      }
    },
    read(header) {
      const isUnread = header.finished !== null && header.isBatch;
      return storedJobState(header, isUnread ? null : chunksOf(header));
    },
    hasOnlyChunksOf(jobs) {
      const expected = jobs.flatMap(keysOf).toSorted();
      return JSON.stringify([...storedChunks.keys()].toSorted()) === JSON.stringify(expected);
    },
  };
}

function jobIdOf(chunkKey: string): string {
  return chunkKey.slice(0, chunkKey.indexOf('/'));
}
