import { browserUiItems } from '@/lib/browser-ui/browser-ui-items';
import { createNotifications, LISTING_PAGES } from '@/lib/browser-ui/notifications';
import { createWorseNotifications } from '@/lib/browser-ui/worse-notifications';
import { isOnThisComputer } from '@/lib/connection/base-url';
import type { Connection } from '@/lib/connection/connection';
import { type Failure, isReportGone, isServiceWide } from '@/lib/failure';
import { automaticReadingItem, createAutomaticReading } from '@/lib/history/automatic-reading';
import { createHistory } from '@/lib/history/history';
import type { MarksChange } from '@/lib/history/marks';
import type { MarksUndo } from '@/lib/history/marks-undo';
import { createReader, type ListedPage } from '@/lib/history/reader';
import type { Position } from '@/lib/history/records';
import { isDeleting, isServiceFree } from '@/lib/jobs/background-reads';
import { createClock } from '@/lib/jobs/clock';
import { createEdits } from '@/lib/jobs/edits';
import { createGoneReports } from '@/lib/jobs/gone-reports';
import { createdReportId, removedReportId } from '@/lib/jobs/job';
import { createJobActions } from '@/lib/jobs/job-actions';
import { deletedReportsItem } from '@/lib/jobs/job-items';
import { executeRequests } from '@/lib/jobs/jobs-requests';
import { createJobsShell } from '@/lib/jobs/jobs-shell';
import { createJobsStorage } from '@/lib/jobs/jobs-storage';
import { updatingReports } from '@/lib/jobs/presses';
import { queueOf } from '@/lib/jobs/queue';
import { createReads, type ReadList } from '@/lib/jobs/reads';
import { hasSucceededLately } from '@/lib/jobs/service-state';
import type { PublishedChanges, RecentOperation } from '@/lib/jobs/types';
import { isInFlight, wakeTime } from '@/lib/jobs/wake-time';
import { createWrittenReports } from '@/lib/jobs/written-reports';
import type { DueSubject } from '@/lib/report/compare/due';
import {
  distinctReports,
  findingsOf,
  type ReportDetails,
  type ReportList,
  withoutDetails,
} from '@/lib/report/report';
import { isSameQuery, NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { ReportReference } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import type { ServiceClient } from '@/lib/service/client';
import { preferencesItem } from '@/lib/settings/preferences';
import { createListReads } from '@/lib/shared-state/list-reads';
import { createPublisher } from '@/lib/shared-state/publisher';
import { keyOf } from '@/lib/storage/keys';
import { trustedItem } from '@/lib/storage/stored-values';
import { earliest } from '@/lib/waiting-time';
import type { BackgroundTools } from './background-tools';
import { createDuePages } from './due-pages';
import { createLatestNews } from './latest-news';
import type { WakePlan } from './wake-plan';

export type Session = ReturnType<typeof createSession>;

type SessionTools = Omit<BackgroundTools, 'permissions' | 'clientFor' | 'wakeAt'> & {
  client: ServiceClient;
  wakePlan: WakePlan;
  /** Whether a person has just put the connection in use again. */
  isUsedAgain: boolean;
  /** Returns the failure `noPermission`; null if the extension has the host permission. */
  missingPermission(): Promise<Failure | null>;
};

/** The removal of a report from the service. */
interface ReportRemoval {
  /** After `deleted`, the history also removes the results of the report. */
  cause: 'deleted' | 'gone';
  /** The request time of the answer that shows the removal. */
  requestedAt: number;
  /** Whether the last change of the report was private. The id of such a report is not stored on disk. */
  isPrivate: boolean;
}

/** Limit for the stored ids of deleted reports. */
const MAX_DELETED = 1_000;

/** Creates all objects of one connection. Each object receives only earlier objects. */
export function createSession(connection: Connection, tools: SessionTools) {
  const { client, missingPermission, keepAwake, refreshBadge, wakePlan, isUsedAgain, now } = tools;
  const { id, baseUrl } = connection;
  /** Aborts when no further request may be sent. Writes in flight continue. */
  const ending = new AbortController();
  /** Aborts when nothing more may be stored. */
  const closing = new AbortController();
  const { signal } = closing;
  /** Undefined before the first load, and after a failed load. */
  let loading: Promise<void> | undefined;

  // The stored state, and the shared state.
  const clock = createClock(now);
  const isOnline = () => tools.isOnline() || isOnThisComputer(baseUrl);
  const shell = createJobsShell({ clock, isOnline, signal, now });
  const storage = createJobsStorage({ connectionId: id, shell, isUsedAgain, keepAwake, signal });
  const publisher = createPublisher({
    connectionId: id,
    later: tools.later,
    signal,
    queue: () => queueOf(shell.state()),
  });
  const deletedReports = deletedReportsItem(id);
  const history = createHistory({
    connectionId: id,
    signal,
    now,
    onStatus: publisher.noteHistoryStatus,
    passTime: clock.pass,
    onChange(revision) {
      publisher.noteHistory(revision);
      refreshBadge();
    },
  });

  // Reads from the service.
  const reads = createReads({
    client,
    clock,
    missingPermission,
    signal: ending.signal,
    now,
    onEnd: (operationId, failure) => shell.dispatch({ type: 'readEnded', operationId, failure }),
  });
  const goneReports = createGoneReports({
    list: reads.list,
    hasSucceededLately: () => hasSucceededLately(shell.state().service, shell.moment()),
  });

  /** The number of reads for extension pages that are in flight. */
  let readsForPages = 0;
  const reader = createReader({
    history,
    readPage: readPageOfAll,
    isServiceFree: isFreeForReading,
    isDeleting: () => isDeleting(shell.state()),
    hasOnlyPrivateWindows: tools.hasOnlyPrivateWindows,
    onProgress: publisher.publishReading,
    onEnd: () => void keepAwake(latestNews.publishAndNotify()),
    onWakeTimeChange: () => void planWake(),
    keepAwake,
    signal: ending.signal,
    now,
  });

  const duePages = createDuePages({
    connectionId: id,
    history,
    updating: () => updatingReports(shell.state()),
    onWakeTimeChange: () => void planWake(),
    signal,
    now,
  });

  const automaticReading = createAutomaticReading({
    preferences: preferencesItem,
    dueAt: automaticReadingItem(id),
    isServiceFree: isFreeForReading,
    isOnline,
    hasOnlyPrivateWindows: tools.hasOnlyPrivateWindows,
    read: readNewResults,
    signal: ending.signal,
    now,
  });

  /** Whether a background read delays no other request. */
  function isFreeForReading(): boolean {
    return readsForPages === 0 && isServiceFree(shell.state());
  }

  // Operations.
  const written = createWrittenReports(now);
  const edits = createEdits({ client, get: reads.get, goneReports, written, signal });
  executeRequests({
    shell,
    storage,
    client,
    reads,
    edits,
    written,
    missingPermission,
    keepAwake,
    signal,
  });
  const jobs = createJobActions({
    shell,
    storage,
    load,
    clock,
    signal,
    beforeStoring: wakePlan.cover,
  });

  // Notifications and the badge.
  const notifications = createNotifications({
    connectionId: id,
    isExtensionPageVisible: tools.isExtensionPageVisible,
    preferences: preferencesItem,
    unseen: browserUiItems.unseenReport(id),
    show: (notificationId, news) => tools.notify(notificationId, news, id),
    onUnseen: refreshBadge,
  });

  const worseNotifications = createWorseNotifications({
    connectionId: id,
    preferences: preferencesItem,
    notified: browserUiItems.notifiedProblems(id),
    notifiedAt: browserUiItems.worseNotifiedAt,
    async isNewsLineVisible() {
      const areVisible = await Promise.all(LISTING_PAGES.map(tools.isExtensionPageVisible));
      return areVisible.includes(true);
    },
    hasOnlyPrivateWindows: tools.hasOnlyPrivateWindows,
    show: (notificationId, news) => tools.notify(notificationId, news, id),
    signal,
    now,
  });

  const latestNews = createLatestNews({
    connectionId: id,
    history,
    preferences: preferencesItem,
    isSettled: () => isServiceFree(shell.state()) && reader.wakeTime() === null,
    notify: worseNotifications.announce,
    signal,
    now,
  });

  /** Publishes again what depends on the history and on the day. */
  function renewLines(): void {
    void keepAwake(duePages.renew());
    void keepAwake(latestNews.renew());
  }

  async function publishChanges(changes: PublishedChanges): Promise<void> {
    const { finished, needingAttention, isOnlyInBatches } = changes;
    const updatingHistory = storeFinished(finished);
    if (isOnlyInBatches) publisher.publishDebounced();
    else await publisher.publish();
    for (const entry of needingAttention) void keepAwake(notifications.needsAttention(entry));
    for (const one of finished) void keepAwake(notifications.finished(one));
    await updatingHistory;
  }

  /** The end of the last operation whose result is in the news, by the connection's clock. */
  let newsUpTo = 0;
  const newsUpToItem = trustedItem<number>('session', keyOf(id, 'news-up-to'));

  /** Refreshes the news if an operation has ended since the last news, and no operation may be sent soon. */
  function refreshNewsAfterOperations(): void {
    const endedAt = shell.state().recent.at(-1)?.endedAt ?? 0;
    if (endedAt <= newsUpTo || publications > 0 || !isServiceFree(shell.state())) return;
    newsUpTo = endedAt;
    void keepAwake(latestNews.publishAndNotify().then(() => storeNewsUpTo(endedAt)));
  }

  async function storeNewsUpTo(endedAt: number): Promise<void> {
    // Without the stored time, the next worker refreshes the news once more.
    if (!signal.aborted) await newsUpToItem.write(endedAt).catch(() => {});
  }

  /** The number of changes that are being published and stored in the history. */
  let publications = 0;
  /** Called after each change and each publication. */
  let onProgress = () => {};

  shell.onCommand((command) => {
    if (command.kind !== 'publish') return;
    const { changes, ended } = command;
    publications += 1;
    void keepAwake(publishChanges(changes))
      .catch(() => {})
      .then(() => {
        publications -= 1;
        if (ended.length > 0) shell.dispatch({ type: 'published', jobIds: ended });
        refreshNewsAfterOperations();
        onProgress();
      });
  });
  shell.onChange((state, before) => {
    if (state.service.backoff !== before.service.backoff) void publisher.publish();
    refreshNewsAfterOperations();
    continueReading();
    onProgress();
  });

  /** Resolves when no request is in flight, and the answers are stored and published. */
  function untilSettled(): Promise<void> {
    return new Promise((resolve) => {
      onProgress = () => {
        if (publications === 0 && !isInFlight(shell.state())) resolve();
      };
      onProgress();
    });
  }

  publisher.onPublished(({ batches }) => {
    refreshBadge();
    void keepAwake(notifications.announceBatches(batches));
    renewLines();
  });

  /** Stores the outcomes in the history. A later list adds the reports of private jobs. */
  async function storeFinished(finished: readonly RecentOperation[]): Promise<void> {
    await Promise.all(
      finished.map(async (one) => {
        const { subject, isTakenBack } = one.operation;
        if (subject.kind !== 'create' && removedReportId(one) !== null) {
          reader.noteDeletion(subject.report.id, one.endedAt);
          await forget(subject.report, {
            cause: subject.kind === 'delete' && !isTakenBack ? 'deleted' : 'gone',
            requestedAt: one.endedAt,
            isPrivate: one.isPrivate,
          });
        } else if (one.report !== null && !one.isPrivate) {
          await history.add([one.report], written.findings([one.report.id]), one.endedAt);
        }
      }),
    );
  }

  reads.onList(async (read) => {
    await load();
    const { query, page, isPrivate, list, requestedAt, readAt } = read;
    const { reports } = list;
    if (!isPrivate) publisher.applyReports(reports, requestedAt);
    if (!isPrivate && read.isForReading !== true) {
      void keepAwake(history.add(reports, list.findings ?? {}, requestedAt));
      if (page === 1 && isSameQuery(query, NEWEST_QUERY)) reader.noteFirstPage(pageOf(read));
    }
    await readUnverifiable();
    shell.dispatch({ type: 'listed', query, page, list, requestedAt });
    if (isPrivate) return;
    if (page === 1) publisher.applyReply(query, { ...list, requested: null, requestedAt, readAt });
  });
  const readForPage = createListReads(reads.list);

  /** Reads finished batches with creations that a list may verify. */
  async function readUnverifiable(): Promise<void> {
    for (const { header } of shell.state().jobs.values()) {
      if (header.finished?.hasUnverifiable) await storage.readOperations(header.id);
    }
  }

  async function forget(report: ReportReference, removal: ReportRemoval): Promise<void> {
    const { cause, requestedAt, isPrivate } = removal;
    const removing =
      cause === 'deleted'
        ? history.removeDeleted(report, requestedAt, isPrivate)
        : history.removeGone(report, requestedAt);
    if (isPrivate) return removing;
    const storingId = deletedReports.update((ids = []) => {
      if (signal.aborted) return ids;
      return [...ids.filter((one) => one !== report.id), report.id].slice(-MAX_DELETED);
    });
    // Without the stored id, a finished batch still links to the deleted report.
    await Promise.all([removing, storingId.catch(() => {})]);
  }

  function wasLastChangedPrivately(reportId: string): boolean {
    const lastChange = shell.state().recent.findLast((one) => {
      const { subject } = one.operation;
      return reportId === (subject.kind === 'create' ? createdReportId(one) : subject.report.id);
    });
    return lastChange?.isPrivate ?? false;
  }

  /** Reads a report. Publishes and stores the report, or its removal. */
  async function getReport(report: ReportReference): Promise<Result<ReportDetails>> {
    const justWritten = written.find(report.id);
    if (justWritten !== null) return { value: justWritten };
    const requestedAt = clock.next();
    const details = await reads.get(report.id);
    if (signal.aborted) return details;
    const isPrivate = wasLastChangedPrivately(report.id);
    if (!hasFailed(details)) {
      if (!isPrivate) storeDetails(report.id, details.value, requestedAt);
      return details;
    }
    const requester = { operationId: null, isPrivate };
    const failure = await goneReports.confirm(report, details.failure, requester);
    if (isReportGone(failure) && !signal.aborted) {
      publisher.drop(report.id);
      await forget(report, { cause: 'gone', requestedAt, isPrivate });
    }
    return { failure };
  }

  function storeDetails(id: string, details: ReportDetails, requestedAt: number): void {
    const report = withoutDetails(details);
    const findings = { [id]: findingsOf(details) };
    publisher.applyReports([report], requestedAt);
    void keepAwake(history.add([report], findings, requestedAt));
  }

  async function readPageOfAll(page: number): Promise<Result<ListedPage>> {
    // The reader may need only the first page, so the first page counts as an ordinary list.
    const requester = { operationId: null, isPrivate: false, isForReading: page > 1 };
    const read = await reads.list(NEWEST_QUERY, requester, page);
    const { list } = read;
    return hasFailed(list) ? list : { value: pageOf({ ...read, list: list.value }) };
  }

  /** Continues or begins a reading if nothing more urgent uses the service, and plans the next wake-up. */
  function continueReading(): void {
    reader.continueIfFree();
    const automatic = automaticReading.beginIfDue();
    if (automatic !== null) void keepAwake(automatic.then(planWake));
    void planWake();
  }

  /** Reads new results without a press. Resolves with false if the service as a whole has failed. */
  async function readNewResults(): Promise<boolean> {
    const result = await reader.requestNewResults();
    if (hasFailed(result)) return !isServiceWide(result.failure);
    // A reading that continues publishes the news at its end.
    if (result.value.status !== 'reading') await latestNews.publishAndNotify();
    return true;
  }

  async function planWake(): Promise<void> {
    const nextWork = () => earliest(wakeTime(shell.state(), shell.moment()), reader.wakeTime());
    // Without a wake-up, nothing starts the worker again, so the backoff must be stored first.
    if (nextWork() === null) await storage.backoffStored();
    if (ending.signal.aborted || !shell.state().isStarted) return;
    wakePlan.set(earliest(nextWork(), duePages.wakeTime(), automaticReading.wakeTime()));
  }

  /** Loads the stored state of an earlier worker. Later calls return the same promise. */
  function load(): Promise<void> {
    loading ??= loadNow().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function loadNow(): Promise<void> {
    newsUpTo = (await newsUpToItem.read().catch(() => undefined)) ?? 0;
    await storage.load(async () => {
      const published = await publisher.load();
      history.continueFrom(published.historyRevision);
      return published;
    });
    clock.pass(publisher.newest()?.mergedUpTo ?? 0);
    // The plan of the next wake-up needs the reader of an unfinished reading.
    if (await publisher.wasReading()) void keepAwake(reader.resume());
    await automaticReading.load().catch(() => {});
    await publisher.publish();
  }

  /** Runs work even if loading fails. */
  async function afterLoading<T>(work: () => Promise<T>): Promise<T> {
    await load().catch(() => {});
    return work();
  }

  /** Reads from the service for an extension page. During the read, the reading of all reports waits. */
  async function forPage<T>(read: () => Promise<T>): Promise<T> {
    readsForPages += 1;
    try {
      return await afterLoading(read);
    } finally {
      readsForPages -= 1;
      continueReading();
    }
  }

  /** Runs due work and plans the next wake-up. Rejects if storage cannot be read. */
  async function resume(): Promise<void> {
    await load();
    await storage.stopWithoutPassword().catch(() => {});
    shell.dispatch({ type: 'woken' });
    renewLines();
    void keepAwake(resumeReadings());
  }

  /** Continues the reading of an earlier worker, or begins an automatic reading. Never rejects. */
  async function resumeReadings(): Promise<void> {
    await Promise.all([reader.resume(), automaticReading.load().catch(() => {})]);
    continueReading();
  }

  /** Aborts all requests in flight. Resolves when the session stores nothing more. */
  function close(): Promise<void> {
    ending.abort();
    closing.abort();
    return storage.settled();
  }

  return {
    jobs,
    notifications,
    history,
    getDueReports: (subject: DueSubject) => afterLoading(() => duePages.reportsOf(subject)),
    async changeMarks(change: MarksChange | MarksUndo) {
      const result = await history.changeMarks(change);
      renewLines();
      return result;
    },
    getNews: latestNews.publish,
    getAccount: () => forPage(reads.getAccount),
    listReports: (query: ReportQuery) => forPage(() => readForPage(query)),
    listFurtherReports: (query: ReportQuery, page: number) =>
      forPage(async () => (await reads.list(query, null, page)).list),
    getReport: (report: ReportReference) => forPage(() => getReport(report)),
    getFindings: async (ids: readonly string[]) => ({
      ...(await history.findings(ids)),
      ...written.findings(ids),
    }),
    listHistory: (after: Position | null) => afterLoading(() => history.list(after)),
    getHistoryChanges: (since: number) => afterLoading(() => history.changes(since)),
    readAllReports: (isPressed: boolean) => afterLoading(() => reader.request(isPressed)),
    stopReading: () => afterLoading(reader.stop),
    /** Adds the list from the connection check. */
    async addList(list: ReadList<ReportList>): Promise<void> {
      // `load` moves the clock past all request times of earlier workers.
      await load().catch(() => {});
      await reads.addList(list);
    },
    load,
    resume,
    async backOnline() {
      await load();
      shell.dispatch({ type: 'networkReturned' });
      await resume();
    },
    /**
     * Closes the session before another connection is used. Aborts reads, waits for the writes in
     * flight, and stores their answers.
     */
    async leave() {
      ending.abort();
      shell.dispatch({ type: 'ending' });
      await jobs.settled();
      await untilSettled();
      await publisher.publish();
      await close();
    },
    close,
    /** Whether the session is closed, or ends before another connection is used. */
    hasEnded: () => ending.signal.aborted,
  };
}

/** Returns a list of the newest reports as a page of the list of all reports. */
function pageOf({ list, page, requestedAt }: ReadList<ReportList>): ListedPage {
  return { ...list, reports: distinctReports(list.reports), page, requestedAt };
}
