import { createdReportId } from '@/lib/jobs/job';
import { isIn, privacyOf } from '@/lib/jobs/operation';
import type { RecentOperation } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';

/**
 * Creates a memory of the passwords that a person has entered on this page, by job. A person who
 * copies a report's link can also copy its password.
 */
export function createEnteredPasswords(recentOperations: () => readonly RecentOperation[]) {
  const passwords = new Map<string, string>();
  return {
    remember(jobId: string, password: string | undefined): void {
      if (password !== undefined) passwords.set(jobId, password);
    },
    /** Returns the password of a batch; null if the password was not entered on this page. */
    ofBatch: (jobId: string): string | null => passwords.get(jobId) ?? null,
    /** Returns the password of a report; null if unknown, or if another page has changed it since. */
    of({ id, privacy }: Report): string | null {
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
