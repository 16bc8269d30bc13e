import { describe, expect, it, type Mock } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { hostOf } from '@/lib/connection/base-url';
import type { ConnectRequest } from '@/lib/connection/connection';
import { viewOf } from '@/lib/submission/queue-view';
import { createFencedStore } from '../../simulation/fenced-store';
import { createMemoryStore, type MemoryStore } from '../../support/memory-store';
import { quiescence } from '../../support/quiescence';
import { sampleReport } from '../../support/sample-report';
import { sampleSubmission } from '../../support/sample-submission';
import { BASE_URL, NOW, startBackgroundOn } from '../../support/test-background';

/** How a call of the store, the service or the browser ends. */
type Fate = 'works' | 'fails' | 'never answers';
type Pass = <T>(call: () => Promise<T>, canFail: boolean) => Promise<T>;
type Call = (...asked: never[]) => Promise<unknown>;

const ELSEWHERE = 'https://other.example';
const request: ConnectRequest = {
  baseUrl: BASE_URL,
  apiKey: 'typed-key',
  allowsUnencrypted: false,
  dropsOpenWork: true,
};

/** What a page does; it has the host allowed that it connects to. */
type Flow = (background: BackgroundApi, allowed: Set<string>) => Promise<unknown>;

/** Connects to another host, with consent to drop what waits or without. */
function connectElsewhere(dropsOpenWork: boolean): Flow {
  return (background, allowed) => {
    allowed.add(hostOf(ELSEWHERE));
    return background.connect({ ...request, baseUrl: ELSEWHERE, dropsOpenWork });
  };
}

const FLOWS: [name: string, flow: Flow][] = [
  ['connecting to another host', connectElsewhere(true)],
  ['changing the key', (background) => background.connect(request)],
  [
    'changing the key, with what waits',
    (background) => background.connect({ ...request, dropsOpenWork: false, keepsOpenWork: true }),
  ],
  ['disconnecting', (background) => background.disconnect(true)],
];

/** A store with a connection, a report that waits and a deletion in its undo time. */
async function connectedStore(): Promise<MemoryStore> {
  const store = createMemoryStore();
  const waiting = [sampleSubmission('new-1')];
  const failure = { code: 'keyRefused', message: null } as const;
  const pause = { until: '2026-11-02T12:30:00.000Z', failure, count: 1 };
  const view = viewOf(waiting, { pause, newestId: null });
  await store.submissions('id-0').write(waiting, { ordinary: view, ofPrivateWindows: view });
  await store
    .deletions('id-0')
    .write([{ report: sampleReport('1'), dueAt: NOW, isPrivateWindow: false, state: 'waiting' }]);
  await store.askedHosts.write([BASE_URL]);
  await store.save({ id: 'id-0', baseUrl: BASE_URL }, 'kept-key');
  return store;
}

/** A worker whose every call of the store, the service and the browser's permissions passes a fence. */
function startFenced(store: MemoryStore, allowed: Set<string>, pass: Pass) {
  const fencedStore = createFencedStore(store, { pass: (call) => pass(call, true) });
  const started = startBackgroundOn(fencedStore);
  const { client, permissions } = started;
  for (const call of [client.list, client.account, client.create, client.get, client.remove]) {
    const mock = call as unknown as Mock<Call>;
    const answer = mock.getMockImplementation() as Call;
    mock.mockImplementation((...asked) => pass(() => answer(...asked), false));
  }
  permissions.has.mockImplementation((url) => pass(async () => allowed.has(hostOf(url)), false));
  permissions.remove.mockImplementation((url) =>
    pass(async () => {
      allowed.delete(hostOf(url));
    }, false),
  );
  return started;
}

/** Runs a flow in a worker whose calls end as told, and then starts the next worker. */
async function play(flow: Flow, fateOf: (at: number) => Fate) {
  const store = await connectedStore();
  const allowed = new Set([hostOf(BASE_URL)]);
  let calls = 0;
  let isOver = false;
  const first = startFenced(store, allowed, (call, canFail) => {
    if (isOver) return new Promise(() => {});
    calls += 1;
    const fate = fateOf(calls);
    if (fate === 'fails' && canFail) return Promise.reject(new Error('I/O error'));
    return fate === 'never answers' ? new Promise(() => {}) : call();
  });
  let answer: unknown;
  const running = flow(first.background, allowed).then(
    (came) => {
      answer = came;
    },
    () => {
      answer = {};
    },
  );
  await Promise.race([running, quiescence().then(quiescence).then(quiescence)]);
  const counted = calls;
  await quiescence();
  isOver = true;
  const noted = (store.askedHosts.stored ?? []).map(hostOf);
  const second = startBackgroundOn(store);
  second.client.create.mockResolvedValue({ failure: { code: 'keyRefused', message: null } });
  second.permissions.remove.mockImplementation(async (url) => {
    allowed.delete(hostOf(url));
  });
  await second.resume();
  await quiescence();
  return { store, allowed, noted, answer, calls: counted };
}

/** What is stored for any connection but the one that stands. */
function leftovers(store: MemoryStore): string[] {
  const standing = `${store.connection.stored?.id}/`;
  return store.names().filter((name) => name.includes('/') && !name.startsWith(standing));
}

describe.each(FLOWS)('%s', (_, flow) => {
  it('leaves no key behind, nor anything else of another connection, whenever the worker is stopped', async () => {
    const { calls } = await play(flow, () => 'works');
    expect(calls).toBeGreaterThan(5);
    for (let at = 1; at <= calls; at += 1) {
      const { store, allowed, noted } = await play(flow, (call) =>
        call < at ? 'works' : 'never answers',
      );
      expect(leftovers(store), `at call ${at}`).toEqual([]);
      const standing = store.connection.stored;
      if (standing === undefined) expect([...allowed], `at call ${at}`).toEqual([]);
      const needed = standing && hostOf(standing.baseUrl);
      const unused = noted.filter((host) => allowed.has(host) && host !== needed);
      expect(unused, `at call ${at}`).toEqual([]);
      const waiting = store.submissions('id-0').stored.map(({ id }) => id);
      if (standing?.id === 'id-0') expect(waiting, `at call ${at}`).toEqual(['new-1']);
    }
  });

  it('says what has come of it, and leaves nothing behind, whichever call fails', async () => {
    const { calls } = await play(flow, () => 'works');
    for (let at = 1; at <= calls; at += 1) {
      const { store, allowed, answer } = await play(flow, (call) =>
        call === at ? 'fails' : 'works',
      );
      const standing = store.connection.stored;
      const isDone = standing?.id !== 'id-0';
      const said = answer as { state?: string; value?: unknown };
      expect(
        said.state === 'passed' || 'value' in said,
        `at call ${at}: ${JSON.stringify(said)}`,
      ).toBe(isDone);
      expect(leftovers(store), `at call ${at}`).toEqual([]);
      const hosts = standing ? [hostOf(standing.baseUrl)] : [];
      expect(hosts, `at call ${at}`).toEqual(expect.arrayContaining([...allowed]));
    }
  });
});

it('no report is dropped without consent, whichever call fails', async () => {
  const flow = connectElsewhere(false);
  const { calls } = await play(flow, () => 'works');
  for (let at = 1; at <= calls; at += 1) {
    const { store } = await play(flow, (call) => (call === at ? 'fails' : 'works'));
    expect(store.connection.stored?.id, `at call ${at}`).toBe('id-0');
    expect(store.submissions('id-0').stored, `at call ${at}`).toMatchObject([{ id: 'new-1' }]);
  }
});
