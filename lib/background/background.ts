import { readReports } from '@/lib/archive/archive-items';
import { connectionItem } from '@/lib/connection/connection-items';
import type { Outcome } from '@/lib/outcome';
import { distinctReports, type Report } from '@/lib/report/report';
import { createSitemapFetch } from '@/lib/service/sitemap-fetch';
import { walkSitemaps } from '@/lib/source/sitemap-walk';
import { matchesHostPattern } from '@/lib/url/host-pattern';
import type { BackgroundApi } from './background-api';
import type { BackgroundTools } from './background-tools';
import { createConnectedService } from './connected-service';
import { createConnectionChanges } from './connection-changes';

/** The background: what pages may ask, and what the browser wakes it for. */
export type Background = ReturnType<typeof createBackground>;

/** Makes the background. It may be stopped at any time and made again. */
export function createBackground(tools: BackgroundTools) {
  const { keepAwake, permissions, refreshBadge } = tools;
  const service = createConnectedService(tools);
  const { call } = service;
  const changes = createConnectionChanges({ ...tools, service });

  const api: BackgroundApi = {
    async connect(request) {
      const check = await keepAwake(changes.connect(request));
      refreshBadge();
      // The former connection may have been closed, and goes on.
      if (check.state !== 'passed') void service.resume();
      return check;
    },
    async disconnect(dropsOpenWork = false) {
      const outcome = await keepAwake(changes.disconnect(dropsOpenWork));
      refreshBadge(true);
      return outcome;
    },
    account: () => call((session) => session.account()),
    prepare: () => stored(service.prepare()),
    list: (query) => call((session) => session.list(query)),
    listPage: (query, from) => call((session) => session.listPage(query, from)),
    hostReports: (host, page) => call((session) => session.hostReports(host, page)),
    get: (report) => call((session) => session.get(report)),
    found: (ids) => call(async ({ found }) => ({ value: found(ids) })),
    add: (added) => call(({ tasks }) => stored(tasks.add(added))),
    addBatch: (batch) => call(({ tasks }) => stored(tasks.addBatch(batch))),
    steerBatch: (id, act) => call(({ tasks }) => stored(tasks.steerBatch(id, act))),
    async sitemap(url, origins) {
      const asked = [URL.parse(url)?.origin ?? '', ...origins];
      const patterns = await permissions.allowedHosts();
      const isAllowed = (origin: string) =>
        asked.includes(origin) && patterns.some((pattern) => matchesHostPattern(pattern, origin));
      const { signal } = new AbortController();
      const read = createSitemapFetch(isAllowed);
      const value = await keepAwake(walkSitemaps(url, { read, isAllowed, signal }));
      await Promise.all(asked.map(changes.giveBack)).catch(() => {});
      return { value };
    },
    cancel: (id) => call(({ tasks }) => stored(tasks.cancel(id))),
    retry: (id, password) => call(({ tasks }) => stored(tasks.retry(id, password))),
    retryNow: () => call(({ tasks }) => stored(tasks.retryNow())),
    markSeen: () => call(({ notifications }) => stored(notifications.markSeen())),
    async refreshBadge() {
      refreshBadge(true);
      return { value: null };
    },
  };

  return {
    api,
    resume: service.resume,
    backOnline: service.backOnline,
    /** A permission was given, so that the gate may open. */
    async allowed() {
      await api.retryNow();
    },
    /** The reports that are known here. Rejects where the store fails. */
    async knownReports(): Promise<readonly Report[]> {
      const connection = await connectionItem.read();
      return connection ? distinctReports(await readReports(connection.id)) : [];
    },
  };
}

/** The outcome of work that fails only where the browser does not store it. */
async function stored<T>(work: Promise<T>): Promise<Outcome<T extends void ? null : T>> {
  try {
    return { value: ((await work) ?? null) as T extends void ? null : T };
  } catch {
    return { failure: { code: 'notStored' } };
  }
}
