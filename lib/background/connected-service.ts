import type { Connection } from '@/lib/connection/connection';
import type { CheckedConnection } from '@/lib/connection/connection-check';
import { apiKeyItem, connectionItem } from '@/lib/connection/connection-items';
import type { Failure, OpenWork } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { FORM, formItems } from '@/lib/storage/form';
import { runExclusive } from '@/lib/storage/locks';
import type { BackgroundTools } from './background-tools';
import { bringIntoForm, removeOthers } from './connection-store';
import { createSession, type Session } from './session';
import { createWakePlan } from './wake-plan';

/** The service that the browser is connected to, or none. */
export type ConnectedService = ReturnType<typeof createConnectedService>;

/** Makes the one place that knows which connection is current; its session opens at the first call. */
export function createConnectedService(tools: BackgroundTools) {
  const { permissions, clientFor, keepAwake } = tools;
  const wakePlan = createWakePlan(tools.wakeAt, tools.now);
  let current: Session | null = null;
  let isTidy = false;

  /** Runs a change of the connection while no other runs; calls wait for it. */
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    return runExclusive('connection', work);
  }

  /** In turn even where it is open, so that no call overtakes a change of the connection. */
  function open(): Promise<Session | null> {
    return exclusively(openNow);
  }

  async function openNow(): Promise<Session | null> {
    if (current !== null) return current;
    await bringIntoForm();
    const connection = await connectionItem.read();
    const apiKey = connection && (await apiKeyItem(connection.id).read());
    if (!connection || !apiKey) return null;
    const client = clientFor({ baseUrl: connection.baseUrl, apiKey });
    const missingPermission = () => missingPermissionFor(connection);
    current = createSession(connection, { ...tools, client, missingPermission, wakePlan });
    return current;
  }

  async function missingPermissionFor({ baseUrl }: Connection): Promise<Failure | null> {
    if (await permissions.has(baseUrl)) return null;
    return { code: 'noPermission', origin: new URL(baseUrl).origin };
  }

  /** A worker that was stopped while the connection was changed has left something of another one. */
  async function removeLeftovers(): Promise<void> {
    await exclusively(async () => {
      const standing = await connectionItem.read();
      if (standing) await removeOthers(standing.id);
    }).catch(() => {});
  }

  async function wake(work: (session: Session) => Promise<void>): Promise<void> {
    wakePlan.begin();
    const session = await open().catch(() => undefined);
    // A store that cannot be read is tried again at that time.
    if (session === undefined) return;
    if (session === null) return wakePlan.set(null);
    if (!isTidy) void keepAwake(removeLeftovers());
    isTidy = true;
    await keepAwake(work(session)).catch(() => {});
  }

  return {
    /** Runs a call on the connection, awake to its end. */
    async call<T>(work: (session: Session) => Promise<Outcome<T>>): Promise<Outcome<T>> {
      const session = await open().catch(() => undefined);
      if (session === undefined) return { failure: { code: 'storeUnreadable' } };
      if (session === null) return { failure: { code: 'notConnected' } };
      return keepAwake(work(session));
    },
    /**
     * Brings what is stored into the form of this build, and shows it to pages. Rejects where the store
     * fails.
     */
    async prepare() {
      const session = await open();
      await (session === null ? formItems.session.write(FORM) : keepAwake(session.load()));
    },
    /** Does what is due and plans the rest: after each start and wake-up of the worker. */
    resume: () => wake((session) => session.resume()),
    backOnline: () => wake((session) => session.backOnline()),
    exclusively,
    /**
     * Within a change: what is open on the connection that stands; null where nothing is, or no
     * connection. Rejects when the store cannot be read.
     */
    async openWork(): Promise<Omit<OpenWork, 'code' | 'canBeKept'> | null> {
      return (await openNow())?.tasks.openWork() ?? null;
    },
    /** Within a change: ends the session of the connection that stands; it stores nothing any more. */
    async close() {
      current?.close();
      current = null;
      // The wake-up opens the next session, should this worker be stopped before it does.
      wakePlan.begin();
    },
    /**
     * After a change: opens the session of the connection that stands now, gives it the list that the
     * check has read, and has one task try the gate. Never rejects.
     */
    async takeCheck({ list, askedAt }: CheckedConnection) {
      const session = await open().catch(() => null);
      if (session === null) return;
      await session.takeList(RECENT_REPORTS_QUERY, list, askedAt);
      await session.tasks.retryNow().catch(() => {});
    },
  };
}
