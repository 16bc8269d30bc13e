import { browserUiItems } from '@/lib/browser-ui/browser-ui-items';
import { createNotifications } from '@/lib/browser-ui/notifications';
import { isOnThisComputer } from '@/lib/connection/base-url';
import type { Connection } from '@/lib/connection/connection';
import { type Failure, isReportGone } from '@/lib/failure';
import { createHistory } from '@/lib/history/history';
import { createAnswers } from '@/lib/jobs/answers';
import { createBackoffState } from '@/lib/jobs/backoff-state';
import { createBaselines } from '@/lib/jobs/baseline';
import { createClock } from '@/lib/jobs/clock';
import { createCreations } from '@/lib/jobs/creations';
import { createEdits } from '@/lib/jobs/edits';
import { createdReportId, type RecentOperation, removedReportId } from '@/lib/jobs/job';
import { createJobActions } from '@/lib/jobs/job-actions';
import { deletedReportsItem } from '@/lib/jobs/job-items';
import { createJobStore } from '@/lib/jobs/job-store';
import { queueOf } from '@/lib/jobs/queue';
import { createReads, type ReadList } from '@/lib/jobs/reads';
import { createRefusals } from '@/lib/jobs/refusals';
import { createRunner } from '@/lib/jobs/runner';
import { createWrittenReports } from '@/lib/jobs/written-reports';
import { type ReportDetails, type ReportList, toSummary } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import type { ReportReference } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import type { Client } from '@/lib/service/client';
import { preferencesItem } from '@/lib/settings/preferences';
import { createListReads } from '@/lib/shared-state/list-reads';
import { createPublisher } from '@/lib/shared-state/publisher';
import type { BackgroundTools } from './background-tools';
import type { WakePlan } from './wake-plan';

/** A connection in use, from the first call until it is closed or the worker's end. */
export type Session = ReturnType<typeof createSession>;

type Tools = Omit<BackgroundTools, 'permissions' | 'clientFor' | 'wakeAt'> & {
  client: Client;
  wakePlan: WakePlan;
  /** The failure where the host permission is missing; null where it is not. */
  missingPermission(): Promise<Failure | null>;
};

/** Of so many reports it is noted that they are no more. */
const MOST_DELETED = 1_000;

