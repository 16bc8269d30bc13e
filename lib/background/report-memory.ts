import { type Archive, createArchive } from '@/lib/archive/archive';
import { archiveItems } from '@/lib/archive/archive-items';
import { hasNewResult } from '@/lib/archive/awaited-result';
import { type AwaitedResultReads, createAwaitedResults } from '@/lib/archive/awaited-results';
import { createLists, type Lists } from '@/lib/archive/lists';
import type { Keeping } from '@/lib/private-windows';
import { resultBefore, scoreDifference } from '@/lib/report/compare/changes';
import { hasResult, type Report } from '@/lib/report/report';
import { placeOf, type ReportPlace } from '@/lib/report/report-page';
import type { Notifications } from '@/lib/surface/notifications';
import type { TaskEnds } from '@/lib/task/answers';

/** What is known of the reports of one connection, and what follows from each answer about them. */
export interface ReportMemory extends TaskEnds {
  archive: Archive;
  lists: Lists;
  awaited: AwaitedResultReads;
  /**
   * Takes in reports as an answer shows them.
   * @param begunAt when it was asked for, in milliseconds since the epoch
   * @param asked where reports were expected that may be found elsewhere now
   */
  note(reports: readonly Report[], begunAt: number, asked?: readonly ReportPlace[]): Promise<void>;
  /** Forgets a report that is no more. */
  forget(place: ReportPlace): Promise<void>;
}

interface MemoryTools {
  connectionId: string;
  notifications: Pick<Notifications, 'created' | 'hasResult'>;
  /** Whether a batch goes on. */
  isMaking(): boolean;
  /** Called when something else is known. */
  onWritten(): void;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  signal: AbortSignal;
  now(): number;
}

/** Makes the memory of one connection's reports. */
export function createReportMemory(tools: MemoryTools): ReportMemory {
  const { connectionId: id, notifications, isMaking, onWritten, keepAwake, signal, now } = tools;
  const archive = createArchive(id, signal, now, onWritten);
  const lists = createLists({
    ordinary: archiveItems.lists(id),
    inMemory: archiveItems.privateLists(id),
    isForgotten: archive.isForgotten,
    signal,
    now,
  });
  const awaited = createAwaitedResults({
    item: archiveItems.awaited(id),
    onResult(report, { kind, keeping }) {
      if (kind !== 'batch') void keepAwake(tellResult(report, keeping));
    },
    isMaking,
    signal,
    now,
  });

  async function tellResult(report: Report, keeping: Keeping): Promise<void> {
    const before = resultBefore(report, await archive.resultsOf(report));
    await notifications.hasResult(report, keeping, scoreDifference(report, before));
  }

  /** The archive is written before a result is no longer awaited: pages then look for the result there. */
  async function note(
    reports: readonly Report[],
    begunAt: number,
    asked: readonly ReportPlace[] = [],
  ): Promise<void> {
    const listed = await lists.move(reports);
    await archive.note(reports, begunAt, [...listed, ...asked]);
    await awaited.settle(reports);
  }

  async function forget(place: ReportPlace): Promise<void> {
    await Promise.all([lists.drop(place.id), archive.forget(place), awaited.stop(place.id)]);
  }

  return {
    archive,
    lists,
    awaited,
    note,
    forget,
    async onCreated({ work, keeping, batch }, report) {
      const isSingle = batch === null;
      if (isSingle) void keepAwake(notifications.created(work.draft.url, report, keeping));
      if (report === null) return;
      const kind = isSingle ? 'creation' : 'batch';
      // The disk learns no address that is kept in memory before a list shows it.
      const place = placeOf(keeping === 'memory' ? { ...report, url: null } : report);
      await Promise.all([
        !hasResult(report) && awaited.start(place, { former: null, kind, keeping }),
        keeping === 'disk' && lists.add(report),
        keeping === 'disk' && archive.note([report]),
      ]);
    },
    async onChanged({ work, keeping, batch }, report) {
      if (report === null) return forget(work.report);
      const { generatedAt: former } = work.report;
      const isAwaited = work.change.results === 1 && !(report && hasNewResult(former, report));
      if (report) await note([report], now(), [work.report]);
      const place = report ? placeOf(report) : work.report;
      const kind = batch === null ? 'update' : 'batch';
      if (isAwaited) await awaited.start(place, { former, kind, keeping });
    },
    onDeleted: ({ work }) => forget(work.report),
  };
}
