import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import type {
  CreatedReport,
  Creation,
  Edit,
  Operation,
  OperationIn,
  StatusName,
  Subject,
  UndecidedEdit,
} from './types';

/**
 * The most creations in flight, and the most edits. Two requests hide the network delay without
 * much load for a service. A creation of a single job may be a third request.
 */
export const MAX_IN_FLIGHT = 2;

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

/** Whether only a read of the report can show what an edit's request has done. */
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
