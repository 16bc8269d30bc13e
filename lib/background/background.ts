import { readReports } from '@/lib/archive/archive-items';
import { distinctReports, type Report } from '@/lib/report/report';
import type { Result } from '@/lib/result';
import { createSitemapFetch } from '@/lib/service/sitemap-fetch';
import { connectionItem } from '@/lib/shared-state/shared-items';
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
      const result = await keepAwake(changes.disconnect(dropsOpenWork));
      refreshBadge(true);
      return result;
    },
    prepare: () => stored(service.prepare()),
    getAccount: (id) => call(id, (session) => session.getAccount()),
    listReports: (id, query) => call(id, (session) => session.listReports(query)),
    listFurtherReports: (id, query, page) =>
      call(id, (session) => session.listFurtherReports(query, page)),
    getReport: (id, report) => call(id, (session) => session.getReport(report)),
    getFoundChecks: (id, reportIds) =>
      call(id, async ({ getFoundChecks }) => ({ value: getFoundChecks(reportIds) })),
    createJob: (id, job) => call(id, ({ jobs }) => stored(jobs.create(job))),
    updateJob: (id, jobId, action) => call(id, ({ jobs }) => stored(jobs.update(jobId, action))),
    retryNow: (id) => call(id, ({ jobs }) => stored(jobs.retryNow())),
    async readSitemap(url, origins) {
      const requested = [URL.parse(url)?.origin ?? '', ...origins];
      const patterns = await permissions.allowedHosts();
      const isAllowed = (origin: string) =>
        requested.includes(origin) &&
        patterns.some((pattern) => matchesHostPattern(pattern, origin));
      const { signal } = new AbortController();
      const read = createSitemapFetch(isAllowed);
      const value = await keepAwake(walkSitemaps(url, { read, isAllowed, signal }));
      await Promise.all(requested.map(changes.giveBack)).catch(() => {});
      return { value };
    },
    markSeen: () => call(null, ({ notifications }) => stored(notifications.markSeen())),
    async refreshBadge() {
      refreshBadge(true);
      return { value: null };
    },
  };

  return {
    api,
    resume: service.resume,
    backOnline: service.backOnline,
    /** Hosts were allowed, the service's among them or not. */
    hostsAllowed: service.hostsAllowed,
    /** The reports that are known here. Rejects where the store fails. */
    async knownReports(): Promise<readonly Report[]> {
      const connection = await connectionItem.read();
      return connection ? distinctReports(await readReports(connection.id)) : [];
    },
  };
}

/** The result of work that fails only where the browser does not store it. */
async function stored<T>(work: Promise<T>): Promise<Result<T extends void ? null : T>> {
  try {
    return { value: ((await work) ?? null) as T extends void ? null : T };
  } catch {
    return { failure: { code: 'notStored' } };
  }
}
