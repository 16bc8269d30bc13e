import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { UnseenReport } from './report-news';

export const browserUiItems = {
  /** The newest result that neither an extension page nor a notification has shown. */
  unseenReport: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'unseen-report'), UnseenReport),
};
