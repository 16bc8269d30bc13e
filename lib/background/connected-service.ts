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

/** The connection in use, if any, and its session. */
export type ConnectedService = ReturnType<typeof createConnectedService>;

/** Creates the owner of the connection in use. The session opens at the first call. */
export function createConnectedService(tools: BackgroundTools & { hosts: HostPermissions }) {
  const { permissions, clientFor, keepAwake, hosts } = tools;
  const wakePlan = createWakePlan(tools.wakeAt, tools.now);
  let current: { connection: Connection; session: Session } | null = null;
  let hasStarted = false;

  /** Runs one change of the register at a time. Calls of extension pages wait for its end. */
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    return runExclusive('connection', work);
  }

  /**
   * Opens the session. Waits even if it is open, so that no call overtakes a change of the
   * register.
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

  /** Does once in the life of a worker what an earlier worker may have left undone. */
  async function tidyUp(connection: Connection | undefined): Promise<void> {
    await hosts.removeUnneeded();
    if (connection !== undefined) await identifyHistory(connection, tools.now());
  }

  async function wake(work: (session: Session) => Promise<void>): Promise<void> {
    wakePlan.begin();
    const opened = await open().catch(() => undefined);
    // If storage cannot be read, the planned wake-up tries again.
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
     * Sends the probe of the backoff if the service's host was allowed.
     * @param patterns match patterns of all hosts that were just allowed
     */
    async hostsAllowed(patterns: readonly string[]) {
      const opened = await open().catch(() => null);
      if (opened === null) return;
      const { origin } = new URL(opened.connection.baseUrl);
      const isServices = patterns.some((pattern) => matchesHostPattern(pattern, origin));
      if (isServices) await keepAwake(opened.session.jobs.retryNow()).catch(() => {});
    },
    /**
     * Runs due work and plans the next wake-up. Called after each start and wake-up of the worker.
     */
    resume: () => wake((session) => session.resume()),
    backOnline: () => wake((session) => session.backOnline()),
    exclusively,
    /**
     * Counts the open jobs of the connection in use; null if there are none. Call it within
     * `exclusively`. Rejects if storage cannot be read.
     */
    async openJobs(): Promise<OpenJobs | null> {
      return (await openNow())?.session.jobs.openJobs() ?? null;
    },
    /** Ends the session, which then stores nothing more. Call it within `exclusively`. */
    async close() {
      current?.session.close();
      current = null;
      // If this worker is stopped now, the wake-up opens the next session.
      wakePlan.begin();
    },
    /**
     * Opens the session of a checked connection, adds the list of the check, and sends the probe of
     * the backoff. Call it after `exclusively`. Never rejects.
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
