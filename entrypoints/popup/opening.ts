import { attempt } from '@/lib/attempt';
import type { BackgroundOffer } from '@/lib/background/background-api';
import {
  awaitedResultsItem,
  connectionItem,
  dateTextsItem,
  deletionsItem,
  draftsItem,
  listItem,
  pageItem,
  preferencesItem,
  queryItem,
  queueItem,
  setAsideItem,
} from '@/lib/browser/kept';
import { remote } from '@/lib/browser/messages';
import { onUnreadable } from '@/lib/browser/storage';
import { activeTab } from '@/lib/browser/tabs';
import { followed } from '@/lib/model/followed-item';
import { INITIAL_PREFERENCES } from '@/lib/settings/preferences';
import { pageKey } from '@/lib/url/page-key';
import { reportablePageUrl } from '@/lib/url/report-url';

export const background = remote<BackgroundOffer>();
onUnreadable(() => void attempt(background.inspectStore));

/** What is kept for the popup, whoever it is connected to. */
const kept = Promise.all([
  preferencesItem.read(),
  draftsItem.read(),
  dateTextsItem.read(),
  followed(setAsideItem),
]);

/** The page in front; asked for when the questions to the store have gone out. */
const inFront = Promise.resolve()
  .then(activeTab)
  .then((tab) => ({ tab, pageUrl: reportablePageUrl(tab.url) }));

/** What is kept of the connection and the page in front; null where there is no connection. */
const keptOfConnection = readConnection();

/** All that the popup opens with. */
export type Opening = Awaited<typeof opening>;

export const opening = readAll();

async function readAll() {
  const [[preferences, drafts, dates, setAside], stored, { tab, pageUrl }] = await Promise.all([
    kept,
    keptOfConnection,
    inFront,
  ]);
  const { defaultPrivacy } = preferences ?? INITIAL_PREFERENCES;
  return { tab, form: { pageUrl, defaultPrivacy, drafts: drafts ?? [] }, dates, setAside, stored };
}

async function readConnection() {
  const [connection, { pageUrl }] = await Promise.all([connectionItem.read(), inFront]);
  if (connection === undefined) return null;
  const { id } = connection;
  const [query, list, queue, deletions, awaited, history] = await Promise.all([
    queryItem(id).read(),
    followed(listItem(id)),
    followed(queueItem(id)),
    followed(deletionsItem(id)),
    followed(awaitedResultsItem(id)),
    followed(pageItem(id, pageKey(pageUrl ?? ''))),
  ]);
  return { queryItem: queryItem(id), query, list, queue, deletions, awaited, history };
}
