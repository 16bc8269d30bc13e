import { identityOf, isSameAccount } from '@/lib/connection/account-identity';
import { asksPerson, type ConnectionCheck, hasNoServiceAtPath } from '@/lib/connection/check-steps';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import { type CheckedConnection, checkConnection } from '@/lib/connection/connection-check';
import {
  type ConnectionRegister,
  connectionsItem,
  findConnectionInUse,
  withConnection,
} from '@/lib/connection/connection-register';
import type { Failure } from '@/lib/failure';
import { deleteHistory, listHistories, type StoredHistory } from '@/lib/history/histories';
import { type OpenJobs, readOpenJobs, sumOfOpenJobs } from '@/lib/jobs/open-jobs';
import type { Account } from '@/lib/report/extra-fields';
import type { Result } from '@/lib/result';
import type { Credentials } from '@/lib/service/request';
import {
  connectionWithKey,
  type FoundConnection,
  findConnection,
  isEmptyHistory,
} from './account-lookup';
import type { BackgroundTools } from './background-tools';
import type { ConnectedService } from './connected-service';
import * as store from './connection-store';
import { checkedAddress, type HostPermissions } from './host-permissions';

interface ConnectionChangesTools
  extends Pick<BackgroundTools, 'permissions' | 'clientFor' | 'newId' | 'now'> {
  service: Pick<ConnectedService, 'exclusively' | 'openJobs' | 'close' | 'openChecked'>;
  hosts: HostPermissions;
}

type FailedCheck = Extract<ConnectionCheck, { state: 'failed' }>;

const STORE_UNREADABLE: Failure = { code: 'storeUnreadable' };
const NOT_STORED: Failure = { code: 'notStored' };

