import { hostPattern, readBaseUrl } from '@/lib/connection/base-url';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import { type CheckedConnection, checkConnection } from '@/lib/connection/worker/check-steps';
import type { NotDeleted } from '@/lib/deletion/deletion';
import { CUT_OFF_MS } from '@/lib/due-work';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { cutToSize } from '@/lib/report/stored-list';
import type { Client } from '@/lib/service/client';
import { createRequestLimits, limitClient, type RequestLimits } from '@/lib/service/limited-client';
import type { Credentials } from '@/lib/service/request';
import type { ConnectionStore } from '@/lib/storage/connection-store';
import type { RunExclusive } from '@/lib/storage/locks';
import { closeForGood, findOpenWork } from './open-work';
import { createSession, type Session } from './session';

/** What the background takes from the platform. */
export interface BackgroundTools {
  store: ConnectionStore;
  runExclusive: RunExclusive;
  permissions: {
    has(baseUrl: string): Promise<boolean>;
    /** Gives back the service's host. */
    remove(baseUrl: string): Promise<void>;
    /** Gives back every host. */
    removeAll(): Promise<void>;
  };
  clientFor(credentials: Credentials): Client;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  newId(): string;
  /** The SHA-256 of a text, in hexadecimal digits. */
  digest(text: string): Promise<string>;
  /** Whether this computer has any connection, as far as the browser knows. */
  isOnline(): boolean;
  /** Sets the one wake-up of the worker, in milliseconds since the epoch, or takes it back. */
  wakeAt(time: number | null): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The service that the browser is connected to, or none. */
export interface ConnectedService {
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  /** Gives the reports that the service did not delete; fails with `openWork` without consent. */
  disconnect(dropsOpenWork: boolean): Promise<Outcome<NotDeleted[]>>;
  /** Runs a call on the connection, awake to its end, and tells a missing permission apart. */
  call<T>(work: (session: Session) => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /** Does what is due and plans the rest: after each start and wake-up of the worker. */
  resume(): Promise<void>;
}

const INTERRUPTED: Failure = { code: 'interrupted' };
const NOT_STORED: Failure = { code: 'notStored' };

/** Makes the one place that knows which connection is current; its session opens at the first call. */
export function createConnectedService(tools: BackgroundTools): ConnectedService {
  const { store, runExclusive, permissions, clientFor, keepAwake, newId, wakeAt, now } = tools;
  let opened: Session | null = null;
  /** Counts the disconnections: a check that was running then must not connect afterwards. */
  let disconnections = 0;
  const limits = new Map<string, RequestLimits>();

  /** Changes of the connection wait for each other, and what opens a session waits for them. */
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    return runExclusive('connection', work);
  }

  /** A connection check counts among the requests of the connection that stands. */
  function limitsOf(baseUrl: string): RequestLimits {
    const found = limits.get(baseUrl) ?? createRequestLimits();
    limits.set(baseUrl, found);
    return found;
  }

  /** In turn even where it is open, so that no call overtakes the one that opened it. */
  function open(): Promise<Session | null> {
    return exclusively(openSession);
  }

  async function openSession(): Promise<Session | null> {
    if (opened !== null) return opened;
    const connection = await store.connection.read();
    const apiKey = connection && (await store.apiKey(connection.id).read());
    if (!connection || !apiKey) return null;
    const client = clientFor({ baseUrl: connection.baseUrl, apiKey });
    opened = createSession(
      connection,
      client,
      (failure) => detectMissingPermission(connection, failure),
      { ...tools, limits: limitsOf(connection.baseUrl) },
    );
    return opened;
  }

  /** Ends what is under way for the connection, so that nothing of it is written afterwards. */
  async function closeSession(): Promise<void> {
    const closing = opened;
    opened = null;
    await closing?.close();
  }

  /** Without its permission a browser reports what it reports of a dead line. */
  async function detectMissingPermission(
    { baseUrl }: Connection,
    failure: Failure,
  ): Promise<Failure> {
    if (failure.code !== 'unreachable') return failure;
    if (await permissions.has(baseUrl).catch(() => true)) return failure;
    return { code: 'noPermission', origin: new URL(baseUrl).origin };
  }

  async function resume(): Promise<void> {
    // What woke the worker is used up: should it be stopped before it has planned the rest.
    wakeAt(now() + CUT_OFF_MS);
    const session = await open().catch(() => undefined);
    // A store that cannot be read is tried again at that time.
    if (session === undefined) return;
    if (session === null) {
      wakeAt(null);
      return;
    }
    const counting = session.unreadable.count().catch(() => {});
    await keepAwake(Promise.all([session.runDue(), counting]));
  }

  /** What the browser does not give back undoes nothing of what was just stored or removed. */
  async function giveBackPermission(baseUrl: string): Promise<void> {
    await permissions.remove(baseUrl).catch(() => {});
  }

