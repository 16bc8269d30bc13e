import type { Connection } from '@/lib/connection/connection';
import { createDeletions, type Deletions } from '@/lib/deletion/worker/deletions';
import { timeIn } from '@/lib/due-work';
import { createDuplicates, type Duplicates } from '@/lib/duplicate/worker/duplicates';
import type { Notifications } from '@/lib/notification/worker/notifications';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { StoredList } from '@/lib/report/stored-list';
import type { ListCache } from '@/lib/report/worker/list-cache';
import { createResultPolls } from '@/lib/result-poll/worker/result-polls';
import type { Client } from '@/lib/service/client';
import type { MissingPermission } from '@/lib/service/permission-telling';
import type { UnaskedRequests } from '@/lib/service/unasked-requests';
import type { StoredItem } from '@/lib/stored-item';
import type { Submission } from '@/lib/submission/submission';
import { createLookAhead } from '@/lib/submission/worker/look-ahead';
import {
  createSubmissionQueue,
  type SubmissionQueue,
} from '@/lib/submission/worker/submission-queue';
import type { SessionTools } from './background-tools';
import { createDueWorkRunner } from './due-work-runner';
import { createSentDrafts } from './sent-drafts';
import { createSessionNotifications } from './session-notifications';
import { createSessionReports } from './session-reports';
import { createSessionRequests } from './session-requests';
import { createUnreadableWork, type UnreadableWork } from './unreadable-work';
import { untilAborted } from './until-aborted';

/** A connection in use, from the first call until disconnecting or the worker's end. */
export interface Session {
  connection: Connection;
  client: Client;
  /** For what nobody has pressed a button for. */
  requests: UnaskedRequests;
  /** Leaves out reports of private windows. */
  ordinary(reports: readonly Report[]): Promise<Report[]>;
  /** The lists of ordinary windows, or those of private ones. */
  listsFor(isPrivateWindow: boolean): ListCache;
  queue: SubmissionQueue;
  deletions: Deletions;
  duplicates: Duplicates;
  unreadable: UnreadableWork;
  notifications: Notifications;
  /** Takes in what a list of the service shows to windows of one kind. */
  ingestList(list: StoredList, isPrivateWindow: boolean): Promise<void>;
  /** Asks for a report's new result until it is there. Never rejects. */
  awaitResult(report: Report, isPrivateWindow: boolean): Promise<void>;
  /** Aborts when the session is closed. */
  signal: AbortSignal;
  /** Stores a report as the service gave it, wherever windows of that kind show it. */
  updateReport(report: Report, isPrivateWindow: boolean): Promise<void>;
  /** Takes a report that is no more from wherever it is shown. */
  forgetReport(report: Report): Promise<void>;
  /** Reads again what was last asked for, in private windows alone or in both. Never rejects. */
  refreshLists(isPrivateWindow: boolean): Promise<void>;
  /** Does what is due, and plans the rest. Call it after each change of what waits. */
  runDue(): Promise<void>;
  missingPermission: MissingPermission;
  /** Gives up every request under way; afterwards nothing more is stored for the connection. */
  close(): Promise<void>;
}

/** As many rows as a busy queue makes reports between two lists. */
const CHECKED_QUERY: ReportQuery = { ...RECENT_REPORTS_QUERY, perPage: 50 };

/**
 * Opens a session on a connection.
 * @param client tells a missing permission itself in its reads
 */
