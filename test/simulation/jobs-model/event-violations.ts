import { entryId, isCreationEntry, isEditEntry } from '@/lib/jobs/entry';
import { allAttempted, editsOf, pageOfCreation } from '@/lib/jobs/jobs-state';
import { isIn, privacyOf } from '@/lib/jobs/operation';
import type {
  Command,
  Creation,
  Edit,
  Entry,
  JobsEvent,
  JobsState,
  RecentOperation,
} from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Model } from './model';
import { storedOperation } from './model-storage';
import type { Person } from './person';

/** An event, with its effect. */
interface AppliedEvent {
  event: JobsEvent;
  before: JobsState;
  after: JobsState;
  commands: readonly Command[];
}

/** Limit for creations of batches in flight, and for edits in flight. */
const MAX_IN_FLIGHT = 2;

/** Returns the guarantees that an event and its commands violate. Called before the commands are executed. */
export function eventViolations({ event, before, after, commands }: AppliedEvent): string[] {
  const violations: string[] = [];
  const hasReply = commands.some(({ kind }) => kind === 'reply');
  const isRefusedPress = event.type === 'refused' && before.storage.write?.press != null;
  const mustKeepJobs = isRefusedPress || (event.type === 'pressed' && !hasReply);
  if (mustKeepJobs && (before.jobs !== after.jobs || before.recent !== after.recent)) {
    violations.push(`the jobs change when a press is ${event.type}`);
  }
  if (hasReply && after.press !== null) violations.push('a press waits after its reply');
  for (const command of commands) {
    const { kind } = command;
    const beginsRequest = kind === 'prepare' || kind === 'lookUp' || kind === 'check';
    if (beginsRequest && isInBackoff(after, entryId(command.entry))) {
      violations.push(`${kind} of ${entryId(command.entry)} begins during a backoff`);
    }
    if (kind === 'prepare') violations.push(...orderViolations(after, command.entry));
    if (kind === 'publish') violations.push(...deletionViolations(after, command.changes.finished));
  }
  return violations;
}

/** Returns a violation for each edit that stays queued after the deletion of its report. */
function deletionViolations({ jobs }: JobsState, finished: readonly RecentOperation[]): string[] {
  return finished.flatMap(({ operation: { subject, status } }) => {
    if (subject.kind !== 'delete' || status.name !== 'done') return [];
    const queued = editsOf(jobs, subject.report.id).filter(({ operation }) =>
      isIn(operation, 'queued'),
    );
    return queued.map((entry) => `${entryId(entry)} stays queued after its report was deleted`);
  });
}

/** Returns a violation for each batch that pauses after *Cancel*, or exists again after *Remove*. */
export function batchViolations({ jobs: requested }: Person, { jobs }: JobsState): string[] {
  const violations: string[] = [];
  for (const { newJob, isCancelled, isRemoved } of requested) {
    const header = jobs.get(newJob.id)?.header;
    if (header === undefined) continue;
    if (isRemoved) violations.push(`${header.id} comes back after its removal`);
    if (isCancelled && (header.isPaused || header.pauseReason)) {
      violations.push(`${header.id} is cancelled and paused`);
    }
  }
  return violations;
}

/** Whether a backoff forbids the request of an operation. The probe is allowed. */
function isInBackoff({ service: { backoff, probe } }: JobsState, operationId: string): boolean {
  return backoff.kind !== 'none' && probe?.operationId !== operationId;
}

