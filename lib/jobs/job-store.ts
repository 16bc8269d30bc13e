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
  NO_COUNTS,
  type RecentOperation,
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

/** The jobs of one connection: in memory, with the browser's storage kept in step. */
export type JobStore = ReturnType<typeof createJobStore>;

/** What is stored in one write. */
export interface Commit {
  /** New jobs with all of their operations. */
  added?: readonly { job: Job; operations: readonly Operation[] }[];
  /** Changed headers of jobs. */
  jobs?: readonly Job[];
  /** Changed operations. */
  operations?: readonly ChangedOperation[];
}

/** An operation as it is from now on, and its report, where an answer or a list has shown it. */
export interface ChangedOperation extends Entry {
  report?: Report | null;
}

/** What a listener hears of a commit. */
export interface Committed {
  /** The operations that it has finished. */
  finished: readonly RecentOperation[];
  /** The operations that need attention from now on. */
  needingAttention: readonly Entry[];
  /** Whether it has changed nothing but operations of batches: then pages need not see it at once. */
  isOfBatches: boolean;
}

/** A job in memory. */
interface LoadedJob {
  job: Job;
  /** Null while they are not read: the job is finished. One that cannot be read is missing. */
  operations: (Operation | undefined)[] | null;
  counts: Counts;
  /** The operations that have begun and go on, or that lists are searched for, by their numbers. */
  begun: Map<number, Operation>;
  /** All operations before this number have begun. */
  firstNew: number;
  /** Operations that cannot be read, as they are stored. */
  unreadable: Map<number, unknown>;
  /** Whether it is not stored yet: no page sees it, and nothing of it is sent. */
  isUnstored: boolean;
}

const AREAS = ['local', 'session'] as const;

/**
 * Makes the store of a connection's jobs.
 * @param signal aborts when nothing more may be stored
 */
