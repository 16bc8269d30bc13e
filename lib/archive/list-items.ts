import { ReportQuery } from '@/lib/report/report-query';
import { keyOf } from '@/lib/storage/keys';
import { storedFamily, storedItem } from '@/lib/storage/stored-values';
import { AwaitedResults } from './awaited-result';
import { PageHistory } from './page-history';
import { StoredLists } from './stored-list';

/** What is stored of the reports of one connection, for pages as well. */
export const listItems = {
  /** The lists of reports that were last read. */
  lists: (connectionId: string) => storedItem('local', keyOf(connectionId, 'lists'), StoredLists),

  /** What private windows have searched and filtered for: gone when the browser closes. */
  privateLists: (connectionId: string) =>
    storedItem('session', keyOf(connectionId, 'lists'), StoredLists),

  /** What the popup's list was last asked to show. */
  query: (connectionId: string) => storedItem('local', keyOf(connectionId, 'query'), ReportQuery),

  /** Reports whose new result is awaited. */
  awaited: (connectionId: string) =>
    storedItem('local', keyOf(connectionId, 'awaited'), AwaitedResults),

  /** What is known of one page. */
  page: (connectionId: string, pageKey: string) =>
    storedItem('local', keyOf(connectionId, `${PAGES}${pageKey}`), PageHistory),

  /** What is known of all pages, each under its page key. */
  pages: (connectionId: string) => storedFamily('local', keyOf(connectionId, PAGES), PageHistory),
};

const PAGES = 'page/';
