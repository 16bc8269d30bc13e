import { storable } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { hasMore, type Report, type ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { unanswered } from '@/lib/submission/queue-order';
import type { Submission } from '@/lib/submission/submission';
import { isNew, isUnclear, matchReports } from '@/lib/submission/submission-match';
import * as steps from '@/lib/submission/submission-steps';
import { NEWEST_QUERY, pageQuery } from './list-queries';
import type { PendingReplies } from './pending-replies';
import type { QueueStore } from './queue-store';
import type { RequestTools } from './queue-tools';

/** What the queue learns from the service's lists. None of these rejects for an answer that fails. */
export interface QueueLists {
  /** Looks for the report of a submission; others may be found on the way. */
  search(id: string): Promise<void>;
  /** Finds out whether the service is back; asks nothing before its pause is over. */
  probe(): Promise<void>;
  /** Finishes the submissions whose reports a list shows that was read for windows of one kind. */
  reconcile(listed: readonly Report[], isPrivateWindow: boolean): Promise<void>;
  /** Takes a submission out of the queue whose report is made; null where none is shown. */
  finish(submission: Submission, report: Report | null): Promise<void>;
}

/** Whether a list would show the report of a submission: it ends, or goes back to older ones. */
function reachesBack(list: ReportList, submission: Submission): boolean {
  const oldest = list.reports.at(-1);
  return (
    !hasMore(list, NEWEST_QUERY.perPage) || (oldest !== undefined && !isNew(oldest, submission))
  );
}

/** Makes what one queue learns from lists. */
export function createQueueLists(
  tools: RequestTools,
  queue: QueueStore,
  replies: PendingReplies,
): QueueLists {
  const { client, signal, pause, now } = tools;
  /** Those who want to know while it is out wait for the same answer. */
  let probing: Promise<void> | null = null;

  async function finish(submission: Submission, report: Report | null): Promise<void> {
    await queue.finish(submission, report);
    replies.tell(submission.id, { value: { state: 'created', report } });
  }

  async function reconcile(listed: readonly Report[], isPrivateWindow: boolean): Promise<void> {
    await tools.recognizePrivate(listed);
    queue.noteIds(
      listed.map(({ id }) => id),
      isPrivateWindow,
    );
    const missing = unanswered(queue.all());
    const matches = matchReports(missing, listed, tools.isPrivate);
    const found = missing.filter(({ id }) => matches.has(id));
    await Promise.all(found.map((one) => finish(one, matches.get(one.id) ?? null)));
  }

  /** Reads a list and learns from it. */
  async function readList(
    query: ReportQuery,
    isPrivateWindow: boolean,
  ): Promise<Outcome<ReportList>> {
    const listed = await client.list(query, signal);
    if (!hasFailed(listed) && !signal.aborted) {
      await reconcile(listed.value.reports, isPrivateWindow);
    }
    return listed;
  }

  /** Whether a private window's report is known not to be that of a submission. */
  function isOfPrivateWindow(reportId: string, { isPrivateWindow }: Submission): boolean {
    return !isPrivateWindow && tools.isPrivate(reportId);
  }

  async function search(id: string): Promise<void> {
    const asked = toBeFound(id);
    if (pause.forbidsSearch() || asked === null) return;
    const { url, isPrivateWindow } = asked;
    const before = pause.current;
    let isSeen = false;
    let isClear = true;
    // A service may keep an address in another spelling, or search by its own rules.
    for (const query of [pageQuery(url), NEWEST_QUERY]) {
      const listed = await readList(query, isPrivateWindow);
      if (signal.aborted) return;
      if (hasFailed(listed)) {
        pause.fail(before, storable(listed.failure, isPrivateWindow));
        // During a pause the search stays due, and goes out when it ends.
        if (pause.current !== null) return queue.saveView();
        return afterEmptySearch(id, false);
      }
      pause.succeed(before);
      // The list may have given it its report, or told which is another's.
      const missing = toBeFound(id);
      if (missing === null) return;
      isSeen ||= reachesBack(listed.value, missing);
      const others = listed.value.reports.filter(({ id }) => !isOfPrivateWindow(id, missing));
      isClear &&= !others.some((report) => isUnclear(report, missing));
    }
    await afterEmptySearch(id, isSeen && isClear);
  }

  function toBeFound(id: string) {
    const submission = queue.get(id);
    return submission?.state === 'checking' ? submission : null;
  }

  function probe(): Promise<void> {
    probing ??= askForList().finally(() => {
      probing = null;
    });
    return probing;
  }

  async function askForList(): Promise<void> {
    if (pause.isOn()) return;
    const before = pause.current;
    // Whatever waits for it, none of what it shows is needed on the disk.
    const listed = await readList(RECENT_REPORTS_QUERY, true);
    if (signal.aborted) return;
    if (!hasFailed(listed)) return pause.succeed(before);
    pause.fail(before, listed.failure);
    queue.saveView();
  }

  /** @param isSeen whether the service has shown all that is new, and nothing that may be */
  async function afterEmptySearch(id: string, isSeen: boolean): Promise<void> {
    const missing = toBeFound(id);
    if (missing === null) return;
    const after = steps.afterEmptySearch(missing, isSeen, now());
    if (after === null) await finish(missing, null);
    else await queue.saveIfPossible(after);
  }

  return { search, probe, reconcile, finish };
}
