import { hasFreshList, needsBaseline } from './baselines';
import { entryId, isCreationEntry } from './entry';
import { changedJobs, chunkSizeOf, currentEntry, next } from './jobs-state';
import { supersededBy } from './lookups';
import { isIn } from './operation';
import { effectOf, passwordOf } from './presses';
import { withoutRequest } from './requests';
import { allows } from './service-state';
import * as steps from './steps';
import type {
  ChangedOperation,
  Entry,
  JobRemoval,
  JobState,
  Jobs,
  JobsState,
  Moment,
  Next,
  OperationRequest,
  StorageState,
  StoredPart,
  WaitingChanges,
  Write,
} from './types';

/**
 * Writes all values that differ from storage, unless a write is in flight. The write includes the
 * press and the statuses `sending` that wait for storage.
 */
export function startWrite(state: JobsState, moment: Moment): Next {
  if (!state.isStarted || state.storage.write !== null || isPreparationEnding(state, moment)) {
    return next(state);
  }
  const { press, storage } = state;
  const removing = startRemovingWrite(state, moment);
  if (removing !== null) return removing;
  const sending = [...state.requests].flatMap(([id, { phase }]) => (phase === 'storing' ? id : []));
  const waiting = waitingChanges(state, { press, sending }, moment);
  const jobs = changedJobs(state.jobs, waiting.changes);
  const parts = differingParts(storage.stored, jobs);
  if (parts.length === 0 && press === null && sending.length === 0) return next(state);
  const write = { base: state.jobs, jobs, press, sending, waiting, isRemoval: false };
  const removals = storage.removals.filter((removal) => !isUsed(removal, jobs));
  return next({ ...state, storage: { ...storage, write, removals } }, [
    { kind: 'store', parts, password: press && passwordOf(press), removals: [] },
  ]);
}

/**
 * Starts the write of a press on *Remove*; null if no such press waits or if the press has no
 * effect. The write only removes, because a removal succeeds even if storage is full.
 */
function startRemovingWrite(state: JobsState, moment: Moment): Next | null {
  const { press, storage } = state;
  if (press?.kind !== 'act' || press.action.kind !== 'remove') return null;
  const waiting = waitingChanges(state, { press, sending: [] }, moment);
  const removals = removalsOf(state.jobs, waiting.effect?.removed ?? []);
  if (removals.length === 0) return null;
  const jobs: Jobs = new Map();
  const write = { base: state.jobs, jobs, press, sending: [], waiting, isRemoval: true };
  return next({ ...state, storage: { ...storage, write } }, [
    { kind: 'store', parts: [], password: null, removals },
  ]);
}

/** Returns the removals of all stored values of jobs. */
function removalsOf(jobs: Jobs, ids: readonly string[]): JobRemoval[] {
  return ids.flatMap((id) => {
    const job = jobs.get(id);
    return job === undefined ? [] : [{ job: job.header, keepsHeader: false }];
  });
}

/**
 * Whether the preparation of a request ends soon, because it reads no list. The next write can then
 * store the status `sending` together with earlier answers.
 */
function isPreparationEnding(state: JobsState, moment: Moment): boolean {
  const requests = [...state.requests.values()];
  if (state.press !== null || requests.some(({ phase }) => phase === 'storing')) return false;
  return requests.some(
    ({ entry, phase }) =>
      phase === 'preparing' && !(needsBaseline(entry) && !hasFreshList(state, moment)),
  );
}

/** Ends requests that may no longer be sent, and whose status `sending` is not stored. */
export function withoutUnsendable(state: JobsState): JobsState {
  const inFlight = state.storage.write?.sending ?? [];
  return [...state.requests].reduce((before, [id, request]) => {
    const isKept =
      request.phase !== 'storing' ||
      inFlight.includes(id) ||
      maySend(state, request.entry) ||
      entryStoredAsSending(state, request) !== undefined;
    return isKept ? before : withoutRequest(before, id);
  }, state);
}

/** Returns the entry of a request whose status `sending` is stored; undefined otherwise. */
export function entryStoredAsSending(
  { jobs }: JobsState,
  { entry }: OperationRequest,
): OperationRequest['entry'] | undefined {
  const current = currentEntry(jobs, entry);
  const isStored =
    current !== undefined &&
    isIn(current.operation, 'sending') &&
    !current.operation.isTakenBack &&
    current.operation.attempts === entry.operation.attempts + 1;
  return isStored ? (current as OperationRequest['entry']) : undefined;
}

/** Starts the removal of unused stored values, unless a removal is in flight. */
export function startRemoval(state: JobsState): Next {
  const { removals, isRemoving } = state.storage;
  if (isRemoving || removals.length === 0) return next(state);
  return next({ ...state, storage: { ...state.storage, isRemoving: true } }, [
    { kind: 'remove', removals },
  ]);
}

