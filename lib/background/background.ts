import type { PageHistory } from '@/lib/history/page-history';
import { walkSitemaps } from '@/lib/import/sitemap-walk';
import { isTooManyPrivate, MAX_PRIVATE_OPERATIONS } from '@/lib/jobs/job';
import type { Report } from '@/lib/report/report';
import { hasFailed, type Result } from '@/lib/result';
import { createSitemapFetch } from '@/lib/service/sitemap-fetch';
import { matchesHostPattern } from '@/lib/url/host-pattern';
import type { BackgroundApi } from './background-api';
import type { BackgroundTools } from './background-tools';
import { createBackups } from './backups';
import { createConnectedService } from './connected-service';
import { createConnectionChanges } from './connection-changes';
import { createHostPermissions } from './host-permissions';

/** The calls for extension pages, and the handlers of browser events. */
export type Background = ReturnType<typeof createBackground>;

/** The browser may stop and restart the background at any time. */
export function createBackground(tools: BackgroundTools) {
  const { keepAwake, permissions, refreshBadge } = tools;
  const hosts = createHostPermissions(permissions);
  const service = createConnectedService({ ...tools, hosts });
  const { call } = service;
  const changes = createConnectionChanges({ ...tools, service, hosts });
  const backups = createBackups({ service, keepAwake, now: tools.now });

  const api: BackgroundApi = {
    async connect(request) {
      const check = await keepAwake(changes.connect(request));
      refreshBadge();
      // A failed check may have closed the session, although its connection stays in use.
      if (check.state !== 'passed') void service.resume();
      return check;
    },
    async useConnection(connectionId) {
      const result = await keepAwake(changes.use(connectionId));
      refreshBadge('all');
      void service.resume();
      return result;
    },
    countWaitingOperations: () => readResult(keepAwake(changes.countWaitingOperations())),
    async disconnect(connectionId, dropsOpenJobs = false) {
      const result = await keepAwake(changes.disconnect(connectionId, dropsOpenJobs));
      refreshBadge('all');
      void service.resume();
      return result;
    },
    prepare: () => storeResult(service.prepare()),
    async getAccount(id) {
      const account = await call(id, (session) => session.getAccount());
      if (!hasFailed(account)) await keepAwake(changes.storeAccount(id, account.value));
      return account;
    },
    listDetachedHistories: changes.listDetachedHistories,
    deleteHistory: (id) => keepAwake(changes.deleteHistory(id)),
    setReportLink: changes.setReportLink,
    setLabel: changes.setLabel,
    listHistories: backups.listHistories,
    readBackupPart: backups.readPart,
    restoreBackupPart: backups.restorePart,
    getBackupReminder: backups.reminder,
    listReports: (id, query) => call(id, (session) => session.listReports(query)),
    listFurtherReports: (id, query, page) =>
      call(id, (session) => session.listFurtherReports(query, page)),
    getReport: (id, report) => call(id, (session) => session.getReport(report)),
    getFindings: (id, reportIds) =>
      call(id, (session) => readResult(session.getFindings(reportIds))),
    getPages: (id, keys) => call(id, ({ history }) => readResult(history.pages(keys))),
    getTrends: (id, reports, since) =>
      call(id, ({ history }) => readResult(history.trends(reports, since))),
    getNews: (id, since) => call(id, (session) => readResult(session.getNews(since))),
    listHistory: (id, after) => call(id, (session) => readResult(session.listHistory(after))),
    getHistoryChanges: (id, since) =>
      call(id, (session) => readResult(session.getHistoryChanges(since))),
    readAllReports: (id, isPressed) =>
      call(id, (session) => withReadFailure(session.readAllReports(isPressed))),
    stopReading: (id) => call(id, (session) => readResult(session.stopReading())),
    getReportsById: (id, reportIds) =>
      call(id, ({ history }) => readResult(history.reports(reportIds))),
    getReportDates: (id, keys) => call(id, ({ history }) => readResult(history.reportDates(keys))),
    getMarks: (id) => call(id, ({ history }) => readResult(history.marks())),
    getMutes: (id, pages) => call(id, ({ history }) => readResult(history.mutes(pages))),
    changeMarks: (id, change) => call(id, (session) => session.changeMarks(change)),
    getDueReports: (id, subject) =>
      call(id, (session) => readResult(session.getDueReports(subject))),
    createJob: (id, job) =>
      call(id, async ({ jobs }) =>
        isTooManyPrivate(job)
          ? { failure: { code: 'tooManyPrivate', most: MAX_PRIVATE_OPERATIONS } }
          : storeResult(jobs.create(job)),
      ),
    updateJob: (id, jobId, action) =>
      call(id, ({ jobs }) => storeResult(jobs.update(jobId, action))),
    retryNow: (id) => call(id, ({ jobs }) => storeResult(jobs.retryNow())),
    async readSitemap(url, origins) {
      const requestedOrigins = [URL.parse(url)?.origin ?? '', ...origins];
      const patterns = await permissions.allowedHosts();
      const isAllowed = (origin: string) =>
        requestedOrigins.includes(origin) &&
        patterns.some((pattern) => matchesHostPattern(pattern, origin));
      const read = createSitemapFetch(isAllowed);
      const walk = hosts.runWithHosts(requestedOrigins, async () => {
        const parse = await tools.loadSitemapReader();
        return walkSitemaps(url, { read, parse, isAllowed });
      });
      return { value: await keepAwake(walk) };
    },
    markSeen: () => call(null, ({ notifications }) => storeResult(notifications.markSeen())),
    async refreshBadge() {
      refreshBadge('all');
      return { value: null };
    },
  };

  return {
    api,
    resume: service.resume,
    backOnline: service.backOnline,
    async hostsAllowed(patterns: readonly string[]): Promise<void> {
      hosts.protectAllowed(patterns);
      await service.hostsAllowed(patterns);
    },
    /** Returns the reports and past results of a page; undefined if the history cannot be read. */
    pageHistory: async (connectionId: string, page: string): Promise<PageHistory | undefined> =>
      valueIn(await api.getPages(connectionId, [page]))?.[0],
    /** Returns the newest reports of the history whose addresses match a text. */
    searchReports: async (text: string, limit: number): Promise<readonly Report[]> =>
      valueIn(await call(null, ({ history }) => readResult(history.search(text, limit)))) ?? [],
    findReport: async (id: string): Promise<Report | null> =>
      valueIn(await call(null, ({ history }) => readResult(history.reports([id]))))?.[0] ?? null,
  };
}

function valueIn<T>(result: Result<T>): T | undefined {
  return hasFailed(result) ? undefined : result.value;
}

/** Turns a rejection into the failure `storeUnreadable`. */
function withReadFailure<T>(work: Promise<Result<T>>): Promise<Result<T>> {
  return work.catch(() => ({ failure: { code: 'storeUnreadable' } }));
}

/** Like `withReadFailure`, for work that resolves with a value. */
function readResult<T>(work: Promise<T>): Promise<Result<T>> {
  return withReadFailure(work.then((value) => ({ value })));
}

/** Turns a rejection into the failure `notStored`. */
async function storeResult<T>(work: Promise<T>): Promise<Result<T extends void ? null : T>> {
  try {
    return { value: ((await work) ?? null) as T extends void ? null : T };
  } catch {
    return { failure: { code: 'notStored' } };
  }
}
