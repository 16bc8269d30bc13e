import { Connection, StoredAccount } from '@/lib/connection/connection';
import { Deletion } from '@/lib/deletion/deletion';
import { DuplicateRecord } from '@/lib/duplicate/duplicate';
import { Handovers } from '@/lib/handover/handover';
import { ShownNotifications, UnseenOutcome } from '@/lib/notification/notification';
import { PageHistory } from '@/lib/page-history/page-history';
import { RecentWishes } from '@/lib/quick-report/recent-wish';
import { ReportQuery } from '@/lib/report/report-query';
import { StoredLists } from '@/lib/report/stored-list';
import { ResultPoll } from '@/lib/result-poll/result-poll';
import { z } from '@/lib/schema';
import { Preferences } from '@/lib/settings/preferences';
import { FormDrafts } from '@/lib/submission/form-drafts';
import { QueueView } from '@/lib/submission/queue-view';
import { FinishedSubmission } from '@/lib/submission/submission';
import { keyOf, PREFERENCES } from './keys';
import { type StorageArea, storedItem, storedList } from './stored-values';

/** What pages and background both read. What the background alone may see is in connection-store.ts. */
export const items = {
  /** The connection in use. */
  connection: storedItem('local', 'connection', Connection),

  /** What a person has chosen for this browser. */
  preferences: storedItem('local', PREFERENCES, Preferences),

  /** Half-filled forms; in memory, since they hold addresses that were never sent. */
  drafts: storedItem('session', 'drafts', FormDrafts),

  /** Those of private windows, which no ordinary window shows. */
  privateDrafts: storedItem('session', 'private-drafts', FormDrafts),

  /** What tabs that were just opened are to show; in memory, since it holds addresses. */
  handovers: storedItem('session', 'handovers', Handovers),

  /** Reports that were just asked for without a form; in memory, as they hold addresses. */
  wishes: storedItem('session', 'wishes', RecentWishes),

  /** The lists of reports that were last read; in `session` where `local` had no room for them. */
  lists: (connectionId: string, area: StorageArea) =>
    storedItem(area, keyOf(connectionId, 'list'), StoredLists),

  /** Those that were last read for private windows; gone when the browser closes. */
  privateLists: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'private-list'), StoredLists),

  /** What the popup's list was last asked to show. */
  query: (connectionId: string) => storedItem('local', keyOf(connectionId, 'query'), ReportQuery),

  /** The same in private windows; in memory, since it tells what is searched for there. */
  privateQuery: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'private-query'), ReportQuery),

  /** Reports that are being deleted; those of private windows in `session`. */
  deletions: (connectionId: string, area: StorageArea) =>
    storedList(area, keyOf(connectionId, 'deletions'), Deletion),

  /** Reports that were made twice; those of private windows in `session`. */
  duplicates: (connectionId: string, area: StorageArea) =>
    storedItem(area, keyOf(connectionId, 'duplicates'), DuplicateRecord),

  /** Reports whose new result is awaited; in `session` where private windows wait for it. */
  resultPolls: (connectionId: string, area: StorageArea) =>
    storedItem(area, keyOf(connectionId, 'result-polls'), z.array(ResultPoll)),

  /** The queue as ordinary windows see it; in `session` as private ones do, with their reports. */
  queue: (connectionId: string, area: StorageArea) =>
    storedItem(area, keyOf(connectionId, 'queue'), QueueView),

  /** Submissions that are done, the latest last; in memory, like the pages that tell of them. */
  finished: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'finished'), z.array(FinishedSubmission)),

  /** How many submissions and deletions of an area cannot be read. */
  unreadableCount: (connectionId: string, area: StorageArea) =>
    storedItem(area, keyOf(connectionId, 'unreadable-count'), z.number()),

  /** What became of a report while nobody looked and no notification said it; in memory. */
  unseenOutcome: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'unseen-outcome'), UnseenOutcome),

  /** What each notification that was shown leads to; in memory, like the notifications. */
  notifications: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'notifications'), ShownNotifications),

  /** What is known of one page. */
  page: (connectionId: string, pageKey: string) =>
    storedItem('local', keyOf(connectionId, `page/${pageKey}`), PageHistory),

  /** The account that a connection's key belongs to. */
  account: (connectionId: string) =>
    storedItem('local', keyOf(connectionId, 'account'), StoredAccount),
};
