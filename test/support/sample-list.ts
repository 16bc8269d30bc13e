import type { ListReply } from '@/lib/shared-state/loaded-list';
import type { NewestReports } from '@/lib/shared-state/shared-items';
import { sampleReport } from './sample-report';

export const READ_AT = '2026-11-01T12:00:00.000Z';

/** Returns a reply with these reports and no further page. */
export function replyOf(...ids: string[]): ListReply {
  const reports = ids.map((id) => sampleReport(id));
  return {
    reports,
    unreadable: 0,
    total: ids.length,
    next: null,
    requested: null,
    requestedAt: Date.parse(READ_AT),
    readAt: READ_AT,
  };
}

/** Returns a newest list with these reports and no further page. */
export function newestReports(...ids: string[]): NewestReports {
  const { requested: _, ...reply } = replyOf(...ids);
  return { ...reply, perPage: 10, mergedUpTo: reply.requestedAt };
}
