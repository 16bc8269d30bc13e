import { effect } from '@preact/signals';
import { expect, it } from 'vitest';
import { readListSignal, readSignal, storedSignal } from '@/lib/state/stored-signal';
import { createMemoryItem } from '../background/memory-item';

it('a stored signal starts with what was stored when the page opened', () => {
  expect(storedSignal(createMemoryItem('new'), 'as opened').value).toBe('as opened');
  expect(storedSignal(createMemoryItem<string>(), undefined).value).toBeUndefined();
});

it('a stored signal follows every change, up to the removal', async () => {
  const item = createMemoryItem('a');
  const value = storedSignal(item, 'a');
  const seen: (string | undefined)[] = [];
  effect(() => {
    seen.push(value.value);
  });
  await item.write('b');
  await item.write('c');
  await item.remove();
  expect(seen).toEqual(['a', 'b', 'c', undefined]);
});

it('a signal that reads its value first starts with it, and follows it', async () => {
  const item = createMemoryItem('a');
  const value = await readSignal(item);
  expect(value.value).toBe('a');
  await item.write('b');
  expect(value.value).toBe('b');
});

it('a signal of a list is empty where nothing is stored', async () => {
  const item = createMemoryItem<string[]>();
  const names = await readListSignal(item);
  expect(names.value).toEqual([]);
  await item.write(['a']);
  expect(names.value).toEqual(['a']);
  await item.remove();
  expect(names.value).toEqual([]);
});
