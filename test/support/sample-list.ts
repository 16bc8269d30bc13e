import type { ListReply } from '@/lib/shared-state/loaded-list';
import type { NewestReports } from '@/lib/shared-state/shared-items';
import { sampleReport } from './sample-report';

/** The time at which the sample list was read. */
export const EARLIER = '2026-11-01T12:00:00.000Z';

/** Returns the reply to a query with these reports and no others. */
export function replyOf(...ids: string[]): ListReply {
  const reports = ids.map((id) => sampleReport(id));
  return {
    reports,
    unreadable: 0,
    total: ids.length,
    next: null,
    requested: null,
    requestedAt: Date.parse(EARLIER),
    readAt: EARLIER,
  };
}

/** Returns a stored newest list with these reports and no others. */
export function newestReports(...ids: string[]): NewestReports {
  const { requested: _, ...reply } = replyOf(...ids);
  return { ...reply, perPage: 10, mergedUpTo: reply.requestedAt };
}
