import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { z } from '@/lib/schema';
import {
  readByPrefix,
  removeWhere,
  type StorageArea,
  storedFamily,
  storedItem,
  trustedItem,
} from '@/lib/storage/stored-values';
import { emptyBrowser } from '../../support/empty-browser';

const Entry = z.object({ id: z.string() });
const one = { id: 'one' };
const two = { id: 'two' };
const invalid = { id: 3, from: 'another version' };

const valuesIn = (area: StorageArea = 'local') => fakeBrowser.storage[area].get();

beforeEach(emptyBrowser);

describe('a stored value', () => {
  const item = storedItem('local', 'entry', Entry);

  it.each<StorageArea>(['local', 'session'])('is the last written value in %s', async (area) => {
    const itemOfArea = storedItem(area, 'entry', Entry);
    await expect(itemOfArea.read()).resolves.toBeUndefined();
    await itemOfArea.write(one);
    await itemOfArea.write(two);
    await expect(itemOfArea.read()).resolves.toEqual(two);
    await expect(valuesIn(area)).resolves.toEqual({ entry: two });
    await itemOfArea.remove();
    await expect(valuesIn(area)).resolves.toEqual({});
  });

  it('is undefined if it does not match its schema, until a valid value is written', async () => {
    await fakeBrowser.storage.local.set({ entry: invalid });
    await expect(item.read()).resolves.toBeUndefined();
    await expect(item.update((before) => before ?? one)).resolves.toEqual(one);
    await expect(valuesIn()).resolves.toEqual({ entry: one });
    await expect(item.update(() => undefined)).resolves.toBeUndefined();
    await expect(valuesIn()).resolves.toEqual({});
  });

  it('contains the changes of all simultaneous updates', async () => {
    const texts = storedItem('local', 'texts', z.array(z.string()));
    const add = (text: string) => texts.update((before = []) => [...before, text]);
    await Promise.all(['a', 'b', 'c'].map(add));
    await expect(texts.read()).resolves.toEqual(['a', 'b', 'c']);
  });

  it('calls its watcher at each change, with undefined for an invalid value', async () => {
    const onChange = vi.fn();
    const stop = item.watch(onChange);
    await item.write(one);
    await fakeBrowser.storage.local.set({ entry: invalid, other: 1 });
    await item.write(two);
    await item.remove();
    stop();
    await item.write(one);
    expect(onChange.mock.calls).toEqual([[one], [undefined], [two], [undefined]]);
  });
});

describe('trustedItem', () => {
  it('reads the stored value without a schema, and undefined for an absent value', async () => {
    const item = trustedItem<{ id: string }>('session', 'entry');
    await expect(item.read()).resolves.toBeUndefined();
    await item.write(one);
    await expect(item.read()).resolves.toEqual(one);
    await expect(valuesIn('session')).resolves.toEqual({ entry: one });
  });

  it('reads undefined for a text that is not JSON', async () => {
    const item = trustedItem<{ id: string }>('local', 'entry', { isText: true });
    await item.write(one);
    await expect(item.read()).resolves.toEqual(one);
    await fakeBrowser.storage.local.set({ entry: '{' });
    await expect(item.read()).resolves.toBeUndefined();
  });
});

describe('stored values with a common prefix', () => {
  const family = storedFamily('local', 'page/', Entry);

  it('are written and read together, without invalid values', async () => {
    await family.write(new Map(Object.entries({ a: one, b: two })));
    await fakeBrowser.storage.local.set({ 'page/c': invalid });
    const read = await family.read(['b', 'c', 'none', 'a']);
    expect(Object.fromEntries(read)).toEqual({ a: one, b: two });
  });

  it('are removed by name without a change of other values', async () => {
    const others = { 'page/c': invalid, pages: 1 };
    await fakeBrowser.storage.local.set({ 'page/a': one, 'page/b': two, ...others });
    await family.remove(['a']);
    await expect(valuesIn()).resolves.toEqual({ 'page/b': two, ...others });
  });

  it('are removed from one area if their keys pass a test', async () => {
    const values = { 'work/1': one, 'work/2': two };
    await fakeBrowser.storage.local.set(values);
    await fakeBrowser.storage.session.set(values);
    await removeWhere('local', (key) => key.endsWith('1'));
    await expect(valuesIn()).resolves.toEqual({ 'work/2': two });
    await expect(valuesIn('session')).resolves.toEqual(values);
  });

  it('are read by their prefix without the rest of the area', async () => {
    await fakeBrowser.storage.local.set({ 'task/1': one, 'task/2': invalid, 'archive/1': two });
    const get = vi.spyOn(fakeBrowser.storage.local, 'get');
    const area: { getKeys(): Promise<string[]> } = fakeBrowser.storage.local;
    vi.spyOn(area, 'getKeys').mockResolvedValueOnce(['task/1', 'task/2', 'archive/1']);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await expect(readByPrefix('local', 'task/', Entry)).resolves.toEqual([one]);
    expect(get.mock.calls).toEqual([[['task/1', 'task/2']]]);
    expect(console.warn).toHaveBeenCalledWith('A stored value cannot be read:', 'local:task/2');
  });
});
