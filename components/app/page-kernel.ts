import { computed } from '@preact/signals';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Connection } from '@/lib/connection/connection';
import { isIn } from '@/lib/jobs/operation';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { Confirmation, NewJob, Subject } from '@/lib/jobs/types';
import type { Result } from '@/lib/result';
import { type Commands, createCommands } from './commands';
import { createEnteredPasswords, type EnteredPasswords } from './entered-passwords';
import type { FollowedState } from './followed-state';
import { createPageClock, type PageClock } from './page-clock';
import { createReportStore, type ReportStore } from './report-store';

/** What an extension page is created from. */
export interface PageInputs {
  background: BackgroundApi;
  /** The page stays with this connection, even if a person connects another service. */
  connection: Connection;
  state: FollowedState;
  /** Whether the window of the page, and therefore its jobs, are private. */
  isPrivate: boolean;
  /** Resolves after the first paint. */
  firstPaint: Promise<unknown>;
}

/** What every part of an extension page uses. */
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
  };
}

/** Returns the subject of a command that changes a report. */
export function subjectOf(kind: 'update' | 'delete', reportId: string): string {
  return `${kind}:${reportId}`;
}

/**
 * Returns the subjects of the open single operations. A queued change of privacy or password is
 * absent: a newer change replaces it.
 */
function openSubjects({ singles }: Pick<QueueSummary, 'singles'>): ReadonlySet<string> {
  const isOpen = ({ first }: QueueSummary['singles'][number]) => {
    const { subject } = first;
    if (isIn(first, 'needsAttention') || subject.kind === 'create') return false;
    return subject.kind === 'delete' || isIn(first, 'sending') || subject.update.results === 1;
  };
  return new Set(singles.filter(isOpen).flatMap(({ first }) => subjectOfOperation(first.subject)));
}

function subjectOfOperation(subject: Subject): string[] {
  return subject.kind === 'create' ? [] : [subjectOf(subject.kind, subject.report.id)];
}
