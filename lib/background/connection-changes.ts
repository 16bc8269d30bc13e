import { identityOf, isSameAccount } from '@/lib/connection/account-identity';
import { asksPerson, type ConnectionCheck, hasNoServiceAtPath } from '@/lib/connection/check-steps';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import { type CheckedConnection, checkConnection } from '@/lib/connection/connection-check';
import {
  type ConnectionRegister,
  connectionsItem,
  findConnection,
  withConnection,
} from '@/lib/connection/connection-register';
import type { Failure } from '@/lib/failure';
import { deleteHistory, listHistories, type StoredHistory } from '@/lib/history/histories';
import {
  type OpenJobs,
  readOpenJobs,
  readWaitingOperations,
  type WaitingOperations,
} from '@/lib/jobs/open-jobs';
import type { Account } from '@/lib/report/extra-fields';
import type { Result } from '@/lib/result';
import type { Credentials } from '@/lib/service/request';
import {
  connectionWithKey,
  type FoundConnection,
  isEmptyHistory,
  lookUpConnection,
} from './account-lookup';
import type { BackgroundTools } from './background-tools';
import type { ConnectedService } from './connected-service';
import * as store from './connection-store';
import { checkedAddress, type HostPermissions } from './host-permissions';

interface ConnectionChangesTools
  extends Pick<BackgroundTools, 'permissions' | 'clientFor' | 'refreshMenus' | 'newId' | 'now'> {
  service: Pick<
    ConnectedService,
    'exclusively' | 'openJobs' | 'close' | 'leave' | 'openUsed' | 'openChecked'
  >;
  hosts: HostPermissions;
}

/** The outcome of storing a checked connection, with its id. */
type Outcome = { connectionId: string } | { failure: Failure };

/** A checked connection that differs from the stored one. */
interface CheckedChange {
  connection: Connection;
  credentials: Credentials;
  isInUse: boolean;
  /** Whether the connection is in use after the change. */
  isPutInUse: boolean;
  /** The id of the connection whose open jobs a person has chosen to drop; null for none. */
  dropsJobsOf: string | null;
}

type FailedCheck = Extract<ConnectionCheck, { state: 'failed' }>;

const STORE_UNREADABLE: Failure = { code: 'storeUnreadable' };
const NOT_STORED: Failure = { code: 'notStored' };

