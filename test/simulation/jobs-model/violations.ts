import { isDeepStrictEqual } from 'node:util';
import { NO_COUNTS } from '@/lib/jobs/job';
import { entryAt, isOperation } from '@/lib/jobs/jobs-state';
import { isFinished } from '@/lib/jobs/operation';
import type { JobState, JobsState, Operation, Subject } from '@/lib/jobs/types';
import { pageKey } from '@/lib/url/page-key';
import { tolerate } from '../tolerated-violations';
import type { Model } from './model';
import type { Origin, Row } from './model-service';
import { readChunks, readJobs, unneededKeys } from './model-storage';
import type { RequestedJob, RequestedOperation } from './person';

/** Returns the violated guarantees at the end of a scenario, as sentences. */
export function violationsAtEnd(model: Model, state: JobsState): string[] {
  const violations = [
    ...unfinishedViolations(state),
    ...storageViolations(model, state),
    ...recentViolations(state),
    ...[...state.jobs.values()].flatMap(jobViolations),
    ...model.person.jobs.flatMap((job) => requestViolations(model, state, job)),
    ...claimViolations(model, state),
  ];
  const hasReplies = model.worker?.calls.length === 0;
  return hasReplies ? violations : ['a press gets no reply', ...violations];
}

/** Returns a violation for each request, lookup, backoff, write or job that never ends. */
function unfinishedViolations(state: JobsState): string[] {
  const { requests, lookupId, service, storage, jobs } = state;
  const violations: string[] = [];
  if (requests.size > 0) violations.push(`requests stay: ${[...requests.keys()].join(', ')}`);
  if (lookupId !== null) violations.push(`the lookup of ${lookupId} never ends`);
  if (service.backoff.kind !== 'none') {
    violations.push(`the backoff stays: ${service.backoff.failure.code}`);
  }
  if (service.probe !== null) violations.push(`the probe ${service.probe.operationId} stays`);
  if (storage.write !== null) violations.push('a write never ends');
  if (storage.removals.length > 0) violations.push('a removal is never done');
  if (storage.unpublished.size > 0) violations.push('a finished single job stays stored');
  for (const { header, counts } of jobs.values()) {
    const queued = header.isPaused ? 0 : counts.queued;
    if (queued + counts.sending + counts.unverified > 0) {
      violations.push(`${header.id} never ends`);
    }
  }
  return violations;
}

/** Returns a violation for each stored value that differs from the jobs. */
function storageViolations({ storage }: Model, state: JobsState): string[] {
  const violations: string[] = [];
  const storedJobs = new Map(readJobs(storage).map((job) => [job.header.id, job]));
  for (const [id, { header, chunks }] of state.jobs) {
    const stored = storedJobs.get(id);
    const isSameHeader = stored !== undefined && isDeepStrictEqual(stored.header, header);
    const hasSameChunks =
      chunks === null || JSON.stringify(readChunks(storage, header)) === JSON.stringify(chunks);
    if (!isSameHeader || !hasSameChunks) violations.push(`${id} differs from storage`);
  }
  for (const id of storedJobs.keys()) {
    if (!state.jobs.has(id)) violations.push(`${id} stays stored`);
  }
  for (const key of unneededKeys(storage, state.jobs.values())) {
    violations.push(`${key} stays stored`);
  }
  return violations;
}

function recentViolations({ recent }: JobsState): string[] {
  const violations: string[] = [];
  const ids = recent.map(({ jobId, index }) => `${jobId}-${index}`);
  if (new Set(ids).size < ids.length) violations.push('a recent operation is listed twice');
  const isRising = recent.every(
    ({ endedAt }, index) => endedAt > (recent[index - 1]?.endedAt ?? 0),
  );
  if (!isRising) violations.push('the times of recent operations do not rise');
  return violations;
}

/** Returns violations of the counts and the header of a job. */
function jobViolations({ header, counts, chunks }: JobState): string[] {
  const violations: string[] = [];
  const { id, finished, isPaused, pauseReason } = header;
  if (chunks !== null) {
    const counted = { ...NO_COUNTS };
    for (const slot of chunks.flat()) if (isOperation(slot)) counted[slot.status.name] += 1;
    if (!isDeepStrictEqual(counted, counts)) violations.push(`the counts of ${id} are wrong`);
  }
  if (finished !== null && !isDeepStrictEqual(finished.counts, counts)) {
    violations.push(`the stored counts of ${id} are wrong`);
  }
  const isOpen = counts.queued + counts.sending + counts.unverified > 0;
  if (isOpen !== (finished === null)) {
    violations.push(`${id} is wrongly stored as finished or open`);
  }
  if (!isPaused && pauseReason !== null) {
    violations.push(`${id} has a pause reason without a pause`);
  }
  if (!isOpen && isPaused) violations.push(`${id} is finished and paused`);
  if (!header.isBatch && counts.needsAttention === 0 && !isOpen) {
    violations.push(`${id} is a finished single job, and stays`);
  }
  return violations;
}

