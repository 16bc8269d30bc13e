import { Connection, StoredAccount } from '@/lib/connection/connection';
import { Handovers } from '@/lib/handover/handover';
import { AwaitedResults } from '@/lib/list/awaited-result';
import { ShownNotifications, UnseenOutcome } from '@/lib/notification/notification';
import { FormDrafts } from '@/lib/page/form-drafts';
import { PageHistory } from '@/lib/page-history/page-history';
import { ReportQuery } from '@/lib/report/report-query';
import { StoredLists } from '@/lib/report/stored-list';
import { Preferences } from '@/lib/settings/preferences';
import { TaskView } from '@/lib/task/view';
import { keyOf, PREFERENCES } from './keys';
import { storedItem } from './stored-values';

/** What pages and background both read. What the background alone may see is in connection-store.ts. */
export const items = {
  /** The connection in use. */
  connection: storedItem('local', 'connection', Connection),

  /** What a person has chosen for this browser. */
  preferences: storedItem('local', PREFERENCES, Preferences),

  /** Half-filled forms; in memory, since they hold addresses that were never sent. */
  drafts: storedItem('session', 'drafts', FormDrafts),

  /** What tabs that were just opened are to show; in memory, since it holds addresses. */
  handovers: storedItem('session', 'handovers', Handovers),

  /** The lists of reports that were last read. */
  lists: (connectionId: string) => storedItem('local', keyOf(connectionId, 'lists'), StoredLists),

  /** What private windows have searched and filtered for: gone when the browser closes. */
  privateLists: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'lists'), StoredLists),

  /** What the popup's list was last asked to show. */
  query: (connectionId: string) => storedItem('local', keyOf(connectionId, 'query'), ReportQuery),

  /** What pages see of the tasks; in memory, and written anew by the worker when the browser starts. */
  taskView: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'task-view'), TaskView),

  /** Reports whose new result is awaited. */
  awaited: (connectionId: string) =>
    storedItem('local', keyOf(connectionId, 'awaited'), AwaitedResults),

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
