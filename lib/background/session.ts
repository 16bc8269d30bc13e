import { createDueWorkRunner } from '@/lib/background/due-work-runner';
import type { Connection } from '@/lib/connection/connection';
import { createDeletions, type Deletions } from '@/lib/deletion/worker/deletions';
import type { Failure } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import { createPageHistories, type PageHistories } from '@/lib/page-history/worker/page-histories';
import type { Report } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { createReportList, type ReportListKeeper } from '@/lib/report/worker/list-cache';
import { createPrivateReports } from '@/lib/report/worker/private-reports';
import { createAwaitedResults } from '@/lib/result-poll/worker/result-polls';
import type { Client } from '@/lib/service/client';
import { type Drafts, withoutSent } from '@/lib/submission/form-drafts';
import {
  createSubmissionQueue,
  type SubmissionQueue,
} from '@/lib/submission/worker/submission-queue';
import type { ConnectionStore } from './connection-store';
import { createSerialItem } from './serial-item';

/** A connection in use, from the first call until disconnecting or the worker's end. */
export interface Session {
  connection: Connection;
  client: Client;
  list: ReportListKeeper;
  pages: PageHistories;
  queue: SubmissionQueue;
  deletions: Deletions;
  /** Takes in what a list of the service shows. */
  learn(reports: readonly Report[]): Promise<void>;
  /** Asks for a report's new result until it is there. Never rejects. */
  awaitResult(report: Report): Promise<void>;
  /** Aborts when the session is closed. */
  signal: AbortSignal;
  /** Stores a report as the service gave it, wherever it is shown. */
  keep(report: Report): Promise<void>;
  /** Takes a report that is no more from wherever it is shown. */
  forget(report: Report): Promise<void>;
  /** Does what is due, and plans the rest. Call it after each change of what waits. */
  runDue(): Promise<void>;
  /** Gives up every request under way; afterwards nothing more is stored for the connection. */
  close(): Promise<void>;
}

interface SessionTools {
  store: ConnectionStore;
  isOnline(): boolean;
  keepAwake<T>(work: Promise<T>): Promise<T>;
  wakeAt(time: number | null): void;
  now(): number;
}

/**
 * Opens a session on a connection.
 * @param explain tells a missing permission from a service that cannot be reached
 */
export function createSession(
  connection: Connection,
  client: Client,
  explain: (failure: Failure) => Promise<Failure>,
  { store, isOnline, keepAwake, wakeAt, now }: SessionTools,
): Session {
  const { id } = connection;
  const controller = new AbortController();
  const { signal } = controller;
  const listItem = createSerialItem(store.list(id), undefined);
  const deletionsItem = createSerialItem(store.deletions(id), []);
  const draftsItem = createSerialItem(store.drafts, []);
  const awaitedItem = createSerialItem(store.awaitedResults(id), []);
  const pages = createPageHistories(store.pages(id), store.pageIndex(id));

  const privateItem = createSerialItem(store.privateReports(id), []);
  const privateReports = createPrivateReports(privateItem);
  const isPrivate = (report: Report) => privateReports.has(report.id);

  async function notePages(reports: readonly Report[]): Promise<void> {
    await pages.note(reports.filter((report) => !isPrivate(report)));
  }

  async function learn(reports: readonly Report[]): Promise<void> {
    await Promise.all([notePages(reports), queue.settle(reports), awaited.settle(reports)]);
  }

  async function readList(query: ReportQuery) {
    await privateReports.load();
    const outcome = await client.list(query, signal);
    if (!hasFailed(outcome) && !signal.aborted) {
      await learn(outcome.value.reports);
      // What waited may be on its way again.
      void keepAwake(runner.run());
    }
    return outcome;
  }

  const list = createReportList(listItem, readList, isPrivate, now);

  async function keep(report: Report): Promise<void> {
    await privateReports.load();
    await Promise.all([list.replace(report), notePages([report]), awaited.settle([report])]);
  }

  async function forget(report: Report): Promise<void> {
    await Promise.all([list.remove(report.id), pages.forget(report), awaited.stop(report.id)]);
  }

  async function knownIds(url: string): Promise<string[]> {
    const [stored, history] = await Promise.all([list.current(), pages.of(url)]);
    return [...(stored?.reports ?? []), ...history.reports].map((report) => report.id);
  }

  const queue = createSubmissionQueue({
    store: store.submissions(id),
    client,
    signal,
    isOnline,
    knownIds,
    explain,
    async onAccepted(accepted) {
      const withoutAll = (drafts: Drafts) =>
        accepted.reduce(
          (left, { submission: { url, privacy } }) => withoutSent(left, url, privacy),
          drafts,
        );
      await draftsItem.change(withoutAll).catch(() => {});
      const made: Report[] = [];
      for (const { submission, report } of accepted) {
        if (report === null) continue;
        if (submission.isPrivateWindow) await hide(report);
        else made.unshift(report);
      }
      if (made.length === 0) return;
      await Promise.all([list.add(...made), pages.note(made)]);
      await awaitResults(made.filter(({ result }) => result === null));
    },
    onDrained() {
      void keepAwake(list.refresh().catch(() => {}));
    },
    wakeBy: (time) => runner.wakeBy(time),
    now,
  });

  /** Keeps nothing of a report, nor what a list has shown of it before its id was known here. */
  async function hide(report: Report): Promise<void> {
    await privateReports.add(report.id);
    await Promise.all([list.replace(report), pages.forget(report).catch(() => {})]);
  }

  /** A full store costs the waiting, and not the call that has succeeded. */
  async function awaitResults(reports: readonly Report[]): Promise<void> {
    await privateReports.load();
    const open = reports.filter((report) => !isPrivate(report));
    if (open.length > 0) await awaited.start(...open).catch(() => {});
  }

  const deletions = createDeletions({
    item: deletionsItem,
    client,
    signal,
    async onDeleted(report) {
      await forget(report);
      // Another report takes the place in the list.
      void list.refresh().catch(() => {});
    },
    now,
  });
  const awaited = createAwaitedResults({
    item: awaitedItem,
    client,
    signal,
    onRead: keep,
    onGone: forget,
    now,
  });
  const runner = createDueWorkRunner(
    [queue, deletions, awaited],
    (time) => {
      if (!signal.aborted) wakeAt(time);
    },
    now,
  );

  return {
    connection,
    client,
    list,
    pages,
    queue,
    learn,
    deletions,
    awaitResult: (report) => awaitResults([report]),
    signal,
    keep,
    forget,
    runDue: () => runner.run(),
    async close() {
      controller.abort();
      const parts = [listItem, privateItem, queue, draftsItem, deletionsItem, awaitedItem, pages];
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}
