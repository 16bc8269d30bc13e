import { describe, expect, it } from 'vitest';
import { changedStore, type RawStore } from '@/lib/model/store-changes';
import { inspection } from '@/lib/model/store-inspection';
import { TIME } from '../support/kept-value';
import { storedList } from '../support/sample-list';
import { sampleReport } from '../support/sample-report';

const connection = { id: 'c1', baseUrl: 'https://host.example' };
const waiting = { report: sampleReport('1'), dueAt: TIME, state: 'waiting' };
const awaited = { report: sampleReport('2'), attempts: 1, nextAt: null, failure: null };

function inspect(store: RawStore) {
  const changes = inspection(store);
  return { ...changes, after: changedStore(store, changes) };
}

describe('the inspection of a store', () => {
  it('finds nothing where all can be read', () => {
    const store = {
      connection,
      preferences: { defaultPrivacy: 1 },
      'store-version': 1,
      'set-aside': { count: 2, since: TIME },
      'set-aside/2026/preferences': 'garbage',
      'connection/c1/bearer-key': 'a-key',
      'connection/c1/list': storedList('1'),
      'connection/c1/deletions': [waiting],
      'connection/c1/awaited-results': [awaited],
      'connection/c1/page/https://host.example/': { reports: [], results: [] },
    };
    expect(inspect(store)).toMatchObject({ set: {}, remove: [], unreadable: [] });
  });

  it.each([
    ['preferences', 'preferences'],
    ['the query', 'connection/c1/query'],
    ['submission/', 'connection/c1/submission/a'],
    ['deletions', 'connection/c1/deletions'],
    ['awaited results', 'connection/c1/awaited-results'],
  ])('hands unreadable %s over as they are', (_, key) => {
    for (const raw of [null, 7, 'text', { a: [1] }]) {
      expect(inspect({ [key]: raw })).toMatchObject({ after: {}, unreadable: [{ key, raw }] });
    }
  });

  it.each([
    ['the list', 'connection/c1/list'],
    ['the account', 'connection/c1/account'],
    ["a page's history", 'connection/c1/page/https://host.example/a?b'],
    ['the count of what was set aside', 'set-aside'],
  ])('counts %s without keeping it, since it comes again', (_, key) => {
    const { after, unreadable } = inspect({ [key]: { old: 'shape' } });
    expect(after).toEqual({});
    expect(unreadable).toEqual([{ key, raw: undefined }]);
  });

  it.each([{ key: 'in-an-object' }, 7, '', 'two\nlines', ['a']])(
    'removes the key %j and hands nothing of it over',
    (raw) => {
      const key = 'connection/c1/bearer-key';
      const { after, unreadable } = inspect({ [key]: raw });
      expect(after).toEqual({});
      expect(unreadable).toEqual([{ key, raw: undefined }]);
    },
  );

  it.each([
    ['deletions', waiting],
    ['awaited-results', awaited],
  ])('keeps the readable ones among %s', (name, entry) => {
    const key = `connection/c1/${name}`;
    const { after, unreadable } = inspect({ [key]: [null, entry, { ...entry, report: 1 }] });
    expect(after).toEqual({ [key]: [entry] });
    expect(unreadable).toEqual([
      { key: `${key}/0`, raw: null },
      { key: `${key}/2`, raw: { ...entry, report: 1 } },
    ]);
  });

  it("leaves alone what is another version's, or nobody's", () => {
    const store = {
      connection,
      later: { anything: true },
      'connection/c1/tags': 'later',
      'connection/c1/list/more': null,
      'connection//list': null,
      __proto__: 7,
    };
    expect(inspect(store)).toMatchObject({ set: {}, remove: [], unreadable: [] });
  });

  it('takes the work with the connection, whose service nobody knows any more, and the key', () => {
    const { after, unreadable } = inspect({
      connection: { id: 'c1', url: 'https://host.example' },
      preferences: { defaultPrivacy: 1 },
      'connection/c1/bearer-key': 'a-key',
      'connection/c1/deletions': [waiting, null],
      'connection/c1/awaited-results': [],
      'connection/c1/submission/s1': { id: 's1' },
      'connection/c1/list': storedList('1'),
    });
    expect(after).toEqual({
      preferences: { defaultPrivacy: 1 },
      'connection/c1/list': storedList('1'),
    });
    expect(unreadable).toEqual([
      { key: 'connection', raw: { id: 'c1', url: 'https://host.example' } },
      { key: 'connection/c1/deletions', raw: [waiting, null] },
      { key: 'connection/c1/submission/s1', raw: { id: 's1' } },
    ]);
  });

  it('leaves the work of a connection that is gone', () => {
    const store = { 'connection/c1/deletions': [waiting], 'connection/c1/bearer-key': 'a-key' };
    expect(inspect(store)).toMatchObject({ set: {}, remove: [], unreadable: [] });
  });
});
