import type { Failure } from '@/lib/failure';
import { NO_COUNTS } from '@/lib/jobs/job';
import { createdReportOf, newOperation } from '@/lib/jobs/operation';
import type {
  Backoff,
  Creation,
  Edit,
  Job,
  JobLine,
  Operation,
  OperationOf,
  RecentOperation,
  Status,
  UnverifiedCreation,
} from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import type { ReportDraft } from '@/lib/report/report-draft';
import { referTo } from '@/lib/report/report-reference';
import { sampleReport } from './sample-report';

type BackoffOf<Kind extends Backoff['kind']> = Extract<Backoff, { kind: Kind }>;

type OperationOverrides = Partial<Pick<Operation, 'status' | 'attempts' | 'baseline'>>;

/** Returns a queued creation, by default of a private report of `https://host.example/page`. */
export function creation(
  draft: Partial<Omit<ReportDraft, 'password'>> = {},
  overrides: OperationOverrides = {},
): Creation {
  const subject = {
    kind: 'create',
    url: 'https://host.example/page',
    privacy: 1,
    ...draft,
  } as const;
  return { ...newOperation(subject), ...overrides } as Creation;
}

export function unverifiedCreation(
  lookups: number,
  status: Partial<UnverifiedCreation['status']> = {},
  overrides: OperationOverrides = {},
): UnverifiedCreation {
  const failure: Failure = { code: 'unreachable' };
  const unverified = { name: 'unverified', lookups, lookupAt: '', failure, ...status } as const;
  return {
    ...creation({}, { attempts: 1, ...overrides }),
    status: unverified,
  } as UnverifiedCreation;
}

/** Returns a queued update. By default, the update makes report 1 public. */
export function update(
  change: OperationOf<'update'>['subject']['update'] = { privacy: 0 },
  report: Report = sampleReport('1'),
): Edit {
  return newOperation({ kind: 'update', report: referTo(report), update: change }) as Edit;
}

export function deletion(report: Report = sampleReport('1')): Edit {
  return newOperation({ kind: 'delete', report: referTo(report) }) as Edit;
}

export function sampleJob(
  id: string,
  operations: readonly Operation[],
  overrides: Partial<Job> = {},
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
    ...overrides,
  };
}

/** Returns the line of a job. All operations of the job, by default one, have the status of `first`. */
export function sampleLine(
  id: string,
  first: Operation,
  overrides: Partial<JobLine> = {},
): JobLine {
  const { finished: _, ...job } = sampleJob(id, [first]);
  const size = overrides.size ?? 1;
  return { ...job, counts: { ...NO_COUNTS, [first.status.name]: size }, first, ...overrides };
}

/** Returns a backoff after the first failed write, by default until 12:00:05 (UTC). */
export function sampleBackoff(
  failure: Failure,
  overrides: Partial<Omit<BackoffOf<'waiting'>, 'kind'>> = {},
): BackoffOf<'waiting'> {
  const until = '2026-11-02T12:00:05.000Z';
  const { kind: _, ...fields } = personBackoff(failure);
  return { ...fields, kind: 'waiting', until, isNamed: false, ...overrides };
}

/** Returns a backoff after the first failed write, until a person changes something. */
export function personBackoff(
  failure: Failure,
  overrides: Partial<Omit<BackoffOf<'needsPerson'>, 'kind'>> = {},
): BackoffOf<'needsPerson'> {
  return {
    kind: 'needsPerson',
    failure,
    count: 1,
    since: '2026-11-02T12:00:00.000Z',
    metBy: 'write',
    operationIds: [],
    ...overrides,
  };
}

export function refused<Refused extends Operation>(operation: Refused, failure: Failure): Refused {
  const status: Status = { name: 'needsAttention', reason: 'refused', failure };
  return { ...operation, status };
}

/** Returns the recent operation of a single job that was created at 1 ms and ended at 2 ms. */
export function recentOperation(
  jobId: string,
  operation: Operation,
  report: Report | null = null,
  overrides: Partial<RecentOperation> = {},
): RecentOperation {
  const job = { jobId, index: 0, isBatch: false, isPrivate: false, createdAt: 1 };
  return { ...job, endedAt: 2, operation, report, ...overrides };
}

/**
 * Returns a finished creation.
 * @param report null if the answer of the service has no report
 */
export function finishedCreation(
  jobId: string,
  report: Report | null,
  overrides: Partial<RecentOperation> = {},
): RecentOperation {
  const url = report?.fullUrl ?? report?.url ?? 'https://host.example/page';
  const status: Status = { name: 'done', report: report && createdReportOf(report) };
  return recentOperation(jobId, creation({ url }, { status }), report, overrides);
}

export function finishedEdit(
  jobId: string,
  edit: Edit,
  report: Report | null = null,
  overrides: Partial<RecentOperation> = {},
): RecentOperation {
  return recentOperation(
    jobId,
    { ...edit, status: { name: 'done', report: null } },
    report,
    overrides,
  );
}
