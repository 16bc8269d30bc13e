import type { Connection } from '@/lib/connection/connection';
import type { CheckedConnection } from '@/lib/connection/connection-check';
import type { Failure, OpenWork } from '@/lib/failure';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { connectionItem } from '@/lib/shared-state/shared-items';
import { runExclusive } from '@/lib/storage/locks';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { matchesHostPattern } from '@/lib/url/host-pattern';
import { timeIn } from '@/lib/waiting-time';
import type { BackgroundTools } from './background-tools';
import { migrate, readCredentials, removeOthers } from './connection-store';
import { createSession, type Session } from './session';
import { createWakePlan } from './wake-plan';

/** The service that the browser is connected to, or none. */
export type ConnectedService = ReturnType<typeof createConnectedService>;

/** Makes the one place that knows which connection is current; its session opens at the first call. */
export function createConnectedService(tools: BackgroundTools) {
  const { permissions, clientFor, keepAwake } = tools;
  const wakePlan = createWakePlan(tools.wakeAt, tools.now);
  let current: { connection: Connection; session: Session } | null = null;
  let isTidy = false;

  /** Runs a change of the connection while no other runs; calls wait for it. */
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    return runExclusive('connection', work);
  }

  /** In turn even where it is open, so that no call overtakes a change of the connection. */
  function open() {
    return exclusively(openNow);
  }

  async function openNow(): Promise<typeof current> {
    if (current !== null) return current;
    await migrate();
    const stored = await connectionItem.read();
    const credentials = stored && (await readCredentials(stored));
    if (!stored || !credentials) return null;
    const { newest: _, ...connection } = stored;
    const client = clientFor(credentials);
    const missingPermission = () => missingPermissionFor(connection);
    const session = createSession(connection, { ...tools, client, missingPermission, wakePlan });
    current = { connection, session };
    return current;
  }

  async function missingPermissionFor({ baseUrl }: Connection): Promise<Failure | null> {
    if (await permissions.has(baseUrl)) return null;
    return { code: 'noPermission', origin: new URL(baseUrl).origin };
  }

  /** A worker that was stopped while the connection was changed has left something of another one. */
  async function removeLeftovers(): Promise<void> {
    await exclusively(async () => {
      const active = await connectionItem.read();
      if (active) await removeOthers(active.id);
    }).catch(() => {});
  }

  async function wake(work: (session: Session) => Promise<void>): Promise<void> {
    wakePlan.begin();
    const opened = await open().catch(() => undefined);
    // A storage that cannot be read is tried again at that time.
    if (opened === undefined) return;
    if (opened === null) return wakePlan.set(null);
    if (!isTidy) void keepAwake(removeLeftovers());
    isTidy = true;
    await keepAwake(work(opened.session)).catch(() => {});
  }

  return {
    /**
     * Runs a call of a page on its connection, awake to its end.
     * @param connectionId null: whichever is in use
     */
    async call<T>(
      connectionId: string | null,
      work: (session: Session) => Promise<Result<T>>,
    ): Promise<Result<T>> {
      const opened = await open().catch(() => undefined);
      if (opened === undefined) return { failure: { code: 'storeUnreadable' } };
      const isMeant = opened !== null && [null, opened.connection.id].includes(connectionId);
      if (!isMeant) return { failure: { code: 'notConnected' } };
      return keepAwake(work(opened.session));
    },
    /**
     * Migrates what is stored, and publishes the shared state. Rejects where the storage fails.
     */
    async prepare() {
      const opened = await open();
      await (opened === null
        ? schemaVersionItems.session.write(SCHEMA_VERSION)
        : keepAwake(opened.session.load()));
    },
    /**
     * Hosts were allowed.
     * @param patterns their match patterns: those of other hosts than the service's change nothing
     */
    async hostsAllowed(patterns: readonly string[]) {
      const opened = await open().catch(() => null);
      if (opened === null) return;
      const { origin } = new URL(opened.connection.baseUrl);
      const isServices = patterns.some((pattern) => matchesHostPattern(pattern, origin));
      if (isServices) await keepAwake(opened.session.jobs.retryNow()).catch(() => {});
    },
    /** Does what is due and plans the rest: after each start and wake-up of the worker. */
    resume: () => wake((session) => session.resume()),
    backOnline: () => wake((session) => session.backOnline()),
    exclusively,
    /**
     * Within a change: what is open on the active connection; null where nothing is, or no
     * connection. Rejects when the store cannot be read.
     */
    async openWork(): Promise<Omit<OpenWork, 'code' | 'canBeKept'> | null> {
      return (await openNow())?.session.jobs.openJobs() ?? null;
    },
    /** Within a change: ends the session of the active connection; it stores nothing any more. */
    async close() {
      current?.session.close();
      current = null;
      // The wake-up opens the next session, should this worker be stopped before it does.
      wakePlan.begin();
    },
    /**
     * After a change: opens the session of the active connection, gives it the list that the check has
     * read, and has the backoff probed. Never rejects.
     */
    async takeCheck({ list, requestedAt }: CheckedConnection) {
      const opened = await open().catch(() => null);
      if (opened === null) return;
      const { session } = opened;
      const query = RECENT_REPORTS_QUERY;
      const readAt = timeIn(0, requestedAt);
      await session.takeList({ query, page: 1, isPrivate: false, requestedAt, readAt, list });
      await session.jobs.retryNow().catch(() => {});
    },
  };
}
