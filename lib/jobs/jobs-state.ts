import { isLaterId } from '@/lib/report/report-id';
import { addressKey } from '@/lib/url/page-key';
import { NO_BACKOFF } from './backoff';
import { createdReportId, isOpen, MAX_RECENT, NO_COUNTS, unpaused, withRecent } from './job';
import { isEdit, isFinished, isIn, isUnverifiable } from './operation';
import type {
  ChangedOperation,
  Changes,
  Chunk,
  Counts,
  Creation,
  Edit,
  Entry,
  Job,
  JobState,
  Jobs,
  JobsState,
  Next,
  Operation,
  PublishedChanges,
  RecentOperation,
  Slot,
} from './types';

/** The number of operations in one chunk of a job that an earlier version has stored. */
const FORMER_CHUNK_SIZE = 50;

/** The number of operations in one chunk of an open batch. Each step writes one chunk. */
export const OPEN_CHUNK_SIZE = 10;

/** The number of operations in one chunk of a finished batch. Large chunks need few keys. */
export const FINISHED_CHUNK_SIZE = 500;

export const NO_JOBS: JobsState = {
  isStarted: false,
  isEnding: false,
  jobs: new Map(),
  recent: [],
  lastRemoved: [],
  claimedByRemoved: new Set(),
  press: null,
  requests: new Map(),
  lookupId: null,
  service: {
    backoff: NO_BACKOFF,
    hasSucceeded: true,
    succeededAt: null,
    probe: null,
    blockedAlone: new Set(),
  },
  newestList: null,
  alikeAnswers: new Map(),
  storage: {
    stored: new Map(),
    write: null,
    unpublished: new Set(),
    removals: [],
    isRemoving: false,
  },
  time: 0,
};

/** Returns the number of operations in one chunk of a job. */
export function chunkSizeOf({ chunkSize }: Pick<Job, 'chunkSize'>): number {
  return chunkSize ?? FORMER_CHUNK_SIZE;
}

export function isOperation(slot: Slot | undefined): slot is Operation {
  return slot != null && 'subject' in slot;
}

/** Returns a job with all its operations. */
export function jobStateOf(header: Job, operations: readonly Slot[]): JobState {
  return withSummary(storedJobState(header, inChunks(operations, chunkSizeOf(header))));
}

/** Returns the state of a stored job. `chunks` is null for an unread finished batch. */
export function storedJobState(header: Job, chunks: readonly Chunk[] | null): JobState {
  if (chunks === null) return { header, counts: header.finished?.counts ?? NO_COUNTS, chunks };
  const counts = { ...NO_COUNTS };
  for (const slot of chunks.flat()) if (isOperation(slot)) counts[slot.status.name] += 1;
  return { header, counts, chunks };
}

/** Returns the header with the number of operations in one chunk. */
export function withChunkSize(header: Job): Job {
  return header.isBatch ? { ...header, chunkSize: OPEN_CHUNK_SIZE } : header;
}

function inChunks(slots: readonly Slot[], chunkSize: number): Chunk[] {
  const count = Math.ceil(slots.length / chunkSize);
  return Array.from({ length: count }, (_, at) =>
    slots.slice(at * chunkSize, (at + 1) * chunkSize),
  );
}

/** Returns a job with changed operations, by index. */
function withOperations(job: JobState, changed: ReadonlyMap<number, Operation>): JobState {
  if (job.chunks === null) return job;
  const size = chunkSizeOf(job.header);
  const counts = { ...job.counts };
  const chunks = [...job.chunks];
  const copied = new Map<number, Slot[]>();
  for (const [index, operation] of changed) {
    const at = Math.floor(index / size);
    const chunk = copied.get(at) ?? [...(chunks[at] ?? [])];
    const former = chunk[index % size];
    if (isOperation(former)) counts[former.status.name] -= 1;
    counts[operation.status.name] += 1;
    chunk[index % size] = operation;
    copied.set(at, chunk);
    chunks[at] = chunk;
  }
  return withSummary({ header: job.header, counts, chunks });
}