function requestViolations(model: Model, state: JobsState, job: RequestedJob): string[] {
  const { id } = job.newJob;
  const violations = job.operations.flatMap((operation) =>
    operationViolations(model, state, operation),
  );
  const isRefused = job.isStored === false;
  return isRefused && state.jobs.has(id)
    ? [`${id} exists although its press was not accepted`, ...violations]
    : violations;
}

function operationViolations(
  model: Model,
  state: JobsState,
  requested: RequestedOperation,
): string[] {
  const { id, job, subject } = requested;
  const latest = latestState(model, state, requested);
  if (subject.kind === 'create') return creationViolations(model, requested, latest);
  if (latest !== undefined) return editViolations(model, requested, latest);
  return mustExist(requested) && !job.isUnnecessary ? [`lost: ${id} has no end`] : [];
}

/** Returns the latest state of an operation; undefined if it is shown nowhere. */
function latestState(
  { finishedOperations }: Model,
  { jobs }: JobsState,
  { id, job }: RequestedOperation,
): Operation | undefined {
  const index = job.operations.findIndex((operation) => operation.id === id);
  return entryAt(jobs, job.newJob.id, index)?.operation ?? finishedOperations.get(id);
}

/** Whether an operation must exist, unless a person has taken it back. */
function mustExist({ job }: RequestedOperation): boolean {
  return job.isStored === true && !job.mayBeDropped;
}

function isCausedBy(origin: Origin, { id }: RequestedOperation): boolean {
  return typeof origin === 'object' && origin.operationId === id;
}

/** Whether a report was changed or deleted. A lookup may not find such a report. */
function isEdited({ changes, gone }: Row): boolean {
  return changes.length > 0 || gone !== null;
}

function urlOfCreation(subject: Subject): string {
  return subject.kind === 'create' ? subject.url : '';
}

/**
 * Whether a lookup may claim another report of the page: the report of another person, or a report that
 * the service created late.
 */
function isConfusable({ service, notFetched }: Model, { subject }: RequestedOperation): boolean {
  const page = pageKey(urlOfCreation(subject));
  return service.rows.some(({ origin, requestedUrl }) => {
    const isUnexpected =
      typeof origin === 'object' ? notFetched.has(origin.operationId) : origin === 'another person';
    return isUnexpected && pageKey(requestedUrl) === page;
  });
}

/** Whether another single creation of the page was requested. A new creation replaces a refused one. */
function hasAnotherCreation({ person }: Model, requested: RequestedOperation): boolean {
  const page = pageKey(urlOfCreation(requested.subject));
  return person.jobs.some(({ newJob, operations: [other] }) => {
    if (newJob.isBatch || other === undefined || other === requested) return false;
    return other.subject.kind === 'create' && pageKey(other.subject.url) === page;
  });
}

function creationViolations(
  model: Model,
  requested: RequestedOperation,
  latest: Operation | undefined,
): string[] {
  const { id, isTakenBack } = requested;
  const rows = model.service.rows.filter(({ origin }) => isCausedBy(origin, requested));
  const violations = surplusViolations(requested, rows);
  if (latest === undefined) {
    const mayBeMissing = !mustExist(requested) || isTakenBack || requested.mayBeTakenBack;
    return mayBeMissing ? violations : [...violations, `lost: ${id} has no end`];
  }
  const { name } = latest.status;
  if (isTakenBack && !isFinished(latest)) violations.push(`${id} is taken back, and ${name}`);
  if (name === 'gone') violations.push(`${id} is a creation, and gone`);
  if (name === 'cancelled') {
    violations.push(...cancelledCreationViolations(model, requested, latest, rows));
  }
  if (name === 'done' && rows.length === 0) {
    const lost = [`lost: ${id} is done without a report`];
    violations.push(
      ...(isConfusable(model, requested)
        ? tolerate('an unexpected report counts as ours', 1)
        : lost),
    );
  }
  return violations;
}

function surplusViolations({ id, retries }: RequestedOperation, rows: readonly Row[]): string[] {
  const surplus = rows.length - 1 - retries;
  if (surplus <= 0) return [];
  return rows.filter(isEdited).length >= surplus
    ? tolerate('a report is changed or deleted before its lookup', surplus)
    : [`doubled: ${rows.length} reports of ${id}`];
}

