import { describe, expect, it, vi } from 'vitest';
import { windowList } from '@/lib/storage/window-list';
import { createMemoryItem } from '../../support/memory-item';
import { createMemoryLocks } from '../../support/memory-locks';

interface Entry {
  id: string;
  isPrivateWindow: boolean;
}

const ordinary: Entry = { id: 'a', isPrivateWindow: false };
const secret: Entry = { id: 'b', isPrivateWindow: true };

function openList() {
  const disk = createMemoryItem<Entry[]>();
  const memory = createMemoryItem<Entry[]>();
  return { disk, memory, list: windowList('list', disk, memory, createMemoryLocks()) };
}

describe('a list of what windows of both kinds have asked for', () => {
  it('is one list, whose entries stand where they belong', async () => {
    const { list, disk, memory } = openList();
    await expect(list.read()).resolves.toBeUndefined();
    await list.update(() => [secret, ordinary]);
    expect([disk.stored, memory.stored]).toEqual([[ordinary], [secret]]);
    await expect(list.read()).resolves.toEqual([ordinary, secret]);
    await list.write([secret]);
    expect([disk.stored, memory.stored]).toEqual([[], [secret]]);
    await list.remove();
    expect([disk.stored, memory.stored]).toEqual([undefined, undefined]);
  });

  it('is written where it changes alone', async () => {
    const { list, disk, memory } = openList();
    await list.write([ordinary, secret]);
    await list.update((all = []) => [...all, { id: 'c', isPrivateWindow: true }]);
    await list.update((all) => all?.filter(({ id }) => id !== 'b'));
    await list.update((all) => all);
    expect([disk.written.length, memory.written.length]).toEqual([1, 3]);
  });

  it('goes on in memory where the disk is full', async () => {
    const { list, disk, memory } = openList();
    vi.spyOn(disk, 'write').mockRejectedValue(new Error('No space left'));
    await list.update(() => [secret]);
    expect(memory.stored).toEqual([secret]);
    await expect(list.update((all = []) => [...all, ordinary])).rejects.toThrow();
  });

  it('runs one update after the other, and tells of changes in both places', async () => {
    const { list } = openList();
    const seen = vi.fn();
    const stop = list.watch(seen);
    const add = (entry: Entry) => list.update((all = []) => [...all, entry]);
    await Promise.all([add(ordinary), add(secret), add({ ...secret, id: 'c' })]);
    await expect(list.read()).resolves.toHaveLength(3);
    await vi.waitFor(() =>
      expect(seen).toHaveBeenLastCalledWith([ordinary, secret, { ...secret, id: 'c' }]),
    );
    stop();
  });
});
