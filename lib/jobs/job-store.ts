import { type StorageItemKey, storage } from 'wxt/utils/storage';
import type { Report } from '@/lib/report/report';
import { isLaterId } from '@/lib/report/report-id';
import { keyOf } from '@/lib/storage/keys';
import type { StoredEntry } from '@/lib/storage/stored-item';
import { readByPrefix } from '@/lib/storage/stored-values';
import type { Clock } from './clock';
import { type Entry, entryId } from './entry';
import {
  type Counts,
  createdReportId,
  isOpen,
  Job,
  MAX_RECENT,
  NO_COUNTS,
  type RecentOperation,
  unpaused,
  withRecent,
} from './job';
import {
  chunkEntry,
  chunkKey,
  chunkKeys,
  chunkOf,
  JOB_KEYS,
  jobEntry,
  jobKey,
  OPERATIONS_IN_CHUNK,
  operationsIn,
  passwordItems,
  rawOperations,
} from './job-items';
import {
  type Edit,
  isEdit,
  isFinished,
  isIn,
  isUnverifiable,
  type Operation,
  privacyOf,
  reportOfOperation,
} from './operation';
import { afterRestart } from './steps';

/** The jobs of one connection, in memory and in the browser's storage. */
export type JobStore = ReturnType<typeof createJobStore>;

/** The changes of one write. */
export interface Commit {
  /** New jobs with all their operations. */
  added?: readonly { job: Job; operations: readonly Operation[] }[];
  /** Changed headers of jobs. */
  jobs?: readonly Job[];
  /** Changed operations. */
  operations?: readonly ChangedOperation[];
}

/** An operation with its new status, and its report if an answer or a list contains the report. */
export interface ChangedOperation extends Entry {
  report?: Report | null;
}

/** What a commit has changed, for listeners. */
export interface Committed {
  /** The operations that the commit has finished. */
  finished: readonly RecentOperation[];
  /** The operations that the commit has changed to `needsAttention`. */
  needingAttention: readonly Entry[];
  /** Whether only operations of batches have changed. Pages need not show such a change at once. */
  isOfBatches: boolean;
}

/** A job in memory. */
interface LoadedJob {
  job: Job;
  /** Null until read; only finished batches are read late. An unreadable operation is undefined. */
  operations: (Operation | undefined)[] | null;
  counts: Counts;
  /** The sent operations that continue, and the unverifiable creations, by index. */
  begun: Map<number, Operation>;
  /** The index of the first operation that may never have been sent. */
  firstNew: number;
  /** Unreadable operations as stored, by index. */
  unreadable: Map<number, unknown>;
  /** Whether the job is not stored yet. Pages do not see the job, and no operation is sent. */
  isUnstored: boolean;
}

const AREAS = ['local', 'session'] as const;

/**
 * Creates the store of a connection's jobs.
 * @param signal aborts when nothing more may be stored
 */
