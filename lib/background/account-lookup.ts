import {
  type AccountCandidate,
  type CheckedAccount,
  decideAccount,
  needsReports,
} from '@/lib/connection/account-decision';
import { type AccountIdentity, identityOf } from '@/lib/connection/account-identity';
import type { ConnectAnswers, Connection } from '@/lib/connection/connection';
import type { CheckedConnection } from '@/lib/connection/connection-check';
import { type ConnectionRegister, inUseOf } from '@/lib/connection/connection-register';
import { isOutOfReach } from '@/lib/failure';
import { listHistories, newestStoredReports, type StoredHistory } from '@/lib/history/histories';
import { readOpenJobs } from '@/lib/jobs/open-jobs';
import type { Account } from '@/lib/report/extra-fields';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import type { ServiceClient } from '@/lib/service/client';
import { newestListItem } from '@/lib/shared-state/shared-items';
import { pageKey } from '@/lib/url/page-key';
import { readCredentials } from './connection-store';

/**
 * The number of stored reports that a service has to list, so that it counts as the same account.
 */
const COMPARED_REPORTS = 10;

/** The connection that a checked API key belongs to. See `AccountDecision`. */
export type FoundConnection =
  /** The connection as it has to be stored. It may be that of a detached history. */
  | { kind: 'same'; connection: Connection }
  /** The account is null if the service does not tell. */
  | { kind: 'new'; account: AccountIdentity | null }
  | { kind: 'ask'; connection: Connection; hasMoved: boolean }
  | { kind: 'unanswered' };

type StoredReport = Pick<Report, 'id' | 'url'>;

interface Candidate extends AccountCandidate {
  connection: Connection;
  newestReports: readonly StoredReport[];
}

/**
 * Finds the connection of a checked API key. Reads the account, and a longer list only if stored
 * reports have to decide. Rejects if storage cannot be read.
 */
export async function findConnection(
  { credentials, list }: Pick<CheckedConnection, 'credentials' | 'list'>,
  client: ServiceClient,
  register: ConnectionRegister,
  answers: ConnectAnswers,
): Promise<FoundConnection> {
  const { baseUrl, apiKey } = credentials;
  const withKey = await connectionWithKey(register, baseUrl, apiKey);
  if (withKey !== null) return { kind: 'same', connection: withKey };
  const read = await client.account();
  const checked = checkedAccount(read);
  const account = checked.is === 'known' ? checked.identity : null;

  const candidates = await candidatesFor(baseUrl, register);
  let compared = listedIn(list.reports, candidates);
  const isOpen = compared.some((one) => needsReports(baseUrl, checked, one));
  if (isOpen && list.next !== null) {
    const longer = await client.list(NEWEST_QUERY);
    if (!hasFailed(longer)) compared = listedIn(longer.value.reports, candidates);
  }

  const decision = decideAccount(baseUrl, checked, compared, answers);
  if (decision.kind === 'new') return { kind: 'new', account };
  if (decision.kind === 'unanswered') return decision;
  const { connectionId, hasMoved } = decision;
  const found = candidates.find((one) => one.connectionId === connectionId);
  if (found === undefined) throw new Error('The decision names an unknown connection.');
  const { connection } = found;
  if (decision.kind === 'ask') return { kind: 'ask', connection, hasMoved };
  const known = { ...connection, account: account ?? connection.account };
  return { kind: 'same', connection: { ...known, baseUrl } };
}

/** Returns the connection with this stored API key; null for none. */
export async function connectionWithKey(
  { connections }: ConnectionRegister,
  baseUrl: string,
  apiKey: string,
): Promise<Connection | null> {
  for (const connection of connections) {
    if (connection.baseUrl !== baseUrl) continue;
    if ((await readCredentials(connection))?.apiKey === apiKey) return connection;
  }
  return null;
}

function checkedAccount(read: Result<Account>): CheckedAccount {
  if (hasFailed(read)) {
    const { failure } = read;
    const isUnanswered =
      isOutOfReach(failure) ||
      failure.code === 'tooManyRequests' ||
      failure.code === 'serviceDown' ||
      failure.code === 'interrupted';
    return { is: isUnanswered ? 'unanswered' : 'unknown' };
  }
  const identity = identityOf(read.value);
  return identity === null ? { is: 'unknown' } : { is: 'known', identity };
}

/**
 * Returns the connection in use, the other connections and the detached histories, latest first.
 */
async function candidatesFor(baseUrl: string, register: ConnectionRegister): Promise<Candidate[]> {
  const histories = await listHistories();
  const inUse = inUseOf(register);
  const others = register.connections.filter((one) => one !== inUse).reverse();
  const registered = inUse === undefined ? others : [inUse, ...others];
  const isDetached = ({ connectionId }: StoredHistory) =>
    !registered.some(({ id }) => id === connectionId);
  const detached = histories.filter(isDetached).toSorted(latestFirst);
  return Promise.all([
    ...registered.map(async (connection): Promise<Candidate> => {
      const { id, account } = connection;
      const history = histories.find(({ connectionId }) => connectionId === id);
      const hasJobs = (await readOpenJobs(id)) !== null;
      return {
        connection,
        connectionId: id,
        baseUrl: connection.baseUrl,
        account,
        hasEvidence: hasJobs || (history !== undefined && !isEmptyHistory(history)),
        isListed: false,
        newestReports: await newestReportsOf(id),
      };
    }),
    ...detached.map(async (history): Promise<Candidate> => {
      const { connectionId, identity } = history;
      const { account = null, label = null } = identity ?? {};
      const facts = { id: connectionId, account, label, reportLink: null };
      return {
        connection: { ...facts, baseUrl: identity?.baseUrl ?? baseUrl },
        connectionId,
        baseUrl: identity?.baseUrl ?? null,
        account,
        hasEvidence: !isEmptyHistory(history),
        isListed: false,
        newestReports: await newestReportsOf(connectionId),
      };
    }),
  ]);
}

function latestFirst({ identity: one }: StoredHistory, { identity: other }: StoredHistory): number {
  return (one?.usedAt ?? '') > (other?.usedAt ?? '') ? -1 : 1;
}

export function isEmptyHistory({ reports, results, marks }: StoredHistory): boolean {
  return reports + results + marks === 0;
}

/** In a browser without databases, only the newest list has stored reports. */
async function newestReportsOf(connectionId: string): Promise<readonly StoredReport[]> {
  const stored = await newestStoredReports(connectionId, COMPARED_REPORTS);
  if (stored.length > 0) return stored;
  const newest = await newestListItem(connectionId).read();
  return newest?.reports.slice(0, COMPARED_REPORTS) ?? [];
}

function listedIn(reports: readonly StoredReport[], candidates: readonly Candidate[]): Candidate[] {
  const urls = new Map(reports.map(({ id, url }) => [id, url]));
  const isListed = ({ id, url }: StoredReport) => {
    const listed = urls.get(id);
    return listed !== undefined && pageKey(listed ?? '') === pageKey(url ?? '');
  };
  return candidates.map((one) => ({
    ...one,
    isListed: one.newestReports.length > 0 && one.newestReports.every(isListed),
  }));
}
