import { effect } from '@preact/signals';
import { expect, it } from 'vitest';
import { followed } from '@/lib/model/followed-item';
import { storedListSignal, storedSignal } from '@/lib/state/stored-signal';
import { createMemoryItem } from '../support/memory-item';

it('a stored signal starts with what is stored', async () => {
  expect(storedSignal(await followed(createMemoryItem('a'))).value).toBe('a');
  expect(storedSignal(await followed(createMemoryItem<string>())).value).toBeUndefined();
});

it('a stored signal follows every change, up to the removal', async () => {
  const item = createMemoryItem('a');
  const value = storedSignal(await followed(item));
  const seen: (string | undefined)[] = [];
  effect(() => {
    seen.push(value.value);
  });
  await item.write('b');
  await item.write('c');
  await item.remove();
  expect(seen).toEqual(['a', 'b', 'c', undefined]);
});

it('a stored signal of a list is empty where nothing is stored', async () => {
  const item = createMemoryItem<string[]>();
  const names = storedListSignal(await followed(item));
  expect(names.value).toEqual([]);
  await item.write(['a']);
  expect(names.value).toEqual(['a']);
  await item.remove();
  expect(names.value).toEqual([]);
});
