import type { Failure } from '@/lib/failure';
import type { Backoff } from '@/lib/jobs/backoff';
import { type Job, type JobLine, NO_COUNTS, type RecentOperation } from '@/lib/jobs/job';
import {
  type Creation,
  createdReportOf,
  type Edit,
  newOperation,
  type Operation,
  type OperationOf,
  type Status,
  type UnverifiedCreation,
} from '@/lib/jobs/operation';
import type { Report } from '@/lib/report/report';
import type { ReportDraft } from '@/lib/report/report-draft';
import { referTo } from '@/lib/report/report-reference';
import { sampleReport } from './sample-report';

type Facts = Partial<Pick<Operation, 'status' | 'attempts' | 'baseline'>>;

/** Returns a queued creation, by default of a private report of `https://host.example/page`. */
export function creation(
  draft: Partial<Omit<ReportDraft, 'password'>> = {},
  facts: Facts = {},
): Creation {
  const subject = {
    kind: 'create',
    url: 'https://host.example/page',
    privacy: 1,
    ...draft,
  } as const;
  return { ...newOperation(subject), ...facts } as Creation;
}

/** Returns an unverified creation after a number of lookups. */
export function unverifiedCreation(
  lookups: number,
  status: Partial<UnverifiedCreation['status']> = {},
  facts: Facts = {},
): UnverifiedCreation {
  const failure: Failure = { code: 'unreachable' };
  const own = { name: 'unverified', lookups, lookupAt: '', failure, ...status } as const;
  return { ...creation({}, { attempts: 1, ...facts }), status: own } as UnverifiedCreation;
}

/** Returns a queued update, by default one that makes report 1 public. */
export function update(
  change: OperationOf<'update'>['subject']['update'] = { privacy: 0 },
  report: Report = sampleReport('1'),
): Edit {
  return newOperation({ kind: 'update', report: referTo(report), update: change }) as Edit;
}

/** Returns a queued deletion, by default of report 1. */
export function deletion(report: Report = sampleReport('1')): Edit {
  return newOperation({ kind: 'delete', report: referTo(report) }) as Edit;
}

/** Returns the header of a job with these operations. */
export function sampleJob(
  id: string,
  operations: readonly Operation[],
  facts: Partial<Job> = {},
): Job {
  const kind = operations[0]?.subject.kind ?? 'create';
  return {
    id,
    kind,
    size: operations.length,
    createdAt: 1,
    isPrivate: false,
    isBatch: false,
    notBefore: null,
    leftOut: {},
    isPaused: false,
    pauseReason: null,
    isSeen: false,
    finished: null,
    ...facts,
  };
}

/** Returns the line of a single job, or of a batch whose operations all have the status of `first`. */
export function sampleLine(id: string, first: Operation, facts: Partial<JobLine> = {}): JobLine {
  const { finished: _, ...header } = sampleJob(id, [first]);
  const size = facts.size ?? 1;
  return { ...header, counts: { ...NO_COUNTS, [first.status.name]: size }, first, ...facts };
}

/** Returns a backoff, by default of five seconds after the failure of an operation. */
export function sampleBackoff(failure: Failure, facts: Partial<Backoff> = {}): Backoff {
  const until = '2026-11-02T12:00:05.000Z';
  return {
    failure,
    until,
    count: 1,
    isNamed: false,
    metBy: 'write',
    operationIds: [],
    ...facts,
  };
}

/** Returns the operation with the status needsAttention. */
export function refused<One extends Operation>(operation: One, failure: Failure): One {
  const status: Status = { name: 'needsAttention', reason: 'refused', failure };
  return { ...operation, status };
}

/** Returns the recent operation of a single job. Times are milliseconds since the epoch. */
export function recentOperation(
  jobId: string,
  operation: Operation,
  report: Report | null = null,
  facts: Partial<RecentOperation> = {},
): RecentOperation {
  const job = { jobId, index: 0, isBatch: false, isPrivate: false, createdAt: 1 };
  return { ...job, endedAt: 2, operation, report, ...facts };
}

/** Returns a finished creation. Its report is null if the service returned none. */
export function finishedCreation(
  jobId: string,
  report: Report | null,
  facts: Partial<RecentOperation> = {},
): RecentOperation {
  const url = report?.fullUrl ?? report?.url ?? 'https://host.example/page';
  const status: Status = { name: 'done', report: report && createdReportOf(report) };
  return recentOperation(jobId, creation({ url }, { status }), report, facts);
}

/** Returns a finished edit. */
export function finishedEdit(
  jobId: string,
  edit: Edit,
  report: Report | null = null,
  facts: Partial<RecentOperation> = {},
): RecentOperation {
  return recentOperation(jobId, { ...edit, status: { name: 'done', report: null } }, report, facts);
}
