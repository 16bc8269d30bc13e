import { createdReportId } from '@/lib/jobs/job';
import { isIn, privacyOf } from '@/lib/jobs/operation';
import type { RecentOperation } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';

/**
 * The passwords that a person has entered on this page, by job. A person who copies a report's link
 * can also copy its password.
 */
export interface EnteredPasswords {
  remember(jobId: string, password: string | undefined): void;
  /** Returns the password of a batch; null if the password was not entered on this page. */
  ofBatch(jobId: string): string | null;
  /** Returns the password of a report; null if unknown, or if another extension page has changed it since. */
  of(report: Report): string | null;
}

export function createEnteredPasswords(
  recentOperations: () => readonly RecentOperation[],
): EnteredPasswords {
  const passwords = new Map<string, string>();
  return {
    remember(jobId, password) {
      if (password !== undefined) passwords.set(jobId, password);
    },
    ofBatch: (jobId) => passwords.get(jobId) ?? null,
    of({ id, privacy }) {
      if (privacy !== Privacy.Password) return null;
      const latest = recentOperations().findLast(
        (one) =>
          isIn(one.operation, 'done') &&
          reportIdOf(one) === id &&
          privacyOf(one.operation.subject) === Privacy.Password,
      );
      return (latest && passwords.get(latest.jobId)) ?? null;
    },
  };
}

function reportIdOf(one: RecentOperation): string | null {
  const { subject } = one.operation;
  return subject.kind === 'create' ? createdReportId(one) : subject.report.id;
}