/** Changes the register of connections. The caller must keep the worker awake. */
export function createConnectionChanges(tools: ConnectionChangesTools) {
  const { service, hosts, permissions, clientFor, refreshMenus, newId, now } = tools;
  /** The running checks whose connection may be stored. `disconnect` removes earlier checks of its connection. */
  const runningChecks = new Set<ConnectRequest>();

  async function storedCredentials(
    { connectionId }: ConnectRequest,
    baseUrl: string,
  ): Promise<Credentials | undefined> {
    return service.exclusively(async () => {
      const connection = findConnection(await store.readRegister(), connectionId);
      return connection?.baseUrl === baseUrl ? store.readCredentials(connection) : undefined;
    });
  }

  async function connect(request: ConnectRequest): Promise<ConnectionCheck> {
    const storageFailed = { failed: { at: 'apiKey', failure: STORE_UNREADABLE } } as const;
    // A check rejects only if storage cannot be read.
    const check = await checkConnection(request, {
      clientFor,
      hasPermission: permissions.has,
      stored: storedCredentials,
      now,
    }).catch(() => storageFailed);
    if ('failed' in check) return { state: 'failed', ...check.failed };
    const { passed } = check;
    const found = await findConnectionOfKey(passed, request).catch(() => null);
    if (found === null) return { state: 'failed', at: 'apiKey', failure: STORE_UNREADABLE };
    const undecided = undecidedCheck(found);
    if (undecided !== null) return undecided;
    const outcome = await service
      .exclusively<Outcome>(async () =>
        runningChecks.has(request)
          ? storeChecked(found, passed, request)
          : { failure: { code: 'interrupted' } },
      )
      .catch((): Outcome => ({ failure: NOT_STORED }));
    if ('failure' in outcome) {
      const { failure } = outcome;
      const at = failure.code === 'interrupted' ? 'reachable' : 'reports';
      return { state: 'failed', at, failure };
    }
    await service.openChecked(outcome.connectionId, passed);
    const { baseUrl } = passed.credentials;
    return passed.list.printsMessages
      ? { state: 'passed', baseUrl, printsMessages: true }
      : { state: 'passed', baseUrl };
  }

  async function findConnectionOfKey(
    passed: CheckedConnection,
    request: ConnectRequest,
  ): Promise<FoundConnection> {
    const register = await service.exclusively(store.readRegister);
    return lookUpConnection(passed, clientFor(passed.credentials), register, request);
  }

  /**
   * Stores the connection of a checked API key. Puts the connection in use, except after a check of a
   * connection that is not in use and keeps its account. Rejects if storage fails.
   */
  async function storeChecked(
    found: FoundConnection,
    { credentials }: CheckedConnection,
    request: ConnectRequest,
  ): Promise<Outcome> {
    const register = await store.readRegister().catch(() => null);
    if (register === null) return { failure: STORE_UNREADABLE };
    const existing = await connectionOfAccount(found, credentials, register);
    const requested = findConnection(register, request.connectionId);
    /** The connection for which a person has entered the API key of another account. */
    const former = requested?.id === existing?.id ? undefined : requested;
    if (former !== undefined) {
      const question = await openJobsQuestion(former, register, credentials.baseUrl, request);
      if (question !== null) return { failure: question };
    }
    const connection = existing ?? newConnection(found, credentials);
    const isInUse = register.inUse === connection.id;
    const isPutInUse = isInUse || requested === undefined || former !== undefined;
    const isUnchanged = await isStored(connection, credentials, register);
    if (isUnchanged && isInUse === isPutInUse) return { connectionId: connection.id };
    const dropsJobsOf = request.dropsOpenJobs && former ? former.id : null;
    await saveChecked({ connection, credentials, isInUse, isPutInUse, dropsJobsOf });
    return { connectionId: connection.id };
  }

  /** Whether a connection is stored with exactly these fields and credentials. */
  async function isStored(
    connection: Connection,
    credentials: Credentials,
    register: ConnectionRegister,
  ): Promise<boolean> {
    const stored = findConnection(register, connection.id);
    if (stored === undefined || !isSame(stored, connection)) return false;
    return isSame(await store.readCredentials(stored), credentials);
  }

  /** Closes the session that the change affects, stores the change, and opens the next session. */
  async function saveChecked(change: CheckedChange): Promise<void> {
    const { connection, credentials, isInUse, isPutInUse, dropsJobsOf } = change;
    if (isInUse) await service.close();
    else if (isPutInUse) await service.leave();
    // The jobs are first: if the browser stops the worker after their removal, the person can connect again.
    if (dropsJobsOf !== null) await store.removeJobs(dropsJobsOf);
    await store.saveConnection(connection, credentials, isPutInUse);
    refreshMenus();
    // The closed session may not yet have begun the six seconds of its deletions again.
    if (isPutInUse) await service.openUsed();
    await store.identifyHistory(connection, now()).catch(() => {});
  }

  /** Returns the connection or the detached history of an account; null for a new account. */
  async function connectionOfAccount(
    found: FoundConnection,
    { baseUrl, apiKey }: Credentials,
    register: ConnectionRegister,
  ): Promise<Connection | null> {
    // Another check may have stored the same key during this check.
    if (found.kind !== 'same') return connectionWithKey(register, baseUrl, apiKey);
    const latest = findConnection(register, found.connection.id);
    const account = found.connection.account ?? latest?.account ?? null;
    return { ...(latest ?? found.connection), account, baseUrl };
  }

  function newConnection(found: FoundConnection, { baseUrl }: Credentials): Connection {
    const account = found.kind === 'new' ? found.account : null;
    return { id: newId(), baseUrl, account, label: null, reportLink: null };
  }

  /** Returns a question about open jobs; null if the person has answered, or if no job is open. */
  async function openJobsQuestion(
    connection: Connection,
    register: ConnectionRegister,
    nextBaseUrl: string,
    { keepsOpenJobs = false, dropsOpenJobs = false }: ConnectRequest,
  ): Promise<Failure | null> {
    if (keepsOpenJobs || dropsOpenJobs) return null;
    try {
      const openJobs = await openJobsOf(connection.id, register);
      const change = connection.baseUrl === nextBaseUrl ? 'otherAccount' : 'otherService';
      return openJobs && { code: 'openJobs', ...openJobs, change };
    } catch {
      return STORE_UNREADABLE;
    }
  }

  function openJobsOf(
    connectionId: string,
    { inUse }: ConnectionRegister,
  ): Promise<OpenJobs | null> {
    return inUse === connectionId ? service.openJobs() : readOpenJobs(connectionId);
  }

  async function use(connectionId: string): Promise<Result<null>> {
    return service
      .exclusively<Result<null>>(async () => {
        const register = await store.readRegister();
        if (findConnection(register, connectionId) === undefined) {
          return { failure: { code: 'notConnected' } };
        }
        if (register.inUse === connectionId) return { value: null };
        await service.leave();
        await connectionsItem.write({ ...register, inUse: connectionId });
        refreshMenus();
        await service.openUsed();
        return { value: null };
      })
      .catch(() => ({ failure: NOT_STORED }));
  }

  async function disconnect(
    connectionId: string,
    dropsOpenJobs: boolean,
  ): Promise<Result<readonly StoredHistory[]>> {
    const earlierChecks = [...runningChecks].filter((one) => one.connectionId === connectionId);
    return service
      .exclusively<Result<readonly StoredHistory[]>>(async () => {
        const register = await store.readRegister();
        const connection = findConnection(register, connectionId);
        if (connection === undefined) return { failure: { code: 'notConnected' } };
        const openJobs = dropsOpenJobs ? null : await openJobsOf(connectionId, register);
        if (openJobs !== null) {
          return { failure: { code: 'openJobs', ...openJobs, change: 'disconnect' } };
        }
        for (const check of earlierChecks) runningChecks.delete(check);
        if (register.inUse === connectionId) await service.close();
        // If the identity cannot be stored, the reports identify the detached history.
        await store.identifyHistory(connection, now()).catch(() => {});
        // If the browser stops the worker before the removal, the person can disconnect again.
        await hosts.removeForConnection(connection).catch(() => {});
        await store.removeConnection(connectionId);
        refreshMenus();
        return { value: await detachedHistories([connection]).catch(() => []) };
      })
      .catch(() => ({ failure: STORE_UNREADABLE }));
  }

  /** Deletes the empty histories of removed connections. Returns their other histories. */
  async function detachedHistories(connections: readonly Connection[]): Promise<StoredHistory[]> {
    const histories = (await listHistories()).filter(({ connectionId }) =>
      connections.some(({ id }) => id === connectionId),
    );
    const empty = histories.filter(isEmptyHistory);
    await Promise.all(empty.map(({ connectionId }) => deleteHistory(connectionId)));
    return histories.filter((one) => !empty.includes(one));
  }

  /** Resolves with false if the connection is unknown. */
  async function changeConnection(
    connectionId: string,
    edit: (connection: Connection) => Connection,
  ): Promise<boolean> {
    const register = await store.readRegister();
    const connection = findConnection(register, connectionId);
    if (connection === undefined) return false;
    const changed = edit(connection);
    if (isSame(connection, changed)) return true;
    await connectionsItem.write(withConnection(register, changed));
    refreshMenus();
    await store.identifyHistory(changed, now()).catch(() => {});
    return true;
  }

  function storeChange(
    connectionId: string,
    edit: (connection: Connection) => Connection,
  ): Promise<Result<null>> {
    return service
      .exclusively<Result<null>>(async () => {
        const isKnown = await changeConnection(connectionId, edit);
        return isKnown ? { value: null } : { failure: { code: 'notConnected' } };
      })
      .catch(() => ({ failure: NOT_STORED }));
  }

  return {
    connect(request: ConnectRequest): Promise<ConnectionCheck> {
      runningChecks.add(request);
      return hosts
        .runWithHosts([checkedAddress(request)], () => connect(request), needsHostAgain)
        .finally(() => runningChecks.delete(request));
    },
    use,
    disconnect,
    async countWaitingOperations(): Promise<WaitingOperations[]> {
      // Not within `exclusively`, because a change may wait minutes for a request in flight.
      const { connections } = await store.readRegister();
      const all = await Promise.all(connections.map(({ id }) => readWaitingOperations(id)));
      return all.filter((one) => one.waiting + one.needsAttention > 0);
    },
    /** Stores the identity of an account in a connection. Ignores errors. */
    async storeAccount(connectionId: string, account: Account): Promise<void> {
      await service
        .exclusively(() =>
          changeConnection(connectionId, (connection) => withAccount(connection, account)),
        )
        .catch(() => {});
    },
    setReportLink: (connectionId: string, reportLink: string | null) =>
      storeChange(connectionId, (connection) => ({ ...connection, reportLink })),
    setLabel: (connectionId: string, label: string | null) =>
      storeChange(connectionId, (connection) => ({ ...connection, label })),
    async listDetachedHistories(): Promise<Result<readonly StoredHistory[]>> {
      try {
        const { connections } = await service.exclusively(store.readRegister);
        const histories = await listHistories();
        const isDetached = ({ connectionId }: StoredHistory) =>
          !connections.some(({ id }) => id === connectionId);
        return { value: histories.filter(isDetached) };
      } catch {
        return { failure: STORE_UNREADABLE };
      }
    },
    deleteHistory(connectionId: string): Promise<Result<null>> {
      return service
        .exclusively<Result<null>>(async () => {
          const { connections } = await store.readRegister();
          // Another window may have connected the account again.
          if (connections.some(({ id }) => id === connectionId)) return { failure: NOT_STORED };
          await deleteHistory(connectionId);
          return { value: null };
        })
        .catch(() => ({ failure: NOT_STORED }));
    },
  };
}

/** Returns the failed check for an undecided account; null if the decision is `same` or `new`. */
function undecidedCheck(found: FoundConnection): FailedCheck | null {
  if (found.kind === 'unanswered') {
    return { state: 'failed', at: 'apiKey', failure: { code: 'accountUnanswered' } };
  }
  if (found.kind !== 'ask') return null;
  const { connection, hasMoved } = found;
  const { id: connectionId, baseUrl, account } = connection;
  const failure = { code: 'whichAccount', connectionId, baseUrl, account, hasMoved } as const;
  return { state: 'failed', at: 'reports', failure };
}

/** Whether a person will probably check the same host again, with an answer or another path. */
function needsHostAgain(check: ConnectionCheck): boolean {
  return asksPerson(check) || (check.state === 'failed' && hasNoServiceAtPath(check.failure));
}

/** Never replaces one account by another, because the history belongs to the account. */
function withAccount(connection: Connection, account: Account): Connection {
  const identity = identityOf(account);
  const isUnknownOrOther =
    identity === null ||
    (connection.account !== null && !isSameAccount(connection.account, identity));
  return isUnknownOrOther ? connection : { ...connection, account: identity };
}

/** Compares the JSON texts. Another order of fields counts as a difference. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
