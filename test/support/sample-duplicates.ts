import { EMPTY_RECORD, type UncheckedCreation } from '@/lib/duplicate/duplicate';
import { afterList, type SeenList, withCreation } from '@/lib/duplicate/duplicate-rule';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { SubmissionFacts } from '@/lib/submission/submission';
import { listOf } from './fake-client';
import { sampleReport } from './sample-report';
import { sampleSubmission } from './sample-submission';

/** The page of the sample creations. */
export const PAGE = 'https://host.example/page';

/** A private report of that page. */
export function ofPage(id: string, fields: Partial<Report> = {}): Report {
  return sampleReport(id, { url: PAGE, ...fields });
}

/** A creation that was answered with a report, where 7 was the newest before. */
export function creation(
  reportId: string | null,
  facts: Partial<SubmissionFacts> = {},
  isAnswered = reportId !== null,
): UncheckedCreation {
  const known = { url: PAGE, sends: 1, newestKnownId: '7', ...facts };
  const submission = sampleSubmission(`new-${reportId}`, { state: 'sending' }, known);
  return { submission: SubmissionFacts.parse(submission), reportId, isAnswered };
}

/** The list of the newest reports, asked for now, while nothing else is under way. */
export function seenList(reports: Report[], seen: Partial<SeenList> = {}): SeenList {
  return {
    ...listOf(...reports),
    query: RECENT_REPORTS_QUERY,
    readAt: '2026-11-02T12:00:00.000Z',
    isAccountedFor: () => false,
    isMaking: () => false,
    ...seen,
  };
}

/** What is recorded after creations, once a list was seen. */
export function recordAfter(creations: UncheckedCreation[], seen: SeenList) {
  return afterList(creations.reduce(withCreation, EMPTY_RECORD), seen);
}
