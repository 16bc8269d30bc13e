import { lineOf, type OperationWords } from '@/components/queue/line';
import type { Backoff, Operation } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';

/**
 * How one creation of a batch stands: its word and its reason are those of lines.
 * @param report what it has become, as it is known here
 * @param backoff why nothing is sent, where rows are to say that; null otherwise
 */
export function entryLine(
  { subject, status, isTakenBack }: Operation,
  report: Report | null,
  backoff: Backoff | null,
): OperationWords {
  const shown = { id: '', subject, status, isTakenBack, isNamed: false, report };
  return lineOf(shown, { backoff, isBackoffShown: false });
}
