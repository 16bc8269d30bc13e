import { Failure } from '@/lib/failure';
import { AnyPrivacy } from '@/lib/report/privacy';
import { Rating, Score } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { StoredChange } from '@/lib/report/report-change';
import { ReportReference, referTo } from '@/lib/report/report-reference';
import { Timestamp, z } from '@/lib/schema';

/** What an operation does. Passwords are not included: the job has them, in memory only. */
export const Subject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create'),
    /** The address of the page, as sent to the service. */
    url: z.string(),
    privacy: AnyPrivacy,
  }),
  z.object({
    kind: z.literal('update'),
    /** The report at the time of the request. */
    report: ReportReference,
    update: StoredChange,
  }),
  z.object({ kind: z.literal('delete'), report: ReportReference }),
]);
export type Subject = z.infer<typeof Subject>;

/** A created report, with enough data to list the report when the history has lost it. */
export const CreatedReport = z.extend(ReportReference, {
  /** `result` and `score` are those of the answer; null if absent. */
  result: z.nullable(Rating),
  score: z.nullable(Score),
});
export type CreatedReport = z.infer<typeof CreatedReport>;

/** Returns the part of a created report that its operation stores. */
export function createdReportOf(report: Report): CreatedReport {
  const { result, score } = report;
  return { ...referTo(report), result, score };
}

/** Returns a report from the data that its operation stores. */
export function reportOfOperation(created: CreatedReport, privacy: Report['privacy']): Report {
  const { id, url, result, score, generatedAt } = created;
  const unknown = { failed: null, failedChecks: null, project: null };
  return { id, url, fullUrl: url, result, score, privacy, generatedAt, ...unknown };
}

/** The status of an operation. */
export const Status = z.discriminatedUnion('name', [
  z.object({ name: z.literal('queued') }),
  /** The request is in flight, or was in flight when the browser stopped the worker. */
  z.object({
    name: z.literal('sending'),
    /**
     * Whether the request of a taken-back edit got no answer. A read of the report decides. Absent:
     * false.
     */
    isUndecided: z.optional(z.boolean()),
  }),
  /** Creations only: it is unknown whether the report exists, and the worker looks it up. */
  z.object({
    name: z.literal('unverified'),
    /** The number of lookups since the last request. */
    lookups: z.number(),
    /** The time of the next lookup. */
    lookupAt: Timestamp,
    /** The number of newest lists that have failed in the last lookup; absent for none. */
    failedDecisions: z.optional(z.number()),
    /** The failure of the request; null after a success without a report. */
    failure: z.nullable(Failure),
  }),
  /** A person decides. */
  z.object({
    name: z.literal('needsAttention'),
    /**
     * `refused`: the service has refused the operation. `unverifiable`: it is unknown whether the
     * report exists. `password`: the password was only in memory, and is lost.
     */
    reason: z.literal(['refused', 'unverifiable', 'password']),
    /** Null if the password is lost. */
    failure: z.nullable(Failure),
  }),
  z.object({
    name: z.literal('done'),
    /** The created report; null for edits, and if the service did not return the report. */
    report: z.nullable(CreatedReport),
  }),
  /** The report to update no longer exists. */
  z.object({ name: z.literal('gone') }),
  /** A person has cancelled the operation, or a newer operation has replaced it. */
  z.object({
    name: z.literal('cancelled'),
    /** Whether the report of a taken-back creation may exist. Absent: false. */
    mayExist: z.optional(z.boolean()),
  }),
]);
export type Status = z.infer<typeof Status>;
export type StatusName = Status['name'];

/** One creation, update or deletion of a report. */
export const Operation = z.object({
  subject: Subject,
  status: Status,
  /** The number of requests that the service may have carried out. */
  attempts: z.number(),
  /**
   * For creations: the highest report id before the first request; "0" without reports. Null before
   * the first request, without a list, or if ids are not whole numbers. A creation without a
   * baseline is never repeated.
   */
  baseline: z.nullable(z.string()),
  /**
   * Whether a person has taken the operation back after its request was sent. It is never sent
   * again. Absent: false.
   */
  isTakenBack: z.optional(z.boolean()),
});
export type Operation = z.infer<typeof Operation>;

/** An operation whose subject is of one kind. */
export type OperationOf<Kind extends Subject['kind']> = Operation & {
  subject: Extract<Subject, { kind: Kind }>;
};
export type Creation = OperationOf<'create'>;
/** An operation that updates or deletes a report. */
export type Edit = OperationOf<'update'> | OperationOf<'delete'>;

/** An operation with one status. */
export type OperationIn<Name extends StatusName> = Operation & {
  status: Extract<Status, { name: Name }>;
};
export type UnverifiedCreation = Creation & OperationIn<'unverified'>;
/** A taken-back edit without an answer. */
export type UndecidedEdit = Edit & OperationIn<'sending'>;

/** Returns a queued operation. */
export function newOperation(subject: Subject): Operation {
  return { subject, status: { name: 'queued' }, attempts: 0, baseline: null };
}

export function isCreation(operation: Operation): operation is Creation {
  return operation.subject.kind === 'create';
}

export function isEdit(operation: Operation): operation is Edit {
  return operation.subject.kind !== 'create';
}

/** Whether an operation has a status. */
export function isIn<Name extends StatusName>(
  operation: Operation,
  name: Name,
): operation is OperationIn<Name> {
  return operation.status.name === name;
}

export function isFinished({ status: { name } }: Pick<Operation, 'status'>): boolean {
  return name === 'done' || name === 'gone' || name === 'cancelled';
}

/** Whether a creation is unverifiable. Later lists may still show its report. */
export function isUnverifiable({ status }: Operation): boolean {
  return status.name === 'needsAttention' && status.reason === 'unverifiable';
}

/** Whether a read of the report decides what an edit's request has done. */
export function isUndecided(operation: Operation): operation is UndecidedEdit {
  return isEdit(operation) && isIn(operation, 'sending') && operation.status.isUndecided === true;
}

/** Returns the address of an operation's page; null if the service did not send it. */
export function urlOf(subject: Subject): string | null {
  return subject.kind === 'create' ? subject.url : subject.report.url;
}

/** Returns the privacy that an operation sets; undefined if it sets none. */
export function privacyOf(subject: Subject) {
  if (subject.kind === 'create') return subject.privacy;
  return subject.kind === 'update' ? subject.update.privacy : undefined;
}
