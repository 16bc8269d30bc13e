import { describe, expect, it } from 'vitest';
import {
  isAwaitedResults,
  isConnection,
  isDeletions,
  isDrafts,
  isPageHistory,
  isPageIndex,
  isPreferences,
  isReportQuery,
  isStoredAccount,
  isStoredList,
} from '@/lib/model/stored-values';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import {
  type Accepts,
  describeGuard,
  isList,
  isNothing,
  isNumber,
  isPlainCode,
  isPrivacyNumber,
  isRatingText,
  isText,
  isTextOrNull,
  isTexts,
  isTime,
  isTimeOrNull,
  type Kept,
  oneOf,
  TIME,
} from '../support/kept-value';
import { sampleReport } from '../support/sample-report';

const unknown = { url: null, result: null, privacy: null, generatedAt: null, project: null };
const failure = { code: 'unreachable' };
const isId: Accepts = (value) => isText(value) && /^[^/]+$/.test(String(value));

const kept: Kept[] = [
  {
    name: 'a connection',
    guard: isConnection,
    sample: { id: 'a', baseUrl: 'https://host.example' },
    places: [[['id'], isId]],
  },
  {
    name: 'preferences',
    guard: isPreferences,
    sample: { defaultPrivacy: 2 },
    places: [[['defaultPrivacy'], isPrivacyNumber]],
  },
  {
    name: 'a list',
    guard: isStoredList,
    sample: {
      reports: [sampleReport('1'), sampleReport('2', unknown)],
      unreadable: 0,
      total: null,
      query: { ...RECENT_REPORTS_QUERY, result: 'bad' },
      readAt: TIME,
    },
    places: [
      [['reports'], isList],
      [['reports', 1], isNothing],
      [['reports', 1, 'id'], isText],
      [['reports', 0, 'url'], isTextOrNull],
      [['reports', 0, 'result'], oneOf('good', 'decent', 'bad', null)],
      [['reports', 1, 'privacy'], oneOf(0, 1, 2, null)],
      [['reports', 0, 'generatedAt'], isTimeOrNull],
      [['reports', 0, 'project'], isTextOrNull],
      [['unreadable'], isNumber],
      [['total'], (value) => value === null || isNumber(value)],
      [['query'], isNothing],
      [['query', 'sortBy'], oneOf('id', 'generated_at', 'url', 'result')],
      [['readAt'], isTime],
    ],
  },
  {
    name: 'a query',
    guard: isReportQuery,
    sample: { ...RECENT_REPORTS_QUERY },
    places: [
      [['search'], isText],
      [['project'], isText],
      [['result'], oneOf('good', 'decent', 'bad', null)],
      [['sortBy'], oneOf('id', 'generated_at', 'url', 'result')],
      [['sort'], oneOf('asc', 'desc')],
      [['perPage'], oneOf(10, 25, 50, 100)],
    ],
  },
  {
    name: 'deletions',
    guard: isDeletions,
    sample: [
      { report: sampleReport('1'), dueAt: TIME, state: 'waiting' },
      { report: sampleReport('2'), dueAt: TIME, state: 'failed', failure },
    ],
    places: [
      [[0], isNothing],
      [[0, 'report'], isNothing],
      [[0, 'report', 'id'], isText],
      [[0, 'dueAt'], isTime],
      [[0, 'state'], oneOf('waiting', 'sending')],
      [[1, 'state'], oneOf('waiting', 'sending', 'failed')],
      [[1, 'failure'], isNothing],
      [[1, 'failure', 'code'], isPlainCode],
    ],
  },
  {
    name: 'awaited results',
    guard: isAwaitedResults,
    sample: [
      { report: sampleReport('1'), attempts: 0, nextAt: TIME, failure: null },
      { report: sampleReport('2'), attempts: 12, nextAt: null, failure },
    ],
    places: [
      [[0], isNothing],
      [[0, 'report'], isNothing],
      [[1, 'report', 'privacy'], oneOf(0, 1, 2, null)],
      [[0, 'attempts'], isNumber],
      [[0, 'nextAt'], isTimeOrNull],
      [[1, 'failure'], oneOf(null)],
      [[1, 'failure', 'code'], isPlainCode],
    ],
  },
  {
    name: 'a page history',
    guard: isPageHistory,
    sample: {
      reports: [sampleReport('1')],
      results: [{ reportId: '1', result: 'bad', generatedAt: TIME }],
    },
    places: [
      [['reports'], isList],
      [['reports', 0, 'id'], isText],
      [['results'], isList],
      [['results', 0], isNothing],
      [['results', 0, 'reportId'], isText],
      [['results', 0, 'result'], isRatingText],
      [['results', 0, 'generatedAt'], isTime],
    ],
  },
  {
    name: 'an index of pages',
    guard: isPageIndex,
    sample: [{ key: 'https://host.example/', bytes: 400 }],
    places: [
      [[0], isNothing],
      [[0, 'key'], isText],
      [[0, 'bytes'], isNumber],
    ],
  },
  {
    name: 'an account',
    guard: isStoredAccount,
    sample: { value: { fields: [{ path: ['owner', 'name'], text: 'Ann' }] } },
    places: [
      [['value'], isNothing],
      [['value', 'fields'], isList],
      [['value', 'fields', 0], isNothing],
      [['value', 'fields', 0, 'path'], isTexts],
      [['value', 'fields', 0, 'path', 1], isText],
      [['value', 'fields', 0, 'text'], isText],
    ],
  },
  {
    name: 'why an account could not be read',
    guard: isStoredAccount,
    sample: { failure: { code: 'not-allowed', message: null } },
    places: [
      [
        ['failure', 'code'],
        oneOf(
          'not-allowed',
          'key-refused',
          'unreachable',
          'not-connected',
          'not-stored',
          'interrupted',
          'protection-page',
        ),
      ],
    ],
  },
  {
    name: 'drafts',
    guard: isDrafts,
    sample: [
      { page: '', url: 'half', privacy: 0 },
      { page: 'https://host.example/', url: '', privacy: 2 },
    ],
    places: [
      [[1], isNothing],
      [[0, 'page'], isText],
      [[1, 'url'], isText],
      [[1, 'privacy'], isPrivacyNumber],
    ],
  },
];

for (const each of kept) describeGuard(each);

describe('the guard of an address', () => {
  it.each([
    '',
    'host',
    '/s',
    'https://',
    'ftp://host.example',
    'javascript:alert(1)',
    undefined,
    null,
    0,
    true,
    {},
    ['https://host.example'],
  ])('stops %j', (baseUrl) => {
    expect(isConnection({ id: 'a', baseUrl })).toBe(false);
  });
});

describe('the guards of lists', () => {
  it('let an empty list through', () => {
    expect(isDrafts([])).toBe(true);
    expect(isStoredAccount({ value: { fields: [] } })).toBe(true);
  });

  it('do not take an object with numbers for a list', () => {
    expect(isDrafts({ 0: { page: '', url: '', privacy: 1 }, length: 1 })).toBe(false);
  });
});