export function createSession(
  connection: Connection,
  client: Client,
  missingPermission: MissingPermission,
  tools: SessionTools,
): Session {
  const { limits, store, runExclusive, isOnline, keepAwake, wakeAt, refreshBadge, now } = tools;
  const { id } = connection;
  const controller = new AbortController();
  const { signal } = controller;
  const whileOpen = <T>(item: StoredItem<T>) => untilAborted(item, signal);
  const exclusively =
    (name: string) =>
    <T>(work: () => Promise<T>) =>
      runExclusive(`connection/${id}/${name}`, work);

  const { pause, asked, unasked, requests } = createSessionRequests({
    client,
    limits,
    now,
    ready: () => queue.load(),
    probe: () => queue.probe(),
    onPauseChange: () => void keepAwake(queue.pauseChanged().then(() => runner.run())),
  });
  const dropSentDrafts = createSentDrafts(whileOpen(store.drafts), whileOpen(store.privateDrafts));
  const reports = createSessionReports({
    ...{ ...tools, connectionId: id, signal, whileOpen, exclusively },
    readList,
    mayBecomePrivate: (report) => queue.mayBecomePrivate(report),
  });
  const { privateReports } = reports;

  async function ingestList(list: StoredList, isPrivateWindow: boolean): Promise<void> {
    await queue.reconcile(list.reports, isPrivateWindow);
    await duplicates.check(list, isPrivateWindow);
    await Promise.all([
      isPrivateWindow ? undefined : reports.notePages(list.reports),
      polls.reconcile(list.reports, isPrivateWindow),
    ]);
  }

  async function readList(
    query: ReportQuery,
    isPrivateWindow: boolean,
  ): Promise<Outcome<ReportList>> {
    const readAt = timeIn(0, now());
    const outcome = await asked.list(query, signal);
    if (!hasFailed(outcome) && !signal.aborted) {
      await ingestList({ ...outcome.value, query, readAt }, isPrivateWindow);
      // What waited may be on its way again.
      void keepAwake(runner.run());
    }
    return outcome;
  }

  async function updateReport(report: Report, isPrivateWindow: boolean): Promise<void> {
    await Promise.all([
      reports.replace(report, isPrivateWindow),
      polls.reconcile([report], isPrivateWindow),
    ]);
  }

  async function forgetReport(report: Report): Promise<void> {
    // A report that is listed and no longer awaited reads as one whose results have come.
    await reports.remove(report);
    await Promise.all([polls.stop(report.id), duplicates.forget(report.id)]);
  }

  async function refreshLists(isPrivateWindow: boolean): Promise<void> {
    if (!pause.forbidsSearch()) await reports.refreshLists(isPrivateWindow);
  }

  /** What the shown lists may leave out, a list of its own shows: whether anything was made twice. */
  async function refreshAndCheck(isPrivateWindow: boolean): Promise<void> {
    await refreshLists(isPrivateWindow);
    if (pause.forbidsSearch()) return;
    const isLeft = await duplicates.hasUnchecked(isPrivateWindow);
    if (isLeft) await readList(CHECKED_QUERY, isPrivateWindow);
  }

  async function onAccepted(submission: Submission, report: Report | null): Promise<void> {
    const { isPrivateWindow } = submission;
    // At once: from now on the report must not pass for another submission's.
    const hiding = isPrivateWindow && report !== null ? reports.hide(report) : undefined;
    await dropSentDrafts(submission);
    await duplicates.remember(submission, report);
    await hiding;
    void keepAwake(notifications.created(submission, report));
    if (report === null) return;
    await reports.add(report, isPrivateWindow);
    if (report.result === null) await awaitResult(report, isPrivateWindow);
  }

  /** A full store costs the waiting, and not the call that has succeeded. */
  async function awaitResult(report: Report, isPrivateWindow: boolean): Promise<void> {
    await privateReports.recognize([report]);
    const isPrivate = isPrivateWindow || privateReports.has(report.id);
    await polls.start(report, isPrivate).catch(() => {});
  }

  const notifications = createSessionNotifications(id, whileOpen, tools);
  const queue = createSubmissionQueue({
    ...{ store: store.submissions(id), client: unasked, writes: limits.writes, signal, pause },
    ...{ exclusively: exclusively('queue'), isOnline, now },
    lookAhead: createLookAhead({
      readList: (query) => unasked.list(query, signal),
      recognizePrivate: privateReports.recognize,
    }),
    knownIds: reports.knownIds,
    recognizePrivate: privateReports.recognize,
    isPrivate: privateReports.has,
    missingPermission,
    onAccepted,
    onAttention: (submission) => void keepAwake(notifications.needsAttention(submission)),
    onViewWritten: refreshBadge,
    onDrained: (isPrivateWindow) => void keepAwake(refreshAndCheck(isPrivateWindow)),
    wakeBy: (time) => runner.wakeBy(time),
  });
  const deletions = createDeletions({
    ...{ item: whileOpen(store.deletions(id)), client: unasked, requests, signal, now },
    async onDeleted(report, isPrivateWindow) {
      await forgetReport(report);
      // Another report takes the place in the list.
      void keepAwake(refreshLists(isPrivateWindow));
    },
  });
  const duplicates = createDuplicates({
    ordinary: whileOpen(store.duplicates(id, 'local')),
    ofPrivateWindows: whileOpen(store.duplicates(id, 'session')),
    isMaking: queue.isMaking,
    isHidden: reports.isHidden,
    onPrivate: reports.hide,
  });
  const polls = createResultPolls({
    item: whileOpen(store.resultPolls(id)),
    client: unasked,
    requests,
    signal,
    onRead: updateReport,
    onResult: notifications.hasResult,
    onGone: forgetReport,
    now,
  });
  const runner = createDueWorkRunner(
    [queue, deletions, polls],
    (time) => (signal.aborted ? undefined : wakeAt(time)),
    now,
  );

  return {
    connection,
    client: asked,
    requests,
    ordinary: reports.ordinary,
    listsFor: reports.listsFor,
    queue,
    deletions,
    duplicates,
    notifications,
    unreadable: createUnreadableWork(store, id, signal),
    ingestList,
    awaitResult,
    signal,
    updateReport,
    forgetReport,
    refreshLists,
    runDue: () => runner.run(),
    missingPermission,
    async close() {
      controller.abort();
      await queue.close();
    },
  };
}