/** Changes the register of connections. The caller must keep the worker awake. */
export function createConnectionChanges(tools: ConnectionChangesTools) {
  const { service, hosts, permissions, clientFor, newId, now } = tools;
  /** The running checks whose connection may be stored. `disconnect` removes earlier checks. */
  const runningChecks = new Set<ConnectRequest>();

  async function storedCredentials(baseUrl: string): Promise<Credentials | undefined> {
    return service.exclusively(async () => {
      const inUse = findConnectionInUse(await store.readRegister());
      return inUse?.baseUrl === baseUrl ? store.readCredentials(inUse) : undefined;
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
    const found = await findConnectionOf(passed, request).catch(() => null);
    if (found === null) return { state: 'failed', at: 'apiKey', failure: STORE_UNREADABLE };
    const undecided = undecidedCheck(found);
    if (undecided !== null) return undecided;
    const failure = await service
      .exclusively<Failure | null>(async () =>
        runningChecks.has(request) ? putInUse(found, passed, request) : { code: 'interrupted' },
      )
      .catch((): Failure => NOT_STORED);
    if (failure !== null) {
      const at = failure.code === 'interrupted' ? 'reachable' : 'reports';
      return { state: 'failed', at, failure };
    }
    await service.openChecked(passed);
    const { baseUrl } = passed.credentials;
    return passed.list.printsMessages
      ? { state: 'passed', baseUrl, printsMessages: true }
      : { state: 'passed', baseUrl };
  }

  async function findConnectionOf(
    passed: CheckedConnection,
    request: ConnectRequest,
  ): Promise<FoundConnection> {
    const register = await service.exclusively(store.readRegister);
    return findConnection(passed, clientFor(passed.credentials), register, request);
  }

  /** Stores a connection and puts it in use. Returns null on success. Rejects if storage fails. */
  async function putInUse(
    found: FoundConnection,
    { credentials }: CheckedConnection,
    request: ConnectRequest,
  ): Promise<Failure | null> {
    const before = await readConnectionInUse().catch(() => null);
    if (before === null) return STORE_UNREADABLE;
    const { register, inUse, credentialsInUse } = before;
    const storedConnection = await connectionOfAccount(found, credentials, register);
    const replacesOther = inUse !== undefined && inUse.id !== storedConnection?.id;
    if (replacesOther) {
      const question = await openJobsQuestion(inUse, credentials.baseUrl, request);
      if (question !== null) return question;
    }
    const connection = storedConnection ?? newConnection(found, credentials);
    const hasSameCredentials = isSame(credentialsInUse, credentials);
    const isUnchanged = isSame(inUse, connection) && hasSameCredentials;
    if (isUnchanged) return null;
    await service.close();
    await store.saveConnection(connection, credentials);
    if (replacesOther && request.dropsOpenJobs) await store.removeJobs(inUse.id);
    await store.identifyHistory(connection, now()).catch(() => {});
    return null;
  }

  async function readConnectionInUse() {
    const register = await store.readRegister();
    const inUse = findConnectionInUse(register);
    const credentialsInUse = inUse && (await store.readCredentials(inUse));
    return { register, inUse, credentialsInUse };
  }

  /** Returns the stored connection of an account; null if no connection has the account. */
  async function connectionOfAccount(
    found: FoundConnection,
    { baseUrl, apiKey }: Credentials,
    register: ConnectionRegister,
  ): Promise<Connection | null> {
    // Another check may have stored the same key during this check.
    if (found.kind !== 'same') return connectionWithKey(register, baseUrl, apiKey);
    const latest = register.connections.find(({ id }) => id === found.connection.id);
    const account = found.connection.account ?? latest?.account ?? null;
    return { ...(latest ?? found.connection), account, baseUrl };
  }

  function newConnection(found: FoundConnection, { baseUrl }: Credentials): Connection {
    const account = found.kind === 'new' ? found.account : null;
    return { id: newId(), baseUrl, account, label: null, reportLink: null };
  }

  /** Returns a question about open jobs; null if the person has answered, or if no job is open. */
  async function openJobsQuestion(
    inUse: Connection,
    nextBaseUrl: string,
    { keepsOpenJobs = false, dropsOpenJobs = false }: ConnectRequest,
  ): Promise<Failure | null> {
    if (keepsOpenJobs || dropsOpenJobs) return null;
    try {
      const openJobs = await service.openJobs();
      const change = inUse.baseUrl === nextBaseUrl ? 'otherAccount' : 'otherService';
      return openJobs && { code: 'openJobs', ...openJobs, change };
    } catch {
      return STORE_UNREADABLE;
    }
  }

  async function allOpenJobs(): Promise<OpenJobs | null> {
    const register = await store.readRegister();
    const notInUse = register.connections.filter(({ id }) => id !== register.inUse);
    return sumOfOpenJobs([
      await service.openJobs(),
      ...(await Promise.all(notInUse.map(({ id }) => readOpenJobs(id)))),
    ]);
  }

  async function disconnect(dropsOpenJobs: boolean): Promise<Result<readonly StoredHistory[]>> {
    const earlierChecks = [...runningChecks];
    return service
      .exclusively<Result<readonly StoredHistory[]>>(async () => {
        const openJobs = dropsOpenJobs ? null : await allOpenJobs();
        if (openJobs !== null) {
          return { failure: { code: 'openJobs', ...openJobs, change: 'disconnect' } };
        }
        for (const check of earlierChecks) runningChecks.delete(check);
        const { connections } = await store.readRegister();
        await service.close();
        // If the identity cannot be stored, the reports identify the detached history.
        await Promise.all(
          connections.map((one) => store.identifyHistory(one, now()).catch(() => {})),
        );
        // If the browser stops the worker before `removeAll`, the person can disconnect again.
        await hosts.removeForAllConnections().catch(() => {});
        await store.removeAll();
        return { value: await detachedHistories(connections).catch(() => []) };
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
    const connection = register.connections.find(({ id }) => id === connectionId);
    if (connection === undefined) return false;
    const changed = edit(connection);
    if (isSame(connection, changed)) return true;
    await connectionsItem.write(withConnection(register, changed));
    await store.identifyHistory(changed, now()).catch(() => {});
    return true;
  }

  return {
    connect(request: ConnectRequest): Promise<ConnectionCheck> {
      runningChecks.add(request);
      return hosts
        .runWithHosts([checkedAddress(request)], () => connect(request), needsHostAgain)
        .finally(() => runningChecks.delete(request));
    },
    disconnect,
    /** Stores the identity of an account in a connection. Ignores errors. */
    async storeAccount(connectionId: string, account: Account): Promise<void> {
      await service
        .exclusively(() =>
          changeConnection(connectionId, (connection) => withAccount(connection, account)),
        )
        .catch(() => {});
    },
    setReportLink(connectionId: string, reportLink: string | null): Promise<Result<null>> {
      return service
        .exclusively<Result<null>>(async () => {
          const isKnown = await changeConnection(connectionId, (one) => ({ ...one, reportLink }));
          return isKnown ? { value: null } : { failure: { code: 'notConnected' } };
        })
        .catch(() => ({ failure: NOT_STORED }));
    },
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
