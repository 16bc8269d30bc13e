import type { Connection } from '@/lib/connection/connection';
import type { ClientProblem } from '@/lib/report/compare/headlines';
import type { RecentOperations } from '@/lib/shared-state/recent-operations';
import type { ReadableItem } from '@/lib/storage/stored-item';
import type { PopupRequest } from './popup-request';
import { type NotifiedProblems, notifiedJobOf, worseConnectionOf } from './report-news';

interface ClickTools {
  connection: ReadableItem<Connection>;
  recentOperationsOf(connectionId: string): ReadableItem<RecentOperations>;
  notifiedProblemsOf(connectionId: string): ReadableItem<NotifiedProblems>;
  openPopupWith(request: PopupRequest): Promise<void>;
  /** Opens the popup in a tab. */
  openPopup(): Promise<void>;
  openBatch(connectionId: string, id: string): Promise<void>;
  /** Opens a problem in *All reports*. */
  openProblem(connectionId: string, problem: ClientProblem): Promise<void>;
  openOptions(): Promise<void>;
}

/**
 * Returns a function that opens the report, batch or problem of a notification, or the popup for an unknown
 * report. The opened tab shows nothing of a connection that is no longer in use. Reads stored items
 * only, because the click may start the worker. Never rejects.
 */
export function createNotificationClicks(tools: ClickTools): (id: string) => Promise<void> {
  const { connection, recentOperationsOf, notifiedProblemsOf } = tools;
  const { openPopupWith, openPopup, openBatch, openProblem, openOptions } = tools;

  async function openWorse(connectionId: string): Promise<void> {
    const problem = (await notifiedProblemsOf(connectionId).read())?.shown ?? null;
    return problem === null ? openPopup() : openProblem(connectionId, problem);
  }

  async function open(id: string): Promise<void> {
    if ((await connection.read()) === undefined) return openOptions();
    const worseConnectionId = worseConnectionOf(id);
    if (worseConnectionId !== null) return openWorse(worseConnectionId);
    const notified = notifiedJobOf(id);
    if (notified === null) return openPopup();
    const { connectionId, jobId } = notified;
    if (notified.kind === 'batch') return openBatch(connectionId, jobId);
    const recentOperations = (await recentOperationsOf(connectionId).read()) ?? [];
    const operation = recentOperations.findLast((one) => one.jobId === jobId);
    // A batch of updates or deletions has several reports.
    if (!operation?.report || operation.isBatch) return openPopup();
    await openPopupWith({ connectionId, kind: 'report', report: operation.report });
  }

  return async (id) => {
    try {
      await open(id).catch(openPopup);
    } catch {
      // Opening the popup has also failed, for example because the window is closed.
    }
  };
}
