import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { readByPrefix, storedItem } from '@/lib/browser/storage';

const isText = (raw: unknown): raw is string => typeof raw === 'string';

/** Makes the browser one that can, or cannot, tell its keys alone. */
function setKeysOnly(canTell: boolean): void {
  const getKeys = async () => Object.keys(await browser.storage.local.get(null));
  Object.assign(browser.storage.local, { getKeys: canTell ? getKeys : undefined });
}

beforeEach(() => {
  vi.restoreAllMocks();
  fakeBrowser.reset();
  setKeysOnly(false);
});

describe.each([true, false])('reading by prefix, with keys alone: %j', (canTell) => {
  beforeEach(() => setKeysOnly(canTell));

  it('gives the usable values under keys that begin so, and no other', async () => {
    await browser.storage.local.set({
      'a/1': 'one',
      'a/2': 2,
      'a/3': 'three',
      a: 'no',
      'b/1': 'b',
    });
    const found = await readByPrefix('local', 'a/', isText);
    expect(found.toSorted()).toEqual(['one', 'three']);
  });

  it('gives nothing where nothing is stored', async () => {
    await expect(readByPrefix('local', 'a/', isText)).resolves.toEqual([]);
    await browser.storage.local.set({ 'b/1': 'b' });
    await expect(readByPrefix('local', 'a/', isText)).resolves.toEqual([]);
  });

  it('reads the area that is asked for', async () => {
    await browser.storage.session.set({ 'a/1': 'session' });
    await expect(readByPrefix('local', 'a/', isText)).resolves.toEqual([]);
    await expect(readByPrefix('session', 'a/', isText)).resolves.toEqual(['session']);
  });
});

describe('reading by prefix where keys can be told alone', () => {
  it('reads no other value', async () => {
    await browser.storage.local.set({ 'a/1': 'one', 'b/1': 'b' });
    const get = vi.spyOn(browser.storage.local, 'get');
    Object.assign(browser.storage.local, { getKeys: async () => ['a/1', 'b/1'] });
    await readByPrefix('local', 'a/', isText);
    expect(get.mock.calls).toEqual([[['a/1']]]);
  });

  it('reads none at all where no key begins so', async () => {
    const get = vi.spyOn(browser.storage.local, 'get');
    Object.assign(browser.storage.local, { getKeys: async () => ['b/1'] });
    await expect(readByPrefix('local', 'a/', isText)).resolves.toEqual([]);
    expect(get).not.toHaveBeenCalled();
  });
});

describe('reading single values', () => {
  const first = storedItem('local', 'first', isText);
  const second = storedItem('local', 'second', isText);

  it('asks the browser once for what is asked for in one go', async () => {
    await browser.storage.local.set({ first: 'one', second: 'two' });
    const get = vi.spyOn(browser.storage.local, 'get');
    await expect(Promise.all([first.read(), second.read()])).resolves.toEqual(['one', 'two']);
    expect(get.mock.calls).toEqual([[['first', 'second']]]);
  });

  it('asks again afterwards', async () => {
    await first.read();
    await browser.storage.local.set({ first: 'new' });
    await expect(first.read()).resolves.toBe('new');
  });

  it('asks each area for its own', async () => {
    await browser.storage.local.set({ first: 'local' });
    await browser.storage.session.set({ first: 'session' });
    const other = storedItem('session', 'first', isText);
    await expect(Promise.all([first.read(), other.read()])).resolves.toEqual(['local', 'session']);
  });

  it('rejects every read of a go that fails, and none of the next', async () => {
    vi.spyOn(browser.storage.local, 'get').mockRejectedValueOnce(new Error('broken'));
    const settled = await Promise.allSettled([first.read(), second.read()]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(first.read()).resolves.toBeUndefined();
  });
});
