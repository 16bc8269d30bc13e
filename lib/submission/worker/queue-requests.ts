import type { Backoff } from '@/lib/backoff';
import { timeIn } from '@/lib/due-work';
import { type Failure, withoutWords } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import { type Report, type ReportDetails, type ReportList, toSummary } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { Client } from '@/lib/service/client';
import type { ServicePause } from '@/lib/service/service-pause';
import { unanswered } from '@/lib/submission/queue-order';
import type { Submission } from '@/lib/submission/submission';
import { highestId, isNew, matchReports } from '@/lib/submission/submission-match';
import * as steps from '@/lib/submission/submission-steps';
import type { PendingReplies } from './pending-replies';
import type { QueueStore } from './queue-store';

/** What the queue asks of the service. None of these rejects for an answer that fails. */
export interface QueueRequests {
  /**
   * Sends a submission that waits, after a look at what the service has already. Resolves when its
   * answer is known and, where there was none, has been looked for once. Nothing goes out that is
   * not stored as sent.
   */
  send(waiting: Submission): Promise<void>;
  /** Looks for the report of a submission; others may be found on the way. */
  search(id: string): Promise<void>;
  /** Finds out whether the service is back; asks nothing before its pause is over. */
  probe(): Promise<void>;
  /** Finishes the submissions whose reports a list shows that was read for windows of one kind. */
  reconcile(listed: readonly Report[], isPrivateWindow: boolean): Promise<void>;
}

/** What its requests need. */
export interface RequestTools {
  client: Client;
  signal: AbortSignal;
  /** The ids of all reports that are known here of a page, or listed. */
  knownIds(url: string): Promise<string[]>;
  /**
   * Whether the service has just shown its newest reports in such a way that what is new can be told
   * from what was there. What private windows have read counts for theirs alone.
   */
  hasRecentList(isPrivateWindow: boolean): boolean;
  /** Finds out which reports are known to be private windows' own. Never rejects. */
  recognizePrivate(reports: readonly Report[]): Promise<void>;
  isPrivate(reportId: string): boolean;
  /** Tells a missing permission from a service that cannot be reached. */
  detectMissingPermission(failure: Failure): Promise<Failure>;
  now(): number;
}

/** What the service has shown before a first request: the ids of reports, and why these are not all. */
interface Look {
  ids: string[];
  failure: Failure | null;
}

const NEWEST_QUERY: ReportQuery = { ...RECENT_REPORTS_QUERY, perPage: 100 };

/**
 * Shows pages whose address goes on, too; the new ones come first. Queries and fragments hold
 * secrets, and what is searched for stands in the logs of services.
 */
