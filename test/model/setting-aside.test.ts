import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSetAside } from '@/lib/model/set-aside';
import { setAsideEntries, settingAside } from '@/lib/model/setting-aside';
import { changedStore, type RawStore, type Unreadable } from '@/lib/model/store-changes';

const NOW = '2026-11-02T12:00:00.000Z';
const EARLIER = '2026-11-01T12:00:00.000Z';

function setAside(store: RawStore, unreadable: Unreadable[], now = NOW): RawStore {
  return changedStore(store, settingAside(store, unreadable, now));
}

describe('what could not be read', () => {
  it('is kept under the time and its former key, and counted', () => {
    const store = setAside({ other: 1 }, [
      { key: 'preferences', raw: { defaultPrivacy: 'all' } },
      { key: 'connection/c1/deletions/3', raw: null },
    ]);
    expect(store).toEqual({
      other: 1,
      'set-aside': { count: 2, since: NOW },
      [`set-aside/${NOW}/preferences`]: { defaultPrivacy: 'all' },
      [`set-aside/${NOW}/connection/c1/deletions/3`]: null,
    });
    expect(setAsideEntries(store)).toEqual([
      { at: NOW, key: 'connection/c1/deletions/3', raw: null },
      { at: NOW, key: 'preferences', raw: { defaultPrivacy: 'all' } },
    ]);
  });

  it('is counted on from what was found before', () => {
    const before = setAside({}, [{ key: 'preferences', raw: 1 }], EARLIER);
    const after = setAside(before, [{ key: 'preferences', raw: 2 }]);
    expect(after['set-aside']).toEqual({ count: 2, since: EARLIER });
    expect(setAsideEntries(after).map(({ at, raw }) => [at, raw])).toEqual([
      [EARLIER, 1],
      [NOW, 2],
    ]);
  });

  it('is counted and not kept where that has no use', () => {
    const store = setAside({}, [{ key: 'connection/c1/list', raw: undefined }]);
    expect(store).toEqual({ 'set-aside': { count: 1, since: NOW } });
  });

  it('adds nothing when it is found again after the worker was cut off', () => {
    const found = [{ key: 'preferences', raw: { z: 1, a: 2 } }];
    const before = setAside({}, found, EARLIER);
    expect(settingAside(before, found, NOW)).toEqual({ set: {}, remove: [], unreadable: [] });
  });

  it('is counted from what is kept where the count itself is garbage', () => {
    const before = { ...setAside({}, [{ key: 'preferences', raw: 1 }], EARLIER), 'set-aside': 'x' };
    const after = setAside(before, [{ key: 'preferences', raw: 2 }]);
    expect(after['set-aside']).toEqual({ count: 2, since: NOW });
  });

  it('changes nothing when there is nothing', () => {
    expect(settingAside({ other: 1 }, [], NOW)).toEqual({ set: {}, remove: [], unreadable: [] });
  });
});

