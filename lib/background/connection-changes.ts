import { hostPattern, readBaseUrl } from '@/lib/connection/base-url';
import type { ConnectRequest } from '@/lib/connection/connection';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import { checkConnection } from '@/lib/connection/worker/check-steps';
import type { NotDeleted } from '@/lib/deletion/deletion';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { StoredList } from '@/lib/report/stored-list';
import { limitClient } from '@/lib/service/limited-client';
import { createAskedHosts } from './asked-hosts';
import type { BackgroundTools } from './background-tools';
import type { ConnectedService } from './connected-service';
import { createConnectionReplacement } from './connection-replacement';
import { createLeaving } from './leaving';

/** Connecting to a service and disconnecting from it. */
export interface ConnectionChanges {
  connect(request: ConnectRequest): Promise<ConnectionCheck>;
  /** Gives the reports that the service did not delete; fails with `openWork` without consent. */
  disconnect(dropsOpenWork: boolean): Promise<Outcome<NotDeleted[]>>;
  /**
   * Gives back the hosts that no connection needs: of a check whose worker was stopped in the middle,
   * or of a connection that was just being replaced. Never rejects.
   */
  giveBackUnusedHosts(): Promise<void>;
}

const INTERRUPTED: Failure = { code: 'interrupted' };
const NOT_STORED: Failure = { code: 'notStored' };
const STORE_UNREADABLE: Failure = { code: 'storeUnreadable' };

/** Makes the changes of which service is connected. */
export function createConnectionChanges(
  tools: BackgroundTools,
  service: ConnectedService,
): ConnectionChanges {
  const { store, permissions, clientFor, keepAwake, wakeAt, now } = tools;
  const { exclusively, open, limitsOf, resume } = service;
  /** The checks under way. A disconnection takes them out: they must not connect afterwards. */
  const checks = new Set<ConnectRequest>();
  const leaving = createLeaving(tools, service, isBeingChecked);
  const hosts = createAskedHosts(tools, isBeingChecked);
  const replaceConnection = createConnectionReplacement(tools, service, leaving);

  function isBeingChecked(baseUrl: string): boolean {
    return [...checks].some((check) => {
      const read = readBaseUrl(check.baseUrl, true);
      return 'value' in read && hostPattern(read.value) === hostPattern(baseUrl);
    });
  }

  /** What fails here is done by the next worker. */
  async function giveBackUnusedHosts(): Promise<void> {
    await exclusively(hosts.giveBackUnused).catch(() => {});
  }

  function storedKey(baseUrl: string): Promise<string | undefined> {
    return exclusively(async () => {
      const stored = await store.connection.read();
      return stored?.baseUrl === baseUrl ? store.apiKey(stored.id).read() : undefined;
    });
  }

  async function ingestList(list: StoredList): Promise<void> {
    const session = await open();
    await session?.ingestList(list, false);
  }

  async function connect(request: ConnectRequest): Promise<ConnectionCheck> {
    const check = await keepAwake(
      checkConnection(request, {
        clientFor: (credentials) =>
          limitClient(clientFor(credentials), limitsOf(credentials.baseUrl), true),
        hasPermission: permissions.has,
        storedKey,
        now,
        // Only the store makes a check reject.
      }).catch(() => ({ failed: { at: 'apiKey', failure: STORE_UNREADABLE } as const })),
    );
    if ('failed' in check) return { state: 'failed', ...check.failed };
    const replaced = await exclusively(async () => {
      if (!checks.has(request)) return { failure: INTERRUPTED };
      return keepAwake(replaceConnection(check.passed, request));
    }).catch(() => {
      // The former connection may have been put out of use, and goes on.
      void keepAwake(resume());
      return { failure: NOT_STORED };
    });
    if (hasFailed(replaced)) {
      const { failure } = replaced;
      return { state: 'failed', at: failure === INTERRUPTED ? 'reachable' : 'reports', failure };
    }
    // The connection stands, whatever the store does from now on.
    await ingestList(check.passed.list).catch(() => {});
    void keepAwake(resume());
    const { baseUrl } = check.passed.credentials;
    const notDeleted = replaced.value;
    return { state: 'passed', baseUrl, ...(notDeleted.length > 0 && { notDeleted }) };
  }

  return {
    async connect(request) {
      checks.add(request);
      const noting = hosts.note(request);
      try {
        return await connect(request);
      } finally {
        checks.delete(request);
        await noting;
        await giveBackUnusedHosts();
      }
    },
    giveBackUnusedHosts,
    disconnect(dropsOpenWork) {
      const checksBefore = [...checks];
      return exclusively(async () => {
        const open = dropsOpenWork ? null : await leaving.toldOpenWork();
        if (open !== null) return { failure: open };
        for (const check of checksBefore) checks.delete(check);
        const connection = await leaving.current();
        const notDeleted = await leaving.leave();
        wakeAt(null);
        // First: where the worker is stopped in between, the connection can still be taken down.
        if (connection === null) await permissions.removeAll().catch(() => {});
        else if (connection) await leaving.giveBackPermission(connection.baseUrl);
        try {
          await store.removeOthers(null);
        } catch {
          return { failure: STORE_UNREADABLE };
        }
        return { value: notDeleted };
      });
    },
  };
}
