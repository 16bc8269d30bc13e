import { describe, expect, it } from 'vitest';
import { changedStore } from '@/lib/model/store-changes';
import { migrated } from '@/lib/model/store-migrations';

const NOW = '2026-11-02T12:00:00.000Z';

/** A store as version 0 left it, in the middle of its work. */
const VERSION_0 = {
  connection: { id: 'c1', baseUrl: 'https://host.example/s' },
  preferences: { defaultPrivacy: 0 },
  'connection/c1/bearer-key': 'key-of-version-0',
  'connection/c1/query': {
    search: 'shop',
    project: '',
    result: null,
    sortBy: 'id',
    sort: 'desc',
    perPage: 25,
  },
  'connection/c1/submissions': [
    {
      id: 'a',
      url: 'https://a.example/',
      privacy: 1,
      knownIds: ['7', '9'],
      state: 'sending',
    },
    {
      id: 'b',
      url: 'https://b.example/',
      privacy: 2,
      knownIds: [],
      state: 'failed',
      failure: { code: 'key-refused', message: null },
    },
    {
      id: 'c',
      url: 'https://c.example/',
      privacy: 0,
      knownIds: ['7'],
      state: 'unclear',
      failure: { code: 'timed-out', seconds: 180 },
    },
  ],
  'connection/c1/deletions': [],
};
const { 'connection/c1/submissions': submissions, ...others } = VERSION_0;

function migrate(store: Record<string, unknown>, version: unknown = undefined) {
  const changes = migrated(store, version, NOW);
  return { ...changes, after: changedStore(store, changes) };
}

describe('from version 0', () => {
  it('each submission comes under its own key, in the order in which they were asked for', () => {
    const { after, unreadable } = migrate(VERSION_0);
    const kept = { isPrivateWindow: false, sends: 1, newestKnownId: null };
    expect(after).toEqual({
      ...others,
      'connection/c1/submission/a': {
        ...{ id: 'a', url: 'https://a.example/', privacy: 1, knownIds: ['7', '9'], ...kept },
        ...{ order: 1, state: 'checking', checks: 0, nextAt: NOW },
        failure: { code: 'interrupted' },
      },
      'connection/c1/submission/b': {
        ...{ id: 'b', url: 'https://b.example/', privacy: 2, knownIds: [], ...kept },
        ...{ order: 2, state: 'failed' },
        failure: { code: 'key-refused', message: null },
      },
      'connection/c1/submission/c': {
        ...{ id: 'c', url: 'https://c.example/', privacy: 0, knownIds: ['7'], ...kept },
        ...{ order: 3, state: 'needs-you', why: 'unclear' },
        failure: { code: 'timed-out', seconds: 180 },
      },
    });
    expect(unreadable).toEqual([]);
  });

  it('nothing else is touched', () => {
    expect(Object.keys(migrate(VERSION_0).set)).toHaveLength(3);
    expect(migrate(VERSION_0).remove).toEqual(['connection/c1/submissions']);
    expect(migrate(others)).toMatchObject({ set: {}, remove: [] });
    const other = { 'connection/submissions': [1], 'x/connection/c1/submissions': [1] };
    expect(migrate(other)).toMatchObject({ after: other, unreadable: [] });
  });

  it('what cannot be read of them is handed over one by one, and the others are kept', () => {
    const [first, ...rest] = submissions;
    const garbage = [null, 'a', { ...first, privacy: 9 }, { ...rest[0], failure: { code: 'new' } }];
    const key = 'connection/c1/submissions';
    const { after, unreadable } = migrate({ [key]: [garbage[0], first, ...garbage.slice(1)] });
    expect(Object.keys(after)).toEqual(['connection/c1/submission/a']);
    expect(after['connection/c1/submission/a']).toMatchObject({ order: 2 });
    expect(unreadable).toEqual([
      { key: `${key}/0`, raw: garbage[0] },
      { key: `${key}/2`, raw: garbage[1] },
      { key: `${key}/3`, raw: garbage[2] },
      { key: `${key}/4`, raw: garbage[3] },
    ]);
  });

  it.each([null, 'text', 7, { 0: submissions[0] }])(
    '%j instead of the list is handed over',
    (raw) => {
      const key = 'connection/c1/submissions';
      expect(migrate({ [key]: raw })).toMatchObject({ after: {}, unreadable: [{ key, raw }] });
    },
  );

  it('a second submission of the same id is handed over', () => {
    const twice = [submissions[0], { ...submissions[1], id: 'a' }];
    const key = 'connection/c1/submissions';
    const { after, unreadable } = migrate({ [key]: twice });
    expect(after['connection/c1/submission/a']).toMatchObject({ state: 'checking' });
    expect(unreadable).toEqual([{ key: `${key}/1`, raw: twice[1] }]);
  });

  it('what a worker had written before it was stopped is not written over', () => {
    const begun = changedStore(VERSION_0, { ...migrated(VERSION_0, 0, NOW), remove: [] });
    const further = { ...begun, 'connection/c1/submission/a': { id: 'a', state: 'failed' } };
    const { after, unreadable } = migrate(further);
    expect(after['connection/c1/submission/a']).toEqual({ id: 'a', state: 'failed' });
    expect(after).not.toHaveProperty(['connection/c1/submissions']);
    expect(unreadable).toEqual([]);
  });

  it('once more changes nothing', () => {
    const { after } = migrate(VERSION_0);
    expect(migrate({ ...after })).toMatchObject({ set: {}, remove: [], unreadable: [] });
  });
});

describe('the version', () => {
  it.each([undefined, null, 'one', '1', -1, 0.5, Number.NaN, {}, [1]])(
    '%j counts as 0',
    (version) => {
      expect(migrate(VERSION_0, version).remove).toEqual(['connection/c1/submissions']);
    },
  );

  it.each([1, 2, 99, Number.MAX_SAFE_INTEGER])('%d needs no migration', (version) => {
    expect(migrate(VERSION_0, version)).toMatchObject({ set: {}, remove: [], unreadable: [] });
  });
});