describe('the bounds', () => {
  it('are 50 entries, of which the oldest give way and stay counted', () => {
    let store: RawStore = {};
    for (let minute = 10; minute < 70 - 10; minute += 1) {
      const now = `2026-11-02T12:${minute}:00.000Z`;
      store = setAside(store, [{ key: 'preferences', raw: minute }], now);
    }
    store = setAside(
      store,
      [
        { key: 'preferences', raw: 'a' },
        { key: 'connection', raw: 'b' },
      ],
      '2026-11-02T13:00:00.000Z',
    );
    expect(store['set-aside']).toMatchObject({ count: 52 });
    const raws = setAsideEntries(store).map(({ raw }) => raw);
    expect(raws).toHaveLength(50);
    expect(raws.slice(0, 2)).toEqual([12, 13]);
    expect(raws.slice(-2)).toEqual(['b', 'a']);
  });

  it('are a million characters', () => {
    const big = 'x'.repeat(400_000);
    const store = [1, 2, 3].reduce<RawStore>(
      (before, hour) =>
        setAside(
          before,
          [{ key: 'preferences', raw: hour + big }],
          `2026-11-02T1${hour}:00:00.000Z`,
        ),
      {},
    );
    expect(store['set-aside']).toMatchObject({ count: 3 });
    expect(setAsideEntries(store).map(({ raw }) => String(raw)[0])).toEqual(['2', '3']);
  });

  it('make no room for one that is too large by itself', () => {
    const before = setAside({}, [{ key: 'preferences', raw: 1 }], EARLIER);
    const after = setAside(before, [{ key: 'connection', raw: 'x'.repeat(1_000_001) }]);
    expect(after['set-aside']).toMatchObject({ count: 2 });
    expect(setAsideEntries(after).map(({ raw }) => raw)).toEqual([1]);
  });

  it('leave out what is too deep to be written down', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    const after = setAside({}, [{ key: 'preferences', raw: deep }]);
    expect(after).toEqual({ 'set-aside': { count: 1, since: NOW } });
  });

  it('hold whatever is found', () => {
    const unreadable = fc.array(
      fc.record({
        key: fc.string(),
        raw: fc.oneof(fc.jsonValue(), fc.constant('y'.repeat(90_000))),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(unreadable, unreadable, (first, second) => {
        const before = setAside({}, first, EARLIER);
        const { set, remove } = settingAside(before, second, NOW);
        const after = changedStore(before, { set, remove, unreadable: [] });
        const entries = Object.entries(after).filter(([key]) => key.startsWith('set-aside/'));
        expect(entries.length).toBeLessThanOrEqual(50);
        const size = entries.map(([key, raw]) => key.length + JSON.stringify(raw).length);
        expect(size.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1_000_000);
        expect(first.length + second.length === 0 || isSetAside(after['set-aside'])).toBe(true);
      }),
    );
  });
});

describe('secrets', () => {
  it('are blanked by their names, however deep', () => {
    const raw = {
      id: 'c1',
      apiKey: 'k-1',
      auth: { bearer_token: 'k-2', Password: ['k-3'] },
      list: [{ 'session-cookie': { value: 'k-4' } }],
    };
    const store = setAside({}, [{ key: 'connection', raw }]);
    expect(JSON.stringify(store)).not.toMatch(/k-\d/);
    expect(store[`set-aside/${NOW}/connection`]).toMatchObject({ id: 'c1', apiKey: '•••' });
  });

  it('are blanked wherever the stored key stands', () => {
    const apiKey = 'se"cr\\et-12345';
    const raw = { note: `Bearer ${apiKey}`, [apiKey]: 1, other: ['12345678'] };
    const store = { 'connection/c1/bearer-key': apiKey };
    const after = setAside(store, [{ key: 'preferences', raw }]);
    expect(after[`set-aside/${NOW}/preferences`]).toEqual({
      note: 'Bearer •••',
      '•••': 1,
      other: ['12345678'],
    });
  });

  it('that are digits are blanked among numbers too', () => {
    const store = { 'connection/c1/bearer-key': '12345678' };
    const after = setAside(store, [{ key: 'preferences', raw: { a: 12345678, b: 123456789 } }]);
    expect(after[`set-aside/${NOW}/preferences`]).toEqual({ a: '•••', b: 123456789 });
  });

  it('that are too short to be told from words are not looked for', () => {
    const store = { 'connection/c1/bearer-key': 'a' };
    const after = setAside(store, [{ key: 'preferences', raw: 'a banana' }]);
    expect(after[`set-aside/${NOW}/preferences`]).toBe('a banana');
  });
});

it.each([null, 1, [], {}, { count: 0, since: NOW }, { count: 1.5, since: NOW }, { count: 1 }])(
  '%j is no count of what was set aside',
  (raw) => {
    expect(isSetAside(raw)).toBe(false);
  },
);
