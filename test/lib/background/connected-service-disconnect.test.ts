import { describe, expect, it, vi } from 'vitest';
import { UNDO_MS } from '@/lib/deletion/deletion';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { createFencedStore } from '../../simulation/fenced-store';
import { EVERY_CALL } from '../../support/every-background-call';
import { type FakeClient, listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { createMemoryStore } from '../../support/memory-store';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import {
  BASE_URL,
  startBackgroundOn,
  startConnectedBackground,
} from '../../support/test-background';

const request = { baseUrl: BASE_URL, apiKey: 'typed-key', allowsUnencrypted: false };
const passed = { state: 'passed', baseUrl: BASE_URL };
const report = sampleReport('1');

describe('disconnecting', () => {
  it('removes everything that was kept and gives the permission for the host back', async () => {
    const { background, permissions, store } = await startConnectedBackground();
    for (const [, call] of EVERY_CALL) await call(background);
    await background.remove(report);
    await expect(background.disconnect(true)).resolves.toEqual({ value: [] });
    expect(store.names()).toEqual([]);
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(BASE_URL);
  });

  it('succeeds where the permission cannot be given back', async () => {
    const { background, permissions, store } = await startConnectedBackground();
    permissions.remove.mockRejectedValue(new Error('You cannot remove required permissions.'));
    await expect(background.disconnect(true)).resolves.toEqual({ value: [] });
    expect(store.names()).toEqual([]);
  });

  it('works though the store cannot be read, and gives back whatever host it has', async () => {
    const { background, permissions, store } = await startConnectedBackground();
    vi.spyOn(store.connection, 'read').mockRejectedValue(new Error('I/O error'));
    await expect(background.disconnect()).resolves.toEqual({ value: [] });
    expect(store.connection.stored).toBeUndefined();
    expect(permissions.remove).not.toHaveBeenCalled();
    expect(permissions.removeAll).toHaveBeenCalledOnce();
  });

  it('gives the host back, and says so, though the store takes no change', async () => {
    const { background, permissions, store, wakeAt } = await startConnectedBackground();
    store.removeOthers = async () => {
      throw new Error('I/O error');
    };
    await expect(background.disconnect()).resolves.toEqual({
      failure: { code: 'storeUnreadable' },
    });
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(BASE_URL);
    expect(wakeAt).toHaveBeenLastCalledWith(null);
  });

  it.each(EVERY_CALL)('lets no %s reach the service any more', async (_, call) => {
    const { background, clientFor } = await startConnectedBackground();
    await background.get(report);
    await background.disconnect();
    clientFor.mockClear();
    await expect(call(background)).resolves.toEqual({ failure: { code: 'notConnected' } });
    expect(clientFor).not.toHaveBeenCalled();
  });

  it('takes the wake-up back and leaves no deletion to send later', async () => {
    const { background, client, clock, resume, wakeAt } = await startConnectedBackground();
    await background.remove(report);
    await quiescence();
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + UNDO_MS);
    await background.disconnect(true);
    expect(wakeAt).toHaveBeenLastCalledWith(null);
    expect(client.remove).toHaveBeenCalledTimes(1);
    clock.pass(UNDO_MS);
    await resume();
    expect(client.remove).toHaveBeenCalledTimes(1);
  });
});

type Call = Exclude<keyof FakeClient, 'serviceTime'>;

describe('a call under way while disconnecting', () => {
  const lateAnswers: { [Name in Call]?: unknown } = {
    account: { fields: [], isCut: false },
    list: listOf(sampleReport('late')),
    get: sampleDetails('1', { result: 'bad' }),
    create: sampleDetails('3', { result: null }),
    update: sampleDetails('1', { privacy: 0 }),
  };
  const names = Object.keys(lateAnswers) as Call[];

  it.each(names)('%s is given up, and stores nothing of a late answer', async (name) => {
    const { background, client, store } = await startConnectedBackground();
    const answers = holdAnswers<never>();
    client[name].mockImplementation(answers.call);
    const calling = EVERY_CALL.find(([called]) => called === name)?.[1](background);
    await answers.asked(1);
    await background.disconnect(true);
    expect(client[name].mock.lastCall?.at(-1)).toHaveProperty('aborted', true);
    answers.answer(0, { value: lateAnswers[name] } as never);
    await calling;
    expect(store.names()).toEqual([]);
  });

  it('account is given up in the middle of its being stored', async () => {
    const store = createMemoryStore();
    await store.save({ id: 'id-0', baseUrl: BASE_URL }, 'kept-key');
    const reads = holdAnswers<undefined>();
    let holdsReads = false;
    const accounts = store.account('id-0');
    const fenced = createFencedStore(store, {
      pass: (call) => (holdsReads ? reads.call().then(call) : call()),
    });
    const { background } = startBackgroundOn({
      ...fenced,
      account(id) {
        const item = fenced.account(id);
        return {
          ...item,
          async update(edit) {
            holdsReads = true;
            const updating = item.update(edit);
            await null;
            holdsReads = false;
            return updating;
          },
        };
      },
    });
    const asking = background.account();
    await reads.asked(1);
    await background.disconnect();
    reads.answer(0, undefined);
    await asking;
    expect(accounts.stored).toBeUndefined();
  });
});

describe('a call that comes while disconnecting', () => {
  it.each(EVERY_CALL)('%s leaves nothing behind', async (_, call) => {
    const { background, store } = await startConnectedBackground();
    await background.get(report);
    const disconnecting = background.disconnect(true);
    const atOnce = call(background);
    await null;
    const soon = call(background);
    await Promise.all([disconnecting, atOnce, soon]);
    expect(store.names()).toEqual([]);
  });
});

describe('disconnecting while a check is under way', () => {
  it('lets it not connect again', async () => {
    const { background, client, store } = await startConnectedBackground();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    const connecting = background.connect(request);
    await lists.asked(1);
    await background.disconnect();
    lists.answer(0, { value: listOf() });
    await expect(connecting).resolves.toEqual({
      state: 'failed',
      at: 'reachable',
      failure: { code: 'interrupted' },
    });
    expect(store.names()).toEqual([]);
  });

  it('does not stand in the way of connecting afterwards', async () => {
    const { background, store } = await startConnectedBackground();
    const disconnecting = background.disconnect();
    await expect(background.connect(request)).resolves.toEqual(passed);
    await disconnecting;
    expect(store.connection.stored).toEqual({ id: 'id-1', baseUrl: BASE_URL });
    expect(store.apiKey('id-0').stored).toBeUndefined();
    expect(store.apiKey('id-1').stored).toBe('typed-key');
  });
});
