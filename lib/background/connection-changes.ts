import { readBaseUrl } from '@/lib/connection/base-url';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { ConnectRequest } from '@/lib/connection/connection';
import { type CheckedConnection, checkConnection } from '@/lib/connection/connection-check';
import type { Failure } from '@/lib/failure';
import type { Result } from '@/lib/result';
import type { Credentials } from '@/lib/service/request';
import { connectionItem } from '@/lib/shared-state/shared-items';
import { hostPattern } from '@/lib/url/host-pattern';
import type { BackgroundTools } from './background-tools';
import type { ConnectedService } from './connected-service';
import * as store from './connection-store';

interface ConnectionChangesTools
  extends Pick<BackgroundTools, 'permissions' | 'clientFor' | 'newId' | 'now'> {
  service: Pick<ConnectedService, 'exclusively' | 'openWork' | 'close' | 'takeCheck'>;
}

const STORE_UNREADABLE: Failure = { code: 'storeUnreadable' };

/** Makes connecting to a service and disconnecting. The caller keeps the worker awake meanwhile. */
export function createConnectionChanges(tools: ConnectionChangesTools) {
  const { service, permissions, clientFor, newId, now } = tools;
  /** The checks under way. A disconnection takes them out: they must not connect afterwards. */
  const checks = new Set<ConnectRequest>();

  /** A host that a check needs stays allowed. What the browser does not take back undoes nothing. */
  async function giveBackPermission(baseUrl: string): Promise<void> {
    const isNeeded = [...checks].some((check) => {
      const read = readBaseUrl(check.baseUrl, true);
      return 'value' in read && hostPattern(read.value) === hostPattern(baseUrl);
    });
    if (!isNeeded) await permissions.remove(baseUrl).catch(() => {});
  }

  async function readActive() {
    const connection = await connectionItem.read();
    return { connection, active: connection && (await store.readCredentials(connection)) };
  }

  async function stored(baseUrl: string): Promise<Credentials | undefined> {
    const { active } = await service.exclusively(readActive);
    return active?.baseUrl === baseUrl ? active : undefined;
  }

  /** Puts a checked connection in place of the one that stands. Rejects when it cannot be stored. */
  async function replace(
    { credentials }: CheckedConnection,
    { keepsOpenWork = false, dropsOpenWork = false }: ConnectRequest,
  ): Promise<Failure | null> {
    const { baseUrl } = credentials;
    const read = await readActive().catch(() => null);
    if (read === null) return STORE_UNREADABLE;
    const { connection: former, active } = read;
    const same = former?.baseUrl === baseUrl ? former : null;
    if (same && JSON.stringify(active) === JSON.stringify(credentials)) return null;
    // Other headers are no other account: all that is known and open stays.
    const isSameAccount = same !== null && active?.apiKey === credentials.apiKey;
    const canBeKept = same !== null;
    if (!isSameAccount && !dropsOpenWork && !(keepsOpenWork && canBeKept)) {
      const open = await service.openWork().catch(() => STORE_UNREADABLE);
      if (open !== null) return 'code' in open ? open : { code: 'openWork', ...open, canBeKept };
    }
    await service.close();
    if (same) {
      if (dropsOpenWork && !isSameAccount) await store.removeJobs(same.id);
      if (!isSameAccount) await store.removeForNewKey(same.id);
      await store.saveConnection(same, credentials);
      return null;
    }
    const id = newId();
    await store.saveConnection({ id }, credentials);
    // What is left of the former connection undoes nothing.
    await store.removeOthers(id).catch(() => {});
    if (former) await giveBackPermission(former.baseUrl);
    return null;
  }

  async function connect(request: ConnectRequest): Promise<ConnectionCheck> {
    const { has: hasPermission } = permissions;
    const check = await checkConnection(request, { clientFor, hasPermission, stored, now })
      // Only the store makes a check reject.
      .catch(() => ({ failed: { at: 'apiKey', failure: STORE_UNREADABLE } as const }));
    if ('failed' in check) return { state: 'failed', ...check.failed };
    const failure = await service
      .exclusively<Failure | null>(async () =>
        checks.has(request) ? replace(check.passed, request) : { code: 'interrupted' },
      )
      .catch((): Failure => ({ code: 'notStored' }));
    if (failure !== null) {
      const at = failure.code === 'interrupted' ? 'reachable' : 'reports';
      return { state: 'failed', at, failure };
    }
    await service.takeCheck(check.passed);
    const { credentials, list } = check.passed;
    return {
      ...{ state: 'passed', baseUrl: credentials.baseUrl },
      ...(list.printsMessages && { printsMessages: true }),
    };
  }

  return {
    /** Gives the permission for a host back, unless the active connection or a check needs it. */
    async giveBack(origin: string) {
      const { connection } = await service.exclusively(readActive);
      const isServices = connection && hostPattern(connection.baseUrl) === hostPattern(origin);
      if (!isServices) await giveBackPermission(origin);
    },
    /** Checks a service; one that passes takes the place of the active connection. */
    connect(request: ConnectRequest) {
      checks.add(request);
      return connect(request).finally(() => checks.delete(request));
    },
    /** Takes the connection down; fails with `openWork` where anything is open, without consent. */
    disconnect(dropsOpenWork: boolean): Promise<Result<null>> {
      const checksBefore = [...checks];
      return service
        .exclusively<Result<null>>(async () => {
          const open = dropsOpenWork ? null : await service.openWork();
          if (open !== null) return { failure: { code: 'openWork', ...open, canBeKept: false } };
          for (const check of checksBefore) checks.delete(check);
          const active = await connectionItem.read();
          await service.close();
          // First: where the worker is stopped in between, the connection can still be taken down.
          if (active) await giveBackPermission(active.baseUrl);
          await store.removeAll();
          return { value: null };
        })
        .catch(() => ({ failure: STORE_UNREADABLE }));
    },
  };
}
