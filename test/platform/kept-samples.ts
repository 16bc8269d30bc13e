import type { BackgroundTools } from '@/lib/background/connected-service';
import {
  accountItem,
  apiKeyItem,
  awaitedResultsItem,
  connectionItem,
  deletionsItem,
  draftsItem,
  listItem,
  pageIndexItem,
  pageItem,
  pageItems,
  preferencesItem,
  privateReportsItem,
  queryItem,
  queueItem,
  removeOtherConnections,
  saveConnection,
  setAsideItem,
  submissionItems,
} from '@/lib/browser/kept';
import type { StoredItem } from '@/lib/stored-item';
import { storedList } from '../support/sample-list';
import { sampleReport } from '../support/sample-report';

/** The connection of the samples. */
export const ID = 'c1';
export const PAGE_KEY = 'https://host.example/';
const TIME = '2026-11-01T10:00:00.000Z';
const failure = { code: 'not-allowed', message: 'No.' };

/** One value that the extension keeps: where, an example, and how it is read. */
export interface KeptSample {
  key: string;
  value: unknown;
  item: StoredItem<unknown>;
  /** Someone's own, which no service can give again. */
  isOwn: boolean;
}

const SUBMISSION = {
  ...{ id: 's1', order: 1, url: 'https://a.example/', privacy: 1, isPrivateWindow: false },
  ...{ sends: 1, knownIds: ['1'], newestKnownId: null, state: 'failed', failure },
};

/** Everything that the extension keeps beyond the browser's end, none of it due for work. */
export const KEPT_SAMPLES: readonly KeptSample[] = [
  {
    key: 'connection',
    value: { id: ID, baseUrl: 'https://host.example/s' },
    item: connectionItem,
    isOwn: true,
  },
  { key: 'preferences', value: { defaultPrivacy: 0 }, item: preferencesItem, isOwn: true },
  { key: 'set-aside', value: { count: 3, since: TIME }, item: setAsideItem, isOwn: false },
  ofConnection('bearer-key', 'a-secret-key', apiKeyItem(ID), false),
  ofConnection('list', storedList('3', '2'), listItem(ID), false),
  ofConnection('query', { ...storedList().query, search: 'shop' }, queryItem(ID)),
  ofConnection(
    'deletions',
    [
      { report: sampleReport('1'), dueAt: TIME, state: 'failed', failure },
      { report: sampleReport('7'), dueAt: TIME, state: 'failed', failure },
    ],
    deletionsItem(ID),
  ),
  ofConnection(
    'awaited-results',
    [{ report: sampleReport('8'), attempts: 12, nextAt: null, failure: null }],
    awaitedResultsItem(ID),
  ),
  ofConnection('submission/s1', SUBMISSION, itemOfSubmission('s1')),
  ofConnection(
    'queue',
    { shown: [SUBMISSION], count: 1, pause: null, newestId: '7' },
    queueItem(ID),
    false,
  ),
  ofConnection('account', { failure }, accountItem(ID), false),
  ofConnection(
    `page/${PAGE_KEY}`,
    {
      reports: [sampleReport('5')],
      results: [{ reportId: '5', result: 'bad', generatedAt: TIME }],
    },
    pageItem(ID, PAGE_KEY),
    false,
  ),
];

/** The store as the background uses it. */
export const KEPT_STORE: BackgroundTools['store'] = {
  connection: connectionItem,
  apiKey: apiKeyItem,
  account: accountItem,
  drafts: draftsItem,
  list: listItem,
  submissions: submissionItems,
  deletions: deletionsItem,
  awaitedResults: awaitedResultsItem,
  privateReports: privateReportsItem,
  pages: pageItems,
  pageIndex: pageIndexItem,
  save: saveConnection,
  removeOthers: removeOtherConnections,
};

/** One submission as the queue reads it: among all the others. */
function itemOfSubmission(id: string): StoredItem<unknown> {
  const items = submissionItems(ID);
  return {
    read: async () => (await items.readAll()).find((one) => one.id === id),
    write: async () => {},
    remove: () => items.remove([id]),
    watch: () => () => {},
  };
}

function ofConnection(
  name: string,
  value: unknown,
  item: StoredItem<unknown>,
  isOwn = true,
): KeptSample {
  return { key: `connection/${ID}/${name}`, value, item, isOwn };
}