/**
 * Adds a summary to the header of a finished job, and removes the summary from an open job. A finished job is
 * not paused, and is stored in few chunks.
 */
export function withSummary(job: JobState): JobState {
  const { header, counts, chunks } = job;
  if (chunks === null) return header.isPaused ? { ...job, header: unpaused(header) } : job;
  const first = chunks[0]?.[0];
  const isUnreadable = (slot: Slot) => slot !== null && !isOperation(slot);
  const isEnded =
    !isOpen({ counts }) && isOperation(first) && !chunks.some((chunk) => chunk.some(isUnreadable));
  if (!isEnded) {
    if (header.finished === null) return job;
    return inSize({ header: { ...header, finished: null }, counts, chunks }, OPEN_CHUNK_SIZE);
  }
  const hasUnverifiable = chunks.some((chunk) => chunk.some(isUnverifiableSlot));
  const finished = { counts, first, hasUnverifiable };
  const isKnown = JSON.stringify(header.finished) === JSON.stringify(finished);
  if (isKnown && !header.isPaused) return inSize(job, FINISHED_CHUNK_SIZE);
  const ended = { header: { ...unpaused(header), finished }, counts, chunks };
  return inSize(ended, FINISHED_CHUNK_SIZE);
}

function isUnverifiableSlot(slot: Slot): boolean {
  return isOperation(slot) && isUnverifiable(slot);
}

/** Returns a batch whose operations are stored in chunks of another size. */
function inSize(job: JobState, chunkSize: number): JobState {
  const { header, counts, chunks } = job;
  const isOnePart = header.size <= Math.min(chunkSizeOf(header), chunkSize);
  if (isOnePart || chunks === null || chunkSizeOf(header) === chunkSize) return job;
  return {
    header: { ...header, chunkSize },
    counts,
    chunks: inChunks(chunks.flat(), chunkSize),
  };
}

/** Returns an operation of a job; undefined if it is unknown or not read. */
export function operationAt(job: JobState | undefined, index: number): Operation | undefined {
  if (job === undefined) return undefined;
  const size = chunkSizeOf(job.header);
  const slot = job.chunks?.[Math.floor(index / size)]?.[index % size];
  return isOperation(slot) ? slot : undefined;
}

/** Returns the entry of an operation; undefined if it is unknown or not read. */
export function entryAt(jobs: Jobs, jobId: string, index: number): Entry | undefined {
  const job = jobs.get(jobId);
  const operation = operationAt(job, index);
  return job && operation && { job: job.header, index, operation };
}

/** Returns the current entry of the same operation; undefined if its job is removed. */
export function currentEntry(jobs: Jobs, { job, index }: Entry): Entry | undefined {
  return entryAt(jobs, job.id, index);
}

/** Returns the read operations of a job, in order. */
export function entriesOf({ header, chunks }: JobState): Entry[] {
  const entries: Entry[] = [];
  for (const [index, slot] of (chunks ?? []).flat().entries()) {
    if (isOperation(slot)) entries.push({ job: header, index, operation: slot });
  }
  return entries;
}

// The following values are computed once for each version of a chunk or job.

const attemptedOfJobs = new WeakMap<JobState, readonly Entry[]>();
const attemptedOfChunks = new WeakMap<Chunk, readonly number[]>();

/** Returns the operations of a job that were sent, and have no final outcome. */
export function attemptedOf(job: JobState): readonly Entry[] {
  const known = attemptedOfJobs.get(job);
  if (known !== undefined) return known;
  const attempted: Entry[] = [];
  for (const [at, chunk] of (job.chunks ?? []).entries()) {
    for (const offset of attemptedIn(chunk)) attempted.push(entryIn(job, at, offset));
  }
  attemptedOfJobs.set(job, attempted);
  return attempted;
}

