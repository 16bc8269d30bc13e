import {
  isAwaitedResults,
  isConnection,
  isDeletions,
  isDrafts,
  isPageHistory,
  isPreferences,
  isReportQuery,
  isStoredAccount,
  isStoredList,
} from '@/lib/model/stored-values';
import { removeItems, storedItem, storedItems } from './storage';

/** The connection in use. */
export const connectionItem = storedItem('local', 'connection', isConnection);

/** What a person has chosen for this browser. */
export const preferencesItem = storedItem('local', 'preferences', isPreferences);

/** Half-filled forms; in memory, since they hold addresses that were never sent. */
export const draftsItem = storedItem('session', 'drafts', isDrafts);

/** The list of reports that was last read. */
export const listItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'list'), isStoredList);

/** What the popup's list was last asked to show. */
export const queryItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'query'), isReportQuery);

/** Reports that are being deleted. */
export const deletionsItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'deletions'), isDeletions);

/** Reports whose new result is awaited. */
export const awaitedResultsItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'awaited-results'), isAwaitedResults);

/** What is known of the pages that were reported, each under its page key. */
export const pageItems = (connectionId: string) =>
  storedItems('local', keyOf(connectionId, 'page/'), isPageHistory);

/** What is known of one page. */
export const pageItem = (connectionId: string, pageKey: string) =>
  storedItem('local', keyOf(connectionId, `page/${pageKey}`), isPageHistory);

/** The account that a connection's key belongs to. */
export const accountItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'account'), isStoredAccount);

/** A connection's API key: for the background alone. */
export const apiKeyItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'api-key'), (raw) => typeof raw === 'string');

/** Removes everything above that belongs to a connection. */
export function removeConnectionItems(connectionId: string): Promise<void> {
  return removeItems('local', keyOf(connectionId, ''));
}

function keyOf(connectionId: string, name: string): string {
  return `connection/${connectionId}/${name}`;
}
