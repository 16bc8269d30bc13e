import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { StoredItem } from '@/lib/stored-item';
import type { Backoff } from '@/lib/submission/backoff';
import type { Submission } from '@/lib/submission/submission';
import type { SubmissionStore } from '@/lib/submission/worker/submission-store';
import { createMemorySubmissions } from '../../../support/memory-submissions';
import { createQueueDisk, startQueue } from '../../../support/queue-worker';
import { sampleReport } from '../../../support/sample-report';
import { sampleSubmission } from '../../../support/sample-submission';

const message = null;
const pause: Backoff = {
  until: '2026-11-02T13:00:00.000Z',
  failure: { code: 'too-many-requests', retryAt: '2026-11-02T13:00:00.000Z', message },
  count: 1,
};

/** So many that wait, of pages with addresses of one length, and a pause. */
function waiting(count: number): Submission[] {
  return Array.from({ length: count }, (_, index) =>
    sampleSubmission(
      `id-${String(index).padStart(6, '0')}`,
      { state: 'waiting' },
      { url: `https://host.example/${String(index).padStart(6, '0')}`, order: index },
    ),
  );
}

/** Counts what a store is asked, and the characters that it has to write. */
function counted(store: SubmissionStore) {
  const cost = { calls: 0, characters: 0 };
  function count<T extends unknown[], R>(call: (...args: T) => Promise<R>) {
    return (...args: T) => {
      cost.calls += 1;
      cost.characters += JSON.stringify(args).length;
      return call(...args);
    };
  }
  const countItem = <T>(item: StoredItem<T>): StoredItem<T> => ({
    read: count(item.read),
    write: count(item.write),
    remove: count(item.remove),
    watch: item.watch,
  });
  const passwords = new Map<string, StoredItem<string>>();
  const countedStore: SubmissionStore = {
    readAll: count(store.readAll),
    write: count(store.write),
    remove: count(store.remove),
    forgetPasswords: count(store.forgetPasswords),
    view: countItem(store.view),
    password(id) {
      const item = passwords.get(id) ?? countItem(store.password(id));
      passwords.set(id, item);
      return item;
    },
    finished: countItem(store.finished),
  };
  return { store: countedStore, cost };
}

async function costOf(count: number, work: (queue: Queue, client: Client) => Promise<unknown>) {
  const kept = waiting(count);
  const memory = createMemorySubmissions(...kept);
  await memory.view.write({ shown: [], count, pause, newestId: null });
  const { store, cost } = counted(memory);
  const { clock } = createQueueDisk();
  const started = startQueue({ store: Object.assign(memory, store), clock });
  await started.queue.nextDue();
  cost.calls = 0;
  cost.characters = 0;
  await work(started.queue, started.client);
  await started.queue.runDue();
  return { ...cost, requests: started.client.create.mock.calls.length };
}

type Queue = ReturnType<typeof startQueue>['queue'];
type Client = ReturnType<typeof startQueue>['client'];

describe('what one submission costs', () => {
  const draft = { url: 'https://host.example/new', privacy: 2, password: 'hunter2' } as const;

  it('to be stored does not grow with the number that waits', async () => {
    const work = (queue: Queue) => queue.create('new', draft, false);
    const few = await costOf(100, work);
    const many = await costOf(10_000, work);
    expect(few.calls).toBeGreaterThan(0);
    expect(many.calls).toBe(few.calls);
    expect(many.characters).toBeLessThan(few.characters + 100);
  });

  it('to be sent does not grow with the number that waits', async () => {
    const work = (queue: Queue, client: Client) => {
      const failure: Failure = pause.failure;
      client.create.mockResolvedValueOnce({ value: { ...sampleReport('3'), more: [] } });
      client.create.mockResolvedValue({ failure });
      return queue.retryNow();
    };
    const few = await costOf(100, work);
    const many = await costOf(10_000, work);
    expect(few.requests).toBe(3);
    expect(many.requests).toBe(few.requests);
    expect(many.calls).toBe(few.calls);
    expect(many.characters).toBeLessThan(few.characters + 100);
  });
});

describe('the view of a long queue', () => {
  const failure: Failure = { code: 'unreachable' };

  it('shows the first few, says how many there are, and stays small', async () => {
    const kept = waiting(10_000);
    const disk = createQueueDisk(...kept);
    await disk.store.view.write({ shown: [], count: 0, pause, newestId: null });
    const { queue, store } = startQueue(disk);
    await queue.create('new', { url: 'https://host.example/new', privacy: 1 }, false);
    const view = store.view.stored;
    expect(view?.shown).toEqual(kept.slice(0, 20));
    expect(view?.count).toBe(10_001);
    expect(view?.pause).toEqual(pause);
    expect(JSON.stringify(view).length).toBeLessThan(10_000);
  });

  it('shows what needs a person before what waits, without the known reports', async () => {
    const stuck = [
      sampleSubmission('f', { state: 'failed', failure }, { order: 20_000, knownIds: ['1'] }),
      sampleSubmission('n', { state: 'needs-attention', reason: 'unconfirmed', failure }, { order: 20_001 }),
    ];
    const disk = createQueueDisk(...waiting(100), ...stuck);
    await disk.store.view.write({ shown: [], count: 0, pause, newestId: null });
    const { queue, store } = startQueue(disk);
    await queue.create('new', { url: 'https://host.example/new', privacy: 1 }, false);
    const shown = store.view.stored?.shown ?? [];
    expect(shown.map(({ id }) => id).slice(-2)).toEqual(['f', 'n']);
    expect(shown).toHaveLength(20);
    expect(shown.flatMap(({ knownIds }) => knownIds)).toEqual([]);
  });

  it('stays small with addresses of any length', async () => {
    const long = `https://host.example/${'x'.repeat(30_000)}`;
    const kept = [1, 2, 3, 4].map((order) =>
      sampleSubmission(`${order}`, { state: 'failed', failure }, { order, url: long }),
    );
    const { queue, store } = startQueue(createQueueDisk(...kept));
    await queue.discard('4');
    expect(store.view.stored).toMatchObject({ shown: [{ id: '1' }], count: 3 });
  });
});
