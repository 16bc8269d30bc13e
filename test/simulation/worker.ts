import { type Background, createBackground } from '@/lib/background/background';
import { isOnThisComputer } from '@/lib/connection/base-url';
import type { ReportQuery } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import type { ServiceClient } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';
import type { Reply } from './network';
import type { Service } from './service';
import type { VirtualTime } from './virtual-time';
import { type Lifetime, never, runInLifetime } from './worker-lifetime';

export interface SentRequest {
  /** Milliseconds since the start of the scenario. */
  at: number;
  verb: keyof ServiceClient;
  apiKey: string;
  /** The address of a creation, the report's id, or the search term of a list. */
  target: string;
  /** The draft of a creation, the change of an update, or the `RequestedPage` of a list. */
  content: unknown;
}

/** A page of a list. */
export type RequestedPage = ReportQuery & { page: number };

export interface WorkerEnvironment {
  time: VirtualTime;
  /** Returns the service as the account of an API key sees it. */
  serviceFor(credentials: Credentials): Pick<Service, keyof ServiceClient>;
  /** Called with each request, and with all requests of its worker that are in flight. */
  onSent(sent: SentRequest, inFlight: readonly SentRequest[]): void;
  onAnswer(sent: SentRequest, result: Result<unknown>): void;
  onNotified(notification: unknown): void;
}

interface BrowserFunctions {
  isOnline(): boolean;
  /** Whether the extension has the permission for the service's host. */
  isAllowed(): boolean;
  wakeAt(at: number | null): void;
  newId(): string;
}

/** The path of the service's base URL. The host has no service at other paths. */
export const SERVICE_PATH = '/s';

const WRONG_PATH_REPLY: Reply<never> = {
  afterMs: 10,
  result: () => ({ failure: { code: 'gone', what: 'interface', message: null } }),
};
const NO_NETWORK_REPLY: Reply<never> = {
  afterMs: 10,
  result: () => ({ failure: { code: 'unreachable' } }),
};

/** Starts a worker, as the browser does. */
export function startWorker(
  lifetime: Lifetime,
  environment: WorkerEnvironment & BrowserFunctions,
): Background {
  const { time, serviceFor, isOnline, isAllowed } = environment;
  const inFlight: SentRequest[] = [];

  function clientFor(credentials: Credentials): ServiceClient {
    const { baseUrl, apiKey } = credentials;
    const service = serviceFor(credentials);

    function replyThroughNetwork<T>(serviceReply: () => Reply<T>): Reply<T> {
      const hasNetwork = isAllowed() && (isOnline() || isOnThisComputer(baseUrl));
      if (!hasNetwork) return NO_NETWORK_REPLY;
      return baseUrl.endsWith(SERVICE_PATH) ? serviceReply() : WRONG_PATH_REPLY;
    }

    function send<T>(
      request: Pick<SentRequest, 'verb' | 'target'> & { content?: unknown },
      signal: AbortSignal | undefined,
      serviceReply: () => Reply<T>,
    ): Promise<Result<T>> {
      if (!lifetime.isAlive) return never();
      if (signal?.aborted) return Promise.resolve({ failure: { code: 'interrupted' } });
      const sent: SentRequest = { at: time.elapsed(), apiKey, content: undefined, ...request };
      inFlight.push(sent);
      environment.onSent(sent, inFlight);
      const reply = replyThroughNetwork(serviceReply);
      return new Promise((resolve) => {
        const end = (result: Result<T>) => {
          cancelAnswer();
          signal?.removeEventListener('abort', abort);
          inFlight.splice(inFlight.indexOf(sent), 1);
          if (!lifetime.isAlive) return;
          environment.onAnswer(sent, result);
          resolve(structuredClone(result));
        };
        const abort = () => end({ failure: { code: 'interrupted' } });
        const cancelAnswer = time.after(reply.afterMs, () => {
          const result = reply.result();
          if (result instanceof Promise) void result.then(end);
          else end(result);
        });
        signal?.addEventListener('abort', abort);
      });
    }

    return {
      list(query, signal, page = 1) {
        const content: RequestedPage = { ...query, page };
        return send({ verb: 'list', target: query.search, content }, signal, () =>
          service.list(apiKey, query, page),
        );
      },
      get: (id, signal) => send({ verb: 'get', target: id }, signal, () => service.get(apiKey, id)),
      create: (draft, signal) =>
        send({ verb: 'create', target: draft.url, content: draft }, signal, () =>
          service.create(apiKey, draft),
        ),
      update: (id, change, signal) =>
        send({ verb: 'update', target: id, content: change }, signal, () =>
          service.update(apiKey, id, change),
        ),
      remove: (id, signal) =>
        send({ verb: 'remove', target: id }, signal, () => service.remove(apiKey, id)),
      account: (signal) =>
        send({ verb: 'account', target: '' }, signal, () => service.account(apiKey)),
    };
  }

  return runInLifetime(lifetime, () =>
    createBackground({
      permissions: {
        has: async () => isAllowed(),
        allowedHosts: async () => [],
        remove: async () => {},
      },
      loadSitemapReader: () => Promise.reject(new Error('The simulation has no sitemaps')),
      clientFor,
      async keepAwake(work) {
        lifetime.keepAwakeCount += 1;
        return work.finally(() => {
          lifetime.keepAwakeCount -= 1;
        });
      },
      wakeAt: (at) => (lifetime.isAlive ? environment.wakeAt(at) : undefined),
      // The real `later` waits before it runs the work. The simulation does not wait: if a worker stops
      // during the wait, the next list repeats the work.
      later: (work) => work(),
      isOnline,
      isExtensionPageVisible: async () => false,
      hasOnlyPrivateWindows: async () => false,
      async notify(_id, notification) {
        if (lifetime.isAlive) environment.onNotified(notification);
        return true;
      },
      refreshBadge() {},
      refreshMenus() {},
      newId: environment.newId,
      now: time.now,
    }),
  );
}
