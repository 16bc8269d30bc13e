import * as fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createBackground } from '@/lib/background/background';
import { createStoreKeeper } from '@/lib/background/store-keeper';
import { draftsItem, removeOtherConnections, saveConnection } from '@/lib/browser/kept';
import { localStore, onUnreadable } from '@/lib/browser/storage';
import { isSetAside } from '@/lib/model/set-aside';
import { inspection } from '@/lib/model/store-inspection';
import { STORE_VERSION } from '@/lib/model/store-version';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { createFakeClient } from '../support/fake-client';
import { quiescence } from '../support/quiescence';
import { storedList } from '../support/sample-list';
import { ID, KEPT_SAMPLES, KEPT_STORE } from './kept-samples';

const { local, session } = fakeBrowser.storage;
const stored = (): Promise<Record<string, unknown>> => local.get(null);

beforeEach(() => {
  fakeBrowser.reset();
  onUnreadable(() => undefined);
});
afterAll(() => onUnreadable(() => undefined));

/** The worker, from its start until nothing more happens by itself. */
async function startWorker() {
  const keeper = createStoreKeeper(localStore, Date.now);
  onUnreadable(keeper.inspect);
  const { offer, resume } = createBackground({
    store: KEPT_STORE,
    keeper,
    permissions: { has: async () => true, remove: async () => {} },
    clientFor: createFakeClient,
    isOnline: () => true,
    keepAwake: (work) => work,
    newId: () => 'new-id',
    wakeAt: () => {},
    now: Date.now,
  });
  await resume();
  await quiescence();
  return offer;
}

/** How many entries the store says could not be read. */
async function countSaid(values?: Record<string, unknown>): Promise<number> {
  const said = (values ?? (await stored()))['set-aside'];
  return isSetAside(said) ? said.count : 0;
}

/** All that a page reads when it opens, and more. */
function openingReads(): Promise<unknown[]> {
  return Promise.all(
    [draftsItem, ...KEPT_SAMPLES.map(({ item }) => item)].map((one) => one.read()),
  );
}

describe('every value that the extension keeps', () => {
  it.each(KEPT_SAMPLES)(
    'is read under $key, and not taken for garbage',
    async ({ key, value, item }) => {
      await local.set({ [key]: value });
      expect(await item.read()).toEqual(value);
      expect(inspection(await stored()).unreadable).toEqual([]);
    },
  );

  it.each(KEPT_SAMPLES)(
    'is found under $key by the inspection where its guard refuses it',
    async ({ key, item }) => {
      await local.set({ [key]: { of: 'another version' } });
      expect(await item.read()).toBeUndefined();
      expect(inspection(await stored()).unreadable).toMatchObject([{ key }]);
    },
  );
});

describe('reading what cannot be read', () => {
  it('waits for the inspection and gives what it has left', async () => {
    const [one, other] = (KEPT_SAMPLES.find(({ key }) => key.endsWith('/deletions'))?.value ??
      []) as unknown[];
    const key = `connection/${ID}/deletions`;
    await local.set({ [key]: [one, 'garbage', other] });
    onUnreadable(createStoreKeeper(localStore, Date.now).inspect);
    expect(await KEPT_STORE.deletions(ID).read()).toEqual([one, other]);
    expect((await stored())['set-aside']).toMatchObject({ count: 1 });
  });

  it('is told when it arrives while a page is open', async () => {
    let told = 0;
    onUnreadable(() => {
      told += 1;
      return undefined;
    });
    const seen: unknown[] = [];
    KEPT_STORE.list(ID).watch((value) => seen.push(value));
    await local.set({ [`connection/${ID}/list`]: 'garbage' });
    expect(seen).toEqual([undefined]);
    expect(told).toBe(1);
  });

  it('among many small values is told once', async () => {
    let told = 0;
    onUnreadable(async () => {
      told += 1;
    });
    const prefix = `connection/${ID}/page/`;
    await local.set({
      [`${prefix}a`]: 1,
      [`${prefix}b`]: 2,
      [`${prefix}c`]: { reports: [], results: [] },
    });
    const read = await KEPT_STORE.pages(ID).read(['a', 'b', 'c', 'd']);
    expect([...read.keys()]).toEqual(['c']);
    expect(told).toBe(1);
  });

  it('in the memory of the browser is told to nobody', async () => {
    onUnreadable(() => {
      throw new Error('told');
    });
    await session.set({ drafts: 'garbage' });
    expect(await draftsItem.read()).toBeUndefined();
  });
});