/** Whether a job uses the keys of a removal, for example because the job was requested again. */
function isUsed({ job, keepsHeader }: JobRemoval, jobs: Jobs): boolean {
  const header = jobs.get(job.id)?.header;
  return header !== undefined && (!keepsHeader || chunkSizeOf(header) === chunkSizeOf(job));
}

/** Returns the changes that wait for storage, as changes of the current jobs. */
export function waitingChanges(
  state: JobsState,
  { press, sending }: Pick<Write, 'press' | 'sending'>,
  moment: Moment,
): WaitingChanges {
  const starting = sending.flatMap((id) => {
    const request = state.requests.get(id);
    return request && maySend(state, request.entry) ? sendingChanges(state, request.entry) : [];
  });
  if (press === null) return { changes: { operations: starting }, effect: null };
  const jobs = changedJobs(state.jobs, { operations: starting });
  const effect = effectOf({ ...state, jobs }, press, moment);
  const { operations = [], ...others } = effect.changes ?? {};
  // The press may take back an operation whose request starts.
  const latest = new Map([...starting, ...operations].map((one) => [entryId(one), one]));
  return { changes: { ...others, operations: [...latest.values()] }, effect };
}

/** Returns the changes when the request of an operation begins. */
function sendingChanges(state: JobsState, entry: Entry): ChangedOperation[] {
  const superseded = isCreationEntry(entry) ? supersededBy(state, entry) : [];
  return [{ ...entry, operation: steps.asSending(entry.operation) }, ...superseded];
}

/**
 * Whether an operation is still queued, its job is not paused, and the backoff allows the request.
 */
export function maySend({ jobs, service }: JobsState, entry: Entry): boolean {
  const current = currentEntry(jobs, entry);
  if (current === undefined || current.job.isPaused) return false;
  const { operation } = current;
  const isSame = isIn(operation, 'queued') && operation.attempts === entry.operation.attempts;
  return isSame && allows(service, entryId(entry));
}

/** Returns the values that differ from storage. */
function differingParts(stored: Jobs, jobs: Jobs): StoredPart[] {
  const parts: StoredPart[] = [];
  for (const [id, job] of jobs) {
    const former = stored.get(id);
    if (former === job) continue;
    const hasHeader = former?.header !== job.header;
    const chunks = differingChunks(former, job);
    if (hasHeader || chunks.length > 0) parts.push({ job, hasHeader, chunks });
  }
  return parts;
}

function differingChunks(former: JobState | undefined, { header, chunks }: JobState): number[] {
  const hasSameSize = former !== undefined && chunkSizeOf(former.header) === chunkSizeOf(header);
  const all = [...(chunks ?? []).keys()];
  return all.filter((at) => !hasSameSize || former.chunks?.[at] !== chunks?.[at]);
}

/** Returns the state of storage after the write in flight has succeeded. */
export function afterStored({ storage, jobs }: JobsState): StorageState {
  const { write, stored, unpublished } = storage;
  if (write === null) return storage;
  const added = write.waiting.changes.added?.header.id;
  // A job that was removed during the write is removed from storage after the write.
  const isLeft = (id: string) => jobs.has(id) || unpublished.has(id) || id === added;
  return {
    ...storage,
    write: null,
    stored: new Map([...stored, ...write.jobs].filter(([id]) => isLeft(id))),
    removals: [...storage.removals, ...outdatedChunks(stored, write.jobs)],
  };
}

/** Returns the removals of chunks whose operations are now stored in chunks of another size. */
function outdatedChunks(stored: Jobs, jobs: Jobs): JobRemoval[] {
  return [...jobs.values()].flatMap(({ header }) => {
    const former = stored.get(header.id)?.header;
    const isResized = former !== undefined && chunkSizeOf(former) !== chunkSizeOf(header);
    return isResized ? [{ job: former, keepsHeader: true }] : [];
  });
}

/** Returns the state with a removal for all stored values of these jobs. */
export function withRemovalOf(state: JobsState, jobIds: readonly string[]): JobsState {
  const { stored, write, removals } = state.storage;
  // The write in flight may store further values of these jobs.
  const jobs = new Map([...(write?.jobs ?? []), ...stored]);
  const { storage, ...others } = withoutStored(state, jobIds);
  return {
    ...others,
    storage: { ...storage, removals: [...removals, ...removalsOf(jobs, jobIds)] },
  };
}

/** Returns the state without the stored values of these jobs, which storage has removed. */
export function withoutStored(state: JobsState, jobIds: readonly string[]): JobsState {
  const stored = new Map(state.storage.stored);
  const unpublished = new Set(state.storage.unpublished);
  for (const id of jobIds) {
    stored.delete(id);
    unpublished.delete(id);
  }
  return { ...state, storage: { ...state.storage, stored, unpublished } };
}

/** Whether a write or a removal has to be repeated. */
export function hasUnstored({ storage, jobs }: JobsState): boolean {
  if (storage.removals.length > 0) return true;
  return storage.write === null && differingParts(storage.stored, jobs).length > 0;
}
