import { isDeepStrictEqual } from 'node:util';
import { NO_COUNTS } from '@/lib/jobs/job';
import { entryAt, isOperation } from '@/lib/jobs/jobs-state';
import { isFinished } from '@/lib/jobs/operation';
import type { JobState, JobsState, Operation, Subject } from '@/lib/jobs/types';
import { pageKey } from '@/lib/url/page-key';
import { excuse } from '../tolerated-violations';
import type { World } from './model';
import type { Origin, Row } from './model-service';
import { leftovers, readChunks, readJobs } from './model-storage';
import type { RequestedJob, RequestedOperation } from './person';

/** Returns the violated guarantees at the end of a history, as sentences. */
export function findingsAtRest(world: World, state: JobsState): string[] {
  return [
    ...(world.worker?.calls.length === 0 ? [] : ['a press gets no reply']),
    ...restFindings(state),
    ...storageFindings(world, state),
    ...recentFindings(state),
    ...[...state.jobs.values()].flatMap(jobFindings),
    ...world.person.jobs.flatMap((job) => requestFindings(world, state, job)),
    ...claimFindings(world, state),
  ];
}

/** Returns findings about work that is left. */
function restFindings({ requests, lookupId, service, storage, jobs }: JobsState): string[] {
  const findings: string[] = [];
  if (requests.size > 0) findings.push(`requests stay: ${[...requests.keys()].join(', ')}`);
  if (lookupId !== null) findings.push(`the lookup of ${lookupId} never ends`);
  if (service.backoff !== null) findings.push(`the backoff stays: ${service.backoff.failure.code}`);
  if (service.probe !== null) findings.push(`the probe ${service.probe.operationId} stays`);
  if (storage.write !== null) findings.push('a write never ends');
  if (storage.removals.length > 0) findings.push('a removal is never done');
  if (storage.unpublished.size > 0) findings.push('a finished single job stays stored');
  for (const { header, counts } of jobs.values()) {
    const queued = header.isPaused ? 0 : counts.queued;
    const left = queued + counts.sending + counts.unverified;
    if (left > 0) findings.push(`${header.id} never ends`);
  }
  return findings;
}

/** Returns findings about stored values that differ from the jobs. */
function storageFindings({ storage }: World, state: JobsState): string[] {
  const findings: string[] = [];
  const stored = new Map(readJobs(storage).map((job) => [job.header.id, job]));
  for (const [id, job] of state.jobs) {
    const other = stored.get(id);
    const chunks = job.chunks;
    const isSame =
      other !== undefined &&
      isDeepStrictEqual(other.header, job.header) &&
      (chunks === null ||
        JSON.stringify(readChunks(storage, job.header)) === JSON.stringify(chunks));
    if (!isSame) findings.push(`${id} differs from storage`);
  }
  for (const id of stored.keys()) {
    if (!state.jobs.has(id)) findings.push(`${id} stays stored`);
  }
  for (const key of leftovers(storage, state.jobs.values())) findings.push(`${key} stays stored`);
  return findings;
}

function recentFindings({ recent }: JobsState): string[] {
  const ids = recent.map(({ jobId, index }) => `${jobId}-${index}`);
  const findings = new Set(ids).size === ids.length ? [] : ['a recent operation is listed twice'];
  const isRising = recent.every(({ endedAt }, at) => endedAt > (recent[at - 1]?.endedAt ?? 0));
  return isRising ? findings : [...findings, 'the times of recent operations do not rise'];
}

/** Returns findings about the counts and the header of a job. */
function jobFindings({ header, counts, chunks }: JobState): string[] {
  const findings: string[] = [];
  const { id, finished, isPaused, pauseReason } = header;
  if (chunks !== null) {
    const counted = { ...NO_COUNTS };
    for (const slot of chunks.flat()) if (isOperation(slot)) counted[slot.status.name] += 1;
    if (!isDeepStrictEqual(counted, counts)) findings.push(`the counts of ${id} are wrong`);
  }
  if (finished !== null && !isDeepStrictEqual(finished.counts, counts)) {
    findings.push(`the stored counts of ${id} are wrong`);
  }
  const isOpen = counts.queued + counts.sending + counts.unverified > 0;
  if (isOpen !== (finished === null)) findings.push(`${id} is wrongly stored as finished or open`);
  if (!isPaused && pauseReason !== null) findings.push(`${id} has a pause reason without a pause`);
  if (!isOpen && isPaused) findings.push(`${id} is finished and paused`);
  if (!header.isBatch && counts.needsAttention === 0 && !isOpen) {
    findings.push(`${id} is a finished single job, and stays`);
  }
  return findings;
}