function pageQuery(url: string): ReportQuery {
  return { ...NEWEST_QUERY, search: url.replace(/[?#].*/s, '') };
}

/** Whether a list would show the report of a submission: it ends, or goes back to older ones. */
function reachesBack({ reports, unreadable, total }: ReportList, submission: Submission): boolean {
  const sent = reports.length + unreadable;
  const hasMore = total === null ? sent >= NEWEST_QUERY.perPage : total > sent;
  const oldest = reports.at(-1);
  return !hasMore || (oldest !== undefined && !isNew(oldest, submission));
}

/** Makes the requests of one queue. */
export function createQueueRequests(
  tools: RequestTools,
  queue: QueueStore,
  backoff: ServicePause,
  replies: PendingReplies,
): QueueRequests {
  const { client, signal, knownIds, detectMissingPermission, hasRecentList, now } = tools;
  /** Those who want to know while it is out wait for the same answer. */
  let probing: Promise<void> | null = null;

  /** Pauses where need be. The pause is on the disk: it quotes nothing that a private window asked. */
  function pauseAfter(before: Backoff | null, failure: Failure, isPrivateWindow: boolean): void {
    backoff.fail(before, isPrivateWindow ? withoutWords(failure) : failure);
  }

  async function finish(submission: Submission, report: Report | null): Promise<void> {
    await queue.finish(submission, report);
    replies.tell(submission.id, { value: { state: 'created', report } });
  }

  async function afterSending(
    sending: Submission,
    outcome: Outcome<ReportDetails | null>,
    before: Backoff | null,
  ): Promise<void> {
    if (hasFailed(outcome)) {
      const failure = await detectMissingPermission(outcome.failure);
      if (failure.code === 'notAllowed') return afterForbidden(sending, failure);
      pauseAfter(before, failure, sending.isPrivateWindow);
      await queue.saveIfPossible(steps.afterFailure(sending, failure, now()));
    } else {
      backoff.succeed(before);
      backoff.accept();
      if (outcome.value !== null) return finish(sending, toSummary(outcome.value));
      await queue.saveIfPossible(steps.checking(sending, null, now()));
    }
    await search(sending.id);
  }

  /** Whether nothing is allowed, or this creation alone, the list tells. */
  async function afterForbidden(sending: Submission, failure: Failure): Promise<void> {
    await probe();
    if (signal.aborted) return;
    const after =
      backoff.current === null ? steps.refused(sending, failure) : steps.notActedOn(sending);
    await queue.saveIfPossible(after);
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
    if (hasFailed(listed)) return { failure: await detectMissingPermission(listed.failure) };
    if (!signal.aborted) await reconcile(listed.value.reports, isPrivateWindow);
    return listed;
  }

  async function search(id: string): Promise<void> {
    if (backoff.forbidsSearch()) return;
    const { url = '', isPrivateWindow = true } = queue.get(id) ?? {};
    const before = backoff.current;
    let isSeen = false;
    // A service may keep an address in another spelling, or search by its own rules.
    for (const query of [pageQuery(url), NEWEST_QUERY]) {
      const missing = queue.get(id);
      if (missing?.state !== 'checking') return;
      const listed = await readList(query, isPrivateWindow);
      if (signal.aborted) return;
      if (hasFailed(listed)) {
        pauseAfter(before, listed.failure, isPrivateWindow);
        // During a pause the search stays due, and goes out when it ends.
        if (backoff.current !== null) return queue.saveView();
        return afterEmptySearch(id, false);
      }
      isSeen ||= reachesBack(listed.value, missing);
    }
    backoff.succeed(before);
    await afterEmptySearch(id, isSeen);
  }

  /**
   * Looks which reports of a page are there before one is asked for, as widely as the answer to
   * that would be searched for.
   */
  async function lookAhead({ url, isPrivateWindow }: Submission): Promise<Look> {
    const look: Look = { ids: [], failure: null };
    if (hasRecentList(isPrivateWindow)) return look;
    for (const query of [NEWEST_QUERY, pageQuery(url)]) {
      const listed = await readList(query, isPrivateWindow);
      if (hasFailed(listed)) return { ...look, failure: listed.failure };
      look.ids.push(...listed.value.reports.map(({ id }) => id));
      // The highest of ids that are numbers stands for all reports.
      if (look.ids.length === 0 || highestId(look.ids) !== null) return look;
    }
    return look;
  }

  function probe(): Promise<void> {
    probing ??= askForList().finally(() => {
      probing = null;
    });
    return probing;
  }

  async function askForList(): Promise<void> {
    if (backoff.isOn()) return;
    const before = backoff.current;
    // Whatever waits for it, none of what it shows is needed on the disk.
    const listed = await readList(RECENT_REPORTS_QUERY, true);
    if (signal.aborted) return;
    if (!hasFailed(listed)) return backoff.succeed(before);
    backoff.fail(before, listed.failure);
    queue.saveView();
  }

  /** @param isSeen whether the service has shown all that is new */
  async function afterEmptySearch(id: string, isSeen: boolean): Promise<void> {
    const missing = queue.get(id);
    if (missing?.state !== 'checking') return;
    const after = steps.afterEmptySearch(missing, isSeen, now());
    if (after === null) await finish(missing, null);
    else await queue.saveIfPossible(after);
  }

  return {
    async send(waiting) {
      const { id, url, privacy } = waiting;
      const before = backoff.current;
      // From here on nothing else of its page goes out, and nobody takes it back.
      queue.put(steps.sent(waiting, waiting));
      const needsPassword = privacy === Privacy.Password;
      const password = needsPassword ? await queue.password(id) : undefined;
      if (needsPassword && password === undefined) {
        return queue.save(steps.withoutPassword(waiting));
      }
      // A repeat is told from what was there before the first request.
      const isFirst = waiting.sends === 0;
      const look: Look = isFirst ? await lookAhead(waiting) : { ids: [], failure: null };
      if (signal.aborted) return;
      if (look.failure !== null) {
        pauseAfter(before, look.failure, waiting.isPrivateWindow);
        if (backoff.current !== null) {
          queue.put(waiting);
          return queue.saveView();
        }
      }
      const known = await knownIds(url).catch(() => []);
      const time = client.serviceTime();
      const sending = steps.sent(waiting, {
        ...queue.known(waiting, [...known, ...look.ids]),
        isPageKnown: look.failure === null,
        requestedAt: time === null ? null : timeIn(0, time),
      });
      try {
        await queue.save(sending);
      } catch {
        queue.put(waiting);
        return backoff.fail(before, { code: 'notStored' });
      }
      if (signal.aborted) return;
      const draft = { url, privacy, ...(password !== undefined && { password }) };
      const outcome = await client.create(draft, signal);
      if (!signal.aborted) await afterSending(sending, outcome, before);
    },
    search,
    probe,
    reconcile,
  };
}
