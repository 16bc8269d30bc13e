import { createArchive } from '@/lib/archive/archive';
import { archiveItems } from '@/lib/archive/archive-items';
import { hasNewResult } from '@/lib/archive/awaited-result';
import { createAwaitedResults } from '@/lib/archive/awaited-results';
import type { FrontWriter } from '@/lib/front/front-writer';
import { resultBefore, scoreDifference } from '@/lib/report/compare/changes';
import { hasResult, type Report } from '@/lib/report/report';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import type { Notifications } from '@/lib/surface/notifications';
import type { TaskEnds } from '@/lib/task/answers';
import { taskItems } from '@/lib/task/store/task-items';

interface MemoryTools {
  connectionId: string;
  front: Pick<FrontWriter, 'writeSoon' | 'takeReports' | 'drop' | 'renew'>;
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

/** Of so many reports it is noted that they are no more. */
const MOST_DELETED = 1_000;

/** Makes what is known of one connection's reports, and what follows from each answer about them. */
export function createReportMemory(tools: MemoryTools) {
  const {
    connectionId: id,
    front,
    notifications,
    isMaking,
    onWritten,
    keepAwake,
    signal,
    now,
  } = tools;
  const deleted = taskItems.deletedReports(id);
  const archive = createArchive(id, signal, now, onWritten);
  const awaited = createAwaitedResults({
    item: archiveItems.awaited(id),
    onResult(report) {
      const isSingle = front.renew(report);
      if (isSingle) void keepAwake(tellResult(report));
    },
    onChange: front.writeSoon,
    isMaking,
    signal,
    now,
  });

  async function tellResult(report: Report): Promise<void> {
    const before = resultBefore(report, await archive.resultsOf(report));
    await notifications.hasResult(report, scoreDifference(report, before));
  }

  /**
   * Takes in reports as an answer shows them.
   * @param begunAt when it was asked for, in milliseconds since the epoch
   * @param asked where reports were expected that may be found elsewhere now
   */
  async function note(
    reports: readonly Report[],
    begunAt: number,
    asked: readonly ReportReference[] = [],
  ): Promise<void> {
    front.takeReports(reports, begunAt);
    awaited.settle(reports);
    await archive.note(reports, begunAt, asked);
  }

  /** Never rejects: a full store costs a link in a batch that leads nowhere. */
  async function noteDeleted(id: string): Promise<void> {
    const noted = deleted.update((ids = []) =>
      signal.aborted ? ids : [...ids.filter((one) => one !== id), id].slice(-MOST_DELETED),
    );
    await noted.catch(() => {});
  }

  /** Forgets a report that is no more. */
  async function forget(report: ReportReference): Promise<void> {
    front.drop(report.id);
    awaited.stop(report.id);
    await Promise.all([archive.forget(report), noteDeleted(report.id)]);
  }

  const ends: TaskEnds = {
    async onCreated(task, report) {
      if (task.batch === null) void keepAwake(notifications.created(task, report));
      if (report === null) return;
      if (!hasResult(report)) awaited.start({ ...referTo(report), generatedAt: null });
      await archive.note([report]);
    },
    async onChanged({ work }, report) {
      if (report === null) return forget(work.report);
      const { generatedAt } = work.report;
      const isAwaited = work.change.results === 1 && !(report && hasNewResult(generatedAt, report));
      if (isAwaited) awaited.start({ ...(report ? referTo(report) : work.report), generatedAt });
      if (report) await note([report], now(), [work.report]);
    },
    onDeleted: ({ work }) => forget(work.report),
  };
  return { archive, awaited, note, forget, ...ends };
}
