import { isApiKey } from '@/lib/connection/api-key';
import type { Connection, StoredList } from '@/lib/connection/connection';
import { isSetAside, SET_ASIDE_KEY } from '@/lib/model/set-aside';
import { STORE_VERSION, STORE_VERSION_KEY } from '@/lib/model/store-version';
import {
  isAwaitedResults,
  isConnection,
  isDeletions,
  isDrafts,
  isFinishedSubmissions,
  isPageHistory,
  isPageIndex,
  isPreferences,
  isQueueView,
  isReportQuery,
  isStoredAccount,
  isStoredList,
  isSubmissionOf,
  isTextList,
} from '@/lib/model/stored-values';
import type { QueueView } from '@/lib/submission/queue-view';
import type { Submission } from '@/lib/submission/submission';
import {
  readByPrefix,
  removeItems,
  removeItemsWhere,
  storedItem,
  storedItems,
  writeItems,
} from './storage';

const CONNECTION = 'connection';
const LIST = 'list';
const QUEUE = 'queue';
const DELETIONS = 'deletions';
const AWAITED_RESULTS = 'awaited-results';
const FINISHED = 'finished';
const PAGE = 'page/';
/** A name that stands in no page's bundle. */
const API_KEY = 'bearer-key';

/** The connection in use. */
export const connectionItem = storedItem('local', CONNECTION, isConnection);

/** What a person has chosen for this browser. */
export const preferencesItem = storedItem('local', 'preferences', isPreferences);

/** That stored values could not be read and were set aside. */
export const setAsideItem = storedItem('local', SET_ASIDE_KEY, isSetAside);

/** Half-filled forms; in memory, since they hold addresses that were never sent. */
export const draftsItem = storedItem('session', 'drafts', isDrafts);

/** The list of reports that was last read. */
export const listItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, LIST), isStoredList);

/** What the popup's list was last asked to show. */
export const queryItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'query'), isReportQuery);

/** Reports that are being deleted. */
export const deletionsItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, DELETIONS), isDeletions);

/** Reports whose new result is awaited. */
export const awaitedResultsItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, AWAITED_RESULTS), isAwaitedResults);

/** The queue of reports on their way, as pages see it. */
export const queueItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, QUEUE), isQueueView);

/** Reports on their way to the service, each stored by itself. */
export const submissionItems = (connectionId: string) => {
  const keyOfOne = (id: string) => keyOf(connectionId, `submission/${id}`);
  const keyOfPassword = (id: string) => keyOf(connectionId, `password/${id}`);
  return {
    readAll: () => readByPrefix('local', keyOfOne(''), isSubmissionOf),
    write: (submissions: readonly Submission[], view: QueueView) =>
      writeItems('local', {
        ...Object.fromEntries(submissions.map((one) => [keyOfOne(one.id), one])),
        [keyOf(connectionId, QUEUE)]: view,
      }),
    remove: (ids: readonly string[]) => removeItems('local', ids.map(keyOfOne)),
    view: queueItem(connectionId),
    password: (id: string) =>
      storedItem('session', keyOfPassword(id), (raw) => typeof raw === 'string'),
    forgetPasswords: (ids: readonly string[]) => removeItems('session', ids.map(keyOfPassword)),
    finished: storedItem('session', keyOf(connectionId, FINISHED), isFinishedSubmissions),
  };
};

/** Ids of reports that were asked for in private windows: nothing else is kept of them. */
export const privateReportsItem = (connectionId: string) =>
  storedItem('session', keyOf(connectionId, 'private-reports'), isTextList);

/** What is known of the pages that were reported, each under its page key. */
export const pageItems = (connectionId: string) =>
  storedItems('local', keyOf(connectionId, PAGE), isPageHistory);

/** Which of them are stored, in the order of their use. */
export const pageIndexItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'page-index'), isPageIndex);

/** What is known of one page. */
export const pageItem = (connectionId: string, key: string) =>
  storedItem('local', keyOf(connectionId, PAGE + key), isPageHistory);

/** The account that a connection's key belongs to. */
export const accountItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'account'), isStoredAccount);

/** A connection's API key: for the background alone. */
export const apiKeyItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, API_KEY), isApiKey);

/**
 * Stores a connection with its key and first list in one write, so that no half of it can stay.
 * @param list null where it is not to be kept
 */
export function saveConnection(
  connection: Connection,
  apiKey: string,
  list: StoredList | null,
): Promise<void> {
  return writeItems('local', {
    [STORE_VERSION_KEY]: STORE_VERSION,
    [CONNECTION]: connection,
    [keyOf(connection.id, API_KEY)]: apiKey,
    ...(list && { [keyOf(connection.id, LIST)]: list }),
  });
}

/**
 * Removes what belongs to other connections than the one. Without one: to all of them, with forms
 * and with what was set aside, which may speak of them.
 */
export async function removeOtherConnections(exceptId: string | null): Promise<void> {
  const isOfConnection = (key: string) => key === CONNECTION || key.startsWith(keyOf('', ''));
  if (exceptId !== null) {
    const kept = keyOf(exceptId, '');
    const isOther = (key: string) =>
      isOfConnection(key) && key !== CONNECTION && !key.startsWith(kept);
    await Promise.all([removeItemsWhere('local', isOther), removeItemsWhere('session', isOther)]);
    return;
  }
  const isLeaving = (key: string) =>
    isOfConnection(key) || key === SET_ASIDE_KEY || key.startsWith(`${SET_ASIDE_KEY}/`);
  await removeItemsWhere('local', (key, keys) => {
    // The version tells about the rest, as long as there is any.
    if (key !== STORE_VERSION_KEY) return isLeaving(key);
    return keys.every((other) => other === key || isLeaving(other));
  });
  await Promise.all([removeItemsWhere('session', isOfConnection), draftsItem.remove()]);
}

function keyOf(connectionId: string, name: string): string {
  return connectionId === '' ? 'connection/' : `connection/${connectionId}/${name}`;
}