export function createJobStore(
  connectionId: string,
  clock: Clock,
  signal: AbortSignal,
  now: () => number,
) {
  /** In order of creation. */
  const jobs = new Map<string, LoadedJob>();
  /** For each report id, the unfinished edits by entry id. */
  const edits = new Map<string, Map<string, { jobId: string; index: number }>>();
  /** The ids of the reports that our creations are known to have created. */
  const claimed = new Set<string>();
  let highestClaimed: string | null = null;
  let recent: readonly RecentOperation[] = [];
  const passwords = passwordItems(connectionId);
  const listeners: ((committed: Committed) => Promise<unknown>)[] = [];
  /** Entries of failed writes, which the next commit writes. */
  const unwritten = new Map<StorageItemKey, () => StoredEntry | null>();
  /** Keys of finished jobs, until their removal succeeds. */
  const unremoved = new Set<StorageItemKey>();
  let loading: Promise<void> | undefined;

  function claim(reportId: string | null): void {
    if (reportId === null) return;
    claimed.add(reportId);
    if (highestClaimed === null || isLaterId(reportId, highestClaimed)) highestClaimed = reportId;
  }

  function note({ job, index }: Pick<Entry, 'job' | 'index'>, { subject, status }: Operation) {
    if (status.name === 'done') claim(status.report?.id ?? null);
    if (subject.kind === 'create') return;
    const { id } = subject.report;
    const ofReport = edits.get(id) ?? new Map();
    if (isFinished({ status })) ofReport.delete(entryId({ job, index }));
    else ofReport.set(entryId({ job, index }), { jobId: job.id, index });
    if (ofReport.size > 0) edits.set(id, ofReport);
    else edits.delete(id);
  }

  /** Sets an operation in memory. */
  function place(loaded: LoadedJob, index: number, operation: Operation): void {
    const { job, counts, begun } = loaded;
    loaded.operations ??= [];
    const former = loaded.operations[index];
    const next = { ...counts };
    if (former !== undefined) next[former.status.name] -= 1;
    next[operation.status.name] += 1;
    loaded.counts = next;
    loaded.operations[index] = operation;
    if (isBegun(operation)) begun.set(index, operation);
    else begun.delete(index);
    if (isNew(operation)) loaded.firstNew = Math.min(loaded.firstNew, index);
    note({ job, index }, operation);
  }

  function loadedJob(job: Job, counts = NO_COUNTS): LoadedJob {
    const facts = { job, operations: null, counts, begun: new Map(), firstNew: 0 };
    return { ...facts, unreadable: new Map(), isUnstored: false };
  }

  function add(job: Job, operations: readonly (readonly [number, Operation])[]): LoadedJob {
    const loaded = loadedJob(job);
    loaded.operations = [];
    jobs.set(job.id, loaded);
    for (const [index, operation] of operations) place(loaded, index, operation);
    return loaded;
  }

  function remove(loaded: LoadedJob): void {
    const { job, operations } = loaded;
    jobs.delete(job.id);
    for (const [index, operation] of operations?.entries() ?? []) {
      if (operation === undefined || !isEdit(operation)) continue;
      const ofReport = edits.get(operation.subject.report.id);
      ofReport?.delete(entryId({ job, index }));
      if (ofReport?.size === 0) edits.delete(operation.subject.report.id);
    }
  }

  /** Returns the summary of a finished job for its header; null for an open job. */
  function endOf({ job, operations, counts, begun, unreadable }: LoadedJob): Job['finished'] {
    if (operations === null) return job.finished;
    const [first] = operations;
    if (isOpen({ counts }) || unreadable.size > 0 || first === undefined) return null;
    return { counts, first, hasUnverifiable: begun.size > 0 };
  }

  /** Returns the header of a job. A finished job has a summary, and no pause. */
  function headerOf(loaded: LoadedJob): Job {
    const finished = endOf(loaded);
    return { ...(finished === null ? loaded.job : unpaused(loaded.job)), finished };
  }

  /** Whether a single operation is finished and does not need attention. */
  function isOver({ job, counts }: LoadedJob): boolean {
    return !job.isBatch && !isOpen({ counts }) && counts.needsAttention === 0;
  }

  function chunkValue({ operations, unreadable, job }: LoadedJob, chunk: number): unknown[] {
    const first = chunk * OPERATIONS_IN_CHUNK;
    const length = Math.min(OPERATIONS_IN_CHUNK, job.size - first);
    return Array.from({ length }, (_, offset) => {
      const index = first + offset;
      return operations?.[index] ?? unreadable.get(index) ?? null;
    });
  }

  /**
   * Returns functions by key. Each function returns the entry to write; null if the job is removed.
   */
  function writes(id: string, chunks: ReadonlySet<number>, hasHeader: boolean) {
    const keys = new Map<StorageItemKey, () => StoredEntry | null>();
    const loaded = jobs.get(id);
    if (loaded === undefined) return keys;
    const { job } = loaded;
    const left = () => (jobs.get(id) === loaded || isOver(loaded) ? loaded : null);
    if (hasHeader) {
      keys.set(jobKey(connectionId, job), () => left() && jobEntry(connectionId, loaded.job));
    }
    for (const chunk of chunks) {
      const key = chunkKey(connectionId, job, chunk);
      keys.set(key, () => left() && chunkEntry(key, chunkValue(loaded, chunk)));
    }
    return keys;
  }

  async function write(keys: ReadonlyMap<StorageItemKey, () => StoredEntry | null>): Promise<void> {
    // A session that is closed stores nothing, so no press may be answered as stored.
    signal.throwIfAborted();
    const all = new Map([...unwritten, ...keys]);
    await storage.setItems([...all.values()].flatMap((entry) => entry() ?? []));
    for (const key of all.keys()) unwritten.delete(key);
  }

  async function removeKeys(): Promise<void> {
    if (signal.aborted || unremoved.size === 0) return;
    const keys = [...unremoved];
    await storage.removeItems(keys);
    for (const key of keys) unremoved.delete(key);
  }

  /** Removes a job's keys, now or with a later attempt. */
  function removeStored(job: Job): Promise<void> {
    for (const key of keysOf(job)) {
      unwritten.delete(key);
      unremoved.add(key);
    }
    return removeKeys().catch(() => {});
  }

  function keysOf(job: Job): StorageItemKey[] {
    const password: StorageItemKey = `session:${keyOf(connectionId, JOB_KEYS.passwords)}${job.id}`;
    return [jobKey(connectionId, job), ...chunkKeys(connectionId, job), password];
  }

  function finishedFrom({ job, index, operation, report = null }: ChangedOperation) {
    const { id, isBatch, isPrivate, createdAt } = job;
    const facts = { jobId: id, index, isBatch, isPrivate, createdAt };
    return { ...facts, endedAt: clock.next(), operation, report } satisfies RecentOperation;
  }

  /** Changes memory. Returns the changes, the keys to write, and a function that reverts memory. */
  function apply({ added = [], jobs: headers = [], operations: changed = [] }: Commit) {
    const undo: (() => void)[] = [];
    const touched = new Map<string, { chunks: Set<number>; hasHeader: boolean }>();
    const touch = (id: string) => {
      const one = touched.get(id) ?? { chunks: new Set(), hasHeader: false };
      touched.set(id, one);
      return one;
    };
    for (const { job, operations } of added) {
      const loaded = add(job, [...operations.entries()]);
      loaded.isUnstored = true;
      const one = touch(job.id);
      one.hasHeader = true;
      for (const index of operations.keys()) one.chunks.add(chunkOf(index));
      undo.push(() => remove(loaded));
    }
    for (const job of headers) {
      const loaded = jobs.get(job.id);
      if (loaded === undefined) continue;
      const former = loaded.job;
      loaded.job = { ...job, finished: former.finished };
      touch(job.id).hasHeader = true;
      undo.push(() => {
        loaded.job = former;
      });
    }
    const ended: ChangedOperation[] = [];
    for (const change of changed) {
      const { job, index, operation } = change;
      const loaded = jobs.get(job.id);
      const former = loaded?.operations?.[index];
      if (loaded === undefined || former === undefined) continue;
      place(loaded, index, operation);
      touch(job.id).chunks.add(chunkOf(index));
      if (isFinished(operation) && !isFinished(former)) ended.push(change);
      undo.push(() => {
        if (loaded.operations?.[index] !== operation) return;
        jobs.set(job.id, loaded);
        place(loaded, index, former);
      });
    }
    const over: LoadedJob[] = [];
    for (const [id, one] of touched) {
      const loaded = jobs.get(id);
      if (loaded === undefined) continue;
      const header = headerOf(loaded);
      if (JSON.stringify(header) !== JSON.stringify(loaded.job)) {
        loaded.job = header;
        one.hasHeader = true;
      }
      if (isOver(loaded)) over.push(loaded);
    }
    const keys = new Map(
      [...touched].flatMap(([id, { chunks, hasHeader }]) => [...writes(id, chunks, hasHeader)]),
    );
    for (const loaded of over) remove(loaded);
    const finished = withoutEarlyCancelled(ended).map(finishedFrom);
    recent = withRecent(recent, finished);
    undo.push(() => {
      const reverted = new Set(finished);
      recent = recent.filter((one) => !reverted.has(one));
    });
    return { keys, finished, over, undo: () => undo.reverse().forEach((back) => void back()) };
  }

  function heard(commit: Commit, finished: readonly RecentOperation[]): Committed {
    const changed = commit.operations ?? [];
    const isOfBatches =
      !commit.added?.length && !commit.jobs?.length && changed.every(({ job }) => job.isBatch);
    const needingAttention = changed.filter(({ operation }) => isIn(operation, 'needsAttention'));
    return { finished, needingAttention, isOfBatches };
  }

  async function announce(committed: Committed): Promise<void> {
    await Promise.all(listeners.map((listen) => listen(committed)));
  }

  /**
   * Changes memory now; resolves when the change is stored.
   * @param isFact whether the change has already happened outside. After a failed write, a fact
   *   stays in memory, and the next commit stores it. Any other change is reverted, and the promise
   *   rejects.
   */
  async function commitAs(isFact: boolean, commit: Commit): Promise<void> {
    const { keys, finished, over, undo } = apply(commit);
    const committed = heard(commit, finished);
    const hasAdded = (commit.added?.length ?? 0) > 0;
    // The end of an operation is published before it is stored. If the browser stops the worker in
    // between, the next worker restores the end from the published operations. Other changes are
    // stored first, because a request waits for the write.
    if (finished.length > 0 && !hasAdded) await announce(committed);
    const writing = write(keys);
    if (finished.length === 0 && !hasAdded) void announce(committed);
    try {
      await writing;
    } catch (error) {
      if (!isFact) {
        undo();
        void announce({ finished: [], needingAttention: [], isOfBatches: false });
        throw error;
      }
      for (const [key, entry] of keys) unwritten.set(key, entry);
    }
    for (const { job } of commit.added ?? []) {
      const loaded = jobs.get(job.id);
      if (loaded) loaded.isUnstored = false;
    }
    if (hasAdded) void announce(committed);
    if (over.length === 0) return;
    await Promise.all(over.map(({ job }) => removeStored(job)));
  }

  async function readOperations({ job, unreadable }: LoadedJob): Promise<[number, Operation][]> {
    const stored = await storage.getItems(chunkKeys(connectionId, job));
    return stored.flatMap(({ value }, chunk) => {
      const read = operationsIn(chunk, value);
      const raws = rawOperations(value);
      if (read.length < raws.length) {
        const indexes = new Set(read.map(([index]) => index));
        for (const [offset, raw] of raws.entries()) {
          const index = chunk * OPERATIONS_IN_CHUNK + offset;
          if (!indexes.has(index)) unreadable.set(index, raw);
        }
        console.warn('Stored operations cannot be read:', job.id, raws.length - read.length);
      }
      return read;
    });
  }

  async function load(former: readonly RecentOperation[]): Promise<void> {
    const prefix = keyOf(connectionId, JOB_KEYS.jobs);
    const found = await Promise.all(AREAS.map((area) => readByPrefix(area, prefix, Job)));
    const headers = found.flat().sort((one, other) => one.createdAt - other.createdAt);
    const all = headers.map((job) => loadedJob(job, job.finished?.counts));
    const isNeeded = ({ job: { finished, isBatch } }: LoadedJob) => !finished || !isBatch;
    const read = await Promise.all(
      all.map(async (loaded) => (isNeeded(loaded) ? await readOperations(loaded) : null)),
    );
    recent = former;
    for (const one of recent) claim(createdReportId(one));
    // The browser may have stopped the worker after publishing the end of an operation, before
    // storing it.
    const ends = new Map(
      recent.map(({ jobId, index, operation }) => [
        entryId({ job: { id: jobId }, index }),
        operation,
      ]),
    );
    for (const [at, loaded] of all.entries()) {
      const operations = read[at];
      clock.pass(loaded.job.createdAt);
      jobs.set(loaded.job.id, loaded);
      // Earlier versions left a pause in finished jobs.
      loaded.job = headerOf(loaded);
      if (operations == null) continue;
      loaded.counts = NO_COUNTS;
      const unstored = new Set<number>();
      for (const [index, operation] of operations) {
        const end = ends.get(entryId({ job: loaded.job, index }));
        if (end && !isFinished(operation)) unstored.add(chunkOf(index));
        place(loaded, index, end ?? afterRestart(operation, now()));
      }
      if (isOver(loaded) && operations.length > 0) dropOver(loaded, operations);
      else if (unstored.size > 0) {
        loaded.job = headerOf(loaded);
        for (const [key, entry] of writes(loaded.job.id, unstored, true)) unwritten.set(key, entry);
      }
    }
    for (const { endedAt } of recent) clock.pass(endedAt);
  }

  /** Removes a finished job that the previous worker could not remove. */
  function dropOver({ job, ...loaded }: LoadedJob, operations: readonly [number, Operation][]) {
    const [[index, operation] = [0, undefined]] = operations;
    const isRecent = recent.some(({ jobId }) => jobId === job.id);
    if (operation && !isRecent) {
      const created = isIn(operation, 'done') ? operation.status.report : null;
      const report = created && reportOfOperation(created, privacyOf(operation.subject) ?? null);
      recent = withRecent(recent, [finishedFrom({ job, index, operation, report })]);
    }
    remove({ job, ...loaded });
    void removeStored(job);
  }

  function entryAt(jobId: string, index: number): Entry | undefined {
    const loaded = jobs.get(jobId);
    const operation = loaded?.operations?.[index];
    return loaded && operation && { job: loaded.job, index, operation };
  }

  function* begunOf({ job, begun, isUnstored }: LoadedJob): Iterable<Entry> {
    if (isUnstored) return;
    for (const [index, operation] of begun) yield { job, index, operation };
  }

  return {
    /**
     * Loads the stored jobs, once. Rejects if storage cannot be read.
     * @param former returns the last published operations
     */
    load(former: () => Promise<readonly RecentOperation[]>): Promise<void> {
      loading ??= former()
        .then(load)
        .catch((error) => {
          loading = undefined;
          throw error;
        });
      return loading;
    },
    /**
     * Changes memory now; resolves when the change is stored. Reverts memory and rejects if storage
     * fails.
     */
    commit: (commit: Commit): Promise<void> => commitAs(false, commit),
    /** Like `commit`, for facts: if storage fails, the next commit stores the change. */
    record: (commit: Commit): Promise<void> => commitAs(true, commit),
    /** Repeats failed writes and removals. Never rejects. */
    async retryStoring(): Promise<void> {
      if (unwritten.size > 0) await write(new Map()).catch(() => {});
      await removeKeys().catch(() => {});
    },
    /** Whether a failed write or removal is left. */
    hasUnstored: (): boolean => unwritten.size + unremoved.size > 0,
    /**
     * @param listener called after each change in memory. Finished jobs stay stored until its
     *   promise settles.
     */
    onChange(listener: (committed: Committed) => Promise<unknown>): void {
      listeners.push(listener);
    },
    /** Yields the stored jobs in order of creation. */
    *jobs(): Iterable<{ job: Job; counts: Counts; first: Operation | undefined }> {
      for (const { job, counts, operations, isUnstored } of jobs.values()) {
        if (!isUnstored) yield { job, counts, first: operations?.[0] ?? job.finished?.first };
      }
    },
    job: (id: string): Job | undefined => jobs.get(id)?.job,
    counts: (id: string): Counts => jobs.get(id)?.counts ?? NO_COUNTS,
    entry: entryAt,
    /** Whether an operation has not changed. A person may cancel an operation at any time. */
    isCurrent: ({ job, index, operation }: Entry): boolean =>
      entryAt(job.id, index)?.operation === operation,
    /** Returns the operations of a job. Reads those of a finished batch; rejects if that fails. */
    async entries(id: string): Promise<Entry[]> {
      const loaded = jobs.get(id);
      if (loaded === undefined) return [];
      if (loaded.operations === null) {
        const read = await readOperations(loaded);
        if (loaded.operations === null) {
          loaded.counts = NO_COUNTS;
          for (const [index, operation] of read) place(loaded, index, operation);
        }
      }
      const { job } = loaded;
      return (loaded.operations ?? []).flatMap((operation, index) =>
        operation ? [{ job, index, operation }] : [],
      );
    },
    /**
     * Yields the sent operations that continue, and the unverifiable creations, oldest job first.
     */
    *begun(): Iterable<Entry> {
      for (const loaded of jobs.values()) yield* begunOf(loaded);
    },
    begunOf(id: string): Iterable<Entry> {
      const loaded = jobs.get(id);
      return loaded ? begunOf(loaded) : [];
    },
    /** Yields the operations of a job that were never sent, in order. */
    *newOf(id: string): Iterable<Entry> {
      const loaded = jobs.get(id);
      if (loaded === undefined || loaded.isUnstored || loaded.counts.queued === 0) return;
      const { operations } = loaded;
      let isFirst = true;
      for (let index = loaded.firstNew; index < (operations?.length ?? 0); index += 1) {
        const operation = operations?.[index];
        if (operation === undefined || !isNew(operation)) continue;
        if (isFirst) loaded.firstNew = index;
        isFirst = false;
        yield { job: loaded.job, index, operation };
      }
    },
    /** Returns the unfinished edits of a report. */
    editsOf: (reportId: string): Entry<Edit>[] =>
      [...(edits.get(reportId)?.values() ?? [])].flatMap(
        ({ jobId, index }) => (entryAt(jobId, index) as Entry<Edit> | undefined) ?? [],
      ),
    /** Returns the last finished operations, newest last. */
    recent: (): readonly RecentOperation[] => recent,
    /** Whether one of our creations is known to have created a report. */
    isClaimed: (reportId: string): boolean => claimed.has(reportId),
    /** Returns the highest id of these reports; null if none is known. */
    highestClaimed: (): string | null => highestClaimed,
    /** Removes a job from memory, and from storage now or with a later attempt. */
    async removeJob(id: string): Promise<void> {
      const loaded = jobs.get(id);
      if (loaded === undefined) return;
      remove(loaded);
      await announce({ finished: [], needingAttention: [], isOfBatches: false });
      await removeStored(loaded.job);
      signal.throwIfAborted();
    },
    /** Returns the password of a job's reports; undefined if unknown. */
    async password(jobId: string): Promise<string | undefined> {
      return (await passwords.read([jobId])).get(jobId);
    },
    async setPassword(jobId: string, password: string): Promise<void> {
      signal.throwIfAborted();
      await passwords.write(new Map([[jobId, password]]));
    },
  };
}

/**
 * Omits cancelled operations that the recent operations would drop. Nothing else depends on a
 * cancelled operation.
 */
function withoutEarlyCancelled(ended: readonly ChangedOperation[]): readonly ChangedOperation[] {
  const first = ended.length - MAX_RECENT;
  return ended.filter(({ operation }, at) => at >= first || !isIn(operation, 'cancelled'));
}

/** Whether an operation was never sent. */
function isNew(operation: Operation): boolean {
  return isIn(operation, 'queued') && operation.attempts === 0;
}

function isBegun(operation: Operation): boolean {
  const isWaitingAgain = isIn(operation, 'queued') && operation.attempts > 0;
  const isUnderWay = isIn(operation, 'sending') || isIn(operation, 'unverified');
  return isUnderWay || isWaitingAgain || isUnverifiable(operation);
}
