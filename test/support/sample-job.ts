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

/** A queued creation of a private report of `https://host.example/page`, unless said otherwise. */
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

/** A creation that was looked up so often, with other facts of its status where that matters. */
export function unverifiedCreation(
  lookups: number,
  status: Partial<UnverifiedCreation['status']> = {},
  facts: Facts = {},
): UnverifiedCreation {
  const failure: Failure = { code: 'unreachable' };
  const own = { name: 'unverified', lookups, lookupAt: '', failure, ...status } as const;
  return { ...creation({}, { attempts: 1, ...facts }), status: own } as UnverifiedCreation;
}

/** A queued update that publishes report 1, unless said otherwise. */
export function update(
  change: OperationOf<'update'>['subject']['update'] = { privacy: 0 },
  report: Report = sampleReport('1'),
): Edit {
  return newOperation({ kind: 'update', report: referTo(report), update: change }) as Edit;
}

/** A queued deletion of report 1, unless said otherwise. */
export function deletion(report: Report = sampleReport('1')): Edit {
  return newOperation({ kind: 'delete', report: referTo(report) }) as Edit;
}

/** The header of a job with these operations. */
export function sampleJob(
  id: string,
  operations: readonly Operation[],
  facts: Partial<Job> = {},
): Job {
  const kind = operations[0]?.subject.kind ?? 'create';
  return {
    ...{ id, kind, size: operations.length, createdAt: 1, isPrivate: false, isBatch: false },
    ...{ notBefore: null, leftOut: {}, isPaused: false, pauseReason: null, isSeen: false },
    ...{ finished: null, ...facts },
  };
}

/** The line of a job with a single operation, or of a batch whose operations all stand like this one. */
export function sampleLine(id: string, first: Operation, facts: Partial<JobLine> = {}): JobLine {
  const { finished: _, ...header } = sampleJob(id, [first]);
  const size = facts.size ?? 1;
  return { ...header, counts: { ...NO_COUNTS, [first.status.name]: size }, first, ...facts };
}

/** A backoff of five seconds that an operation has met, unless said otherwise. */
export function sampleBackoff(failure: Failure, facts: Partial<Backoff> = {}): Backoff {
  const until = '2026-11-02T12:00:05.000Z';
  return {
    ...{ failure, until, count: 1, isNamed: false, metBy: 'write', operationIds: [] },
    ...facts,
  };
}

/** An operation that needs attention. */
export function refused<One extends Operation>(operation: One, failure: Failure): One {
  const status: Status = { name: 'needsAttention', reason: 'refused', failure };
  return { ...operation, status };
}

/** The operation of a single job that is finished, at a time in milliseconds since the epoch. */
export function recentOperation(
  jobId: string,
  operation: Operation,
  report: Report | null = null,
  facts: Partial<RecentOperation> = {},
): RecentOperation {
  const job = { jobId, index: 0, isBatch: false, isPrivate: false, createdAt: 1 };
  return { ...job, endedAt: 2, operation, report, ...facts };
}

/** A creation that has become a report; null: one that the service did not show. */
export function finishedCreation(
  jobId: string,
  report: Report | null,
  facts: Partial<RecentOperation> = {},
): RecentOperation {
  const url = report?.fullUrl ?? report?.url ?? 'https://host.example/page';
  const status: Status = { name: 'done', report: report && createdReportOf(report) };
  return recentOperation(jobId, creation({ url }, { status }), report, facts);
}

/** An edit that is done, or gone. */
export function finishedEdit(
  jobId: string,
  edit: Edit,
  report: Report | null = null,
  facts: Partial<RecentOperation> = {},
): RecentOperation {
  return recentOperation(jobId, { ...edit, status: { name: 'done', report: null } }, report, facts);
}