/** Returns the guarantees that a `send` command violates. */
export function sendViolations(
  model: Model,
  { before, after }: Pick<AppliedEvent, 'before' | 'after'>,
  { entry, password }: Extract<Command, { kind: 'send' }>,
): string[] {
  const id = entryId(entry);
  const { job, operation } = entry;
  const violations: string[] = [];
  const add = (text: string) => violations.push(`${id} is sent ${text}`);
  const stored = storedOperation(model.storage, job, entry.index);
  const isStored =
    stored?.status.name === 'sending' &&
    stored.attempts === operation.attempts &&
    stored.baseline === operation.baseline;
  if (!isStored) add('before its status is stored');
  // The same event may begin a backoff after the request.
  if (isInBackoff(before, id) && isInBackoff(after, id)) add('during a backoff');
  if (after.jobs.get(job.id)?.header.isPaused) add('while its job is paused');
  if (job.notBefore !== null && Date.parse(job.notBefore) > model.now) add('before its time');
  const requested = model.person.operations.get(id);
  if (requested === undefined) add('without a press');
  else if (requested.isTakenBack) add('after it was taken back');
  else if (requested.job.isStored === false) add('although its press was not accepted');
  const isInFlight = model.pendingCalls.some(
    (call) =>
      call.kind === 'request' && call.running.name === 'send' && call.request.operationId === id,
  );
  if (isInFlight) add('twice at once');
  const retries = model.creationsWithUnreadableAnswer.get(id);
  if (retries !== undefined && retries === requested?.retries) {
    add('again after an unreadable answer');
  }
  const needsPassword = privacyOf(operation.subject) === Privacy.Password;
  if (needsPassword && password === null) add('without its password');
  if (isCreationEntry(entry)) violations.push(...creationViolations(after, entry));
  if (isEditEntry(entry)) violations.push(...editViolations(after, entry));
  return violations;
}

function creationViolations(state: JobsState, entry: Entry<Creation>): string[] {
  const violations: string[] = [];
  const inFlight = entriesInFlight(state).filter(isCreationEntry);
  const inBatches = inFlight.filter(({ job }) => job.isBatch);
  if (inFlight.length > MAX_IN_FLIGHT + 1 || inBatches.length > MAX_IN_FLIGHT) {
    violations.push(`${inFlight.length} creations are in flight`);
  }
  const page = pageOfCreation(entry);
  for (const other of allAttempted(state.jobs)) {
    const isBusy = isIn(other.operation, 'sending') || isIn(other.operation, 'unverified');
    if (!isBusy || !isCreationEntry(other) || entryId(other) === entryId(entry)) continue;
    if (pageOfCreation(other) !== page) continue;
    violations.push(`${entryId(entry)} is sent while ${entryId(other)} of the same page continues`);
  }
  return violations;
}

function editViolations(state: JobsState, entry: Entry<Edit>): string[] {
  const violations: string[] = [];
  const inFlight = entriesInFlight(state).filter(isEditEntry);
  if (inFlight.length > MAX_IN_FLIGHT) violations.push(`${inFlight.length} edits are in flight`);
  for (const other of otherEdits(state, entry)) {
    if (!isIn(other.operation, 'sending')) continue;
    violations.push(`${entryId(entry)} is sent while ${entryId(other)} continues`);
  }
  return violations;
}

/** Returns a violation for each earlier queued edit of the same report that an update overtakes. */
function orderViolations(state: JobsState, entry: Entry): string[] {
  if (!isEditEntry(entry) || entry.operation.subject.kind === 'delete') return [];
  const earlier = otherEdits(state, entry).filter(
    ({ job, operation }) =>
      job.createdAt < entry.job.createdAt && isIn(operation, 'queued') && !job.isPaused,
  );
  return earlier.map((other) => `${entryId(entry)} overtakes ${entryId(other)}`);
}

/** Returns the unfinished other edits of the same report. */
function otherEdits({ jobs }: JobsState, entry: Entry<Edit>): Entry<Edit>[] {
  const edits = editsOf(jobs, entry.operation.subject.report.id);
  return edits.filter((other) => entryId(other) !== entryId(entry));
}

function entriesInFlight({ requests }: JobsState): Entry<Creation | Edit>[] {
  return [...requests.values()].flatMap(({ entry, phase }) => (phase === 'sent' ? entry : []));
}
