import { isOnThisComputer } from '@/lib/connection/base-url';
import type { Connection } from '@/lib/connection/connection';
import { CUT_OFF_MS } from '@/lib/due-work';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { createRequestLimits, type RequestLimits } from '@/lib/service/limited-client';
import { causeOf, tellMissingPermission } from '@/lib/service/permission-telling';
import type { BackgroundTools } from './background-tools';
import { createSession, type Session } from './session';

/** The service that the browser is connected to, or none. */
export interface ConnectedService {
  /** Runs a call on the connection, awake to its end, and tells a missing permission apart. */
  call<T>(work: (session: Session) => Promise<Outcome<T>>): Promise<Outcome<T>>;
  /** Does what is due and plans the rest: after each start and wake-up of the worker. */
  resume(): Promise<void>;
  /** Runs a change of the connection while no other runs; calls wait for it. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** The session of the connection that stands, in turn with its changes; null without any. */
  open(): Promise<Session | null>;
  /** The same within a change. */
  openSession(): Promise<Session | null>;
  /** Takes the session out of use without ending it; within a change. */
  releaseSession(): Session | null;
  /** Of the requests to one service, whoever makes them. */
  limitsOf(baseUrl: string): RequestLimits;
}

/** Makes the one place that knows which connection is current; its session opens at the first call. */
export function createConnectedService(tools: BackgroundTools): ConnectedService {
  const { store, runExclusive, permissions, clientFor, keepAwake, wakeAt, now } = tools;
  let opened: Session | null = null;
  const limits = new Map<string, RequestLimits>();
  /** Once in a worker's life. */
  let tidying: Promise<void> | undefined;

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
    const missing = () => missingPermission(connection);
    const client = clientFor({ baseUrl: connection.baseUrl, apiKey });
    opened = createSession(connection, tellMissingPermission(client, missing), missing, {
      ...tools,
      limits: limitsOf(connection.baseUrl),
      isOnline: () => tools.isOnline() || isOnThisComputer(connection.baseUrl),
    });
    return opened;
  }

  async function missingPermission({ baseUrl }: Connection): Promise<Failure | null> {
    if (await permissions.has(baseUrl)) return null;
    return { code: 'noPermission', origin: new URL(baseUrl).origin };
  }

  /** A worker that was stopped while the connection was changed has left something of another one. */
  async function removeLeftovers(): Promise<void> {
    await exclusively(async () => {
      const standing = await store.connection.read();
      if (standing) await store.removeOthers(standing.id);
    }).catch(() => {});
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
    void counting.then(() => tools.refreshBadge());
    tidying ??= removeLeftovers();
    await keepAwake(Promise.all([session.runDue(), counting, tidying]));
  }

  return {
    exclusively,
    open,
    openSession,
    releaseSession() {
      const released = opened;
      opened = null;
      return released;
    },
    limitsOf,
    resume,
    async call(work) {
      const session = await open().catch(() => undefined);
      if (session === undefined) return { failure: { code: 'storeUnreadable' } };
      if (session === null) return { failure: { code: 'notConnected' } };
      const outcome = await keepAwake(work(session));
      if (!hasFailed(outcome)) return outcome;
      return { failure: await causeOf(outcome.failure, session.missingPermission) };
    },
  };
}