function attemptedIn(chunk: Chunk): readonly number[] {
  const known = attemptedOfChunks.get(chunk);
  if (known !== undefined) return known;
  const offsets = [...chunk.entries()].flatMap(([offset, slot]) =>
    isOperation(slot) && isAttempted(slot) ? offset : [],
  );
  attemptedOfChunks.set(chunk, offsets);
  return offsets;
}

function isAttempted(operation: Operation): boolean {
  const isSentAgain = isIn(operation, 'queued') && operation.attempts > 0;
  const isUnanswered = isIn(operation, 'sending') || isIn(operation, 'unverified');
  return isSentAgain || isUnanswered || isUnverifiable(operation);
}

/** Yields the attempted operations of all jobs, oldest job first. */
export function* allAttempted(jobs: Jobs): Iterable<Entry> {
  for (const job of jobs.values()) yield* attemptedOf(job);
}

const hasNewByChunk = new WeakMap<Chunk, boolean>();

/** Yields the operations of a job that were never sent, in order. */
export function* unattemptedOf(job: JobState): Iterable<Entry> {
  if (job.counts.queued === 0) return;
  const size = chunkSizeOf(job.header);
  for (const [at, chunk] of (job.chunks ?? []).entries()) {
    if (!hasNew(chunk)) continue;
    for (const [offset, slot] of chunk.entries()) {
      if (!isOperation(slot) || !isNew(slot)) continue;
      yield { job: job.header, index: at * size + offset, operation: slot };
    }
  }
}

function hasNew(chunk: Chunk): boolean {
  const known = hasNewByChunk.get(chunk);
  if (known !== undefined) return known;
  const has = chunk.some((slot) => isOperation(slot) && isNew(slot));
  hasNewByChunk.set(chunk, has);
  return has;
}

/** Whether an operation was never sent. */
function isNew(operation: Operation): boolean {
  return isIn(operation, 'queued') && operation.attempts === 0;
}

const editsOfChunks = new WeakMap<Chunk, ReadonlyMap<string, readonly number[]>>();

/** Returns the unfinished edits of a report, oldest job first. */
export function editsOf(jobs: Jobs, reportId: string): Entry<Edit>[] {
  const edits: Entry<Edit>[] = [];
  for (const job of jobsWithEdits(jobs)) {
    for (const [at, chunk] of (job.chunks ?? []).entries()) {
      for (const offset of editsIn(chunk).get(reportId) ?? []) {
        edits.push(entryIn(job, at, offset) as Entry<Edit>);
      }
    }
  }
  return edits;
}

/** Yields the unfinished edits of all reports. */
export function* unfinishedEdits(jobs: Jobs): Iterable<Entry<Edit>> {
  for (const job of jobsWithEdits(jobs)) {
    for (const [at, chunk] of (job.chunks ?? []).entries()) {
      for (const offset of [...editsIn(chunk).values()].flat()) {
        yield entryIn(job, at, offset) as Entry<Edit>;
      }
    }
  }
}

function jobsWithEdits(jobs: Jobs): JobState[] {
  return [...jobs.values()].filter(
    ({ header }) => header.kind !== 'create' && header.finished?.counts.needsAttention !== 0,
  );
}

function entryIn({ header, chunks }: JobState, chunk: number, offset: number): Entry {
  const index = chunk * chunkSizeOf(header) + offset;
  return { job: header, index, operation: chunks?.[chunk]?.[offset] as Operation };
}

function editsIn(chunk: Chunk): ReadonlyMap<string, readonly number[]> {
  const known = editsOfChunks.get(chunk);
  if (known !== undefined) return known;
  const edits = new Map<string, number[]>();
  for (const [offset, slot] of chunk.entries()) {
    if (!isOperation(slot) || !isEdit(slot) || isFinished(slot)) continue;
    const { id } = slot.subject.report;
    edits.set(id, [...(edits.get(id) ?? []), offset]);
  }
  editsOfChunks.set(chunk, edits);
  return edits;
}

