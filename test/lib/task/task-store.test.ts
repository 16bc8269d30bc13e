import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { taskItems } from '@/lib/task/task-items';
import { createTaskStore } from '@/lib/task/task-store';
import { viewItem } from '@/lib/task/view-item';
import { emptyBrowser } from '../../support/empty-browser';
import { creation } from '../../support/sample-task';

const tasks = taskItems.tasks('a');

async function open() {
  const store = createTaskStore('a', new AbortController().signal, Date.now, () => {});
  await store.load();
  return store;
}

beforeEach(emptyBrowser);
afterEach(() => void vi.restoreAllMocks());

describe('the store of tasks', () => {
  it('has what an earlier worker has stored, the oldest first', async () => {
    const [later, earlier] = [
      { ...creation('1'), askedAt: 2 },
      { ...creation('2'), askedAt: 1 },
    ];
    await tasks.write([later, earlier]);
    const store = await open();
    expect([...store.first].map(({ id }) => id)).toEqual(['2', '1']);
  });

  it('changes nothing where the browser does not take a task', async () => {
    const waiting = creation('1');
    await tasks.write([waiting]);
    const store = await open();
    vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValue(new Error('the disk is full'));
    const sent = { ...waiting, tries: 1, state: { name: 'sent' as const } };
    await expect(store.save([sent, creation('2')])).rejects.toThrow('full');
    expect(store.get('1')).toEqual(waiting);
    expect(store.get('2')).toBeUndefined();
  });

  it('notes what became of a task, and what follows from that, before the task leaves', async () => {
    const told = async () => (await viewItem('a').read())?.outcomes.map(({ ids }) => ids);
    const alongside = vi.fn(async () => {});
    const store = await open();
    await store.save([creation('1')]);
    const remove = vi
      .spyOn(fakeBrowser.storage.local, 'remove')
      .mockImplementationOnce(async () => {
        expect(await told()).toEqual([['1']]);
        expect(alongside).toHaveBeenCalledOnce();
      });
    await store.finish(creation('1'), { end: 'done', report: null }, alongside);
    expect(remove).toHaveBeenCalledOnce();
  });

  it('takes out what an earlier worker was about to take out', async () => {
    const earlier = await open();
    await earlier.save([creation('1')]);
    vi.spyOn(fakeBrowser.storage.local, 'remove').mockReturnValueOnce(new Promise(() => {}));
    void earlier.finish(creation('1'), { end: 'done', report: null });
    await vi.waitUntil(async () => (await viewItem('a').read())?.outcomes.length === 1);
    const store = await open();
    expect(store.get('1')).toBeUndefined();
    expect(store.outcome('1')).toMatchObject({ end: 'done' });
    expect(await tasks.readAll()).toEqual([]);
  });
});
