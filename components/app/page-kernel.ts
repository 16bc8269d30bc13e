import { computed } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import type { Connection } from '@/lib/connection/connection';
import { isReportGone } from '@/lib/failure';
import { isIn } from '@/lib/jobs/operation';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { Confirmation, NewJob, Operation } from '@/lib/jobs/types';
import { type Report, type ReportDetails, withoutDetails } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import type { PageBackground } from './background-in-use';
import { createEnteredPasswords, type EnteredPasswords } from './entered-passwords';
import type { FollowedState } from './followed-state';
import { createPageClock, type PageClock } from './page-clock';
import { type Commands, createCommands } from './page-commands';
import { createReportStore, type ReportStore } from './report-store';

/** The inputs of an extension page. */
export interface PageInputs {
  background: PageBackground;
  /** The page stays with this connection, even if a person connects another service. */
  connection: Connection;
  state: FollowedState;
  /** Whether the window of the page, and therefore its jobs, are private. */
  isPrivate: boolean;
  /** Resolves after the first paint. */
  firstPaint: Promise<unknown>;
}

/** The dependencies that all parts of an extension page share. */
export interface PageKernel extends PageInputs {
  connectionId: string;
  reports: ReportStore;
  commands: Commands;
  clock: PageClock;
  passwords: EnteredPasswords;
  /** Returns a new id, for a job. */
  newId(): string;
  /** Stores a job of this window. The job's id makes a repeated call safe. */
  createJob(job: NewJob): Promise<Result<Confirmation | null>>;
  /**
   * Reads a report with its checks. Notes in `reports` the version that was read, or that the
   * report is gone.
   */
  getReport(report: Report): Promise<Result<ReportDetails>>;
}

export function createPageKernel(inputs: PageInputs): PageKernel {
  const { background, connection, state, isPrivate } = inputs;
  const reports = createReportStore();
  state.newest.subscribe((list) => {
    if (list !== null) reports.addRead(list.reports, list.requestedAt);
  });
  state.recentOperations.subscribe(reports.addOperations);
  const passwords = createEnteredPasswords(() => state.recentOperations.value);
  return {
    ...inputs,
    connectionId: connection.id,
    reports,
    commands: createCommands(computed(() => openSubjects(state.queue.value))),
    clock: createPageClock(),
    passwords,
    newId: () => crypto.randomUUID(),
    createJob(job) {
      passwords.remember(job.id, job.password);
      return background.createJob(connection.id, { ...job, isPrivate });
    },
    async getReport(report) {
      const time = reports.latestTime();
      const result = await attempt(() => background.getReport(connection.id, referTo(report)));
      if (!hasFailed(result)) reports.addRead([withoutDetails(result.value)], time);
      else if (isReportGone(result.failure)) reports.addGone(report.id, time);
      return result;
    },
  };
}

/** Commands about a report: request results, change the privacy or the password, delete. */
type CommandKind = 'results' | 'change' | 'delete';

/** Returns the subject of a command about a report. */
export function subjectOf(kind: CommandKind, reportId: string): string {
  return `${kind}:${reportId}`;
}

/**
 * Returns the subjects of the open single operations. A change of privacy or password has a subject only
 * while it is being sent: until then, a newer change replaces it.
 */
function openSubjects({ singles }: Pick<QueueSummary, 'singles'>): ReadonlySet<string> {
  return new Set(singles.flatMap(({ first }) => subjectOfOperation(first)));
}

function subjectOfOperation(operation: Operation): string | [] {
  const { subject, isTakenBack } = operation;
  if (isIn(operation, 'needsAttention') || isTakenBack || subject.kind === 'create') return [];
  if (subject.kind === 'delete') return subjectOf('delete', subject.report.id);
  if (subject.update.results === 1) return subjectOf('results', subject.report.id);
  return isIn(operation, 'sending') ? subjectOf('change', subject.report.id) : [];
}
