import type { RecentOperation } from '@/lib/jobs/job';
import { createdReportId } from '@/lib/jobs/job';
import { isIn, privacyOf } from '@/lib/jobs/operation';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';

/**
 * The passwords that were entered on this page, for whoever copies a link and has to pass on the password
 * as well. They are in the page's memory alone, by the job that has set them.
 */
export function createSetPasswords(recentOperations: () => readonly RecentOperation[]) {
  const passwords = new Map<string, string>();
  return {
    remember(jobId: string, password: string | undefined): void {
      if (password !== undefined) passwords.set(jobId, password);
    },
    /** The one of a batch; null where it was not entered here. */
    ofBatch: (jobId: string): string | null => passwords.get(jobId) ?? null,
    /** The one that opens a report; null where it is not known, as when another page has set it last. */
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
