import { type Background, createBackground } from '@/lib/background/background-calls';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Client } from '@/lib/service/client';
import { createServiceClock } from '@/lib/service/service-clock';
import type { ReportDraft } from '@/lib/submission/report-draft';
import { fakeDigest } from '../support/fake-digest';
import { createMemoryLocks } from '../support/memory-locks';
import type { MemoryStore } from '../support/memory-store';
import { BASE_URL } from '../support/test-background';
import { ACCOUNT } from './beginning';
import { createFencedStore, type Fence } from './fenced-store';
import type { ModelService } from './model-service';
import type { Reply } from './reply';
import type { VirtualTime } from './virtual-time';

/** One life of the background worker. What it does after its end has no effect. */
export interface Worker extends Background {
  readonly isAlive: boolean;
  /** Whether it keeps itself running. */
  readonly isAwake: boolean;
  end(): void;
}

/** What surrounds a worker. */
export interface WorkerSurroundings {
  time: VirtualTime;
  store: MemoryStore;
  service: ModelService;
  isOnline(): boolean;
  wakeAt(at: number | null): void;
  /** Called before and after each call of the store; may end the worker, or make the call fail. */
  beforeStoreCall(isLocalWrite: boolean): void;
  afterStoreCall(): void;
  /** Called when a request goes out, with how many of its kind are then out: creations, or others. */
  onRequest(inFlight: number, draft: ReportDraft | null): void;
  newId(): string;
}

const NOT_THERE = { failure: { code: 'gone', what: 'interface', message: null } } as const;
const NEVER = new Promise<never>(() => {});

/** Starts a worker as the browser does. */
export function startWorker(surroundings: WorkerSurroundings): Worker {
  const { time, store, service } = surroundings;
  let isAlive = true;
  let worksUnderWay = 0;
  const inFlight = { creations: 0, others: 0 };
  const clock = createServiceClock(time.elapsed);
  let listedAt = Number.NEGATIVE_INFINITY;

  const pass: Fence['pass'] = async (call, isLocalWrite) => {
    if (!isAlive) return NEVER;
    surroundings.beforeStoreCall(isLocalWrite);
    const answer = call();
    surroundings.afterStoreCall();
    const value = await answer;
    return isAlive ? value : NEVER;
  };

  function request<T>(
    send: () => Reply<T>,
    signal: AbortSignal | undefined,
    draft: ReportDraft | null = null,
  ): Promise<Outcome<T>> {
    if (!isAlive) return NEVER;
    if (signal?.aborted) return Promise.resolve({ failure: { code: 'interrupted' } });
    const kind = draft === null ? 'others' : 'creations';
    inFlight[kind] += 1;
    surroundings.onRequest(inFlight[kind], draft);
    const { after, date, outcome } = surroundings.isOnline() ? send() : OFFLINE;
    return new Promise((resolve) => {
      const end = (result: Outcome<T>) => {
        callOff();
        signal?.removeEventListener('abort', giveUp);
        inFlight[kind] -= 1;
        if (!isAlive) return;
        clock.note(date ?? null);
        resolve(result);
      };
      const giveUp = () => end({ failure: { code: 'interrupted' } });
      const callOff = time.after(after, () => end(outcome()));
      signal?.addEventListener('abort', giveUp);
    });
  }

  const unused = () => Promise.reject(new Error('No part of a history'));
  const client: Client = {
    async list(query, signal) {
      const askedAt = time.elapsed();
      const listed = await request(() => service.list(query), signal);
      if (!hasFailed(listed) && query.search === '') listedAt = askedAt;
      return listed;
    },
    create(draft, signal) {
      service.noteRequest(draft, listedAt, clock.now());
      return request(() => service.post(draft), signal, draft);
    },
    account: (signal) =>
      request(() => ({ after: 100, outcome: () => ({ value: ACCOUNT }) }), signal),
    serviceTime: clock.now,
    get: (id, signal) => request(() => service.get(id), signal),
    update: unused,
    remove: (id, signal) => request(() => service.remove(id), signal),
  };

  const background = createBackground({
    store: createFencedStore(store, { pass }),
    runExclusive: createMemoryLocks(),
    permissions: { has: async () => true, remove: async () => {}, removeAll: async () => {} },
    // The service is at one address, and nothing at its parents.
    clientFor: ({ baseUrl }) =>
      baseUrl === BASE_URL ? client : { ...client, list: async () => NOT_THERE },
    async keepAwake(work) {
      worksUnderWay += 1;
      try {
        return await work;
      } finally {
        worksUnderWay -= 1;
      }
    },
    isPopupOpen: async () => true,
    notify: async () => true,
    refreshBadge() {},
    newId: surroundings.newId,
    digest: fakeDigest,
    isOnline: surroundings.isOnline,
    wakeAt(at) {
      if (isAlive) surroundings.wakeAt(at);
    },
    now: time.now,
  });

  return {
    ...background,
    get isAlive() {
      return isAlive;
    },
    get isAwake() {
      return worksUnderWay > 0;
    },
    end() {
      isAlive = false;
    },
  };
}

const UNREACHABLE: Failure = { code: 'unreachable' };
const OFFLINE: Reply<never> = { after: 10, outcome: () => ({ failure: UNREACHABLE }) };