describe('the version of the store', () => {
  const connection = { id: ID, baseUrl: 'https://host.example' };

  it('comes with the first connection', async () => {
    await startWorker();
    expect(await stored()).toEqual({});
    await saveConnection(connection, 'a-secret-key', storedList());
    expect(await stored()).toMatchObject({ 'store-version': STORE_VERSION });
  });

  it('goes with the last value', async () => {
    await saveConnection(connection, 'a-secret-key', storedList());
    await local.set({ 'set-aside': { count: 1 }, 'set-aside/2026/connection': 'garbage' });
    await removeOtherConnections(null);
    expect(await stored()).toEqual({});
  });

  it('stays as long as something else does', async () => {
    await saveConnection(connection, 'a-secret-key', storedList());
    await local.set({ preferences: { defaultPrivacy: 0 } });
    await removeOtherConnections(null);
    expect(await stored()).toEqual({
      preferences: { defaultPrivacy: 0 },
      'store-version': STORE_VERSION,
    });
  });

  it('and what was set aside stay when another service is connected', async () => {
    await local.set({ 'set-aside': { count: 1 }, 'connection/old/list': 1, 'store-version': 1 });
    await removeOtherConnections(ID);
    expect(await stored()).toEqual({ 'set-aside': { count: 1 }, 'store-version': 1 });
  });
});

/** A value with anything else in one place of it, however deep. */
function damaged(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return fc.jsonValue();
  const names = Object.keys(value);
  if (names.length === 0) return fc.jsonValue();
  return fc.constantFrom(...names).chain((name) =>
    fc.oneof(fc.jsonValue(), damaged(Reflect.get(value, name))).map((inner) => {
      const copy: object = structuredClone(value);
      Reflect.set(copy, name, inner);
      return copy;
    }),
  );
}

const anyVersion = fc.oneof(fc.constantFrom(undefined, 0, 1, 2, 99), fc.jsonValue());

const anyStore = fc
  .record({
    ...Object.fromEntries(
      KEPT_SAMPLES.map(({ key, value }) => [
        key,
        fc.oneof(
          fc.constant(undefined),
          { arbitrary: fc.constant(value), weight: 3 },
          fc.jsonValue(),
          damaged(value),
        ),
      ]),
    ),
    'store-version': anyVersion,
    'set-aside/2026-11-01T10:00:00.000Z/preferences': fc.jsonValue().map((before) => ({ before })),
    'connection/c1/submission/s9': fc.constantFrom(undefined, { id: 's9' }),
    later: fc.jsonValue(),
  })
  .map((store) => JSON.parse(JSON.stringify(store)) as Record<string, unknown>);

describe('a store that anyone may have written', () => {
  const runs = { numRuns: 1500 };

  it('never stops a page from opening', async () => {
    await fc.assert(
      fc.asyncProperty(anyStore, fc.jsonValue(), async (store, drafts) => {
        fakeBrowser.reset();
        await local.set(store);
        await session.set({ drafts });
        await openingReads();
      }),
      runs,
    );
  });

  it('never stops the worker, and loses nothing of anyone’s own that can be read', async () => {
    await fc.assert(
      fc.asyncProperty(anyStore, async (store) => {
        fakeBrowser.reset();
        onUnreadable(() => undefined);
        await local.set(store);
        const own = KEPT_SAMPLES.filter(({ isOwn }) => isOwn);
        const readable = await Promise.all(own.map(({ item }) => item.read()));

        const background = await startWorker();
        await openingReads();
        for (const [name, value] of Object.entries(await stored())) {
          if (name === 'later') expect(value).toEqual(store.later);
        }
        const left = JSON.stringify(await stored());
        own.forEach(({ key }, index) => {
          const value = readable[index];
          // An empty list goes with its connection.
          if (value === undefined || JSON.stringify(value) === '[]') return;
          expect(left, key).toContain(JSON.stringify(value));
        });
        expect(inspection(await stored()).unreadable).toEqual([]);

        await background.list(RECENT_REPORTS_QUERY);
        expect(await background.setAside()).toHaveProperty('value');
        await background.dismissSetAside();
        expect(JSON.stringify(await stored())).not.toContain('set-aside');
      }),
      runs,
    );
  });

  it('is counted as often as something of anyone’s own cannot be read', async () => {
    await fc.assert(
      fc.asyncProperty(anyStore, async (store) => {
        fakeBrowser.reset();
        onUnreadable(() => undefined);
        await local.set(store);
        const values = await stored();
        const read = await Promise.all(KEPT_SAMPLES.map(({ item }) => item.read()));
        const refused = KEPT_SAMPLES.filter(
          ({ key }, index) => values[key] !== undefined && read[index] === undefined,
        );
        await startWorker();
        const known = await countSaid(values);
        // A store of this version is looked at where it is read.
        if (values['store-version'] !== STORE_VERSION) {
          expect((await countSaid()) - known).toBeGreaterThanOrEqual(refused.length);
        }
        await openingReads();
        expect((await countSaid()) - known).toBeGreaterThanOrEqual(refused.length);
      }),
      runs,
    );
  });
});
