import { Failure } from '@/lib/failure';
import { AnyPrivacy } from '@/lib/report/privacy';
import { Rating, Score } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { StoredChange } from '@/lib/report/report-change';
import { ReportReference, referTo } from '@/lib/report/report-reference';
import { Timestamp, z } from '@/lib/schema';

/** What an operation does. Passwords are never part of it: they belong to the job, in memory only. */
export const Subject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create'),
    /** The address of the page, as it is sent. */
    url: z.string(),
    privacy: AnyPrivacy,
  }),
  z.object({
    kind: z.literal('update'),
    /** The report as it was when the update was requested. */
    report: ReportReference,
    update: StoredChange,
  }),
  z.object({ kind: z.literal('delete'), report: ReportReference }),
]);
export type Subject = z.infer<typeof Subject>;

/** What a creation has become: as much as lists it where nothing else is known of it any more. */
export const CreatedReport = z.extend(ReportReference, {
  /** Both as of the answer; null where it had no result, or none in a number. */
  result: z.nullable(Rating),
  score: z.nullable(Score),
});
export type CreatedReport = z.infer<typeof CreatedReport>;

/** What an operation keeps of a report that it has created. */
export function createdReportOf(report: Report): CreatedReport {
  const { result, score } = report;
  return { ...referTo(report), result, score };
}

/** The report of a batch's operation, as the operation alone knows it. */
export function reportOfOperation(created: CreatedReport, privacy: Report['privacy']): Report {
  const { id, url, result, score, generatedAt } = created;
  const unknown = { failed: null, failedChecks: null, project: null };
  return { id, url, fullUrl: url, result, score, privacy, generatedAt, ...unknown };
}

/** How an operation stands. */
export const Status = z.discriminatedUnion('name', [
  z.object({ name: z.literal('queued') }),
  /** Its request is in flight, or was when the browser stopped the worker. */
  z.object({ name: z.literal('sending') }),
  /** Creations only: no answer tells whether the report was made, so the worker looks it up. */
  z.object({
    name: z.literal('unverified'),
    /** Lookups since the last request that have not found the report. */
    lookups: z.number(),
    /** When the next lookup is due. */
    lookupAt: Timestamp,
    /** What came in place of an answer; null for a success that did not show the report. */
    failure: z.nullable(Failure),
  }),
  /** A person decides. */
  z.object({
    name: z.literal('needsAttention'),
    /**
     * The service refuses the operation, nobody can tell whether its report was made, or its password is
     * gone, which was in memory only.
     */
    reason: z.literal(['refused', 'unverifiable', 'password']),
    /** Null for a password that is gone. */
    failure: z.nullable(Failure),
  }),
  z.object({
    name: z.literal('done'),
    /** The report that was created; null for edits, and where the service did not show it. */
    report: z.nullable(CreatedReport),
  }),
  /** The service no longer has the report that was to be updated. */
  z.object({ name: z.literal('gone') }),
  /** A person has taken it back, or a newer operation has made it needless. */
  z.object({ name: z.literal('cancelled') }),
]);
export type Status = z.infer<typeof Status>;
export type StatusName = Status['name'];

/** One creation, update or deletion of a report. */
export const Operation = z.object({
  subject: Subject,
  status: Status,
  /** Requests that the service may have acted on. */
  attempts: z.number(),
  /**
   * Creations: the highest report id that the service had before the first request, "0" if it had none.
   * Null before that, and where the service showed no list or has ids that are no rising numbers: such a
   * creation is never repeated.
   */
  baseline: z.nullable(z.string()),
});
export type Operation = z.infer<typeof Operation>;

/** An operation whose subject is of one kind. */
export type OperationOf<Kind extends Subject['kind']> = Operation & {
  subject: Extract<Subject, { kind: Kind }>;
};
export type Creation = OperationOf<'create'>;
/** An operation that updates or deletes a report. */
export type Edit = OperationOf<'update'> | OperationOf<'delete'>;

/** An operation with that status. */
export type OperationIn<Name extends StatusName> = Operation & {
  status: Extract<Status, { name: Name }>;
};
export type UnverifiedCreation = Creation & OperationIn<'unverified'>;

/** An operation that has not been sent. */
export function newOperation(subject: Subject): Operation {
  return { subject, status: { name: 'queued' }, attempts: 0, baseline: null };
}

export function isCreation(operation: Operation): operation is Creation {
  return operation.subject.kind === 'create';
}

export function isEdit(operation: Operation): operation is Edit {
  return operation.subject.kind !== 'create';
}

/** Whether an operation has that status. */
export function isIn<Name extends StatusName>(
  operation: Operation,
  name: Name,
): operation is OperationIn<Name> {
  return operation.status.name === name;
}

export function isFinished({ status: { name } }: Pick<Operation, 'status'>): boolean {
  return name === 'done' || name === 'gone' || name === 'cancelled';
}

/** Whether lists are searched for the report of an operation. */
export function isUnverifiable({ status }: Operation): boolean {
  return status.name === 'needsAttention' && status.reason === 'unverifiable';
}

/** The address that an operation is about; null where the service did not send that of its report. */
export function urlOf(subject: Subject): string | null {
  return subject.kind === 'create' ? subject.url : subject.report.url;
}

/** The privacy that an operation gives to its report; undefined where it changes none. */
export function privacyOf(subject: Subject) {
  if (subject.kind === 'create') return subject.privacy;
  return subject.kind === 'update' ? subject.update.privacy : undefined;
}
