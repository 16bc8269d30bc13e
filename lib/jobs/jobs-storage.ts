import { storage } from 'wxt/utils/storage';
import { withoutMessage } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { keyOf } from '@/lib/storage/keys';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { readByPrefix, removeWhere, storedItem } from '@/lib/storage/stored-values';
import { activeBackoff } from './backoff';
import {
  chunkKeys,
  JOB_KEYS,
  keysToRemove,
  operationsPrefix,
  passwordItems,
  slotsIn,
  storedEntries,
} from './job-items';
import type { JobsShell } from './jobs-shell';
import { isOperation, storedJobState } from './jobs-state';
import { privacyOf } from './operation';
import {
  Backoff,
  type Chunk,
  type Command,
  Job,
  type JobRemoval,
  type JobState,
  type JobsState,
  type RecentOperation,
} from './types';

/** The jobs of one connection in the browser's storage. */
export interface JobsStorage {
  /**
   * Reads the stored jobs, once. Rejects if storage cannot be read.
   * @param published reads the data that an earlier worker has published
   */
  load(published: () => Promise<Published>): Promise<void>;
  /** Reads the operations of a finished batch. Rejects if storage cannot be read. */
  readOperations(jobId: string): Promise<void>;
  /** Returns the password of a job's reports; undefined if unknown. */
  password(jobId: string): Promise<string | undefined>;
  /** Stops the queued jobs whose passwords were lost when the browser closed. */
  stopWithoutPassword(): Promise<void>;
  /** Resolves when the current backoff is stored. */
  backoffStored(): Promise<void>;
  /** Resolves when no write or removal is in flight. */
  settled(): Promise<void>;
}

/** What the last worker has published. */
export interface Published {
  recentOperations: readonly RecentOperation[];
  /** Null if there was no backoff. */
  backoff: Backoff | null;
}

interface StorageTools {
  connectionId: string;
  shell: JobsShell;
  /** Whether a person has just put the connection in use again. Absent: false. */
  isUsedAgain?: boolean;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /** Aborts when storing is no longer allowed. */
  signal: AbortSignal;
}

const AREAS = ['local', 'session'] as const;

/**
 * The stored backoff of a connection. The stored value contains neither operation ids nor the
 * service's message. Without a stored value, the next failed request begins a backoff again.
 */
export const backoffItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'backoff'), Backoff);

