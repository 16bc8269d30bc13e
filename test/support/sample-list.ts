import type { ListReply } from '@/lib/shared-state/loaded-list';
import type { NewestReports } from '@/lib/shared-state/shared-items';
import { sampleReport } from './sample-report';

/** When the sample list was read. */
export const EARLIER = '2026-11-01T12:00:00.000Z';

/** The reply to a query that these are all reports for. */
export function replyOf(...ids: string[]): ListReply {
  const reports = ids.map((id) => sampleReport(id));
  const facts = { unreadable: 0, total: ids.length, next: null, requested: null };
  return { reports, ...facts, requestedAt: Date.parse(EARLIER), readAt: EARLIER };
}

/** The newest reports, of which these are all, as they were read earlier. */
export function newestReports(...ids: string[]): NewestReports {
  const { requested: _, ...reply } = replyOf(...ids);
  return { ...reply, perPage: 10, mergedUpTo: reply.requestedAt };
}
