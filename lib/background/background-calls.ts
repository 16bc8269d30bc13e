import type { ReportLookup } from '@/lib/address-bar/worker/address-bar';
import { lastAccount } from '@/lib/connection/account-identity';
import type { Account, StoredAccount } from '@/lib/connection/connection';
import { type Failure, isReportGone } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { type Report, type ReportDetails, toSummary } from '@/lib/report/report';
import { hasNewResult } from '@/lib/result-poll/result-poll';
import type { BackgroundApi } from './background-api';
import type { BackgroundTools } from './background-tools';
import { createConnectedService } from './connected-service';
import { createConnectionChanges } from './connection-changes';
import { createReportLookup } from './report-lookup';
import type { Session } from './session';
import { untilAborted } from './until-aborted';

/** The background: what pages may ask, and what the browser wakes it for. */
export interface Background {
  api: BackgroundApi;
  /** Does what is due and plans the rest: after each start and wake-up of the worker. */
  resume(): Promise<void>;
  /**
   * Goes on with what could not be sent: the computer has a connection again, or the service's host
   * was allowed.
   */
  backOnline(): Promise<void>;
  /** For what is typed in the address bar. */
  lookup: ReportLookup;
}

/** Makes the background. It may be stopped at any time and made again. */
export function createBackground(tools: BackgroundTools): Background {
  const { store, keepAwake } = tools;
  const service = createConnectedService(tools);
  const { call } = service;
  const { connect, disconnect, giveBackUnusedHosts } = createConnectionChanges(tools, service);

  /** Once in a worker's life. */
  let tidying: Promise<void> | undefined;

  /** Reads the lists again after the reply: a page need not wait for it. */
  function refreshLater({ refreshLists }: Session, isPrivateWindow: boolean): void {
    void keepAwake(refreshLists(isPrivateWindow));
  }

  /** Makes a change of what waits, and goes on with what is due: the reply does not wait for that. */
  function changeWork<T>(make: (session: Session) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    return call(async (session) => {
      const outcome = await make(session);
      // After the call, since the browser stores one thing after the other.
      void keepAwake(session.runDue());
      return outcome;
    });
  }

  function account(): Promise<Outcome<Account>> {
    return call(async ({ connection, client, signal }) => {
      const outcome = await client.account(signal);
      await untilAborted(store.account(connection.id), signal)
        .update((before) => (hasFailed(outcome) ? { ...outcome, ...lastOf(before) } : outcome))
        .catch(() => {});
      return outcome;
    });
  }

  const api: BackgroundApi = {
    async connect(request) {
      const check = await connect(request);
      tools.refreshBadge();
      if (check.state === 'passed') void account();
      return check;
    },
    async disconnect(dropsOpenWork = false) {
      const outcome = await disconnect(dropsOpenWork);
      tools.refreshBadge(true);
      return outcome;
    },
    account,
    list: (query, isPrivateWindow = false) =>
      call(({ listsFor }) => listsFor(isPrivateWindow).read(query)),
    get: (report, isPrivateWindow = false) =>
      call(async (session) => {
        const store = storing(report, session, isPrivateWindow);
        const outcome = await session.client.get(report.id, session.signal);
        if (hasFailed(outcome)) return forgetGone(outcome, report, session);
        await store(outcome.value);
        return outcome;
      }),
    create: (id, draft, isPrivateWindow = false) =>
      changeWork(({ queue }) => queue.create(id, draft, isPrivateWindow)),
    discard: (id) => changeWork(({ queue }) => outcomeOf(queue.discard(id))),
    retry: (id, password) => changeWork(({ queue }) => done(queue.retry(id, password))),
    retryNow: () => changeWork(({ queue }) => done(queue.retryNow())),
    update: (report, change, isPrivateWindow = false) =>
      call<ReportDetails | null>(async (session) => {
        const { client, signal } = session;
        const store = storing(report, session, isPrivateWindow);
        const updated = await client.update(report.id, change, signal);
        if (hasFailed(updated)) return forgetGone(updated, report, session);
        const read =
          updated.value === null ? await client.get(report.id, signal) : { value: updated.value };
        if (hasFailed(read)) {
          if (isReportGone(read.failure)) return forgetGone(read, report, session);
          refreshLater(session, isPrivateWindow);
        }
        const after = hasFailed(read) ? null : read.value;
        if (change.results === 1 && !(after && hasNewResult(report, after))) {
          await session.awaitResult(report, isPrivateWindow);
          void keepAwake(session.runDue());
        }
        if (after !== null) await store(after);
        return { value: after };
      }),
    remove: (report, isPrivateWindow = false) =>
      changeWork<null>(async ({ deletions }) => {
        try {
          const isTaken = await deletions.schedule(report, isPrivateWindow);
          return isTaken ? { value: null } : { failure: { code: 'interrupted' } };
        } catch {
          return { failure: { code: 'notStored' } };
        }
      }),
    undoRemove: (id) => changeWork(({ deletions }) => outcomeOf(deletions.withdraw(id))),
    dismissDuplicate: (reportId) => call(({ duplicates }) => done(duplicates.forget(reportId))),
    unreadableWork: (isPrivateWindow = false) =>
      call(({ unreadable }) => outcomeOf(unreadable.list(isPrivateWindow))),
    removeUnreadableWork: (isPrivateWindow = false) =>
      call(({ unreadable }) => done(unreadable.remove(isPrivateWindow))),
    markSeen: () => call(({ notifications }) => done(notifications.markSeen())),
    async refreshBadge() {
      tools.refreshBadge(true);
      return { value: null };
    },
  };
  return {
    api,
    async resume() {
      tidying ??= keepAwake(giveBackUnusedHosts());
      await Promise.all([service.resume(), tidying]);
    },
    lookup: createReportLookup(store, service),
    async backOnline() {
      await changeWork(({ queue }) => done(queue.backOnline()));
    },
  };
}

/** What a failed read must not forget. */
function lastOf(stored: StoredAccount | undefined): { last?: Account } {
  const last = lastAccount(stored);
  return last === undefined ? {} : { last };
}

/** The outcome of work that gives a value. */
async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  return { value: await work };
}

/** The outcome of work that has nothing to tell. */
function done(work: Promise<void>): Promise<Outcome<null>> {
  return outcomeOf(work.then(() => null));
}

/** Stores what is read of a report from now on, unless it is deleted until then. */
function storing({ id }: Report, session: Session, isPrivateWindow: boolean) {
  const { deletions, updateReport } = session;
  // A service may give the id of a deleted report to another.
  const before = deletions.hasDeleted(id);
  return async (details: ReportDetails): Promise<void> => {
    if (deletions.hasDeleted(id) === before)
      await updateReport(toSummary(details), isPrivateWindow);
  };
}

/** A report that the service no longer has is not shown any longer. */
async function forgetGone(
  outcome: { failure: Failure },
  report: Report,
  session: Session,
): Promise<{ failure: Failure }> {
  const { failure } = outcome;
  if (isReportGone(failure)) await session.forgetReport(report);
  return outcome;
}
