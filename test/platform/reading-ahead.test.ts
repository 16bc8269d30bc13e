import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import {
  listItem,
  pageItem,
  readPageAhead,
  readStartAhead,
  saveConnection,
  submissionItems,
} from '@/lib/browser/kept';
import {
  localStore,
  readAhead,
  readByPrefix,
  readKeysAhead,
  removeItems,
  storedItem,
  writeItems,
} from '@/lib/browser/storage';
import { storedList } from '../support/sample-list';
import { sampleReport } from '../support/sample-report';
import { sampleSubmission } from '../support/sample-submission';

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

describe('what is known of the first page that a start reports', () => {
  const PAGE = 'https://page.example/a';
  const sampleList = storedList('8', '7');
  const sampleHistory = { reports: [sampleReport('7', { url: PAGE })], results: [] };

  async function start() {
    await saveConnection({ id: 'c-1', baseUrl: 'https://host.example' }, 'the-key', sampleList);
    await pageItem('c-1', PAGE).write(sampleHistory);
    const get = spyOnLocal();
    const starting = readStartAhead();
    return { get, starting };
  }

  it('is asked for beside the rest, and read without another question', async () => {
    const { get, starting } = await start();
    await readPageAhead(`${PAGE}/?utm_source=x`);
    await starting;
    expect(get).toHaveBeenCalledTimes(3);
    expect(get.mock.calls.flat()).toContainEqual([
      'connection/c-1/list',
      `connection/c-1/page/${PAGE}`,
    ]);
    expect(await listItem('c-1').read()).toEqual(sampleList);
    expect(await pageItem('c-1', PAGE).read()).toEqual(sampleHistory);
    expect(get).toHaveBeenCalledTimes(3);
  });

  it('is read anew where something was written meanwhile', async () => {
    const { starting } = await start();
    await Promise.all([starting, readPageAhead(PAGE)]);
    const later = { ...sampleList, reports: [] };
    await listItem('c-1').write(later);
    expect(await listItem('c-1').read()).toEqual(later);
  });

  it('is asked for once a start', async () => {
    const { get, starting } = await start();
    await Promise.all([starting, readPageAhead(PAGE), readPageAhead('https://page.example/b')]);
    await readPageAhead('https://page.example/c');
    expect(get).toHaveBeenCalledTimes(3);
  });

  it('is not asked for without a connection, and may fail', async () => {
    const get = spyOnLocal();
    const starting = readStartAhead();
    await Promise.all([starting, readPageAhead(PAGE)]);
    expect(get).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
    const again = await start();
    await again.starting;
    again.get.mockRejectedValueOnce(new Error('busy'));
    await expect(readPageAhead(PAGE)).resolves.toBeUndefined();
    expect(await listItem('c-1').read()).toEqual(sampleList);
  });
});
