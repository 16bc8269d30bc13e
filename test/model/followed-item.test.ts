import { expect, it } from 'vitest';
import { followed } from '@/lib/model/followed-item';
import type { StoredItem } from '@/lib/stored-item';
import { createMemoryItem } from '../support/memory-item';

it('a followed item has the value that is stored, or none', async () => {
  expect((await followed(createMemoryItem('a'))).value()).toBe('a');
  expect((await followed(createMemoryItem<string>())).value()).toBeUndefined();
});

it('a followed item tells of every change, and has what came before anybody listened', async () => {
  const item = createMemoryItem('a');
  const follower = await followed(item);
  await item.write('b');
  expect(follower.value()).toBe('b');
  const told: (string | undefined)[] = [];
  follower.onChange((value) => told.push(value));
  await item.write('c');
  await item.remove();
  expect(told).toEqual(['c', undefined]);
  expect(follower.value()).toBeUndefined();
});

/** An item whose answer is on its way while its value changes. */
function slowItem(stored: string): { item: StoredItem<string>; answer(): void } {
  const memory = createMemoryItem(stored);
  let answer = () => {};
  const item: StoredItem<string> = {
    ...memory,
    async read() {
      const value = await memory.read();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return value;
    },
  };
  return { item, answer: () => answer() };
}

it.each([
  ['written', async (item: StoredItem<string>) => item.write('new'), 'new'],
  ['removed', async (item: StoredItem<string>) => item.remove(), undefined],
])('a value that is %s while it is read does not come back', async (_, change, expected) => {
  const { item, answer } = slowItem('old');
  const following = followed(item);
  await Promise.resolve();
  await Promise.resolve();
  await change(item);
  answer();
  expect((await following).value()).toBe(expected);
});
