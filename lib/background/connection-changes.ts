import { hostPattern, readBaseUrl } from '@/lib/connection/base-url';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import { type CheckedConnection, checkConnection } from '@/lib/connection/worker/check-steps';
import type { NotDeleted } from '@/lib/deletion/deletion';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { cutToSize } from '@/lib/report/stored-list';
import { limitClient } from '@/lib/service/limited-client';
import type { BackgroundTools } from './background-tools';
import type { ConnectedService } from './connected-service';
import { closeForGood, findOpenWork } from './open-work';
import type { Session } from './session';

/** Connecting to a service and disconnecting from it. */
export interface ConnectionChanges {
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  /** Gives the reports that the service did not delete; fails with `openWork` without consent. */
  disconnect(dropsOpenWork: boolean): Promise<Outcome<NotDeleted[]>>;
}

const INTERRUPTED: Failure = { code: 'interrupted' };
const NOT_STORED: Failure = { code: 'notStored' };

/** Makes the changes of which service is connected. */
export function createConnectionChanges(
  tools: BackgroundTools,
  { exclusively, open, openSession, releaseSession, limitsOf, resume }: ConnectedService,
): ConnectionChanges {
  const { store, permissions, clientFor, keepAwake, newId, wakeAt, now } = tools;
  /** Counts the disconnections: a check that was running then must not connect afterwards. */
  let disconnections = 0;

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
    const session = await leavingSession();
    return session?.connection ?? store.connection.read().catch(() => null);
  }

  /** Why the connection that stands must not be taken down without a word; null where it may. */
  async function openWork(): Promise<Failure | null> {
    const session = await leavingSession();
    return session && findOpenWork(session, store.deletions(session.connection.id));
  }

  /** Ends the session after its deletions have been sent; calls wait until then. */
  async function leave(): Promise<NotDeleted[]> {
    const session = await leavingSession();
    releaseSession();
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
      await releaseSession()?.close();
      await store.account(id).remove();
    }
    await store.save({ id, baseUrl }, apiKey);
    // A connection without its first list is as good.
    await store
      .list(id, 'local')
      .write(cutToSize(list))
      .catch(() => {});
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
      await session?.ingestList(check.passed.list);
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
  };
}
