import type { PageHistory } from '@/lib/history/page-history';
import { walkSitemaps } from '@/lib/import/sitemap-walk';
import type { Report } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import { createSitemapFetch } from '@/lib/service/sitemap-fetch';
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
    getPages: (id, keys) => call(id, ({ history }) => read(history.pages(keys))),
    getPasts: (id, reports, since) =>
      call(id, ({ history }) => read(history.pasts(reports, since))),
    getNews: (id, since) => call(id, ({ history }) => read(history.news(since))),
    listHistory: (id, after) => call(id, ({ history }) => read(history.list(after))),
    getReportsById: (id, reportIds) => call(id, ({ history }) => read(history.reports(reportIds))),
    getReportDates: (id, keys) => call(id, ({ history }) => read(history.reportDates(keys))),
    getMarks: (id) => call(id, ({ history }) => read(history.marks())),
    changeMarks: (id, change) => call(id, ({ history }) => stored(history.changeMarks(change))),
    noteFullReading: (id, reading) =>
      call(id, ({ history }) => stored(history.noteFullReading(reading))),
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
      const reading = tools
        .loadSitemapReader()
        .then((parse) => walkSitemaps(url, { read, parse, isAllowed, signal }));
      const value = await keepAwake(reading);
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
    /** What is known of a page; undefined where that cannot be read. */
    pageHistory: async (connectionId: string, page: string): Promise<PageHistory | undefined> =>
      valueIn(await api.getPages(connectionId, [page]))?.[0],
    /** So many reports that are known here, and whose addresses a text may mean; the newest first. */
    searchReports: async (text: string, most: number): Promise<readonly Report[]> =>
      valueIn(await call(null, ({ history }) => read(history.search(text, most)))) ?? [],
    /** A report that is known here. */
    findReport: async (id: string): Promise<Report | null> =>
      valueIn(await call(null, ({ history }) => read(history.reports([id]))))?.[0] ?? null,
  };
}

function valueIn<T>(result: Result<T>): T | undefined {
  return hasFailed(result) ? undefined : result.value;
}

/** The result of a question that fails only where the history cannot be read. */
function read<T>(question: Promise<T>): Promise<Result<T>> {
  return question.then(
    (value) => ({ value }),
    () => ({ failure: { code: 'storeUnreadable' } }),
  );
}

/** The result of work that fails only where the browser does not store it. */
async function stored<T>(work: Promise<T>): Promise<Result<T extends void ? null : T>> {
  try {
    return { value: ((await work) ?? null) as T extends void ? null : T };
  } catch {
    return { failure: { code: 'notStored' } };
  }
}
