import type { Client } from '@/lib/api/client';
import { isDue, timeIn } from '@/lib/model/due-time';
import type { Failure } from '@/lib/model/failure';
import { hasFailed, type Outcome } from '@/lib/model/outcome';
import { Privacy } from '@/lib/model/privacy';
import { endsWithAnswer, isToldToWait, pauseAfter, type QueuePause } from '@/lib/model/queue-pause';
import { type Report, type ReportDetails, reportOf } from '@/lib/model/report';
import type { ReportDraft } from '@/lib/model/report-draft';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/model/report-query';
import type { Creation, Submission } from '@/lib/model/submission';
import { matchReports } from '@/lib/model/submission-match';
import * as steps from '@/lib/model/submission-steps';
import type { DueWork } from './due-work';
import { createQueueIndex } from './queue-index';
import { createQueueRecord } from './queue-record';
import type { SubmissionStore } from './submission-store';

/** Reports on their way to the service: first in, first out, through every end of the worker. */
export interface SubmissionQueue extends DueWork {
  /**
   * Stores a submission and resolves when something has come of it: a report, a refusal, or that it
   * is put off and goes on by itself. An id that is known already joins what is under way.
   */
  create(id: string, draft: ReportDraft, isPrivateWindow: boolean): Promise<Outcome<Creation>>;
  /** Forgets a submission; false while its request is out. */
  discard(id: string): Promise<boolean>;
  /** Sends a resting submission again, at a person's word, with its password where that is gone. */
  retry(id: string, password?: string): Promise<void>;
  /** Learns from a list what became of submissions, and that the service answers. Never rejects. */
  settle(listed: readonly Report[]): Promise<void>;
  /** Ends the pause and tries now, at a person's word. */
  hurry(): Promise<void>;
  /** The computer has a connection again: tries now, unless the service has told it to wait. */
  backOnline(): Promise<void>;
  /** How many submissions are kept. */
  count(): Promise<number>;
  /** Resolves when the last write has ended; none follows. */
  close(): Promise<void>;
}

export interface SubmissionQueueTools {
  store: SubmissionStore;
  client: Client;
  signal: AbortSignal;
  isOnline(): boolean;
  /** The ids of all reports that are known here of a page, or listed. */
  knownIds(url: string): Promise<string[]>;
  /** Tells a missing permission from a service that cannot be reached. */
  explain(failure: Failure): Promise<Failure>;
  /** Called when the service has made a report; null where it does not show which. Never rejects. */
  onAccepted(submission: Submission, report: Report | null): Promise<void>;
  /** Called when nothing is under way any more after some reports were made. */
  onDrained(): void;
  /** Makes sure that the worker is woken by then, in milliseconds since the epoch. */
  wakeBy(time: number): void;
  now(): number;
}

type Lost = Submission & { state: 'checking' };

/** Requests at the same time: enough to hide the way there and back, few enough for any service. */
const MOST_IN_FLIGHT = 2;

/** When to look again after a request that went out, should the browser stop the worker. */
const CUT_OFF_MS = 90_000;

/** Stands for a question that is about no submission. */
const PROBE = '';

/** A search by address shows pages whose address goes on, too; the new ones come first. */
const SEARCHED_ROWS = 100;

