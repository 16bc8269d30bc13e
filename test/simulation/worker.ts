import { type Background, createBackground } from '@/lib/background/background';
import { isOnThisComputer } from '@/lib/connection/base-url';
import type { ReportQuery } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import type { ServiceClient } from '@/lib/service/client';
import type { Reply } from './network';
import type { Service } from './service';
import type { VirtualTime } from './virtual-time';
import { type Life, never, runInLife } from './worker-lifetime';

/** A request that a worker has sent. */
export interface Sent {
  at: number;
  verb: keyof ServiceClient;
  apiKey: string;
  /** The address to report, the report's id, or the search term. */
  about: string;
  what: unknown;
}

export type RequestedPage = ReportQuery & { page: number };

export interface Surroundings {
  time: VirtualTime;
  /** Returns the service as the account of an API key sees it. */
  serviceFor(apiKey: string): Pick<Service, keyof ServiceClient>;
  /** Called with each request, and with all requests of this life that are in flight. */
  onSent(sent: Sent, inFlight: readonly Sent[]): void;
  onAnswer(sent: Sent, outcome: Result<unknown>): void;
  onNotified(news: unknown): void;
}

interface Platform {
  isOnline(): boolean;
  /** Whether the extension has the permission for the service's host. */
  isAllowed(): boolean;
  wakeAt(at: number | null): void;
  newId(): string;
}

/** The path of the service's base URL. The host has no service at other paths. */
export const SERVICE_PATH = '/s';

const NO_INTERFACE = { failure: { code: 'gone', what: 'interface', message: null } } as const;
const WRONG_PATH: Reply<never> = { after: 10, outcome: () => NO_INTERFACE };
const NO_CONNECTION: Reply<never> = {
  after: 10,
  outcome: () => ({ failure: { code: 'unreachable' } }),
};

/** Starts a worker, as the browser does. Only this function creates a background in the simulation. */
export function startWorker(life: Life, tools: Surroundings & Platform): Background {
  const { time, serviceFor, isOnline, isAllowed, wakeAt } = tools;
  const { onSent, onAnswer, onNotified, newId } = tools;
  const inFlight: Sent[] = [];

  function clientFor({ baseUrl, apiKey: key }: { baseUrl: string; apiKey: string }): ServiceClient {
    const service = serviceFor(key);
    const hasService = baseUrl.endsWith(SERVICE_PATH);

    function replyOrFailure<T>(reply: () => Reply<T>): Reply<T> {
      const hasConnection = isAllowed() && (isOnline() || isOnThisComputer(baseUrl));
      if (!hasConnection) return NO_CONNECTION;
      return hasService ? reply() : WRONG_PATH;
    }

    function send<T>(
      signal: AbortSignal | undefined,
      [verb, about, what]: [Sent['verb'], string, unknown?],
      reply: () => Reply<T>,
    ): Promise<Result<T>> {
      if (!life.isAlive) return never();
      if (signal?.aborted) return Promise.resolve({ failure: { code: 'interrupted' } });
      const sent: Sent = { at: time.elapsed(), verb, apiKey: key, about, what };
      inFlight.push(sent);
      onSent(sent, inFlight);
      const { after, outcome } = replyOrFailure(reply);
      return new Promise((resolve) => {
        const end = (ended: Result<T>) => {
          cancelAnswer();
          signal?.removeEventListener('abort', abort);
          inFlight.splice(inFlight.indexOf(sent), 1);
          if (!life.isAlive) return;
          onAnswer(sent, ended);
          resolve(structuredClone(ended));
        };
        const abort = () => end({ failure: { code: 'interrupted' } });
        const cancelAnswer = time.after(after, () => {
          const ended = outcome();
          if (ended instanceof Promise) void ended.then(end);
          else end(ended);
        });
        signal?.addEventListener('abort', abort);
      });
    }

    return {
      list: (query, signal, page = 1) =>
        send(signal, ['list', query.search, { ...query, page } satisfies RequestedPage], () =>
          service.list(key, query, page),
        ),
      get: (id, signal) => send(signal, ['get', id], () => service.get(key, id)),
      create: (draft, signal) =>
        send(signal, ['create', draft.url, draft], () => service.create(key, draft)),
      update: (id, change, signal) =>
        send(signal, ['update', id, change], () => service.update(key, id, change)),
      remove: (id, signal) => send(signal, ['remove', id], () => service.remove(key, id)),
      account: (signal) => send(signal, ['account', ''], () => service.account(key)),
    };
  }

  return runInLife(life, () =>
    createBackground({
      permissions: {
        has: async () => isAllowed(),
        allowedHosts: async () => [],
        remove: async () => {},
      },
      loadSitemapReader: () => Promise.reject(new Error('no sitemap is read')),
      clientFor,
      async keepAwake(work) {
        life.awake += 1;
        return work.finally(() => {
          life.awake -= 1;
        });
      },
      wakeAt: (at) => (life.isAlive ? wakeAt(at) : undefined),
      // Runs without the delay of the real worker. After a stop during the delay, the next list would
      // repeat the work.
      later: (work) => work(),
      isOnline,
      isExtensionPageVisible: async () => false,
      async notify(_id, news) {
        if (life.isAlive) onNotified(news);
        return true;
      },
      refreshBadge() {},
      newId,
      now: time.now,
    }),
  );
}