  /** The session that is to be closed for good. A store that cannot be read has none. */
  function leavingSession(): Promise<Session | null> {
    return openSession().catch(() => null);
  }

  /** Undefined without any; null where the store does not tell. */
  async function currentConnection(): Promise<Connection | undefined | null> {
    return opened?.connection ?? store.connection.read().catch(() => null);
  }

  /** Why the connection that stands must not be taken down without a word; null where it may. */
  async function openWork(): Promise<Failure | null> {
    const session = await leavingSession();
    return session && findOpenWork(session, store.deletions(session.connection.id));
  }

  /** Ends the session after its deletions have been sent; calls wait until then. */
  async function leave(): Promise<NotDeleted[]> {
    const session = await leavingSession();
    opened = null;
    if (session === null) return [];
    return keepAwake(closeForGood(session, store.deletions(session.connection.id)));
  }

  async function replaceConnection(
    { credentials, list }: CheckedConnection,
    dropsOpenWork: boolean,
  ): Promise<Outcome<NotDeleted[]>> {
    const { baseUrl, apiKey } = credentials;
    const former = await store.connection.read();
    const isSame = former?.baseUrl === baseUrl;
    const open = isSame || dropsOpenWork ? null : await openWork();
    if (open !== null) return { failure: open };
    const notDeleted = isSame ? [] : await leave();
    const id = former && isSame ? former.id : newId();
    const isSameKey = (await store.apiKey(id).read()) === apiKey;
    // Requests under way for this very connection go on.
    if (!isSameKey) {
      await closeSession();
      await store.account(id).remove();
    }
    await store.save({ id, baseUrl }, apiKey);
    // A connection without its first list is as good. One that stands has its own, which shows
    // nothing of private windows.
    if (!isSame) {
      await store
        .list(id, 'local')
        .write(cutToSize(list))
        .catch(() => {});
    }
    await store.removeOthers(id);
    if (former && hostPattern(former.baseUrl) !== hostPattern(baseUrl)) {
      await giveBackPermission(former.baseUrl);
    }
    return { value: notDeleted };
  }

  /** A host that was allowed for a connection that did not come about is given back. */
  async function giveUp({ baseUrl }: ConnectRequest): Promise<void> {
    const read = readBaseUrl(baseUrl, true);
    if ('problem' in read) return;
    const stored = await store.connection.read();
    if (stored && hostPattern(stored.baseUrl) === hostPattern(read.value)) return;
    await giveBackPermission(read.value);
  }

  function storedKey(baseUrl: string): Promise<string | undefined> {
    return exclusively(async () => {
      const stored = await store.connection.read();
      return stored?.baseUrl === baseUrl ? store.apiKey(stored.id).read() : undefined;
    });
  }

  return {
    resume,
    async connect(request) {
      const disconnectionsBefore = await exclusively(async () => disconnections);
      const check = await keepAwake(
        checkConnection(request, {
          clientFor: (credentials) =>
            limitClient(clientFor(credentials), limitsOf(credentials.baseUrl), true),
          hasPermission: permissions.has,
          storedKey,
          now,
        }),
      );
      if ('failed' in check) {
        await giveUp(request);
        return { state: 'failed', ...check.failed };
      }
      const replaced = await exclusively(async () => {
        if (disconnections !== disconnectionsBefore) return { failure: INTERRUPTED };
        return replaceConnection(check.passed, request.dropsOpenWork ?? false);
      }).catch(() => ({ failure: NOT_STORED }));
      if (hasFailed(replaced)) {
        const { failure } = replaced;
        await giveUp(request);
        return { state: 'failed', at: failure === INTERRUPTED ? 'reachable' : 'reports', failure };
      }
      const session = await open();
      await session?.ingestList(check.passed.list, false);
      void keepAwake(resume());
      const { baseUrl } = check.passed.credentials;
      const notDeleted = replaced.value;
      return { state: 'passed', baseUrl, ...(notDeleted.length > 0 && { notDeleted }) };
    },
    disconnect(dropsOpenWork) {
      return exclusively(async () => {
        const open = dropsOpenWork ? null : await openWork();
        if (open !== null) return { failure: open };
        disconnections += 1;
        const connection = await currentConnection();
        const notDeleted = await leave();
        wakeAt(null);
        try {
          await store.removeOthers(null);
        } catch {
          return { failure: { code: 'storeUnreadable' } };
        } finally {
          if (connection === null) await permissions.removeAll().catch(() => {});
          else if (connection) await giveBackPermission(connection.baseUrl);
        }
        return { value: notDeleted };
      });
    },
    async call(work) {
      const session = await open().catch(() => undefined);
      if (session === undefined) return { failure: { code: 'storeUnreadable' } };
      if (session === null) return { failure: { code: 'notConnected' } };
      const outcome = await keepAwake(work(session));
      if (!hasFailed(outcome)) return outcome;
      return { failure: await detectMissingPermission(session.connection, outcome.failure) };
    },
  };
}
