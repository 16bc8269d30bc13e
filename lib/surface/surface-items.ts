import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { ShownNotifications, UnseenOutcome } from './report-news';

/** What is stored of ways in and out beside the popup: all of it in memory. */
export const surfaceItems = {
  /** What became of a report while nobody looked and no notification said it. */
  unseenOutcome: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'unseen-outcome'), UnseenOutcome),

  /** What each notification that was shown leads to. */
  notifications: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'notifications'), ShownNotifications),
};
