import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import { readStartAhead, saveConnection, submissionItems } from '@/lib/browser/kept';
import {
  localStore,
  readAhead,
  readByPrefix,
  readKeysAhead,
  removeItems,
  storedItem,
  writeItems,
} from '@/lib/browser/storage';
import { sampleSubmission } from '../model/sample-submission';

const isText = (raw: unknown): raw is string => typeof raw === 'string';
const first = storedItem('local', 'first', isText);
const second = storedItem('local', 'second', isText);

function spyOnLocal() {
  return vi.spyOn(browser.storage.local, 'get');
}

beforeEach(async () => {
  vi.restoreAllMocks();
  fakeBrowser.reset();
  Object.assign(browser.storage.local, { getKeys: undefined });
  // A write ends what an earlier test has read ahead.
  await writeItems('local', {});
});

describe('values that are read ahead', () => {
  it('are read without a question of their own, once', async () => {
    await browser.storage.local.set({ first: 'one' });
    const get = spyOnLocal();
    void readAhead('local', ['first', 'second']);
    expect(await first.read()).toBe('one');
    expect(await second.read()).toBeUndefined();
    expect(await localStore.read([])).toEqual({});
    expect(get.mock.calls).toEqual([[['first', 'second']]]);
    await browser.storage.local.set({ first: 'new' });
    expect(await first.read()).toBe('new');
  });

  it.each([
    ['by themselves', () => second.write('new')],
    ['with others', () => writeItems('local', { second: 'new' })],
    ['as the store they lie in', () => localStore.write({ second: 'new' })],
  ])('are read anew where something is written, %s', async (_, write) => {
    await browser.storage.local.set({ second: 'old' });
    await readAhead('local', ['second']);
    await write();
    expect(await second.read()).toBe('new');
  });

  it('are read anew where something is removed', async () => {
    await browser.storage.local.set({ second: 'old' });
    await readAhead('local', ['second']);
    await removeItems('local', ['second']);
    expect(await second.read()).toBeUndefined();
  });

  it('are read anew where something is written while they are on their way', async () => {
    await browser.storage.local.set({ second: 'old' });
    void readAhead('local', ['second']);
    const reading = second.read();
    await second.write('new');
    expect(await reading).toBe('new');
  });

  it('are asked for again where the store has failed', async () => {
    await browser.storage.local.set({ first: 'one' });
    const get = spyOnLocal().mockRejectedValueOnce(new Error('busy'));
    await expect(readAhead('local', ['first'])).rejects.toThrow('busy');
    expect(await first.read()).toBe('one');
    expect(get).toHaveBeenCalledTimes(2);
  });

  it('are those of their area alone', async () => {
    await browser.storage.local.set({ first: 'local' });
    await browser.storage.session.set({ first: 'session' });
    void readAhead('local', ['first']);
    expect(await storedItem('session', 'first', isText).read()).toBe('session');
    expect(await first.read()).toBe('local');
  });
});

describe('keys that are read ahead', () => {
  async function tellKeys() {
    await browser.storage.local.set({ 'a/1': 'one', 'b/1': 'b' });
    const getKeys = vi.fn(async () => Object.keys(await browser.storage.local.get(null)));
    Object.assign(browser.storage.local, { getKeys });
    return getKeys;
  }

  it('are not asked for again, once', async () => {
    const getKeys = await tellKeys();
    readKeysAhead();
    expect(await readByPrefix('local', 'a/', isText)).toEqual(['one']);
    expect(getKeys).toHaveBeenCalledTimes(1);
    await browser.storage.local.set({ 'a/2': 'two' });
    expect(await readByPrefix('local', 'a/', isText)).toEqual(['one', 'two']);
  });

  it('are not those of memory', async () => {
    await tellKeys();
    readKeysAhead();
    await browser.storage.session.set({ 'a/9': 'in memory' });
    expect(await readByPrefix('session', 'a/', isText)).toEqual(['in memory']);
  });

  it('are asked for again after a write, or where the store has failed', async () => {
    const getKeys = await tellKeys();
    readKeysAhead();
    await writeItems('local', { 'a/2': 'two' });
    expect(await readByPrefix('local', 'a/', isText)).toEqual(['one', 'two']);
    getKeys.mockRejectedValueOnce(new Error('busy'));
    readKeysAhead();
    expect(await readByPrefix('local', 'a/', isText)).toEqual(['one', 'two']);
  });
});

describe('what every start of the background reads', () => {
  it('takes two questions', async () => {
    await saveConnection({ id: 'c-1', baseUrl: 'https://host.example' }, 'the-key', null);
    const items = submissionItems('c-1');
    await items.write([sampleSubmission('s-1')], {
      shown: [],
      count: 1,
      pause: null,
      newestId: '7',
    });
    const get = spyOnLocal();
    await readStartAhead();
    expect(get).toHaveBeenCalledTimes(2);
    expect(await items.view.read()).toMatchObject({ newestId: '7' });
    expect(get).toHaveBeenCalledTimes(2);
  });

  it('is nothing more without a connection, or where the store fails', async () => {
    const get = spyOnLocal();
    await readStartAhead();
    expect(get).toHaveBeenCalledTimes(1);
    get.mockRejectedValueOnce(new Error('busy'));
    await expect(readStartAhead()).resolves.toBeUndefined();
  });
});