function cancelledCreationViolations(
  model: Model,
  requested: RequestedOperation,
  { status }: Operation,
  rows: readonly Row[],
): string[] {
  const { id } = requested;
  const mayBeTakenBack = requested.isTakenBack || requested.mayBeTakenBack;
  if (!mayBeTakenBack && !hasAnotherCreation(model, requested)) {
    return [`lost: ${id} is cancelled by nobody`];
  }
  const saysMayExist = status.name === 'cancelled' && status.mayExist === true;
  if (saysMayExist || !mustReportEffect(requested) || rows.every(isEdited)) return [];
  if (model.notFetched.has(id)) {
    return tolerate('a service creates a report of a page that it cannot fetch', 1);
  }
  return isConfusable(model, requested)
    ? tolerate('an unexpected report counts as ours', 1)
    : [`${id} is cancelled, but its report exists`];
}

function editViolations(model: Model, requested: RequestedOperation, latest: Operation): string[] {
  const { id, subject, isTakenBack } = requested;
  if (subject.kind === 'create') return [];
  const row = model.service.rows.find(({ report }) => report.id === subject.report.id);
  if (row === undefined) return [`${id} edits an unknown report`];
  const violations: string[] = [];
  const mayBeTakenBack = isTakenBack || requested.mayBeTakenBack;
  const hadEffect =
    (row.gone !== null && isCausedBy(row.gone, requested)) ||
    row.changes.some(({ origin }) => isCausedBy(origin, requested));
  const { name } = latest.status;
  if (isTakenBack && !isFinished(latest)) violations.push(`${id} is taken back, and ${name}`);
  if (name === 'gone' && row.gone === null) violations.push(`${id} is gone, but its report exists`);
  if (name === 'done' && subject.kind === 'delete' && row.gone === null) {
    violations.push(`lost: ${id} is done, but its report exists`);
  }
  // A report may already have the privacy of an update that is taken back.
  if (name === 'done' && subject.kind === 'update' && !hadEffect && !mayBeTakenBack) {
    violations.push(`lost: ${id} is done without effect`);
  }
  if (name !== 'cancelled') return violations;
  if (!mayBeTakenBack && !isReplaced(model, requested) && row.gone === null) {
    violations.push(`lost: ${id} is cancelled by nobody`);
  }
  const isOverwritten = row.changes.length > 1 || (subject.kind === 'update' && row.gone !== null);
  if (!mustReportEffect(requested) || !hadEffect || isOverwritten) return violations;
  return model.editsWithUnreadableRead.has(id)
    ? [...violations, ...tolerate('the read that decides about an edit shows no report', 1)]
    : [...violations, `${id} is cancelled, but has had an effect`];
}

/** Whether the final status of a cancelled operation must say that its request had an effect. */
function mustReportEffect({
  isTakenBack,
  neededAttention,
  retries,
  job,
}: RequestedOperation): boolean {
  return isTakenBack && !neededAttention && retries === 0 && !job.mayBeDropped;
}

/** Whether another requested edit of the same report may have replaced an edit. */
function isReplaced({ person }: Model, { id, subject }: RequestedOperation): boolean {
  return [...person.operations.values()].some((other) => {
    if (other.id === id || subject.kind === 'create' || other.subject.kind === 'create') {
      return false;
    }
    if (other.subject.report.id !== subject.report.id) return false;
    if (subject.kind === 'delete' || other.subject.kind === 'delete') {
      return subject.kind === other.subject.kind;
    }
    const changesResults = subject.update.results === 1;
    return changesResults === (other.subject.update.results === 1);
  });
}

/** Returns a violation for each creation that ends with the report of another operation. */
function claimViolations(model: Model, state: JobsState): string[] {
  const claimedBy = new Map<string, string>();
  const violations: string[] = [];
  for (const requested of model.person.operations.values()) {
    const status = latestState(model, state, requested)?.status;
    if (status?.name !== 'done' || status.report === null) continue;
    const reportId = status.report.id;
    const origin = model.service.rows.find(({ report }) => report.id === reportId)?.origin;
    const isFromOther = typeof origin === 'object' && !isCausedBy(origin, requested);
    if (isFromOther && !isConfusable(model, requested)) {
      violations.push(`${requested.id} ends with the report of another creation`);
    }
    const other = claimedBy.get(reportId);
    if (other !== undefined) {
      violations.push(`${other} and ${requested.id} end with the same report`);
    }
    claimedBy.set(reportId, requested.id);
  }
  return violations;
}
