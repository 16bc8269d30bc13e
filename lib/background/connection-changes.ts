import { readBaseUrl } from '@/lib/connection/base-url';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { Connection, ConnectRequest, OpenWorkConsent } from '@/lib/connection/connection';
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
  service: Pick<ConnectedService, 'exclusively' | 'openWork' | 'close' | 'openChecked'>;
}

const STORE_UNREADABLE: Failure = { code: 'storeUnreadable' };

/** The stored connection. Without a valid API key, `credentials` is undefined. */
interface Former {
  connection: Connection | undefined;
  credentials: Credentials | undefined;
}

/** How checked credentials replace the former connection. */
interface Decision {
  /** What differs. Another API key of the same service is another account. */
  change: 'nothing' | 'headers' | 'apiKey' | 'service';
  /** Whether open jobs prevent the change until the person decides about them. */
  asksAboutOpenJobs: boolean;
  /** Whether the change also removes the open jobs of the former connection. */
  dropsJobs: boolean;
}

/** Creates the functions that connect and disconnect. The caller must keep the worker awake. */
export function createConnectionChanges(tools: ConnectionChangesTools) {
  const { service, permissions, clientFor, newId, now } = tools;
  /** The running checks. A disconnection removes them, so that they do not connect afterwards. */
  const checks = new Set<ConnectRequest>();

  /** Removes the permission for a host unless a running check needs it. An error is ignored. */
  async function removePermission(baseUrl: string): Promise<void> {
    const isNeeded = [...checks].some((check) => {
      const read = readBaseUrl(check.baseUrl, true);
      return 'value' in read && hostPattern(read.value) === hostPattern(baseUrl);
    });
    if (!isNeeded) await permissions.remove(baseUrl).catch(() => {});
  }

  async function readFormer(): Promise<Former> {
    const connection = await connectionItem.read();
    return { connection, credentials: connection && (await store.readCredentials(connection)) };
  }

  async function stored(baseUrl: string): Promise<Credentials | undefined> {
    const { credentials } = await service.exclusively(readFormer);
    return credentials?.baseUrl === baseUrl ? credentials : undefined;
  }

  /**
   * Stores a checked connection in place of the former one. Rejects if storage fails.
   * @returns why nothing was changed; null if the connection is stored
   */
  async function replace(
    { credentials }: CheckedConnection,
    consent: OpenWorkConsent,
  ): Promise<Failure | null> {
    const former = await readFormer().catch(() => null);
    if (former === null) return STORE_UNREADABLE;
    const { change, asksAboutOpenJobs, dropsJobs } = decide(former, credentials, consent);
    if (change === 'nothing') return null;
    if (asksAboutOpenJobs) {
      const question = await openJobsQuestion(change === 'apiKey');
      if (question !== null) return question;
    }
    await service.close();
    const { connection } = former;
    if (connection === undefined || change === 'service') {
      await storeOther(credentials, connection);
      return null;
    }
    if (dropsJobs) await store.removeJobs(connection.id);
    if (change === 'apiKey') await store.removeForNewKey(connection.id);
    await store.saveConnection(connection, credentials);
    return null;
  }

  async function openJobsQuestion(canBeKept: boolean): Promise<Failure | null> {
    try {
      const open = await service.openWork();
      return open && { code: 'openWork', ...open, canBeKept };
    } catch {
      return STORE_UNREADABLE;
    }
  }

  async function storeOther(
    credentials: Credentials,
    former: Connection | undefined,
  ): Promise<void> {
    const id = newId();
    await store.saveConnection({ id }, credentials);
    // The next start of the worker removes data that cannot be removed now.
    await store.removeOthers(id).catch(() => {});
    if (former) await removePermission(former.baseUrl);
  }

  async function connect(request: ConnectRequest): Promise<ConnectionCheck> {
    const { has: hasPermission } = permissions;
    const check = await checkConnection(request, { clientFor, hasPermission, stored, now })
      // Only storage makes a check reject.
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
    await service.openChecked(check.passed);
    const { credentials, list } = check.passed;
    return {
      state: 'passed',
      baseUrl: credentials.baseUrl,
      ...(list.printsMessages && { printsMessages: true }),
    };
  }

  return {
    /** Removes the permission for a host unless the connection or a running check needs it. */
    async removeUnneededPermission(origin: string) {
      const { connection } = await service.exclusively(readFormer);
      const isServices = connection && hostPattern(connection.baseUrl) === hostPattern(origin);
      if (!isServices) await removePermission(origin);
    },
    /** Checks a service. If the check passes, the service replaces the current connection. */
    connect(request: ConnectRequest) {
      checks.add(request);
      return connect(request).finally(() => checks.delete(request));
    },
    /** Removes the connection. Fails with `openWork` if jobs are open and may not be dropped. */
    disconnect(dropsOpenWork: boolean): Promise<Result<null>> {
      const checksBefore = [...checks];
      return service
        .exclusively<Result<null>>(async () => {
          const open = dropsOpenWork ? null : await service.openWork();
          if (open !== null) return { failure: { code: 'openWork', ...open, canBeKept: false } };
          for (const check of checksBefore) checks.delete(check);
          const active = await connectionItem.read();
          await service.close();
          // Before the data: if the worker is stopped now, the person can still disconnect.
          if (active) await removePermission(active.baseUrl);
          await store.removeAll();
          return { value: null };
        })
        .catch(() => ({ failure: STORE_UNREADABLE }));
    },
  };
}

/**
 * Decides how checked credentials replace the former connection.
 * @param wanted the credentials that have passed the check
 */
export function decide(
  former: Former,
  wanted: Credentials,
  { keepsOpenWork = false, dropsOpenWork = false }: OpenWorkConsent,
): Decision {
  const change = changeOf(former, wanted);
  const isOtherAccount = change === 'apiKey' || change === 'service';
  const hasConsent = dropsOpenWork || (keepsOpenWork && change === 'apiKey');
  return {
    change,
    asksAboutOpenJobs: isOtherAccount && !hasConsent,
    dropsJobs: isOtherAccount && dropsOpenWork,
  };
}

function changeOf(former: Former, wanted: Credentials): Decision['change'] {
  if (former.connection?.baseUrl !== wanted.baseUrl) return 'service';
  if (former.credentials?.apiKey !== wanted.apiKey) return 'apiKey';
  // `readCredentials` and `checkConnection` create their fields in the same order.
  return JSON.stringify(former.credentials) === JSON.stringify(wanted) ? 'nothing' : 'headers';
}
