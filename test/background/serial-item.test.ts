import { describe, expect, it, vi } from 'vitest';
import { createSerialItem } from '@/lib/background/serial-item';
import { holdAnswers } from '../support/held-answers';
import { createMemoryItem } from '../support/memory-item';
import { quiescence } from '../support/quiescence';

const add = (name: string) => (names: string[]) => [...names, name];

function keepNames(...names: string[]) {
  const item = createMemoryItem<string[]>(names.length > 0 ? names : undefined);
  return { item, serial: createSerialItem<string[]>(item, []) };
}

describe('a serial item', () => {
  it('is its initial value where nothing is stored', async () => {
    const { item, serial } = keepNames();
    await expect(serial.read()).resolves.toEqual([]);
    await expect(serial.change(add('a'))).resolves.toEqual(['a']);
    expect(item.stored).toEqual(['a']);
  });

  it('is what is stored, whoever stored it', async () => {
    const { item, serial } = keepNames('a');
    await expect(serial.read()).resolves.toEqual(['a']);
    await item.write(['b']);
    await expect(serial.change(add('c'))).resolves.toEqual(['b', 'c']);
  });

  it('loses none of the changes that come at once', async () => {
    const { item, serial } = keepNames('a');
    await Promise.all(['b', 'c', 'd'].map((name) => serial.change(add(name))));
    expect(item.stored).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is not written where nothing has changed', async () => {
    const { item, serial } = keepNames('a');
    await expect(serial.change((names) => names)).resolves.toEqual(['a']);
    expect(item.written).toEqual([]);
  });

  it('tells of a change that could not be stored, and goes on with the next', async () => {
    const { item, serial } = keepNames('a');
    vi.spyOn(item, 'write').mockRejectedValueOnce(new Error('No space left'));
    const failing = serial.change(add('b'));
    const next = serial.change(add('c'));
    await expect(failing).rejects.toThrow('No space left');
    await expect(next).resolves.toEqual(['a', 'c']);
  });

  it('tells of a value that could not be read, and goes on with the next', async () => {
    const { item, serial } = keepNames('a');
    vi.spyOn(item, 'read').mockRejectedValueOnce(new Error('Cannot read'));
    await expect(serial.change(add('b'))).rejects.toThrow('Cannot read');
    await expect(serial.change(add('c'))).resolves.toEqual(['a', 'c']);
  });
});

describe('closing a serial item', () => {
  it('waits for the change under way', async () => {
    const { item, serial } = keepNames('a');
    const writes = holdAnswers<void>();
    vi.spyOn(item, 'write').mockImplementation(writes.call);
    void serial.change(add('b'));
    await writes.asked(1);
    const closed = vi.fn();
    const closing = serial.close().then(closed);
    await quiescence();
    expect(closed).not.toHaveBeenCalled();
    writes.answer(0, undefined);
    await closing;
  });

  it('lets no change follow, nor one that has not begun to write', async () => {
    const { item, serial } = keepNames('a');
    const early = serial.change(add('b'));
    await serial.close();
    await expect(early).resolves.toEqual(['a']);
    await expect(serial.change(add('c'))).resolves.toEqual(['a']);
    expect(item.written).toEqual([]);
  });

  it('does not fail where the last change did', async () => {
    const { item, serial } = keepNames('a');
    vi.spyOn(item, 'write').mockRejectedValue(new Error('No space left'));
    await Promise.allSettled([serial.change(add('b'))]);
    await expect(serial.close()).resolves.toBeUndefined();
  });
});