const pagesOfSubjects = new WeakMap<object, string>();

/** Returns the key of a creation's page, computed once. */
export function pageOfCreation({ operation }: Entry<Creation>): string {
  const { subject } = operation;
  const known = pagesOfSubjects.get(subject);
  if (known !== undefined) return known;
  const page = addressKey(subject.url);
  pagesOfSubjects.set(subject, page);
  return page;
}

const claimedByChunk = new WeakMap<Chunk, ReadonlySet<string>>();

function claimedIn(chunk: Chunk): ReadonlySet<string> {
  const known = claimedByChunk.get(chunk);
  if (known !== undefined) return known;
  const ids = chunk.flatMap((slot) => (isOperation(slot) ? (claimedId(slot) ?? []) : []));
  const claimed = new Set(ids);
  claimedByChunk.set(chunk, claimed);
  return claimed;
}

function claimedId({ status }: Operation): string | null {
  return status.name === 'done' ? (status.report?.id ?? null) : null;
}

function* claimedIds({ jobs, recent, claimedByRemoved }: ClaimedIn): Iterable<ReadonlySet<string>> {
  yield claimedByRemoved;
  yield new Set(recent.flatMap((one) => createdReportId(one) ?? []));
  for (const { chunks } of jobs.values()) for (const chunk of chunks ?? []) yield claimedIn(chunk);
}

type ClaimedIn = Pick<JobsState, 'jobs' | 'recent' | 'claimedByRemoved'>;

/** Returns a predicate: whether one of our creations has made a report, as far as known. */
export function claimsOf(state: ClaimedIn): (reportId: string) => boolean {
  const all = [...claimedIds(state)];
  return (reportId) => all.some((ids) => ids.has(reportId));
}

/** Returns the highest id of the reports that our creations have made; null if none is known. */
export function highestClaimed(state: ClaimedIn): string | null {
  let highest: string | null = null;
  for (const ids of claimedIds(state)) {
    for (const id of ids) if (highest === null || isLaterId(id, highest)) highest = id;
  }
  return highest;
}

/** Whether a job is single, finished, and needs no attention. */
export function isFinishedSingle({ header, counts, chunks }: JobState): boolean {
  if (header.isBatch || chunks === null) return false;
  return !isOpen({ counts }) && counts.needsAttention === 0 && header.finished !== null;
}

/** Returns jobs by their ids, oldest first. */
export function jobsInOrder(jobs: readonly JobState[]): Map<string, JobState> {
  const inOrder = jobs.toSorted((one, other) => one.header.createdAt - other.header.createdAt);
  return new Map(inOrder.map((job) => [job.header.id, job]));
}

/** Returns the jobs after changes; the same value without changes. */
export function changedJobs(jobs: Jobs, changes: Changes): Jobs {
  const { added, headers = [], operations = [] } = changes;
  if (added === undefined && headers.length + operations.length === 0) return jobs;
  // A restored job may be older than other jobs.
  const after = added
    ? jobsInOrder([...jobs.values(), jobStateOf(added.header, added.operations)])
    : new Map(jobs);
  for (const header of headers) {
    const job = after.get(header.id);
    if (job === undefined) continue;
    const { finished, chunkSize } = job.header;
    const changed = { ...header, finished, ...(chunkSize && { chunkSize }) };
    after.set(header.id, withSummary({ ...job, header: changed }));
  }
  const byJob = new Map<string, Map<number, Operation>>();
  for (const { job, index, operation } of operations) {
    if (operationAt(after.get(job.id), index) === undefined) continue;
    const operationsOfJob = byJob.get(job.id) ?? new Map<number, Operation>();
    byJob.set(job.id, operationsOfJob.set(index, operation));
  }
  for (const [id, operationsOfJob] of byJob) {
    const job = after.get(id);
    if (job !== undefined) after.set(id, withOperations(job, operationsOfJob));
  }
  return after;
}

