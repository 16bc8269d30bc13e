import type { Failure } from '@/lib/failure';
import { hasFailed } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { Backoff } from '@/lib/submission/backoff';
import type { Submission } from '@/lib/submission/submission';
import { matchReports } from '@/lib/submission/submission-match';
import * as steps from '@/lib/submission/submission-steps';
import type { QueueFinisher } from './queue-finisher';
import type { QueueHold } from './queue-hold';
import type { QueueIndex } from './queue-index';
import type { QueueRecord } from './queue-record';
import type { QueueTools } from './queue-tools';

/** Learns from the service's lists what has become of submissions without an answer. */
export interface QueueSearch {
  /** Looks for the report of one; others may be found on the way. */
  search(id: string): Promise<void>;
  /** Finds out whether the service is back. */
  probe(): Promise<void>;
  /** Finishes those that a list shows. */
  take(listed: readonly Report[]): Promise<void>;
}

/** A search by address shows pages whose address goes on, too; the new ones come first. */
const SEARCHED_ROWS = 100;

/** Makes the search of one queue. */
export function createQueueSearch(
  { client, signal, detectMissingPermission, now }: QueueTools,
  index: QueueIndex,
  record: QueueRecord,
  hold: QueueHold,
  finisher: QueueFinisher,
): QueueSearch {
  async function take(listed: readonly Report[]): Promise<void> {
    record.noteIds(listed.map(({ id }) => id));
    const matches = [...matchReports(index.unanswered(), listed)];
    const finishing = matches.map(async ([id, report]) => {
      const found = index.get(id);
      if (found !== undefined) await finisher.finish(found, report);
    });
    await Promise.all(finishing);
  }

  async function searchLater(
    lost: Submission & { state: 'checking' },
    isSeen: boolean,
  ): Promise<void> {
    const after = steps.afterEmptySearch(lost, isSeen, now());
    if (after === null) await finisher.finish(lost, null);
    else await record.keepIfPossible(after);
  }

  /** The search itself has failed. */
  async function putOff(id: string, failure: Failure, before: Backoff | null): Promise<void> {
    hold.fail(before, failure);
    const lost = index.get(id);
    if (lost?.state !== 'checking') return;
    // Its search stays due, and goes out when the pause ends.
    if (hold.pause !== null) record.refreshView();
    else await searchLater(lost, false);
  }

  return {
    async search(id) {
      if (hold.forbidsQuestions()) return;
      const { url = '' } = index.get(id) ?? {};
      const queries: ReportQuery[] = [
        { ...RECENT_REPORTS_QUERY, perPage: SEARCHED_ROWS, search: url },
        // A service may keep an address in another spelling, or search by its own rules.
        { ...RECENT_REPORTS_QUERY, perPage: SEARCHED_ROWS },
      ];
      const before = hold.pause;
      for (const query of queries) {
        if (index.get(id)?.state !== 'checking') return;
        const listed = await client.list(query, signal);
        if (signal.aborted) return;
        if (hasFailed(listed))
          return putOff(id, await detectMissingPermission(listed.failure), before);
        await take(listed.value.reports);
      }
      hold.succeed(before);
      const lost = index.get(id);
      if (lost?.state === 'checking') await searchLater(lost, true);
    },
    async probe() {
      const before = hold.pause;
      const listed = await client.list(RECENT_REPORTS_QUERY, signal);
      if (signal.aborted) return;
      if (hasFailed(listed)) {
        hold.fail(before, await detectMissingPermission(listed.failure));
        record.refreshView();
        return;
      }
      hold.succeed(before);
      await take(listed.value.reports);
    },
    take,
  };
}
