import type { Connection } from '@/lib/connection/connection';
import { createDeletions, type Deletions } from '@/lib/deletion/worker/deletions';
import type { Failure } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import { createPageHistories } from '@/lib/page-history/worker/page-histories';
import type { Report } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { createListCache, type ListCache } from '@/lib/report/worker/list-cache';
import { createPrivateReports } from '@/lib/report/worker/private-reports';
import { createResultPolls } from '@/lib/result-poll/worker/result-polls';
import type { Client } from '@/lib/service/client';
import type { ConnectionStore } from '@/lib/storage/connection-store';
import type { RunExclusive } from '@/lib/storage/locks';
import type { StoredItem } from '@/lib/stored-item';
import { type FormDrafts, withoutSent } from '@/lib/submission/form-drafts';
import type { Submission } from '@/lib/submission/submission';
import {
  createSubmissionQueue,
  type SubmissionQueue,
} from '@/lib/submission/worker/submission-queue';
import { createDueWorkRunner } from './due-work-runner';
import { createUnreadableWork, type UnreadableWork } from './unreadable-work';

/** A connection in use, from the first call until disconnecting or the worker's end. */
export interface Session {
  connection: Connection;
  client: Client;
  /** The list of ordinary windows, or that of private ones. */
  listFor(isPrivateWindow: boolean): ListCache;
  queue: SubmissionQueue;
  deletions: Deletions;
  unreadable: UnreadableWork;
  /** Takes in what a list of the service shows. */
  ingestReports(reports: readonly Report[]): Promise<void>;
  /** Asks for a report's new result until it is there. Never rejects. */
  awaitResult(report: Report): Promise<void>;
  /** Aborts when the session is closed. */
  signal: AbortSignal;
  /** Stores a report as the service gave it, wherever it is shown. */
  updateReport(report: Report): Promise<void>;
  /** Takes a report that is no more from wherever it is shown. */
  forgetReport(report: Report): Promise<void>;
  /** Reads the shown lists again. Never rejects. */
  refreshLists(): Promise<void>;
  /** Does what is due, and plans the rest. Call it after each change of what waits. */
  runDue(): Promise<void>;
  /** Gives up every request under way; afterwards nothing more is stored for the connection. */
  close(): Promise<void>;
}

interface SessionTools {
  store: ConnectionStore;
  runExclusive: RunExclusive;
  isOnline(): boolean;
  keepAwake<T>(work: Promise<T>): Promise<T>;
  wakeAt(time: number | null): void;
  now(): number;
}

/**
 * Opens a session on a connection.
 * @param detectMissingPermission tells a missing permission from a service that cannot be reached
 */