/**
 * Returns the state after changes, with the command to publish the changes.
 * @param jobs the jobs after the changes
 */
export function withChanges(
  state: JobsState,
  changes: Changes,
  jobs = changedJobs(state.jobs, changes),
): Next {
  const { added, headers = [], operations = [] } = changes;
  const known = operations.filter((one) => currentEntry(state.jobs, one) !== undefined);
  const ended = known.filter((one) => {
    const former = currentEntry(state.jobs, one)?.operation;
    return former !== undefined && isFinished(one.operation) && !isFinished(former);
  });
  const time = state.time + 1;
  const finished = withoutEarlyCancelled(ended).map((one, at) => recentOf(one, time + at));
  const published: PublishedChanges = {
    finished,
    needingAttention: known.filter((one) => {
      const former = currentEntry(state.jobs, one)?.operation;
      const needsNow = isIn(one.operation, 'needsAttention');
      return needsNow && former !== undefined && !isIn(former, 'needsAttention');
    }),
    isOnlyInBatches: !added && headers.length === 0 && known.every(({ job }) => job.isBatch),
  };
  const after: JobsState = {
    ...state,
    jobs,
    recent: withRecent(state.recent, finished),
    time: state.time + finished.length,
  };
  return withoutFinishedSingles(after, published);
}

/**
 * Removes finished single jobs from the state. Storage still contains these jobs until their
 * outcome is published.
 */
export function withoutFinishedSingles(state: JobsState, changes: PublishedChanges): Next {
  const over = [...state.jobs.values()].filter(isFinishedSingle);
  const ids = over.map(({ header }) => header.id);
  const publish = { kind: 'publish', changes, ended: ids } as const;
  if (over.length === 0) return { state, commands: [publish] };
  const jobs = new Map(state.jobs);
  for (const id of ids) jobs.delete(id);
  const unpublished = new Set([...state.storage.unpublished, ...ids]);
  const after: JobsState = {
    ...state,
    jobs,
    claimedByRemoved: withClaims(state.claimedByRemoved, over),
    storage: { ...state.storage, unpublished },
  };
  return { state: after, commands: [publish] };
}

/** Adds the reports that removed jobs have created. */
export function withClaims(
  claimed: ReadonlySet<string>,
  removed: readonly JobState[],
): ReadonlySet<string> {
  const ids = removed.flatMap(({ chunks }) => (chunks ?? []).flatMap((one) => [...claimedIn(one)]));
  return ids.length === 0 ? claimed : new Set([...claimed, ...ids]);
}

/** Returns a finished operation for the list of recent operations. */
export function recentOf(changed: ChangedOperation, endedAt: number): RecentOperation {
  const { job, index, operation, report = null } = changed;
  const { id, isBatch, isPrivate, createdAt } = job;
  return { jobId: id, index, isBatch, isPrivate, createdAt, endedAt, operation, report };
}

/**
 * Omits cancelled operations beyond the limit of the recent operations. No other code needs a
 * cancelled operation.
 */
function withoutEarlyCancelled(ended: readonly ChangedOperation[]): readonly ChangedOperation[] {
  const first = ended.length - MAX_RECENT;
  return ended.filter(({ operation }, at) => at >= first || !isIn(operation, 'cancelled'));
}

/** Returns a state with its commands, by default none. */
export function next(state: JobsState, commands: Next['commands'] = []): Next {
  return { state, commands };
}

/** Continues with another change, and joins the commands of both. */
export function andThen(first: Next, change: (state: JobsState) => Next): Next {
  const second = change(first.state);
  return { state: second.state, commands: [...first.commands, ...second.commands] };
}

/** Returns the number of a job's operations by status; zeros for an unknown job. */
export function countsOf(jobs: Jobs, jobId: string): Counts {
  return jobs.get(jobId)?.counts ?? NO_COUNTS;
}