/** Creates the storage of a shell's jobs, which executes the commands to store and to remove. */
export function createJobsStorage(tools: StorageTools): JobsStorage {
  const { connectionId, shell, isUsedAgain = false, keepAwake, signal } = tools;
  const passwords = passwordItems(connectionId);
  const backoffStore = backoffItem(connectionId);
  /** Settles after the last write or removal. Each write or removal waits for the one before. */
  let last: Promise<unknown> = Promise.resolve();
  let loading: Promise<void> | undefined;
  let storingBackoff: Promise<void> = Promise.resolve();

  const writeBackoff = createLatestWrite(async () => {
    if (signal.aborted) return;
    const backoff = activeBackoff(shell.state().service.backoff);
    if (backoff === null) return backoffStore.remove();
    const failure = withoutMessage(backoff.failure);
    await backoffStore.write({ ...backoff, failure, operationIds: [] });
  });

  function inTurn(work: () => Promise<void>): Promise<void> {
    const working = last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    last = working.catch(() => {});
    return keepAwake(working);
  }

  async function store(command: Extract<Command, { kind: 'store' }>): Promise<void> {
    const { parts, password, removals } = command;
    if (password !== null) {
      await passwords.write(new Map([[password.jobId, password.password]]));
    }
    const entries = parts.flatMap((part) => storedEntries(connectionId, part));
    if (entries.length > 0) await storage.setItems(entries);
    if (removals.length > 0) await remove(removals);
  }

  function remove(removals: readonly JobRemoval[]): Promise<void> {
    return storage.removeItems(removals.flatMap((removal) => keysToRemove(connectionId, removal)));
  }

  function execute(command: Command): void {
    if (command.kind === 'store') {
      inTurn(() => store(command)).then(
        () => shell.dispatch({ type: 'stored' }),
        () => shell.dispatch({ type: 'refused' }),
      );
    }
    if (command.kind === 'remove') {
      const { removals } = command;
      inTurn(() => remove(removals)).then(
        () => shell.dispatch({ type: 'removed', removals }),
        () => shell.dispatch({ type: 'removalRefused' }),
      );
    }
  }

  async function load(readPublished: () => Promise<Published>): Promise<void> {
    const [published, jobs, backoff] = await Promise.all([
      readPublished(),
      readStoredJobs(connectionId),
      backoffStore.read(),
    ]);
    const recent = published.recentOperations;
    // The published backoff also has the ids of operations.
    const latest = backoff === undefined ? null : (published.backoff ?? backoff);
    shell.dispatch({ type: 'started', jobs, recent, backoff: latest, isUsedAgain });
    void removeFormerChunks(jobs).catch(() => {});
  }

  /** Removes chunks of another size that an earlier worker could not remove. */
  async function removeFormerChunks(jobs: readonly JobState[]): Promise<void> {
    const batches = jobs.filter(({ header }) => header.isBatch);
    if (batches.length === 0) return;
    const prefixes = batches.map(({ header }) => operationsPrefix(connectionId, header.id));
    await inTurn(async () => {
      const { jobs: current, storage: state } = shell.state();
      const versions = [current, state.stored, state.write?.jobs ?? new Map()];
      const headers = versions.flatMap((one) => [...one.values()].map(({ header }) => header));
      const used = new Set<string>(headers.flatMap((header) => chunkKeys(connectionId, header)));
      const isFormer = (area: string) => (key: string) =>
        prefixes.some((prefix) => key.startsWith(prefix)) && !used.has(`${area}:${key}`);
      await Promise.all(AREAS.map((area) => removeWhere(area, isFormer(area))));
    });
  }

  async function hasPassword(jobId: string): Promise<boolean> {
    return (await passwords.read([jobId])).has(jobId);
  }

  shell.onCommand(execute);
  shell.onChange(({ service }, before) => {
    if (service.backoff !== before.service.backoff) {
      storingBackoff = writeBackoff().catch(() => {});
    }
  });

  return {
    load(published) {
      loading ??= load(published).catch((error) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    async readOperations(jobId) {
      const job = shell.state().jobs.get(jobId);
      if (job === undefined || job.chunks !== null) return;
      const chunks = await readChunks(connectionId, job.header);
      shell.dispatch({ type: 'operationsRead', jobId, chunks });
    },
    password: async (jobId) => (await passwords.read([jobId])).get(jobId),
    async stopWithoutPassword() {
      const jobIds: string[] = [];
      for (const job of jobsWithPassword(shell.state())) {
        if (!(await hasPassword(job.header.id))) jobIds.push(job.header.id);
      }
      if (jobIds.length > 0) shell.dispatch({ type: 'passwordsLost', jobIds });
    },
    backoffStored: () => storingBackoff,
    settled: () => last.then(() => {}),
  };
}

/** Returns the jobs that wait to be sent and need their password. */
function jobsWithPassword({ jobs }: JobsState): JobState[] {
  return [...jobs.values()].filter(({ header, counts, chunks }) => {
    const first = chunks?.[0]?.[0];
    const isWaiting = counts.queued > 0 && !header.isPaused && isOperation(first);
    return isWaiting && privacyOf(first.subject) === Privacy.Password;
  });
}

/** Reads the stored jobs of a connection. The operations of finished batches stay unread. */
export async function readStoredJobs(connectionId: string): Promise<JobState[]> {
  const prefix = keyOf(connectionId, JOB_KEYS.jobs);
  const headers = await Promise.all(AREAS.map((area) => readByPrefix(area, prefix, Job)));
  return Promise.all(
    headers.flat().map(async (header) => {
      const isUnread = header.finished !== null && header.isBatch;
      return storedJobState(header, isUnread ? null : await readChunks(connectionId, header));
    }),
  );
}

async function readChunks(connectionId: string, job: Job): Promise<Chunk[]> {
  const stored = await storage.getItems(chunkKeys(connectionId, job));
  const chunks = stored.map(({ value }, chunk) => slotsIn(job, chunk, value));
  const unreadable = chunks.flat().filter((slot) => slot !== null && !isOperation(slot)).length;
  if (unreadable > 0) console.warn('Stored operations cannot be read:', job.id, unreadable);
  return chunks;
}
