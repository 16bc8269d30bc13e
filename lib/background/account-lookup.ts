import {
  type AccountCandidate,
  type CheckedAccount,
  decideAccount,
  needsReports,
} from '@/lib/connection/account-decision';
import { type AccountIdentity, identityOf } from '@/lib/connection/account-identity';
import type { ConnectAnswers, Connection } from '@/lib/connection/connection';
import type { CheckedConnection } from '@/lib/connection/connection-check';
import { type ConnectionRegister, findConnectionInUse } from '@/lib/connection/connection-register';
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

/** Number of stored reports to compare. If the service lists all these reports, the account is the same. */
const COMPARED_REPORTS = 10;

/** An `AccountDecision`, with the connection or the account. */
export type FoundConnection =
  /** `connection` has the account of the API key, and may belong to a detached history. */
  | { kind: 'same'; connection: Connection }
  /** `account` is null if unknown. */
  | { kind: 'new'; account: AccountIdentity | null }
  | { kind: 'ask'; connection: Connection; hasMoved: boolean }
  | { kind: 'unanswered' };

type StoredReport = Pick<Report, 'id' | 'url'>;

interface Candidate extends AccountCandidate {
  /** The connection to store if the candidate has the account. */
  connection: Connection;
  /** The reports that the service must list. */
  newestReports: readonly StoredReport[];
}

/** Finds the connection of a checked API key. Rejects if storage cannot be read. */
export async function lookUpConnection(
  { credentials, list }: Pick<CheckedConnection, 'credentials' | 'list'>,
  client: ServiceClient,
  register: ConnectionRegister,
  answers: ConnectAnswers,
): Promise<FoundConnection> {
  const { baseUrl, apiKey } = credentials;
  const withSameKey = await connectionWithKey(register, baseUrl, apiKey);
  if (withSameKey !== null) return { kind: 'same', connection: withSameKey };
  const checked = checkedAccount(await client.account());
  const account = checked.status === 'known' ? checked.identity : null;

  const candidates = await candidatesFor(baseUrl, register);
  let comparedCandidates = withIsListed(candidates, list.reports);
  const needsLongerList = comparedCandidates.some((one) => needsReports(baseUrl, checked, one));
  if (needsLongerList && list.next !== null) {
    const longerList = await client.list(NEWEST_QUERY);
    if (!hasFailed(longerList)) {
      comparedCandidates = withIsListed(candidates, longerList.value.reports);
    }
  }

  const decision = decideAccount(baseUrl, checked, comparedCandidates, answers);
  if (decision.kind === 'new') return { kind: 'new', account };
  if (decision.kind === 'unanswered') return decision;
  const { connectionId, hasMoved } = decision;
  const candidate = candidates.find((one) => one.connectionId === connectionId);
  if (candidate === undefined) throw new Error('The decision names an unknown connection.');
  const { connection } = candidate;
  if (decision.kind === 'ask') return { kind: 'ask', connection, hasMoved };
  const updated = { ...connection, account: account ?? connection.account, baseUrl };
  return { kind: 'same', connection: updated };
}

/** Returns the connection with a base URL and an API key; null if no connection has both. */
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

function checkedAccount(result: Result<Account>): CheckedAccount {
  if (hasFailed(result)) {
    const { failure } = result;
    const isUnanswered =
      isOutOfReach(failure) ||
      failure.code === 'tooManyRequests' ||
      failure.code === 'serviceDown' ||
      failure.code === 'interrupted';
    return { status: isUnanswered ? 'unanswered' : 'unknown' };
  }
  const identity = identityOf(result.value);
  return identity === null ? { status: 'unknown' } : { status: 'known', identity };
}

/** Returns the connection in use, then other connections and detached histories, latest first. */
async function candidatesFor(baseUrl: string, register: ConnectionRegister): Promise<Candidate[]> {
  const histories = await listHistories();
  const inUse = findConnectionInUse(register);
  const others = register.connections.filter((one) => one !== inUse).reverse();
  const registered = inUse === undefined ? others : [inUse, ...others];
  const isDetached = ({ connectionId }: StoredHistory) =>
    !registered.some(({ id }) => id === connectionId);
  const detached = histories.filter(isDetached).toSorted(latestFirst);
  return Promise.all([
    ...registered.map((connection) => registeredCandidate(connection, histories)),
    ...detached.map((history) => detachedCandidate(history, baseUrl)),
  ]);
}

async function registeredCandidate(
  connection: Connection,
  histories: readonly StoredHistory[],
): Promise<Candidate> {
  const { id, account, baseUrl } = connection;
  const history = histories.find(({ connectionId }) => connectionId === id);
  const hasJobs = (await readOpenJobs(id)) !== null;
  return {
    connection,
    connectionId: id,
    baseUrl,
    account,
    hasStoredData: hasJobs || (history !== undefined && !isEmptyHistory(history)),
    isListed: false,
    newestReports: await newestReportsOf(id),
  };
}

/** @param checkedBaseUrl the base URL for a history without one */
async function detachedCandidate(
  history: StoredHistory,
  checkedBaseUrl: string,
): Promise<Candidate> {
  const { connectionId, identity } = history;
  const { account = null, label = null } = identity ?? {};
  return {
    connection: {
      id: connectionId,
      account,
      label,
      reportLink: null,
      baseUrl: identity?.baseUrl ?? checkedBaseUrl,
    },
    connectionId,
    baseUrl: identity?.baseUrl ?? null,
    account,
    hasStoredData: !isEmptyHistory(history),
    isListed: false,
    newestReports: await newestReportsOf(connectionId),
  };
}

/** Orders histories by their last use, latest first. */
function latestFirst({ identity: one }: StoredHistory, { identity: other }: StoredHistory): number {
  return (one?.usedAt ?? '') > (other?.usedAt ?? '') ? -1 : 1;
}

export function isEmptyHistory({ reports, results, marks }: StoredHistory): boolean {
  return reports + results + marks === 0;
}

/** Returns reports of the history or, without a history, of the newest list. */
async function newestReportsOf(connectionId: string): Promise<readonly StoredReport[]> {
  const stored = await newestStoredReports(connectionId, COMPARED_REPORTS);
  if (stored.length > 0) return stored;
  const newest = await newestListItem(connectionId).read();
  return newest?.reports.slice(0, COMPARED_REPORTS) ?? [];
}

/** @param reports the service's list, which must contain all newest reports of the candidate */
function withIsListed(
  candidates: readonly Candidate[],
  reports: readonly StoredReport[],
): Candidate[] {
  const urls = new Map(reports.map(({ id, url }) => [id, url]));
  const isListed = ({ id, url }: StoredReport) => {
    const listedUrl = urls.get(id);
    return listedUrl !== undefined && pageKey(listedUrl ?? '') === pageKey(url ?? '');
  };
  return candidates.map((one) => ({
    ...one,
    isListed: one.newestReports.length > 0 && one.newestReports.every(isListed),
  }));
}
