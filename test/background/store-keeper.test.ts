import { describe, expect, it } from 'vitest';
import { createStoreKeeper, type StoreArea } from '@/lib/background/store-keeper';
import { STORE_VERSION } from '@/lib/model/store-version';
import { createMemoryArea, type MemoryArea } from '../support/memory-area';

const NOW = '2026-11-02T12:00:00.000Z';
const KEY = 'connection/c1/submissions';
const OLD = { id: 'a', url: 'https://a.example/', privacy: 1, knownIds: [], state: 'sending' };

/** A store as version 0 left it, and something unreadable in it. */
const VERSION_0 = {
  connection: { id: 'c1', baseUrl: 'https://host.example' },
  preferences: 'garbage',
  [KEY]: [OLD, null],
};

function keep(area: StoreArea) {
  return createStoreKeeper(area, () => Date.parse(NOW));
}

/** The store as it is when the worker is stopped before so many of its writes and removals. */
async function stoppedAfter(steps: number): Promise<MemoryArea> {
  const area = createMemoryArea(VERSION_0);
  let left = steps;
  const orNever = <T>(step: () => Promise<T>) => (left-- > 0 ? step() : new Promise<T>(() => {}));
  const opening = keep({
    read: area.read,
    write: (values) => orNever(() => area.write(values)),
    remove: (keys) => orNever(() => area.remove(keys)),
  }).open();
  await Promise.race([opening, new Promise((resolve) => setImmediate(resolve))]);
  return area;
}

describe('opening the store', () => {
  it('costs one small read where it is of this version', async () => {
    const area = createMemoryArea({ ...VERSION_0, 'store-version': STORE_VERSION });
    await keep(area).open();
    expect(area.calls).toEqual([['read', ['store-version']]]);
  });

  it('leaves an empty one empty', async () => {
    const area = createMemoryArea();
    await keep(area).open();
    expect(area.stored).toEqual({});
  });

  it('brings an older one to this version, and sets aside what cannot be read', async () => {
    const area = createMemoryArea(VERSION_0);
    await keep(area).open();
    expect(area.stored).toEqual({
      connection: VERSION_0.connection,
      'connection/c1/submission/a': expect.objectContaining({ state: 'checking', nextAt: NOW }),
      'set-aside': { count: 2, since: NOW },
      [`set-aside/${NOW}/preferences`]: 'garbage',
      [`set-aside/${NOW}/${KEY}/1`]: null,
      'store-version': STORE_VERSION,
    });
  });

  it('writes all that it changes at once, and the version when that has ended', async () => {
    const area = createMemoryArea(VERSION_0);
    await keep(area).open();
    const changes = area.calls.filter(([name]) => name !== 'read');
    expect(changes.map(([name]) => name)).toEqual(['write', 'remove', 'write']);
    expect(changes.at(-1)).toEqual(['write', ['store-version']]);
  });

  it.each([0, 1, 2, 3])('comes to the same when it was stopped after step %d', async (steps) => {
    const whole = createMemoryArea(VERSION_0);
    await keep(whole).open();
    const area = await stoppedAfter(steps);
    expect(JSON.stringify(area.stored) === JSON.stringify(whole.stored)).toBe(steps === 3);
    await keep(area).open();
    expect(area.stored).toEqual(whole.stored);
  });

  it.each([2, 99, 'two', null])('uses what it can of one that is %j', async (version) => {
    const area = createMemoryArea({
      connection: VERSION_0.connection,
      preferences: { defaultPrivacy: 'everyone' },
      'connection/c1/tags': ['from a later version'],
      'store-version': version,
    });
    await keep(area).open();
    expect(area.stored).toEqual({
      connection: VERSION_0.connection,
      'connection/c1/tags': ['from a later version'],
      'set-aside': { count: 1, since: NOW },
      [`set-aside/${NOW}/preferences`]: { defaultPrivacy: 'everyone' },
      // What is written from now on is of this version, and a later one must know.
      'store-version': STORE_VERSION,
    });
  });

  it.each(['read', 'write', 'remove'] as const)(
    'never rejects where the store fails to %s, and is done the next time',
    async (name) => {
      const area = createMemoryArea(VERSION_0);
      await keep({ ...area, [name]: () => Promise.reject(new Error('full')) }).open();
      expect(area.stored).toMatchObject({ preferences: 'garbage', [KEY]: [OLD, null] });
      expect(area.stored).not.toHaveProperty('store-version');
      await keep(area).open();
      expect(area.stored).toMatchObject({ 'store-version': STORE_VERSION });
      expect(area.stored).not.toHaveProperty('preferences');
    },
  );

  it('says what cannot be read where there is no room to keep it', async () => {
    const area = createMemoryArea(VERSION_0);
    const write = async (values: Record<string, unknown>) => {
      if (JSON.stringify(values).includes('garbage')) throw new Error('full');
      await area.write(values);
    };
    await keep({ ...area, write }).open();
    expect(area.stored).toEqual({
      connection: VERSION_0.connection,
      'connection/c1/submission/a': expect.objectContaining({ id: 'a' }),
      'set-aside': { count: 2, since: NOW },
      'store-version': STORE_VERSION,
    });
  });
});

