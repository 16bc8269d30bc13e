import { isReportGone } from '@/lib/failure';
import { hasNewResult } from '@/lib/list/awaited-result';
import { createKnownPages, type KnownPages } from '@/lib/list/known-pages';
import { listItems } from '@/lib/list/list-items';
import { createLists, type Lists } from '@/lib/list/lists';
import { type AwaitedResultReads, createAwaitedResults } from '@/lib/list/result-reads';
import { hasFailed, type Outcome } from '@/lib/outcome';
import {
  hasResult,
  type Report,
  type ReportDetails,
  type ReportList,
  toSummary,
} from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { preferencesItem } from '@/lib/settings/preferences-item';
import { createNotifications, type Notifications } from '@/lib/surface/notifications';
import { surfaceItems } from '@/lib/surface/surface-items';
import type { TaskOf } from '@/lib/task/task';
import type { BackgroundTools } from './background-tools';

/** What is known of the reports of one connection, and who hears of it. */
export interface ReportMemory {
  lists: Lists;
  pages: KnownPages;
  awaited: AwaitedResultReads;
  notifications: Notifications;
  /** Reads a report, and stores what it is by now, or that it is gone. */
  get(report: Report): Promise<Outcome<ReportDetails>>;
  /** A list has come, whoever has asked for it. */
  onList(list: ReportList): Promise<unknown>;
  // What follows from a task, stored before the task leaves.
  onCreated(task: TaskOf<'create'>, report: Report | null): Promise<void>;
  onChanged(task: TaskOf<'change'>, report: Report | null): Promise<void>;
  onDeleted(task: TaskOf<'delete'>): Promise<void>;
}

interface MemoryTools extends Omit<BackgroundTools, 'permissions' | 'clientFor' | 'wakeAt'> {
  connectionId: string;
  readList(query: ReportQuery): Promise<Outcome<ReportList>>;
  readReport(id: string): Promise<Outcome<ReportDetails>>;
  /** Whether a report was just deleted: what was read before may still show it. */
  isDeleted(reportId: string): boolean;
  signal: AbortSignal;
}

/** Makes the memory of one connection's reports. */
export function createReportMemory(tools: MemoryTools): ReportMemory {
  const { connectionId: id, readList, readReport, isDeleted, keepAwake, refreshBadge } = tools;
  const { signal, now } = tools;
  const lists = createLists({
    ordinary: listItems.lists(id),
    ofPrivateWindows: listItems.privateLists(id),
    readList,
    signal,
    now,
  });
  const pages = createKnownPages(id, signal, refreshBadge);
  const notifications = createNotifications({
    ...tools,
    preferences: preferencesItem,
    shown: surfaceItems.notifications(id),
    unseen: surfaceItems.unseenOutcome(id),
    show: tools.notify,
    onUnseen: refreshBadge,
  });
  const awaited = createAwaitedResults({
    item: listItems.awaited(id),
    readList,
    get,
    store: (reports) => lists.edit({ kind: 'changed', reports }),
    onResult(report, privateWindow) {
      void keepAwake(notifications.hasResult(report, privateWindow));
    },
    signal,
    now,
  });

  async function note(report: Report): Promise<void> {
    if (isDeleted(report.id)) return;
    await Promise.all([
      lists.edit({ kind: 'changed', reports: [report] }),
      pages.note([report]),
      awaited.settle([report]),
    ]);
  }

  async function forget(report: Report): Promise<void> {
    await Promise.all([
      lists.edit({ kind: 'deleted', id: report.id }),
      pages.forget(report),
      awaited.stop(report.id),
    ]);
  }

  async function get(report: Report): Promise<Outcome<ReportDetails>> {
    const read = await readReport(report.id);
    if (signal.aborted) return read;
    if (!hasFailed(read)) await note(toSummary(read.value));
    else if (isReportGone(read.failure)) await forget(report);
    return read;
  }

  return {
    lists,
    pages,
    awaited,
    notifications,
    get,
    onList: ({ reports }) =>
      Promise.all([
        awaited.settle(reports),
        pages.note(reports.filter((report) => !isDeleted(report.id))),
      ]),
    async onCreated({ work, privateWindow, batch }, report) {
      const isSingle = batch === null;
      if (isSingle) void keepAwake(notifications.created(work.draft.url, report, privateWindow));
      if (report === null) return;
      await Promise.all([
        lists.edit({ kind: 'created', reports: [report] }),
        pages.note([report]),
        isSingle && !hasResult(report) && awaited.start({ report, isUpdate: false, privateWindow }),
      ]);
    },
    async onChanged({ work, privateWindow }, report) {
      if (report === null) return forget(work.report);
      const isAwaited = work.change.results === 1 && !hasNewResult(work.report, report);
      await note(report);
      if (isAwaited) await awaited.start({ report: work.report, isUpdate: true, privateWindow });
    },
    onDeleted: ({ work }) => forget(work.report),
  };
}
