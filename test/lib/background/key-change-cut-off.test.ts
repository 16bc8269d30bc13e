import { expect, it, vi } from 'vitest';
import { viewOf } from '@/lib/submission/queue-view';
import { createFencedStore } from '../../simulation/fenced-store';
import { listOf } from '../../support/fake-client';
import { createMemoryStore, type MemoryStore } from '../../support/memory-store';
import { quiescence } from '../../support/quiescence';
import { sampleReport } from '../../support/sample-report';
import { sampleSubmission } from '../../support/sample-submission';
import { BASE_URL, startBackgroundOn } from '../../support/test-background';

const URLS = ['https://host.example/new-1', 'https://host.example/new-2'];
const consent = {
  baseUrl: BASE_URL,
  apiKey: 'typed-key',
  allowsUnencrypted: false,
  keepsOpenWork: true,
};

/** A store with two reports that wait until much later, and a key whose account was never read. */
async function storeWithWaiting(): Promise<MemoryStore> {
  const store = createMemoryStore();
  const submissions = [
    sampleSubmission('new-1'),
    sampleSubmission('new-2', undefined, { order: 2 }),
  ];
  const failure = { code: 'keyRefused', message: null } as const;
  const pause = { until: '2026-11-02T12:30:00.000Z', failure, count: 1 };
  const view = viewOf(submissions, { pause, newestId: null });
  const views = { ordinary: view, ofPrivateWindows: view };
  await store.submissions('id-0').write(submissions, views);
  await store.save({ id: 'id-0', baseUrl: BASE_URL }, 'kept-key');
  return store;
}

/** Changes the key in a worker whose store does as `onCall` says, and lets the next worker go on. */
async function changeKey(onCall: (at: number) => 'works' | 'fails' | 'never answers') {
  const store = await storeWithWaiting();
  let calls = 0;
  let isChanging = true;
  const fenced = createFencedStore(store, {
    pass(call) {
      if (isChanging) calls += 1;
      const state = isChanging ? onCall(calls) : 'works';
      if (state === 'fails') return Promise.reject(new Error('No space left'));
      return state === 'works' ? call() : new Promise(() => {});
    },
  });
  const first = startBackgroundOn(fenced);
  const connecting = first.background
    .connect(consent)
    // A page that gets no answer says that the background was interrupted.
    .catch(() => {})
    .finally(() => {
      isChanging = false;
    });
  await Promise.race([connecting, quiescence()]);
  await quiescence();
  const made = first.client.create.mock.calls.map(([{ url }]) => url);
  const second = startBackgroundOn(store);
  const listed = made.map((url, at) => sampleReport(`10${at}`, { url }));
  second.client.list.mockResolvedValue({ value: listOf(...listed) });
  await second.background.retryNow();
  await vi.waitFor(() => {
    const id = store.connection.stored?.id ?? '';
    expect(store.submissions(id).stored).toEqual([]);
  });
  return { calls, made: [...made, ...second.client.create.mock.calls.map(([{ url }]) => url)] };
}

it.each(['fails', 'never answers'] as const)(
  'a change of the key loses and doubles nothing whenever the store %s',
  async (state) => {
    const { calls } = await changeKey(() => 'works');
    expect(calls).toBeGreaterThan(10);
    for (let at = 1; at <= calls; at += 1) {
      const { made } = await changeKey((call) =>
        call === at || (call > at && state === 'never answers') ? state : 'works',
      );
      expect(made.toSorted(), `at call ${at}`).toEqual(URLS);
    }
  },
);
