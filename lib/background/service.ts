import { hasNewResult } from '@/lib/model/awaited-result';
import type { Account } from '@/lib/model/connection';
import { type Failure, mayHaveBeenDone } from '@/lib/model/failure';
import { hasFailed, type Outcome } from '@/lib/model/outcome';
import { type Report, type ReportDetails, reportOf } from '@/lib/model/report';
import type { ReportDraft } from '@/lib/model/report-draft';
import { type BackgroundTools, createConnectedService } from './connected-service';
import type { BackgroundOffer } from './offer';
import type { Session } from './session';

/** The background: what pages may ask, and what the browser wakes it for. */
export interface Background {
  offer: BackgroundOffer;
  /** Does what is due and plans the rest: after each start and wake-up of the worker. */
  resume(): Promise<void>;
}

/** Makes the background. It may be stopped at any time and made again. */
export function createBackground(tools: BackgroundTools): Background {
  const { store, keepAwake } = tools;
  const { connect, disconnect, call, resume } = createConnectedService(tools);

  /** Reads the list again after the reply: a page need not wait for it. */
  function refreshLater({ list }: Session): void {
    void keepAwake(list.refresh());
  }

  function account(): Promise<Outcome<Account>> {
    return call(async ({ connection, client, signal }) => {
      const outcome = await client.account(signal);
      if (!signal.aborted)
        await store
          .account(connection.id)
          .write(outcome)
          .catch(() => {});
      return outcome;
    });
  }

  const offer: BackgroundOffer = {
    async connect(request) {
      const check = await connect(request);
      if (check.state === 'passed') void account();
      return check;
    },
    disconnect,
    account,
    list: (query) => call(({ list }) => list.read(query)),
    get: (report) =>
      call(async (session) => {
        const outcome = await session.client.get(report.id, session.signal);
        if (hasFailed(outcome)) return forgetGone(outcome, report, session);
        await session.keep(reportOf(outcome.value));
        return outcome;
      }),
    create: (draft) =>
      call(async (session) => {
        const { client, list, pages, awaited, signal } = session;
        // Read before the report can be among them, and without holding up the request.
        const knownBefore = session.knownIds(draft.url).catch(() => []);
        const created = await client.create(draft, signal);
        if (hasFailed(created)) {
          if (mayHaveBeenDone(created.failure)) refreshLater(session);
          return created;
        }
        if (created.value === null)
          return { value: await findCreated(draft, await knownBefore, session) };
        const report = reportOf(created.value);
        await Promise.all([list.add(report), pages.note([report])]);
        if (report.result === null) {
          await awaited.start(report);
          void keepAwake(session.runDue());
        }
        refreshLater(session);
        return { value: report };
      }),
    update: (report, change) =>
      call<ReportDetails | null>(async (session) => {
        const { client, awaited, signal } = session;
        const updated = await client.update(report.id, change, signal);
        if (hasFailed(updated)) return forgetGone(updated, report, session);
        const read =
          updated.value === null ? await client.get(report.id, signal) : { value: updated.value };
        if (hasFailed(read)) {
          await forgetGone(read, report, session);
          refreshLater(session);
        }
        const after = hasFailed(read) ? null : read.value;
        if (change.results === 1 && !(after && hasNewResult(report, after))) {
          await awaited.start(report);
          void keepAwake(session.runDue());
        }
        if (after !== null) await session.keep(reportOf(after));
        return { value: after };
      }),
    remove: (report) =>
      call(async (session) => {
        await session.deletions.schedule(report);
        void keepAwake(session.runDue());
        return { value: null };
      }),
    undoRemove: (id) =>
      call(async (session) => {
        const value = await session.deletions.withdraw(id);
        void keepAwake(session.runDue());
        return { value };
      }),
  };
  return { offer, resume };
}

/** A report that the service no longer has is not shown any longer. */
async function forgetGone(
  outcome: { failure: Failure },
  report: Report,
  session: Session,
): Promise<{ failure: Failure }> {
  const { failure } = outcome;
  if (failure.code === 'gone' && failure.what === 'report') await session.forget(report);
  return outcome;
}

/**
 * Finds a report that the service created without showing it: the one of this address and privacy
 * that was not known before. Null where the list does not tell.
 */
async function findCreated(
  draft: ReportDraft,
  knownBefore: readonly string[],
  session: Session,
): Promise<Report | null> {
  const read = await session.list.refresh();
  const listed = hasFailed(read) ? [] : read.value.reports;
  const isNew = ({ id, url, privacy }: Report) =>
    url === draft.url &&
    !knownBefore.includes(id) &&
    (privacy === null || privacy === draft.privacy);
  return listed.find(isNew) ?? null;
}