/** Returns findings about a requested job. */
function requestFindings(world: World, state: JobsState, job: RequestedJob): string[] {
  const { id } = job.newJob;
  const header = state.jobs.get(id)?.header;
  const findings: string[] = [];
  if (job.isStored === false && header !== undefined) {
    findings.push(`${id} exists although its press was not accepted`);
  }
  return [...findings, ...job.operations.flatMap((one) => operationFindings(world, state, one))];
}

function operationFindings(world: World, state: JobsState, one: RequestedOperation): string[] {
  const { job, subject } = one;
  const end = endOf(world, state, one);
  if (subject.kind === 'create') return creationFindings(world, one, end);
  if (end === undefined) return isSure(one) && !job.isMerged ? [`lost: ${one.id} has no end`] : [];
  return editFindings(world, one, end);
}

/** Returns the last state of an operation; undefined if it is shown nowhere. */
function endOf(
  { outcomes }: World,
  { jobs }: JobsState,
  one: RequestedOperation,
): Operation | undefined {
  const { newJob, operations } = one.job;
  return entryAt(jobs, newJob.id, operations.indexOf(one))?.operation ?? outcomes.get(one.id);
}

/** Whether an operation must exist, unless a person has taken it back. */
function isSure({ job }: RequestedOperation): boolean {
  return job.isStored === true && !job.mayBeDropped;
}

function isOf(origin: Origin, { id }: RequestedOperation): boolean {
  return typeof origin === 'object' && origin.operationId === id;
}

/** Whether anybody has changed or deleted a report, so that a lookup may not find it. */
function isTouched({ changes, gone }: Row): boolean {
  return changes.length > 0 || gone !== null;
}

function urlOfCreation(subject: Subject): string {
  return subject.kind === 'create' ? subject.url : '';
}

/**
 * Whether the page has a report that a lookup may take for ours: of another client, or of a service
 * that has said it cannot fetch the page.
 */
function isConfusable({ service, notFetched }: World, { subject }: RequestedOperation): boolean {
  const page = pageKey(urlOfCreation(subject));
  return service.rows.some(({ origin, requestedUrl }) => {
    const isUnexpected =
      typeof origin === 'object' ? notFetched.has(origin.operationId) : origin === 'another client';
    return isUnexpected && pageKey(requestedUrl) === page;
  });
}

/** Whether another single creation of the page was requested, which replaces a refused creation. */
function mayBeReplaced({ person }: World, one: RequestedOperation): boolean {
  const page = pageKey(urlOfCreation(one.subject));
  return person.jobs.some(
    ({ newJob, operations: [other] }) =>
      !newJob.isBatch &&
      other !== undefined &&
      other !== one &&
      other.subject.kind === 'create' &&
      pageKey(other.subject.url) === page,
  );
}

function creationFindings(
  world: World,
  one: RequestedOperation,
  end: Operation | undefined,
): string[] {
  const { id } = one;
  const made = world.service.rows.filter(({ origin }) => isOf(origin, one));
  const findings: string[] = [];
  const surplus = made.length - 1 - one.retries;
  if (surplus > 0) {
    const touched = made.filter(isTouched).length;
    findings.push(
      ...(touched >= surplus
        ? excuse('a report is changed or deleted before its lookup', surplus)
        : [`doubled: ${made.length} reports of ${id}`]),
    );
  }
  if (end === undefined) {
    const mayBeMissing = !isSure(one) || one.isTakenBack || one.mayBeTakenBack;
    return mayBeMissing ? findings : [...findings, `lost: ${id} has no end`];
  }
  const { status } = end;
  if (one.isTakenBack && !isFinished(end)) findings.push(`${id} is taken back, and ${status.name}`);
  if (status.name === 'gone') findings.push(`${id} is a creation, and gone`);
  if (status.name === 'cancelled')
    findings.push(...cancelledCreationFindings(world, one, end, made));
  const isMade = made.length > 0;
  if (status.name === 'done' && !isMade) {
    findings.push(
      ...(isConfusable(world, one)
        ? excuse('an unexpected report counts as ours', 1)
        : [`lost: ${id} is done without a report`]),
    );
  }
  return findings;
}

