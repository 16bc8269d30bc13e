import { type Archive, createArchive } from '@/lib/archive/archive';
import { archiveItems } from '@/lib/archive/archive-items';
import { hasNewResult } from '@/lib/archive/awaited-result';
import { type AwaitedResultReads, createAwaitedResults } from '@/lib/archive/awaited-results';
import { createLists, type Lists } from '@/lib/archive/lists';
import { isReportGone } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import {
  hasResult,
  type Report,
  type ReportDetails,
  type ReportList,
  toSummary,
} from '@/lib/report/report';
import { placeOf, type ReportPlace } from '@/lib/report/report-page';
import type { ReportQuery } from '@/lib/report/report-query';
import { preferencesItem } from '@/lib/settings/preferences-item';
import { createNotifications, type Notifications } from '@/lib/surface/notifications';
import { surfaceItems } from '@/lib/surface/surface-items';
import type { TaskOf } from '@/lib/task/task';
import type { BackgroundTools } from './background-tools';

/** What is known of the reports of one connection, and who hears of it. */
export interface ReportMemory {
  archive: Archive;
  lists: Lists;
  awaited: AwaitedResultReads;
  notifications: Notifications;
  /** Reads a report, and stores what it is by now, or that it is gone. */
  get(report: Report): Promise<Outcome<ReportDetails>>;
  /** A list has come that was asked for then, whoever has asked for it. */
  onList(list: ReportList, begunAt: number): Promise<void>;
  // What follows from a task, stored before the task leaves.
  onCreated(task: TaskOf<'create'>, report: Report | null): Promise<void>;
  /** @param report null where the service no longer has it; undefined where nobody knows what it is */
  onChanged(task: TaskOf<'change'>, report: Report | null | undefined): Promise<void>;
  onDeleted(task: TaskOf<'delete'>): Promise<void>;
}

interface MemoryTools extends Omit<BackgroundTools, 'permissions' | 'clientFor' | 'wakeAt'> {
  connectionId: string;
  readList(query: ReportQuery, page?: number): Promise<Outcome<ReportList>>;
  readReport(id: string): Promise<Outcome<ReportDetails>>;
  /** Whether a batch goes on. */
  isMaking(): boolean;
  signal: AbortSignal;
}

/** Makes the memory of one connection's reports. */
export function createReportMemory(tools: MemoryTools): ReportMemory {
  const { connectionId: id, readList, readReport, isMaking } = tools;
  const { keepAwake, refreshBadge, signal, now } = tools;
  const archive = createArchive(id, signal, now, refreshBadge);
  const lists = createLists({
    ordinary: archiveItems.lists(id),
    ofPrivateWindows: archiveItems.privateLists(id),
    readList,
    isForgotten: archive.isForgotten,
    signal,
    now,
  });
  const notifications = createNotifications({
    ...tools,
    preferences: preferencesItem,
    shown: surfaceItems.notifications(id),
    unseen: surfaceItems.unseenOutcome(id),
    show: tools.notify,
    onUnseen: refreshBadge,
  });
  const awaited = createAwaitedResults({
    item: archiveItems.awaited(id),
    readList,
    get: read,
    onResult(report, { kind, privateWindow }) {
      if (kind !== 'batch') void keepAwake(notifications.hasResult(report, privateWindow));
    },
    isMaking,
    signal,
    now,
  });

  /** A page that no longer sees a result awaited has to find it in the archive. */
  async function note(
    reports: readonly Report[],
    begunAt = now(),
    asked: readonly ReportPlace[] = [],
  ): Promise<void> {
    const listed = await lists.move(reports);
    await archive.note(reports, begunAt, [...listed, ...asked]);
    await awaited.settle(reports);
  }

  async function forget(place: ReportPlace): Promise<void> {
    await Promise.all([lists.drop(place.id), archive.forget(place), awaited.stop(place.id)]);
  }

  async function read(place: ReportPlace): Promise<Outcome<ReportDetails>> {
    const begunAt = now();
    const answer = await readReport(place.id);
    if (signal.aborted) return answer;
    if (!hasFailed(answer)) await note([toSummary(answer.value)], begunAt, [place]);
    else if (isReportGone(answer.failure)) await forget(place);
    return answer;
  }

  return {
    archive,
    lists,
    awaited,
    notifications,
    get: (report) => read(placeOf(report)),
    onList: ({ reports }, begunAt) => note(reports, begunAt),
    async onCreated({ work, privateWindow, batch }, report) {
      const isSingle = batch === null;
      if (isSingle) void keepAwake(notifications.created(work.draft.url, report, privateWindow));
      if (report === null) return;
      const kind = isSingle ? 'creation' : 'batch';
      // The disk learns no address of a private window before a list shows it.
      const place = placeOf(privateWindow ? { ...report, url: null } : report);
      await Promise.all([
        !hasResult(report) && awaited.start(place, { former: null, kind, privateWindow }),
        !privateWindow && lists.add(report),
        !privateWindow && archive.note([report]),
      ]);
    },
    async onChanged({ work, privateWindow }, report) {
      if (report === null) return forget(work.report);
      const { generatedAt: former } = work.report;
      const isAwaited = work.change.results === 1 && !(report && hasNewResult(former, report));
      if (report) await note([report], undefined, [work.report]);
      const place = report ? placeOf(report) : work.report;
      if (isAwaited) await awaited.start(place, { former, kind: 'update', privateWindow });
    },
    onDeleted: ({ work }) => forget(work.report),
  };
}
