import type { Connection } from '@/lib/connection/connection';
import type { CheckedConnection } from '@/lib/connection/connection-check';
import { connectionInUse } from '@/lib/connection/connection-register';
import type { Failure } from '@/lib/failure';
import type { OpenJobs } from '@/lib/jobs/open-jobs';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import { runExclusive } from '@/lib/storage/locks';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { matchesHostPattern } from '@/lib/url/host-pattern';
import { timeIn } from '@/lib/waiting-time';
import type { BackgroundTools } from './background-tools';
import { identifyHistory, readCredentials } from './connection-store';
import type { HostPermissions } from './host-permissions';
import { migrate } from './migration';
import { createSession, type Session } from './session';
import { createWakePlan } from './wake-plan';

const NOT_CONNECTED = { failure: { code: 'notConnected' } } as const;
const CHANGING_SERVICE = { failure: { code: 'changingService' } } as const;

export type ConnectedService = ReturnType<typeof createConnectedService>;

/** Opens and closes the session of the connection in use. The first call opens the session. */
export function createConnectedService(tools: BackgroundTools & { hosts: HostPermissions }) {
  const { permissions, clientFor, keepAwake, hosts } = tools;
  const wakePlan = createWakePlan(tools.wakeAt, tools.now);
  let current: { connection: Connection; session: Session } | null = null;
  let hasStarted = false;
  /** Whether the session of the connection in use is ending, before another connection is put in use. */
  let isLeaving = false;

  /** Runs a change of the register as soon as no other change runs. */
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    return runExclusive('connection', work);
  }

  /** Waits until no change of the register runs. Returns null without a connection. */
  function openSession() {
    return exclusively(() => openSessionNow());
  }

  /** @param isUsedAgain whether a person has just put the connection in use */
  async function openSessionNow(isUsedAgain = false): Promise<typeof current> {
    if (current !== null) return current;
    await migrate();
    const connection = await connectionInUse.read();
    const credentials = connection && (await readCredentials(connection));
    if (!connection || !credentials) return null;
    const client = clientFor(credentials);
    const missingPermission = () => missingPermissionFor(connection);
    const session = createSession(connection, {
      ...tools,
      client,
      missingPermission,
      wakePlan,
      isUsedAgain,
    });
    current = { connection, session };
    return current;
  }

  async function missingPermissionFor({ baseUrl }: Connection): Promise<Failure | null> {
    if (await permissions.has(baseUrl)) return null;
    return { code: 'noPermission', origin: new URL(baseUrl).origin };
  }

  /** Completes work that an earlier worker may have left unfinished. */
  async function completeEarlierWork(connection: Connection | undefined): Promise<void> {
    await hosts.removeUnneeded();
    if (connection !== undefined) await identifyHistory(connection, tools.now());
  }

  /** Opens the session, runs work, and keeps the worker awake until the work ends. */
  async function wake(work: (session: Session) => Promise<void>): Promise<void> {
    wakePlan.begin();
    const opened = await openSession().catch(() => undefined);
    // After an error of storage, the planned wake-up makes the next attempt.
    if (opened === undefined) return;
    if (!hasStarted) {
      hasStarted = true;
      void keepAwake(completeEarlierWork(opened?.connection)).catch(() => {});
    }
    if (opened === null) return wakePlan.set(null);
    await keepAwake(work(opened.session)).catch(() => {});
  }

  /**
   * Keeps the worker awake until the call ends. Fails while the connection in use changes, because the
   * change may wait minutes for a request in flight.
   * @param connectionId null for the connection in use
   * @param work idempotent, because a change of the API key closes the session and repeats the work
   */
  async function call<T>(
    connectionId: string | null,
    work: (session: Session) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (isLeaving) return CHANGING_SERVICE;
    const opened = await openSession().catch(() => undefined);
    if (opened === undefined) return { failure: { code: 'storeUnreadable' } };
    if (isLeaving) return CHANGING_SERVICE;
    if (opened === null) return NOT_CONNECTED;
    const { connection, session } = opened;
    if (connectionId !== null && connectionId !== connection.id) return NOT_CONNECTED;
    const result = await keepAwake(work(session));
    // If the connection is still in use, its next session repeats the work. A job that the closed session
    // has already stored stays stored, unless the connection was removed.
    return hasFailed(result) && session.hasEnded() ? call(connection.id, work) : result;
  }

  return {
    call,
    /** Migrates storage, and publishes the shared state. Rejects if storage fails. */
    async prepare() {
      const opened = await openSession();
      await (opened === null
        ? schemaVersionItems.session.write(SCHEMA_VERSION)
        : keepAwake(opened.session.load()));
    },
    /** Sends the probe of the backoff if the new match patterns cover the service's host. */
    async hostsAllowed(patterns: readonly string[]) {
      const opened = await openSession().catch(() => null);
      if (opened === null) return;
      const { origin } = new URL(opened.connection.baseUrl);
      const isServiceAllowed = patterns.some((pattern) => matchesHostPattern(pattern, origin));
      if (isServiceAllowed) await keepAwake(opened.session.jobs.retryNow()).catch(() => {});
    },
    /** Runs due work. Call after each start and wake-up of the worker. */
    resume: () => wake((session) => session.resume()),
    backOnline: () => wake((session) => session.backOnline()),
    exclusively,
    /**
     * Returns the numbers of open operations; null if no job is open. Rejects if storage fails. Call
     * within `exclusively`.
     */
    async openJobs(): Promise<OpenJobs | null> {
      return (await openSessionNow())?.session.jobs.openJobs() ?? null;
    },
    /** Closes the session. Call within `exclusively`. */
    async close() {
      const closed = current?.session.close();
      current = null;
      await closed;
      // If the browser stops this worker now, the wake-up opens the next session.
      wakePlan.begin();
    },
    /**
     * Closes the session as soon as its writes in flight have ended. Call within `exclusively`, before
     * another connection is used.
     */
    async leave() {
      isLeaving = true;
      wakePlan.begin();
      try {
        await current?.session.leave();
      } finally {
        current = null;
        isLeaving = false;
      }
      wakePlan.begin();
    },
    /**
     * Opens the session of a connection that a person has just put in use, or whose API key has changed.
     * Call within `exclusively`. Never rejects.
     */
    async openUsed() {
      await openSessionNow(true).catch(() => null);
    },
    /**
     * Opens the session of a checked connection, adds the checked list, and sends the probe of the
     * backoff. Call after `exclusively`. Never rejects.
     */
    async openChecked(connectionId: string, { list, requestedAt }: CheckedConnection) {
      const opened = await openSession().catch(() => null);
      // Another connection may have been put in use since the check.
      if (opened?.connection.id !== connectionId) return;
      const { session } = opened;
      const query = RECENT_REPORTS_QUERY;
      const readAt = timeIn(0, requestedAt);
      await session.addList({ query, page: 1, isPrivate: false, requestedAt, readAt, list });
      await session.jobs.retryNow().catch(() => {});
    },
  };
}
