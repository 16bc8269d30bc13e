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

/** The connection in use, if any, with its session. */
export type ConnectedService = ReturnType<typeof createConnectedService>;

/** Creates the only object that opens and closes sessions. The first call opens a session. */
export function createConnectedService(tools: BackgroundTools & { hosts: HostPermissions }) {
  const { permissions, clientFor, keepAwake, hosts } = tools;
  const wakePlan = createWakePlan(tools.wakeAt, tools.now);
  let current: { connection: Connection; session: Session } | null = null;
  let hasStarted = false;

  /** Runs a change of the register when no other change is running. `open` waits for its end. */
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    return runExclusive('connection', work);
  }

  /**
   * Opens the session, or returns the open one. Waits for running changes of the register, so that
   * no call overtakes a change.
   */
  function open() {
    return exclusively(openNow);
  }

  async function openNow(): Promise<typeof current> {
    if (current !== null) return current;
    await migrate();
    const connection = await connectionInUse.read();
    const credentials = connection && (await readCredentials(connection));
    if (!connection || !credentials) return null;
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

  /** Completes the work that an earlier worker may have left. Runs once after a worker's start. */
  async function tidyUp(connection: Connection | undefined): Promise<void> {
    await hosts.removeUnneeded();
    if (connection !== undefined) await identifyHistory(connection, tools.now());
  }

  /** Runs work with the session, and keeps the worker awake until the work ends. */
  async function wake(work: (session: Session) => Promise<void>): Promise<void> {
    wakePlan.begin();
    const opened = await open().catch(() => undefined);
    // If storage cannot be read, the next attempt is at the planned wake-up.
    if (opened === undefined) return;
    if (!hasStarted) {
      hasStarted = true;
      void keepAwake(tidyUp(opened?.connection)).catch(() => {});
    }
    if (opened === null) return wakePlan.set(null);
    await keepAwake(work(opened.session)).catch(() => {});
  }

  return {
    /**
     * Runs a call of an extension page, and keeps the worker awake until the call ends.
     * @param connectionId null for the connection in use
     */
    async call<T>(
      connectionId: string | null,
      work: (session: Session) => Promise<Result<T>>,
    ): Promise<Result<T>> {
      const opened = await open().catch(() => undefined);
      if (opened === undefined) return { failure: { code: 'storeUnreadable' } };
      const isCurrent = opened !== null && [null, opened.connection.id].includes(connectionId);
      if (!isCurrent) return NOT_CONNECTED;
      const result = await keepAwake(work(opened.session));
      return hasFailed(result) && opened.session.isClosed() ? NOT_CONNECTED : result;
    },
    /** Migrates storage, and publishes the shared state. Rejects if storage fails. */
    async prepare() {
      const opened = await open();
      await (opened === null
        ? schemaVersionItems.session.write(SCHEMA_VERSION)
        : keepAwake(opened.session.load()));
    },
    /**
     * Sends the probe of the backoff if the service's host is among new host permissions.
     * @param patterns match patterns of the new permissions
     */
    async hostsAllowed(patterns: readonly string[]) {
      const opened = await open().catch(() => null);
      if (opened === null) return;
      const { origin } = new URL(opened.connection.baseUrl);
      const isServiceAllowed = patterns.some((pattern) => matchesHostPattern(pattern, origin));
      if (isServiceAllowed) await keepAwake(opened.session.jobs.retryNow()).catch(() => {});
    },
    /**
     * Runs due work and plans the next wake-up. Called after each start and wake-up of the worker.
     */
    resume: () => wake((session) => session.resume()),
    backOnline: () => wake((session) => session.backOnline()),
    exclusively,
    /**
     * Counts the open jobs of the connection in use; null if there are none. Call this function
     * within `exclusively`. Rejects if storage cannot be read.
     */
    async openJobs(): Promise<OpenJobs | null> {
      return (await openNow())?.session.jobs.openJobs() ?? null;
    },
    /** Closes the session. Call this function within `exclusively`. */
    async close() {
      current?.session.close();
      current = null;
      // If the browser stops this worker now, the wake-up opens the next session.
      wakePlan.begin();
    },
    /**
     * Opens the session of a checked connection, adds the list of the check, and sends the probe of
     * the backoff. Call this function after `exclusively`. Never rejects.
     */
    async openChecked({ list, requestedAt }: CheckedConnection) {
      const opened = await open().catch(() => null);
      if (opened === null) return;
      const { session } = opened;
      const query = RECENT_REPORTS_QUERY;
      const readAt = timeIn(0, requestedAt);
      await session.addList({ query, page: 1, isPrivate: false, requestedAt, readAt, list });
      await session.jobs.retryNow().catch(() => {});
    },
  };
}