export function createSession(
  connection: Connection,
  client: Client,
  detectMissingPermission: (failure: Failure) => Promise<Failure>,
  { store, runExclusive, isOnline, keepAwake, wakeAt, now }: SessionTools,
): Session {
  const { id } = connection;
  const controller = new AbortController();
  const { signal } = controller;
  const whileOpen = <T>(item: StoredItem<T>) => untilAborted(item, signal);
  const exclusively =
    (name: string) =>
    <T>(work: () => Promise<T>) =>
      runExclusive(`connection/${id}/${name}`, work);

  const drafts = whileOpen(store.drafts);
  const privateDrafts = whileOpen(store.privateDrafts);
  const privateReports = createPrivateReports(whileOpen(store.privateReports(id)));
  const isPrivate = (report: Report) => privateReports.has(report.id);
  const pages = createPageHistories(
    store.pages(id),
    whileOpen(store.pageIndex(id)),
    exclusively('pages'),
    signal,
  );

  async function notePages(reports: readonly Report[]): Promise<void> {
    await pages.note(reports.filter((report) => !isPrivate(report)));
  }

  async function ingestReports(reports: readonly Report[]): Promise<void> {
    await Promise.all([notePages(reports), queue.reconcile(reports), polls.reconcile(reports)]);
  }

  async function readList(query: ReportQuery) {
    await privateReports.load();
    const outcome = await client.list(query, signal);
    if (!hasFailed(outcome) && !signal.aborted) {
      await ingestReports(outcome.value.reports);
      // What waited may be on its way again.
      void keepAwake(runner.run());
    }
    return outcome;
  }

  const list = createListCache({
    items: [whileOpen(store.list(id, 'local')), whileOpen(store.list(id, 'session'))],
    readList,
    isLeftOut: isPrivate,
    exclusively: exclusively('list'),
    now,
  });
  const privateList = createListCache({
    items: [whileOpen(store.privateList(id))],
    readList,
    isLeftOut: () => false,
    exclusively: exclusively('private-list'),
    now,
  });
  const lists = [list, privateList];

  async function updateReport(report: Report): Promise<void> {
    await privateReports.load();
    await Promise.all([
      ...lists.map((each) => each.replace(report)),
      notePages([report]),
      polls.reconcile([report]),
    ]);
  }

  async function forgetReport(report: Report): Promise<void> {
    await Promise.all([
      ...lists.map((each) => each.remove(report.id)),
      pages.forget(report),
      polls.stop(report.id),
    ]);
  }

  async function refreshLists(): Promise<void> {
    const shown = await privateList.current().catch(() => undefined);
    await Promise.all([list.refresh(), shown && privateList.refresh()]).catch(() => {});
  }

  async function knownIds(url: string): Promise<string[]> {
    const [stored, history] = await Promise.all([list.current(), pages.of(url)]);
    return [...(stored?.reports ?? []), ...history.reports].map((report) => report.id);
  }

  async function onAccepted(submission: Submission, report: Report | null): Promise<void> {
    const { url, privacy, isPrivateWindow } = submission;
    const withoutThis = (all: FormDrafts = []) => withoutSent(all, url, privacy);
    await (isPrivateWindow ? privateDrafts : drafts).update(withoutThis).catch(() => {});
    if (report === null) return;
    if (isPrivateWindow) await hide(report);
    await privateList.add(report);
    if (isPrivateWindow) return;
    await Promise.all([list.add(report), pages.note([report])]);
    if (report.result === null) await awaitResult(report);
  }

  /** Stores nothing of a report, nor what a list has shown of it before its id was known here. */
  async function hide(report: Report): Promise<void> {
    await privateReports.add(report.id);
    await Promise.all([list.replace(report), pages.forget(report)]);
  }

  /** A full store costs the waiting, and not the call that has succeeded. */
  async function awaitResult(report: Report): Promise<void> {
    await privateReports.load();
    if (!isPrivate(report)) await polls.start(report).catch(() => {});
  }

  const queue = createSubmissionQueue({
    store: store.submissions(id),
    client,
    signal,
    isOnline,
    exclusively: exclusively('queue'),
    knownIds,
    detectMissingPermission,
    onAccepted,
    onDrained: () => void keepAwake(refreshLists()),
    wakeBy: (time) => runner.wakeBy(time),
    now,
  });
  const deletions = createDeletions({
    item: whileOpen(store.deletions(id)),
    client,
    signal,
    async onDeleted(report) {
      await forgetReport(report);
      // Another report takes the place in the list.
      void refreshLists();
    },
    now,
  });
  const polls = createResultPolls({
    item: whileOpen(store.resultPolls(id)),
    client,
    signal,
    onRead: updateReport,
    onGone: forgetReport,
    now,
  });
  const runner = createDueWorkRunner(
    [queue, deletions, polls],
    (time) => {
      if (!signal.aborted) wakeAt(time);
    },
    now,
  );

  return {
    connection,
    client,
    listFor: (isPrivateWindow) => (isPrivateWindow ? privateList : list),
    queue,
    deletions,
    unreadable: createUnreadableWork(store, id, signal),
    ingestReports,
    awaitResult,
    signal,
    updateReport,
    forgetReport,
    refreshLists,
    runDue: () => runner.run(),
    async close() {
      controller.abort();
      await queue.close();
    },
  };
}

/** The item, changed no more once the signal aborts. */
function untilAborted<T>(item: StoredItem<T>, signal: AbortSignal): StoredItem<T> {
  return {
    ...item,
    write: async (value) => (signal.aborted ? undefined : item.write(value)),
    remove: async () => (signal.aborted ? undefined : item.remove()),
    update: (edit) => item.update((value) => (signal.aborted ? value : edit(value))),
  };
}
