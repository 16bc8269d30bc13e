import type { ResolvedList } from '@/lib/archive/stored-list';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { sampleReport } from './sample-report';

/** When the sample list was read. */
export const EARLIER = '2026-11-01T12:00:00.000Z';

/** The newest reports, of which these are all, as they were read earlier. */
export function storedList(...ids: string[]): ResolvedList {
  return {
    reports: ids.map((id) => sampleReport(id)),
    isWhole: true,
    unreadable: 0,
    total: ids.length,
    next: null,
    asked: null,
    query: RECENT_REPORTS_QUERY,
    readAt: EARLIER,
  };
}
