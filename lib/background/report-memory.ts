import { hasNewResult } from '@/lib/archive/awaited-result';
import { type AwaitedResultReads, createAwaitedResults } from '@/lib/archive/awaited-results';
import { createKnownPages, type KnownPages } from '@/lib/archive/known-pages';
import { listItems } from '@/lib/archive/list-items';
import { createLists, type Lists } from '@/lib/archive/lists';
import { placeOf, type ReportPlace } from '@/lib/archive/page-history';
import { isReportGone } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { resultBefore, scoreDifference } from '@/lib/report/changes';
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
  readList(query: ReportQuery, page?: number): Promise<Outcome<ReportList>>;
  readReport(id: string): Promise<Outcome<ReportDetails>>;
  /** Whether a report was just deleted: what was read before may still show it. */
  isDeleted(reportId: string): boolean;
  /** Gives reports of batches the results that have come. */
  rate(reports: readonly Report[]): Promise<void>;
  /** Whether a batch goes on. */
  isMaking(): boolean;
  signal: AbortSignal;
}

/** Makes the memory of one connection's reports. */
export function createReportMemory(tools: MemoryTools): ReportMemory {
  const { connectionId: id, readList, readReport, isDeleted, rate, isMaking } = tools;
  const { keepAwake, refreshBadge, signal, now } = tools;
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
    get: read,
    store: (reports) => lists.edit({ kind: 'changed', reports }),
    onResult(report, { kind, privateWindow }) {
      if (kind !== 'batch') void keepAwake(tellResult(report, privateWindow));
    },
    isMaking,
    signal,
    now,
  });

  async function tellResult(report: Report, privateWindow: boolean): Promise<void> {
    const before = resultBefore(report, await pages.resultsOf(report));
    await notifications.hasResult(report, privateWindow, scoreDifference(report, before));
  }

  async function note(report: Report): Promise<void> {
    if (isDeleted(report.id)) return;
    await Promise.all([
      lists.edit({ kind: 'changed', reports: [report] }),
      pages.note([report]),
      rate([report]),
      awaited.settle([report]),
    ]);
  }

  async function forget(place: ReportPlace): Promise<void> {
    await Promise.all([
      lists.edit({ kind: 'deleted', id: place.id }),
      pages.forget(place),
      awaited.stop(place.id),
    ]);
  }

  async function read(place: ReportPlace): Promise<Outcome<ReportDetails>> {
    const answer = await readReport(place.id);
    if (signal.aborted) return answer;
    if (!hasFailed(answer)) await note(toSummary(answer.value));
    else if (isReportGone(answer.failure)) await forget(place);
    return answer;
  }

  return {
    lists,
    pages,
    awaited,
    notifications,
    get: (report) => read(placeOf(report)),
    onList: ({ reports }) =>
      Promise.all([
        rate(reports),
        awaited.settle(reports),
        pages.note(reports.filter((report) => !isDeleted(report.id))),
      ]),
    async onCreated({ work, privateWindow, batch }, report) {
      const isSingle = batch === null;
      if (isSingle) void keepAwake(notifications.created(work.draft.url, report, privateWindow));
      if (report === null) return;
      const kind = isSingle ? 'creation' : 'batch';
      await Promise.all([
        !hasResult(report) && awaited.start(report, { kind, privateWindow }),
        lists.edit({ kind: 'created', reports: [report] }),
        pages.note([report]),
      ]);
    },
    async onChanged({ work, privateWindow }, report) {
      if (report === null) return forget(placeOf(work.report));
      const isAwaited = work.change.results === 1 && !hasNewResult(work.report, report);
      await note(report);
      if (isAwaited) await awaited.start(work.report, { kind: 'update', privateWindow });
    },
    onDeleted: ({ work }) => forget(placeOf(work.report)),
  };
}
