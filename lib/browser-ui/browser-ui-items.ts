import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { UnseenReport } from './report-news';

/** What is stored of ways in and out beside the popup: all of it in memory. */
export const browserUiItems = {
  /** A report that was created while nobody looked and no notification said it. */
  unseenReport: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'unseen-report'), UnseenReport),
};