describe('an inspection', () => {
  it('sets aside what cannot be read', async () => {
    const area = createMemoryArea({ preferences: [1] });
    await keep(area).inspect();
    expect(area.stored).toEqual({
      'set-aside': { count: 1, since: NOW },
      [`set-aside/${NOW}/preferences`]: [1],
    });
  });

  it('writes nothing where all can be read', async () => {
    const area = createMemoryArea({ preferences: { defaultPrivacy: 1 } });
    await keep(area).inspect();
    expect(area.calls).toEqual([['read', null]]);
  });

  it('is made once for all who ask before it has begun', async () => {
    const area = createMemoryArea({ preferences: [1] });
    const keeper = keep(area);
    await Promise.all([keeper.inspect(), keeper.inspect(), keeper.inspect()]);
    expect(area.calls.filter(([, keys]) => keys === null)).toHaveLength(1);
  });

  it('is made anew for who asks after it has begun', async () => {
    const area = createMemoryArea({ preferences: [1] });
    const keeper = keep(area);
    await keeper.inspect();
    await area.write({ preferences: [2] });
    await keeper.inspect();
    expect(area.stored['set-aside']).toMatchObject({ count: 2 });
  });

  it('waits for the opening', async () => {
    const area = createMemoryArea(VERSION_0);
    const keeper = keep(area);
    const opening = keeper.open();
    await keeper.inspect();
    expect(area.stored).toMatchObject({ 'store-version': STORE_VERSION });
    await opening;
  });

  it('does not remove what a page has written in the meantime', async () => {
    const area = createMemoryArea({ preferences: [1] });
    const write = async (values: Record<string, unknown>) => {
      await area.write(values);
      await area.write({ preferences: { defaultPrivacy: 0 } });
    };
    await keep({ ...area, write }).inspect();
    expect(area.stored).toMatchObject({ preferences: { defaultPrivacy: 0 } });
  });

  it.each([
    ['removes what is too deep to be compared', {}, false],
    ['keeps what has taken its place', { preferences: { defaultPrivacy: 0 } }, true],
  ])('%s', async (_, written, isKept) => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    // A copy of it could not be made either.
    const stored: Record<string, unknown> = { preferences: deep };
    const keeper = keep({
      read: async () => ({ ...stored }),
      write: async (values) => void Object.assign(stored, values, written),
      remove: async (keys) => {
        for (const key of keys) delete stored[key];
      },
    });
    await keeper.inspect();
    expect('preferences' in stored).toBe(isKept);
  });

  it('never rejects, and loses nothing, where the store fails', async () => {
    const area = createMemoryArea({ preferences: [1] });
    const keeper = keep({ ...area, write: () => Promise.reject(new Error('full')) });
    await keeper.inspect();
    expect(area.stored).toEqual({ preferences: [1] });
  });
});

describe('what was set aside', () => {
  it('can be looked at', async () => {
    const keeper = keep(createMemoryArea(VERSION_0));
    await keeper.open();
    expect(await keeper.list()).toEqual([
      { at: NOW, key: `${KEY}/1`, raw: null },
      { at: NOW, key: 'preferences', raw: 'garbage' },
    ]);
  });

  it('can be removed, and nothing else with it', async () => {
    const area = createMemoryArea(VERSION_0);
    const keeper = keep(area);
    await keeper.open();
    await keeper.dismiss();
    expect(Object.keys(area.stored)).toEqual([
      'connection',
      'connection/c1/submission/a',
      'store-version',
    ]);
    expect(await keeper.list()).toEqual([]);
  });
});

it('who does something to the whole store does it while nothing else is done to it', async () => {
  const area = createMemoryArea({ preferences: [1] });
  const keeper = keep(area);
  const inspecting = keeper.inspect();
  const seen = await keeper.inTurn(async () => Object.keys(area.stored).sort());
  expect(seen).toEqual(['set-aside', `set-aside/${NOW}/preferences`]);
  await inspecting;
  await expect(keeper.inTurn(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
  await keeper.inspect();
});