function cancelledCreationFindings(
  world: World,
  one: RequestedOperation,
  { status }: Operation,
  made: readonly Row[],
): string[] {
  const { id } = one;
  const isTakenBack = one.isTakenBack || one.mayBeTakenBack;
  if (!isTakenBack && !mayBeReplaced(world, one)) return [`lost: ${id} is cancelled by nobody`];
  const mayExist = status.name === 'cancelled' && status.mayExist === true;
  const isHidden = isEndShown(one) && !mayExist;
  const left = made.filter((row) => !isTouched(row));
  if (!isHidden || left.length === 0) return [];
  if (world.notFetched.has(id))
    return excuse('a service makes a report of a page it cannot fetch', 1);
  return isConfusable(world, one)
    ? excuse('an unexpected report counts as ours', 1)
    : [`${id} is cancelled, but its report exists`];
}

function editFindings(world: World, one: RequestedOperation, end: Operation): string[] {
  const { id, subject } = one;
  if (subject.kind === 'create') return [];
  const findings: string[] = [];
  const row = world.service.rows.find(({ report }) => report.id === subject.report.id);
  if (row === undefined) return [`${id} edits an unknown report`];
  const hasActed =
    (row.gone !== null && isOf(row.gone, one)) ||
    row.changes.some(({ origin }) => isOf(origin, one));
  const isTakenBack = one.isTakenBack || one.mayBeTakenBack;
  const { name } = end.status;
  if (one.isTakenBack && !isFinished(end)) findings.push(`${id} is taken back, and ${name}`);
  if (name === 'gone' && row.gone === null) findings.push(`${id} is gone, but its report exists`);
  if (name === 'done' && subject.kind === 'delete' && row.gone === null) {
    findings.push(`lost: ${id} is done, but its report exists`);
  }
  // A report may already have the privacy of an update that is taken back.
  if (name === 'done' && subject.kind === 'update' && !hasActed && !isTakenBack) {
    findings.push(`lost: ${id} is done without effect`);
  }
  if (name !== 'cancelled') return findings;
  const mayBeCancelled = isTakenBack || isReplaced(world, one) || row.gone !== null;
  if (!mayBeCancelled) findings.push(`lost: ${id} is cancelled by nobody`);
  const isHidden = isEndShown(one) && hasActed;
  const isOverwritten = row.changes.length > 1 || (subject.kind === 'update' && row.gone !== null);
  if (!isHidden || isOverwritten) return findings;
  return world.unreadableChecks.has(id)
    ? [...findings, ...excuse('the read that decides about an edit shows no report', 1)]
    : [...findings, `${id} is cancelled, but has had an effect`];
}

/** Whether the end of an operation that is taken back must say what the service has done. */
function isEndShown({ isTakenBack, wasStopped, retries, job }: RequestedOperation): boolean {
  return isTakenBack && !wasStopped && retries === 0 && !job.mayBeDropped;
}

/** Whether another edit of the report was requested that replaces an edit. */
function isReplaced({ person }: World, one: RequestedOperation): boolean {
  for (const other of person.operations.values()) {
    if (other === one || other.subject.kind !== one.subject.kind) continue;
    if (other.subject.kind === 'create' || one.subject.kind === 'create') continue;
    if (other.subject.report.id !== one.subject.report.id) continue;
    if (other.subject.kind === 'delete' || one.subject.kind === 'delete') return true;
    const areResults = [one, other].map(
      ({ subject }) => 'update' in subject && subject.update.results === 1,
    );
    if (areResults[0] === areResults[1]) return true;
  }
  return false;
}

/** Returns findings about creations that end with the report of another operation. */
function claimFindings(world: World, state: JobsState): string[] {
  const claimed = new Map<string, string>();
  const findings: string[] = [];
  for (const one of world.person.operations.values()) {
    const status = endOf(world, state, one)?.status;
    if (status?.name !== 'done' || status.report === null) continue;
    const { id } = status.report;
    const row = world.service.rows.find(({ report }) => report.id === id);
    const isOther = row !== undefined && typeof row.origin === 'object' && !isOf(row.origin, one);
    if (isOther && !isConfusable(world, one))
      findings.push(`${one.id} ends with the report of another creation`);
    const other = claimed.get(id);
    if (other !== undefined) findings.push(`${other} and ${one.id} end with the same report`);
    claimed.set(id, one.id);
  }
  return findings;
}
