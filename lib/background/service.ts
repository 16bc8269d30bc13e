import type { Client } from '@/lib/api/client';
import type { Credentials } from '@/lib/api/request';
import type { Account } from '@/lib/model/connection';
import type { ConnectionCheck } from '@/lib/model/connection-check';
import { type Failure, mayHaveBeenDone } from '@/lib/model/failure';
import { hasFailed, type Outcome } from '@/lib/model/outcome';
import { type ReportDetails, reportOf } from '@/lib/model/report';
import { isRecentReportsQuery } from '@/lib/model/report-query';
import { type CheckedConnection, checkConnection } from './connecting';
import { type ConnectionStore, forgetConnection } from './connection-store';
import type { BackgroundOffer, ConnectRequest } from './offer';
import type { RecentReportsKeeper } from './recent-reports';
import { createSession, type Session } from './session';

/** What the background takes from the platform. */
export interface BackgroundTools {
  store: ConnectionStore;
  permissions: {
    has(baseUrl: string): Promise<boolean>;
    /** Gives back every host permission except this service's, or all of them. */
    keepOnly(baseUrl: string | null): Promise<void>;
  };
  clientFor(credentials: Credentials): Client;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Makes what pages may ask of the background. It may be stopped at any time and made again. */
export function createBackground(tools: BackgroundTools): BackgroundOffer {
  const { store, permissions, clientFor, keepAwake, newId, now } = tools;
  let opened: Promise<Session | null> | undefined;

  function session(): Promise<Session | null> {
    opened ??= openSession();
    return opened;
  }

  async function openSession(): Promise<Session | null> {
    const connection = await store.connection.read();
    const apiKey = connection && (await store.apiKey(connection.id).read());
    if (!connection || !apiKey) return null;
    const client = clientFor({ baseUrl: connection.baseUrl, apiKey });
    return createSession(connection, client, store.recentReports(connection.id), now);
  }

  /** Ends what is under way for the connection, so that nothing of it is written afterwards. */
  async function closeSession(): Promise<void> {
    const closing = opened;
    opened = undefined;
    await (await closing)?.close();
  }

  /** Runs a call on the connection, awake to its end, and tells a missing permission apart. */
  async function onService<T>(
    call: (session: Session) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const current = await session();
    if (current === null) return { failure: { code: 'not-connected' } };
    const outcome = await keepAwake(call(current));
    if (!hasFailed(outcome) || outcome.failure.code !== 'unreachable') return outcome;
    const { baseUrl } = current.connection;
    if (await permissions.has(baseUrl)) return outcome;
    return { failure: { code: 'no-permission', origin: new URL(baseUrl).origin } };
  }

  async function keep({ credentials, reports, account }: CheckedConnection): Promise<void> {
    const { baseUrl, apiKey } = credentials;
    const former = await store.connection.read();
    await closeSession();
    const isSame = former?.baseUrl === baseUrl;
    if (former && !isSame) await forgetConnection(store, former.id);
    const id = former && isSame ? former.id : newId();
    await store.apiKey(id).write(apiKey);
    await store.account(id).write(account);
    await store.recentReports(id).write({ ...reports, readAt: new Date(now()).toISOString() });
    // Last, so that whoever sees a connection finds all that belongs to it.
    await store.connection.write({ id, baseUrl });
    opened = undefined;
    await permissions.keepOnly(baseUrl);
  }

  async function keptKey(baseUrl: string): Promise<string | undefined> {
    const kept = await store.connection.read();
    return kept?.baseUrl === baseUrl ? store.apiKey(kept.id).read() : undefined;
  }

  async function connect(request: ConnectRequest): Promise<ConnectionCheck> {
    const hasPermission = permissions.has;
    const check = await keepAwake(checkConnection(request, { clientFor, hasPermission, keptKey }));
    if ('failed' in check) return { state: 'failed', ...check.failed };
    await keep(check.passed);
    return { state: 'passed' };
  }

  async function disconnect(): Promise<Outcome<null>> {
    const connection = await store.connection.read();
    await closeSession();
    if (connection) await forgetConnection(store, connection.id);
    opened = undefined;
    await permissions.keepOnly(null);
    return { value: null };
  }

  return {
    connect,
    disconnect,
    account: () =>
      onService<Account>(async ({ connection, client, signal }) => {
        const outcome = await client.account(signal);
        if (!hasFailed(outcome) && !signal.aborted) {
          await store.account(connection.id).write(outcome.value);
        }
        return outcome;
      }),
    list: (query) =>
      onService(({ client, recent, signal }) =>
        isRecentReportsQuery(query) ? recent.refresh() : client.list(query, signal),
      ),
    get: (id) =>
      onService(async ({ client, recent, signal }) => {
        const outcome = await client.get(id, signal);
        if (hasFailed(outcome)) return forgetGone(outcome, id, recent);
        await recent.replace(reportOf(outcome.value));
        return outcome;
      }),
    create: (draft) =>
      onService(async ({ client, recent, signal }) => {
        const created = await client.create(draft, signal);
        if (hasFailed(created)) {
          if (mayHaveBeenDone(created.failure)) void keepAwake(recent.refresh());
          return created;
        }
        if (created.value === null) {
          const list = await recent.refresh();
          const listed = hasFailed(list) ? [] : list.value.reports;
          return { value: listed.find(({ url }) => url === draft.url) ?? null };
        }
        const report = reportOf(created.value);
        await recent.add(report);
        void keepAwake(recent.refresh());
        return { value: report };
      }),
    update: (id, change) =>
      onService<ReportDetails | null>(async ({ client, recent, signal }) => {
        const updated = await client.update(id, change, signal);
        if (hasFailed(updated)) return forgetGone(updated, id, recent);
        const read =
          updated.value === null ? await client.get(id, signal) : { value: updated.value };
        if (hasFailed(read)) return { value: null };
        await recent.replace(reportOf(read.value));
        return read;
      }),
    remove: (id) =>
      onService(async ({ client, recent, signal }) => {
        const removed = await client.remove(id, signal);
        if (hasFailed(removed)) return forgetGone(removed, id, recent);
        await recent.remove(id);
        void keepAwake(recent.refresh());
        return removed;
      }),
  };
}

/** A report that the service no longer has leaves the stored list too. */
async function forgetGone(
  outcome: { failure: Failure },
  id: string,
  recent: RecentReportsKeeper,
): Promise<{ failure: Failure }> {
  const { failure } = outcome;
  if (failure.code === 'gone' && failure.what === 'report') await recent.remove(id);
  return outcome;
}