/** Makes the queue of one connection. */
export function createSubmissionQueue(tools: SubmissionQueueTools): SubmissionQueue {
  const { store, client, signal, isOnline, knownIds, explain, onAccepted, now } = tools;
  const index = createQueueIndex();
  const record = createQueueRecord(store, index, () => (index.hasOpen() ? pause : null));
  /** Submissions that something is done for, by id. */
  const underWay = new Set<string>();
  const waiters = new Map<string, ((outcome: Outcome<Creation>) => void)[]>();
  const idlers: (() => void)[] = [];
  let pause: QueuePause | null = null;
  let accepted = 0;
  let loading: Promise<void> | undefined;

  function loaded(): Promise<void> {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function load(): Promise<void> {
    const kept = await record.load();
    pause = kept.pause;
    for (const submission of kept.submissions) index.put(steps.afterRestart(submission, now()));
    record.refreshView();
  }

  function isTaken(id: string): boolean {
    return underWay.has(id);
  }

  /** Starts all that may start now. */
  function pump(): void {
    while (!signal.aborted && startNext());
    for (const [id] of waiters) tellWhatCame(id);
    if (underWay.size > 0) return;
    if (accepted > 0 && !signal.aborted) tools.onDrained();
    accepted = 0;
    for (const goOn of idlers.splice(0)) goOn();
  }

  function startNext(): boolean {
    if (pause !== null && !isDue(pause.until, now())) return false;
    // After a pause one request finds out whether it is over.
    if (underWay.size >= (pause === null ? MOST_IN_FLIGHT : 1)) return false;
    const lost = index.nextToCheck(now(), isTaken);
    const next = lost ?? index.nextToSend(isTaken);
    if (next === undefined) return false;
    if (!isOnline()) {
      hold(pause, { code: 'offline' });
      record.refreshView();
      return false;
    }
    if (lost !== undefined) return start(lost.id, () => search(lost.id));
    // A question does no harm to a service that may be half up.
    if (pause !== null && endsWithAnswer(pause)) return start(PROBE, probe);
    return start(next.id, () => send(next));
  }

  function endPause(): void {
    if (pause !== null) pause = { ...pause, until: timeIn(0, now()) };
    pump();
  }

  function start(id: string, work: () => Promise<void>): true {
    underWay.add(id);
    void work()
      .catch(() => {})
      .finally(() => {
        underWay.delete(id);
        const left = index.get(id);
        // Nothing is being done for it any more, whatever has happened.
        if (left?.state === 'sending') index.put(steps.afterRestart(left, now()));
        pump();
      });
    return true;
  }

  /**
   * Pauses where a failure is about more than one report, and goes on where it is not.
   * @param before the pause when the request went out, which this failure may prolong
   */
  function hold(before: QueuePause | null, failure: Failure): void {
    goOn(before);
    const next = pauseAfter(before, failure, now());
    if (next !== null && (pause === null || pause.until < next.until)) pause = next;
  }

  /** Whether the service wants no request yet, not even a question. */
  function isHeldOff(): boolean {
    return pause !== null && isToldToWait(pause.failure) && !isDue(pause.until, now());
  }

  /** An answer ends the pause that it was to test, and none that another request has met since. */
  function goOn(before: QueuePause | null): void {
    if (pause === before) pause = null;
  }

  async function send(waiting: Submission): Promise<void> {
    const { id, url, privacy } = waiting;
    const before = pause;
    // From here on nothing else of its page goes out, and nobody takes it back.
    index.put(steps.sent(waiting, waiting));
    const needsPassword = privacy === Privacy.Password;
    const password = needsPassword ? await record.password(id) : undefined;
    if (needsPassword && password === undefined) return record.keep(steps.withoutPassword(waiting));
    const sending = steps.sent(waiting, await knownBefore(url));
    try {
      await record.keep(sending);
    } catch {
      return failToStore(waiting, before);
    }
    if (signal.aborted) return;
    const draft = { url, privacy, ...(password !== undefined && { password }) };
    const outcome = await client.create(draft, signal);
    if (signal.aborted) return;
    if (hasFailed(outcome)) await fail(sending, await explain(outcome.failure), before);
    else await succeed(sending, outcome.value, before);
  }

  async function knownBefore(url: string): Promise<steps.Known> {
    const ids = [...(await knownIds(url).catch(() => [])), ...record.finishedReports()];
    record.noteIds(ids);
    return { knownIds: ids, newestKnownId: record.newestId() };
  }

  /** Nothing goes out that is not stored. */
  async function failToStore(waiting: Submission, before: QueuePause | null): Promise<void> {
    const { id } = waiting;
    const failure: Failure = { code: 'not-stored' };
    if (record.isStored(id)) {
      index.put(waiting);
      hold(before, failure);
    } else {
      // Its password may have been kept.
      await record.remove(id).catch(() => {});
      tell(id, { failure });
    }
  }

  async function succeed(
    sending: Submission,
    details: ReportDetails | null,
    before: QueuePause | null,
  ): Promise<void> {
    goOn(before);
    if (details !== null) return finish(sending, reportOf(details));
    await record.keepIfPossible(steps.checking(sending, null, now()));
    await search(sending.id);
  }

  async function fail(
    sending: Submission,
    failure: Failure,
    before: QueuePause | null,
  ): Promise<void> {
    hold(before, failure);
    await record.keepIfPossible(steps.afterFailure(sending, failure, now()));
    await search(sending.id);
  }

  /** Looks for the report of a submission without an answer; others may be found on the way. */
  async function search(id: string): Promise<void> {
    if (isHeldOff()) return;
    const { url = '' } = index.get(id) ?? {};
    const queries: ReportQuery[] = [
      { ...RECENT_REPORTS_QUERY, perPage: SEARCHED_ROWS, search: url },
      // A service may keep an address in another spelling, or search by its own rules.
      { ...RECENT_REPORTS_QUERY, perPage: SEARCHED_ROWS },
    ];
    const before = pause;
    for (const query of queries) {
      if (index.get(id)?.state !== 'checking') return;
      const listed = await client.list(query, signal);
      if (signal.aborted) return;
      if (hasFailed(listed)) return putOff(id, await explain(listed.failure), before);
      await take(listed.value.reports);
    }
    goOn(before);
    const lost = index.get(id);
    if (lost?.state === 'checking') await searchLater(lost, true);
  }

  async function searchLater(lost: Lost, isSeen: boolean): Promise<void> {
    const after = steps.afterVainCheck(lost, isSeen, now());
    if (after === null) await finish(lost, null);
    else await record.keepIfPossible(after);
  }

  /** The search itself has failed. */
  async function putOff(id: string, failure: Failure, before: QueuePause | null): Promise<void> {
    hold(before, failure);
    const lost = index.get(id);
    if (lost?.state !== 'checking') return;
    // Its search stays due, and goes out when the pause ends.
    if (pause !== null) record.refreshView();
    else await searchLater(lost, false);
  }

  /** Finds out whether the service is back. */
  async function probe(): Promise<void> {
    const before = pause;
    const listed = await client.list(RECENT_REPORTS_QUERY, signal);
    if (signal.aborted) return;
    if (hasFailed(listed)) {
      hold(before, await explain(listed.failure));
      record.refreshView();
      return;
    }
    goOn(before);
    await take(listed.value.reports);
  }

  async function take(listed: readonly Report[]): Promise<void> {
    record.noteIds(listed.map(({ id }) => id));
    const matches = [...matchReports(index.unanswered(), listed)];
    const finishing = matches.map(async ([id, report]) => {
      const found = index.get(id);
      if (found !== undefined) await finish(found, report);
    });
    await Promise.all(finishing);
  }

  async function finish(submission: Submission, report: Report | null): Promise<void> {
    accepted += 1;
    await record.finish(submission, report, () => onAccepted(submission, report));
    tell(submission.id, { value: { state: 'created', report } });
  }

  function tell(id: string, outcome: Outcome<Creation>): void {
    for (const answer of waiters.get(id) ?? []) answer(outcome);
    waiters.delete(id);
  }

  /** Why a submission that waits does not go out for now; null: its turn comes. */
  function putOffBy(submission: Submission): Failure | null {
    if (pause !== null) return pause.failure;
    const holder = underWay.size === 0 ? index.holderOf(submission) : undefined;
    return holder?.state === 'checking' ? holder.failure : null;
  }

  /** Tells who waits for a submission as soon as there is something to say. */
  function tellWhatCame(id: string): void {
    const submission = index.get(id);
    const outcome = submission && !isTaken(id) ? whatCame(submission, putOffBy(submission)) : null;
    if (outcome !== null) tell(id, outcome);
  }

  function outcomeOf(id: string): Promise<Outcome<Creation>> {
    return new Promise((answer) => {
      waiters.set(id, [...(waiters.get(id) ?? []), answer]);
    });
  }

  async function add(submission: Submission): Promise<void> {
    const { id } = submission;
    index.put(submission);
    const isNext = pause === null && underWay.size < MOST_IN_FLIGHT && isOnline();
    if (isNext && index.nextToSend(isTaken) === submission) {
      start(id, () => send(submission));
      return;
    }
    underWay.add(id);
    await record.keep(submission).catch(() => failToStore(submission, pause));
    underWay.delete(id);
    pump();
  }

  return {
    async create(id, draft, isPrivateWindow) {
      try {
        await loaded();
      } catch {
        return { failure: { code: 'not-stored' } };
      }
      if (signal.aborted) return { failure: { code: 'interrupted' } };
      const finished = record.finished(id);
      if (finished !== undefined) return { value: { state: 'created', report: finished.report } };
      const outcome = outcomeOf(id);
      if (index.get(id) === undefined) {
        tools.wakeBy(now() + CUT_OFF_MS);
        record.setPassword(id, draft.password);
        const { url, privacy } = draft;
        const order = index.nextOrder(now());
        await add({
          ...{ id, order, url, privacy, isPrivateWindow },
          ...{ sends: 0, knownIds: [], newestKnownId: null, state: 'waiting' },
        });
      } else {
        pump();
      }
      return outcome;
    },
    async discard(id) {
      await loaded();
      if (index.get(id)?.state === 'sending') return false;
      tell(id, { failure: { code: 'interrupted' } });
      await record.remove(id);
      tell(id, { failure: { code: 'interrupted' } });
      pump();
      return true;
    },
    async retry(id, password) {
      await loaded();
      const resting = index.get(id);
      if (resting?.state !== 'failed' && resting?.state !== 'needs-you') return;
      record.setPassword(id, password);
      await record.keepIfPossible(steps.retried(resting));
      pump();
    },
    async settle(listed) {
      await loaded().catch(() => {});
      if (signal.aborted) return;
      await take(listed);
      if (pause !== null && endsWithAnswer(pause)) {
        pause = null;
        record.refreshView();
      }
      // What waited behind one of its page may go out now.
      pump();
    },
    async hurry() {
      await loaded();
      endPause();
    },
    async backOnline() {
      await loaded();
      if (pause !== null && endsWithAnswer(pause)) endPause();
    },
    async runDue() {
      await loaded();
      const idle = new Promise<void>((goOn) => idlers.push(goOn));
      pump();
      await idle;
    },
    async nextDue() {
      await loaded();
      if (underWay.size > 0) return now() + CUT_OFF_MS;
      if (!index.hasOpen()) return null;
      if (pause !== null && !isDue(pause.until, now())) return Date.parse(pause.until);
      if (index.nextToSend(isTaken) !== undefined) return now();
      const nextCheckAt = index.nextCheckAt();
      if (nextCheckAt === null || isDue(nextCheckAt, now())) return now();
      return Date.parse(nextCheckAt);
    },
    async count() {
      await loaded();
      return index.size;
    },
    close() {
      for (const id of waiters.keys()) tell(id, { failure: { code: 'interrupted' } });
      return record.close();
    },
  };
}

/** What there is to say to the page that asked for a submission; null: it is on its way. */
function whatCame(submission: Submission, putOffBy: Failure | null): Outcome<Creation> | null {
  switch (submission.state) {
    case 'waiting':
      return putOffBy && { value: { state: 'kept', failure: putOffBy } };
    case 'checking':
      return {
        value: submission.failure
          ? { state: 'kept', failure: submission.failure }
          : { state: 'created', report: null },
      };
    case 'failed':
      return { failure: submission.failure };
    case 'needs-you':
      return {
        failure: submission.why === 'unclear' ? submission.failure : { code: 'interrupted' },
      };
    case 'sending':
      return null;
  }
}
