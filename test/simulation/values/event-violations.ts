import { entryId, isCreationEntry, isEditEntry } from '@/lib/jobs/entry';
import { allBegun, editsOf, pageOfCreation } from '@/lib/jobs/jobs-state';
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
import type { World } from './model';
import { storedOperation } from './model-storage';
import type { Person } from './person';

/** An event with its result. */
interface Applied {
  event: JobsEvent;
  before: JobsState;
  after: JobsState;
  commands: readonly Command[];
}

/** The most creations of batches in flight, and the most edits. */
const MAX_IN_FLIGHT = 2;

/** Returns findings about an event and its commands, before the commands are executed. */
export function eventFindings({ event, before, after, commands }: Applied): string[] {
  const findings: string[] = [];
  const isReplied = commands.some(({ kind }) => kind === 'reply');
  const isRefusedPress = event.type === 'refused' && before.storage.write?.press != null;
  const mustStay = isRefusedPress || (event.type === 'pressed' && !isReplied);
  if (mustStay && (before.jobs !== after.jobs || before.recent !== after.recent)) {
    findings.push(`the jobs change when a press is ${event.type}`);
  }
  if (isReplied && after.press !== null) findings.push('a press waits after its reply');
  for (const command of commands) {
    const { kind } = command;
    const begins = kind === 'prepare' || kind === 'lookUp' || kind === 'check';
    if (begins && isStopped(after, entryId(command.entry))) {
      findings.push(`${kind} of ${entryId(command.entry)} begins during a backoff`);
    }
    if (kind === 'prepare') findings.push(...orderFindings(after, command.entry));
    if (kind === 'publish') findings.push(...deletionFindings(after, command.changes.finished));
  }
  return findings;
}

/** Returns findings about edits that stay queued after their report was deleted. */
function deletionFindings({ jobs }: JobsState, finished: readonly RecentOperation[]): string[] {
  return finished.flatMap(({ operation: { subject, status } }) => {
    if (subject.kind !== 'delete' || status.name !== 'done') return [];
    const queued = editsOf(jobs, subject.report.id).filter(({ operation }) =>
      isIn(operation, 'queued'),
    );
    return queued.map((one) => `${entryId(one)} stays queued after its report was deleted`);
  });
}

/** Returns findings about batches that pause after a person has cancelled them. */
export function pauseFindings({ jobs: requested }: Person, { jobs }: JobsState): string[] {
  const findings: string[] = [];
  for (const { newJob, isCancelled } of requested) {
    const header = isCancelled ? jobs.get(newJob.id)?.header : undefined;
    if (header?.isPaused || header?.pauseReason)
      findings.push(`${header.id} is cancelled and paused`);
  }
  return findings;
}

/** Whether a backoff forbids the request of an operation. */
function isStopped({ service: { backoff, probe } }: JobsState, operationId: string): boolean {
  return backoff !== null && probe?.operationId !== operationId;
}

/** Returns findings about a request that begins after an event. */
export function sendFindings(
  world: World,
  { before, after: state }: Pick<Applied, 'before' | 'after'>,
  entry: Entry<Creation | Edit>,
): string[] {
  const id = entryId(entry);
  const { job, operation } = entry;
  const findings: string[] = [];
  const add = (text: string) => findings.push(`${id} is sent ${text}`);
  const stored = storedOperation(world.storage, job, entry.index);
  const isStored =
    stored?.status.name === 'sending' &&
    stored.attempts === operation.attempts &&
    stored.baseline === operation.baseline;
  if (!isStored) add('before its status is stored');
  // The same event may begin a backoff after the request.
  if (isStopped(before, id) && isStopped(state, id)) add('during a backoff');
  if (state.jobs.get(job.id)?.header.isPaused) add('while its job is paused');
  if (job.notBefore !== null && Date.parse(job.notBefore) > world.now) add('before its time');
  const requested = world.person.operations.get(id);
  if (requested === undefined) add('without a press');
  else if (requested.isTakenBack) add('after it was taken back');
  else if (requested.job.isStored === false) add('although its press was not accepted');
  const isInFlight = world.pending.some(
    (one) =>
      one.kind === 'request' && one.running.name === 'send' && one.request.operationId === id,
  );
  if (isInFlight) add('twice at once');
  const retries = world.unreadableCreations.get(id);
  if (retries !== undefined && retries === requested?.retries)
    add('again after an unreadable answer');
  const needsPassword = privacyOf(operation.subject) === Privacy.Password;
  const hasPassword = world.worker?.tools.withPassword.delete(id) ?? false;
  if (needsPassword && !hasPassword) add('without its password');
  if (isCreationEntry(entry)) findings.push(...creationFindings(state, entry));
  if (isEditEntry(entry)) findings.push(...editFindings(state, entry));
  return findings;
}

function creationFindings(state: JobsState, entry: Entry<Creation>): string[] {
  const findings: string[] = [];
  const inFlight = sentOf(state).filter(isCreationEntry);
  const ofBatches = inFlight.filter(({ job }) => job.isBatch);
  if (inFlight.length > MAX_IN_FLIGHT + 1 || ofBatches.length > MAX_IN_FLIGHT) {
    findings.push(`${inFlight.length} creations are in flight`);
  }
  const page = pageOfCreation(entry);
  for (const other of allBegun(state.jobs)) {
    const isBusy = isIn(other.operation, 'sending') || isIn(other.operation, 'unverified');
    if (!isBusy || !isCreationEntry(other) || entryId(other) === entryId(entry)) continue;
    if (pageOfCreation(other) !== page) continue;
    findings.push(`${entryId(entry)} is sent while ${entryId(other)} of the same page continues`);
  }
  return findings;
}

function editFindings(state: JobsState, entry: Entry<Edit>): string[] {
  const inFlight = sentOf(state).filter(isEditEntry);
  const tooMany = inFlight.length > MAX_IN_FLIGHT ? [`${inFlight.length} edits are in flight`] : [];
  const busy = otherEdits(state, entry).filter(({ operation }) => isIn(operation, 'sending'));
  return [
    ...tooMany,
    ...busy.map((other) => `${entryId(entry)} is sent while ${entryId(other)} continues`),
  ];
}

/**
 * Returns findings about an edit that overtakes an earlier edit of its report. Only a deletion may
 * overtake. Later, a person may resume or retry an earlier edit.
 */
function orderFindings(state: JobsState, entry: Entry): string[] {
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
  return edits.filter((one) => entryId(one) !== entryId(entry));
}

/** Returns the operations whose requests are sent and not answered. */
function sentOf({ requests }: JobsState): Entry<Creation | Edit>[] {
  return [...requests.values()].flatMap(({ entry, phase }) => (phase === 'sent' ? entry : []));
}
