import { lineOf, type OperationWords } from '@/components/queue/line';
import type { Backoff, Operation } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';

/**
 * Returns the words for one creation of a batch.
 * @param report the created report, if known
 * @param backoff the backoff, if the rows name it; otherwise null
 */
export function entryLine(
  { subject, status, isTakenBack }: Operation,
  report: Report | null,
  backoff: Backoff | null,
): OperationWords {
  const shown = { id: '', subject, status, isTakenBack, isNamed: false, report };
  return lineOf(shown, { backoff, isBackoffShown: false });
}