export function createJobStore(
  connectionId: string,
  clock: Clock,
  signal: AbortSignal,
  now: () => number,
) {
  /** In the order in which they were created. */
  const jobs = new Map<string, LoadedJob>();
  /** The edits of each report that are not finished, by their ids. */
  const edits = new Map<string, Map<string, { jobId: string; index: number }>>();
  /** The reports that creations of ours have become, as far as they are known here. */
  const claimed = new Set<string>();
  let highestClaimed: string | null = null;
  let recent: readonly RecentOperation[] = [];
  const passwords = passwordItems(connectionId);
  const listeners: ((committed: Committed) => Promise<unknown>)[] = [];
  /** Keys whose values the storage has refused, to be written with the next commit. */
  const unwritten = new Map<StorageItemKey, () => StoredEntry | null>();
  /** Keys of jobs that are finished, to be removed until that succeeds. */
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

  /** Puts an operation in its place in memory. */
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

  /** How a job ends, as its header has it; null while it goes on. */
  function endOf({ job, operations, counts, begun, unreadable }: LoadedJob): Job['finished'] {
    if (operations === null) return job.finished;
    const [first] = operations;
    if (isOpen({ counts }) || unreadable.size > 0 || first === undefined) return null;
    return { counts, first, hasUnverifiable: begun.size > 0 };
  }

  /** Whether nothing is left to be done or decided of a single operation. */
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

  /** What gives the values of a job's header and of some of its chunks at the time of writing. */
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
    if (signal.aborted) return;
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

  /** Has a job's keys removed, now or once the storage does it. */
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

  /** Changes memory; gives what has changed, the keys to write, and the way back. */
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
    const finished: RecentOperation[] = [];
    for (const change of changed) {
      const { job, index, operation } = change;
      const loaded = jobs.get(job.id);
      const former = loaded?.operations?.[index];
      if (loaded === undefined || former === undefined) continue;
      place(loaded, index, operation);
      touch(job.id).chunks.add(chunkOf(index));
      if (isFinished(operation) && !isFinished(former)) finished.push(finishedFrom(change));
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
      const end = endOf(loaded);
      if (JSON.stringify(end) !== JSON.stringify(loaded.job.finished)) {
        loaded.job = { ...loaded.job, finished: end };
        one.hasHeader = true;
      }
      if (isOver(loaded)) over.push(loaded);
    }
    const keys = new Map(
      [...touched].flatMap(([id, { chunks, hasHeader }]) => [...writes(id, chunks, hasHeader)]),
    );
    for (const loaded of over) remove(loaded);
    recent = withRecent(recent, finished);
    undo.push(() => {
      recent = recent.filter((one) => !finished.includes(one));
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
   * @param isFact whether it has happened, so that it stays in memory where the storage refuses it, and is
   *   stored with the next change; otherwise the promise rejects, and nothing has changed
   */
  async function commitAs(isFact: boolean, commit: Commit): Promise<void> {
    const { keys, finished, over, undo } = apply(commit);
    const committed = heard(commit, finished);
    const hasAdded = (commit.added?.length ?? 0) > 0;
    // An end is in the history and published before it is stored: the worker may be stopped in between, and
    // the next one finds the operation as it was. All else is stored first, since a request waits for that.
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
    // The worker was stopped when the end of an operation was published, and not stored yet.
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
        loaded.job = { ...loaded.job, finished: endOf(loaded) };
        for (const [key, entry] of writes(loaded.job.id, unstored, true)) unwritten.set(key, entry);
      }
    }
    for (const { endedAt } of recent) clock.pass(endedAt);
  }

  /** The worker was stopped before a finished job had left the storage. */
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
     * Reads once what an earlier worker has stored. Rejects when the storage fails.
     * @param former the recent operations as they were published last
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
    /** Changes memory now; resolves when the change is stored, and rejects, with nothing changed, where it is refused. */
    commit: (commit: Commit): Promise<void> => commitAs(false, commit),
    /** The same for what has happened: where the storage refuses it, it is stored with a later change. */
    record: (commit: Commit): Promise<void> => commitAs(true, commit),
    /** Stores and removes what the storage has refused so far; never rejects. */
    async retryStoring(): Promise<void> {
      if (unwritten.size > 0) await write(new Map()).catch(() => {});
      await removeKeys().catch(() => {});
    },
    /** Whether anything is left that the storage has refused. */
    hasUnstored: (): boolean => unwritten.size + unremoved.size > 0,
    /** Calls back after each change in memory; a finished job leaves the storage once the promise has settled. */
    onChange(listener: (committed: Committed) => Promise<unknown>): void {
      listeners.push(listener);
    },
    /** The stored jobs, in the order in which they were created. */
    *jobs(): Iterable<{ job: Job; counts: Counts; first: Operation | undefined }> {
      for (const { job, counts, operations, isUnstored } of jobs.values()) {
        if (!isUnstored) yield { job, counts, first: operations?.[0] ?? job.finished?.first };
      }
    },
    job: (id: string): Job | undefined => jobs.get(id)?.job,
    counts: (id: string): Counts => jobs.get(id)?.counts ?? NO_COUNTS,
    entry: entryAt,
    /** Whether an operation is as it was: a person may take it back at any time. */
    isCurrent: ({ job, index, operation }: Entry): boolean =>
      entryAt(job.id, index)?.operation === operation,
    /** The operations of a job; those of a finished batch are read for it. Rejects when the storage fails. */
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
    /** The operations that have begun and go on, or that lists are searched for, the oldest job first. */
    *begun(): Iterable<Entry> {
      for (const loaded of jobs.values()) yield* begunOf(loaded);
    },
    begunOf(id: string): Iterable<Entry> {
      const loaded = jobs.get(id);
      return loaded ? begunOf(loaded) : [];
    },
    /** The operations of a job that have never been sent, in order. */
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
    /** The edits of a report that are not finished. */
    editsOf: (reportId: string): Entry<Edit>[] =>
      [...(edits.get(reportId)?.values() ?? [])].flatMap(
        ({ jobId, index }) => (entryAt(jobId, index) as Entry<Edit> | undefined) ?? [],
      ),
    /** The finished operations that are kept, the latest last. */
    recent: (): readonly RecentOperation[] => recent,
    /** Whether a report is what a creation of ours has become. */
    isClaimed: (reportId: string): boolean => claimed.has(reportId),
    /** The highest id of these reports; null where none is known. */
    highestClaimed: (): string | null => highestClaimed,
    /** Takes a batch off the list; its keys are removed now, or once the storage does it. */
    async removeJob(id: string): Promise<void> {
      const loaded = jobs.get(id);
      if (loaded === undefined) return;
      remove(loaded);
      await announce({ finished: [], needingAttention: [], isOfBatches: false });
      await removeStored(loaded.job);
    },
    /** The password of a job's reports; undefined where it is not known. */
    async password(jobId: string): Promise<string | undefined> {
      return (await passwords.read([jobId])).get(jobId);
    },
    async setPassword(jobId: string, password: string): Promise<void> {
      if (!signal.aborted) await passwords.write(new Map([[jobId, password]]));
    },
  };
}

/** Whether an operation has never been sent. */
function isNew(operation: Operation): boolean {
  return isIn(operation, 'queued') && operation.attempts === 0;
}

function isBegun(operation: Operation): boolean {
  const isWaitingAgain = isIn(operation, 'queued') && operation.attempts > 0;
  const isUnderWay = isIn(operation, 'sending') || isIn(operation, 'unverified');
  return isUnderWay || isWaitingAgain || isUnverifiable(operation);
}