/** Wires all that one connection needs, from top to bottom: each part is handed what was made above it. */
export function createSession(connection: Connection, tools: Tools) {
  const { client, missingPermission, keepAwake, refreshBadge, wakePlan, now } = tools;
  const { id, baseUrl } = connection;
  const controller = new AbortController();
  const { signal } = controller;

  // What is stored, and what pages see of it.
  const clock = createClock(now);
  const store = createJobStore(id, clock, signal, now);
  const backoff = createBackoffState(id, signal, now);
  const publisher = createPublisher({
    ...{ connection, later: tools.later, signal },
    queue: () => queueOf(store, backoff),
  });
  const deletedReports = deletedReportsItem(id);
  const history = createHistory({
    ...{ connectionId: id, signal, now, onFailure: publisher.noteHistoryFailure },
    onChange() {
      publisher.noteHistory();
      refreshBadge();
    },
  });

  // What is read of the service.
  const reads = createReads({ client, backoff, clock, missingPermission, signal, now });
  const baselines = createBaselines(store.highestClaimed, now);

  // The operations.
  const refusals = createRefusals(store);
  const written = createWrittenReports(now);
  const creations = createCreations({
    ...{ store, client, reads, baselines, written, signal, now },
  });
  const edits = createEdits({ client, get: reads.get, written, signal });
  const runner = createRunner({
    ...{ store, backoff, creations, edits, missingPermission, keepAwake, signal, now },
    applyAnswer: createAnswers(store, refusals),
    isOnline: () => tools.isOnline() || isOnThisComputer(baseUrl),
    onRun: () => void planWake(),
  });
  const jobs = createJobActions({
    ...{ store, load, backoff, runner, refusals, clock, now },
    beforeStoring: wakePlan.cover,
  });

  // What is shown outside our pages.
  const notifications = createNotifications({
    ...tools,
    preferences: preferencesItem,
    unseen: browserUiItems.unseenReport(id),
    show: tools.notify,
    onUnseen: refreshBadge,
  });

  store.onChange(async ({ finished, needingAttention, isOfBatches }) => {
    const adding = noteFinished(finished);
    if (isOfBatches) publisher.publishDebounced();
    else await publisher.publish();
    for (const entry of needingAttention) void keepAwake(notifications.needsAttention(entry));
    for (const one of finished) void keepAwake(notifications.finished(one));
    await adding;
  });
  backoff.onChange(() => void publisher.publish());
  publisher.onPublished(({ batches }) => {
    refreshBadge();
    void keepAwake(notifications.noteBatches(batches));
  });

  /** The history learns of a private job's report when the service lists it. */
  async function noteFinished(finished: readonly RecentOperation[]): Promise<void> {
    await Promise.all(
      finished.map(async (one) => {
        const { subject } = one.operation;
        if (subject.kind !== 'create' && removedReportId(one) !== null) {
          return forget(subject.report, one.isPrivate);
        }
        return one.report === null || one.isPrivate ? undefined : history.add([one.report]);
      }),
    );
  }

  reads.onList(async ({ query, page, isPrivate, list, requestedAt, readAt }) => {
    await load();
    const { reports } = list;
    if (page === 1) baselines.noteList(query, list, requestedAt);
    if (isPrivate) return creations.settle(reports);
    publisher.takeReports(reports, requestedAt);
    void keepAwake(history.add(reports, requestedAt));
    await creations.settle(reports);
    if (page === 1) publisher.takeReply(query, { ...list, requested: null, requestedAt, readAt });
  });
  const readForPage = createListReads(reads.list);

  /**
   * Removes a report that the service no longer has.
   * @param isPrivate whether a private operation found out: its id is not stored on disk
   */
  async function forget(report: ReportReference, isPrivate: boolean): Promise<void> {
    if (isPrivate) return history.remove(report);
    const noting = deletedReports.update((ids = []) =>
      signal.aborted
        ? ids
        : [...ids.filter((one) => one !== report.id), report.id].slice(-MOST_DELETED),
    );
    // If storage is full, a link in a batch leads to a report that is gone.
    await Promise.all([history.remove(report), noting.catch(() => {})]);
  }

  /** Whether a private operation was the last one to create, change or delete a report. */
  function isOfPrivateJob(reportId: string): boolean {
    const last = store.recent().findLast((one) => {
      const { subject } = one.operation;
      return reportId === (subject.kind === 'create' ? createdReportId(one) : subject.report.id);
    });
    return last?.isPrivate ?? false;
  }

  async function getReport(report: ReportReference): Promise<Result<ReportDetails>> {
    const shown = written.find(report.id);
    if (shown !== null) return { value: shown };
    const requestedAt = clock.next();
    const details = await reads.get(report.id);
    if (signal.aborted) return details;
    if (!hasFailed(details)) {
      const summary = toSummary(details.value);
      publisher.takeReports([summary], requestedAt);
      if (!isOfPrivateJob(report.id)) void keepAwake(history.add([summary], requestedAt));
    } else if (isReportGone(details.failure)) {
      publisher.drop(report.id);
      await forget(report, isOfPrivateJob(report.id));
    }
    return details;
  }

  async function planWake(): Promise<void> {
    const time = runner.nextWakeTime();
    // A backoff that waits for a person is stored before the wake-up goes: nothing would wake the worker.
    if (time === null) await backoff.stored();
    if (!signal.aborted) wakePlan.set(runner.nextWakeTime());
  }

  /** Reads once what an earlier worker has stored. Rejects when the storage fails. */
  function load(): Promise<void> {
    loading ??= loadNow().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }
  let loading: Promise<void> | undefined;

  async function loadNow(): Promise<void> {
    const published = await publisher.load();
    await Promise.all([
      store.load(async () => published.recentOperations),
      backoff.load(async () => published.backoff),
    ]);
    clock.pass(publisher.newest()?.mergedUpTo ?? 0);
    await publisher.publish();
  }

  /** A page's read may end the backoff, or begin one. */
  async function forPage<T>(read: () => Promise<T>): Promise<T> {
    await load().catch(() => {});
    return read().finally(runner.run);
  }

  /** Does what is due and plans the rest. Rejects when the storage cannot be read. */
  async function resume(): Promise<void> {
    await load();
    await store.retryStoring();
    await runner.stopWithoutPassword().catch(() => {});
    runner.run();
  }

  return {
    jobs,
    notifications,
    history,
    getAccount: () => forPage(reads.getAccount),
    listReports: (query: ReportQuery) => forPage(() => readForPage(query)),
    listFurtherReports: (query: ReportQuery, page: number) =>
      forPage(async () => (await reads.list(query, null, page)).list),
    /** Reads a report, and publishes what it is by now, or that it is gone. */
    getReport: (report: ReportReference) => forPage(() => getReport(report)),
    /** See `BackgroundApi.getFoundChecks`. */
    getFoundChecks: written.found,
    /** Takes in a list that was read elsewhere, like any other. */
    async takeList(read: ReadList<ReportList>): Promise<void> {
      // The clock knows the times of earlier workers then.
      await load().catch(() => {});
      await reads.take(read);
    },
    load,
    resume,
    /** The network is back. */
    async backOnline() {
      await load();
      backoff.backOnline();
      await resume();
    },
    /** Gives up every request in flight; afterwards nothing more is stored for the connection. */
    close: () => controller.abort(),
  };
}
