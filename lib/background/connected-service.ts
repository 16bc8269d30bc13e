import type { Client } from '@/lib/api/client';
import type { Credentials } from '@/lib/api/request';
import type { ConnectionCheck } from '@/lib/model/connection-check';
import { hasFailed, type Outcome } from '@/lib/model/outcome';
import { type CheckedConnection, checkConnection } from './connecting';
import { type ConnectionStore, forgetConnection } from './connection-store';
import type { ConnectRequest } from './offer';
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

/** The service that the browser is connected to, or none. */
export interface ConnectedService {
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  disconnect(): Promise<Outcome<null>>;
  /** Runs a call on the connection, awake to its end, and tells a missing permission apart. */
  call<T>(work: (session: Session) => Promise<Outcome<T>>): Promise<Outcome<T>>;
}

/** Makes the keeper of the connection; a session on it is opened at the first call. */
export function createConnectedService(tools: BackgroundTools): ConnectedService {
  const { store, permissions, clientFor, keepAwake, newId, now } = tools;
  let opened: Promise<Session | null> | undefined;

  async function openSession(): Promise<Session | null> {
    const connection = await store.connection.read();
    const apiKey = connection && (await store.apiKey(connection.id).read());
    if (!connection || !apiKey) return null;
    const client = clientFor({ baseUrl: connection.baseUrl, apiKey });
    return createSession(connection, client, store.recentReports(connection.id), now);
  }

  /** The store may answer the next time. */
  function forgetFailedOpening(error: unknown): never {
    opened = undefined;
    throw error;
  }

  /** Ends what is under way for the connection, so that nothing of it is written afterwards. */
  async function closeSession(): Promise<void> {
    const closing = opened;
    opened = undefined;
    await (await closing)?.close();
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

  return {
    async connect(request) {
      const hasPermission = permissions.has;
      const check = await keepAwake(
        checkConnection(request, { clientFor, hasPermission, keptKey }),
      );
      if ('failed' in check) return { state: 'failed', ...check.failed };
      await keep(check.passed);
      return { state: 'passed' };
    },
    async disconnect() {
      const connection = await store.connection.read();
      await closeSession();
      if (connection) await forgetConnection(store, connection.id);
      opened = undefined;
      await permissions.keepOnly(null);
      return { value: null };
    },
    async call(work) {
      opened ??= openSession().catch(forgetFailedOpening);
      const session = await opened;
      if (session === null) return { failure: { code: 'not-connected' } };
      const outcome = await keepAwake(work(session));
      if (!hasFailed(outcome) || outcome.failure.code !== 'unreachable') return outcome;
      const { baseUrl } = session.connection;
      if (await permissions.has(baseUrl)) return outcome;
      return { failure: { code: 'no-permission', origin: new URL(baseUrl).origin } };
    },
  };
}
