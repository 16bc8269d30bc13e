import type { RecentOperation } from '@/lib/jobs/job';
import { createdReportId } from '@/lib/jobs/job';
import { isIn, privacyOf } from '@/lib/jobs/operation';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';

/**
 * Remembers the passwords that a person has entered on this page. A person who copies a link can
 * also copy the password. The passwords stay in the page's memory, by job.
 */
export function createSetPasswords(recentOperations: () => readonly RecentOperation[]) {
  const passwords = new Map<string, string>();
  return {
    remember(jobId: string, password: string | undefined): void {
      if (password !== undefined) passwords.set(jobId, password);
    },
    /** Returns the password of a batch; null if the password was not entered on this page. */
    ofBatch: (jobId: string): string | null => passwords.get(jobId) ?? null,
    /** Returns the password of a report; null if unknown, or if another page has set it last. */
    of({ id, privacy }: Report): string | null {
      if (privacy !== Privacy.Password) return null;
      const last = recentOperations().findLast(
        (one) =>
          isIn(one.operation, 'done') &&
          reportIdOf(one) === id &&
          privacyOf(one.operation.subject) === Privacy.Password,
      );
      return (last && passwords.get(last.jobId)) ?? null;
    },
  };
}

function reportIdOf(one: RecentOperation): string | null {
  const { subject } = one.operation;
  return subject.kind === 'create' ? createdReportId(one) : subject.report.id;
}
