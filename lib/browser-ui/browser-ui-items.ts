import { Timestamp } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { storedItem, trustedItem } from '@/lib/storage/stored-values';
import { type NotifiedProblems, UnseenReport } from './report-news';

export const browserUiItems = {
  /** The newest result that neither an extension page nor a notification has shown. */
  unseenReport: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'unseen-report'), UnseenReport),
  notifiedProblems: (connectionId: string) =>
    trustedItem<NotifiedProblems>('local', keyOf(connectionId, 'notified-problems')),
  /** The time of the last notification about problems that have become worse, for all connections. */
  worseNotifiedAt: storedItem('local', 'worse-notified-at', Timestamp),
};
