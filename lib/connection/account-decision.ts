import { type AccountIdentity, isSameAccount } from './account-identity';

/** A connection or detached history that may have the account of a checked API key. */
export interface AccountCandidate {
  connectionId: string;
  /** Null for a detached history without a stored base URL. */
  baseUrl: string | null;
  account: AccountIdentity | null;
  /** Whether the candidate has stored reports, past results, marks or jobs. */
  hasStoredData: boolean;
  /** Whether the service lists the candidate's newest stored reports; false if none are stored. */
  isListed: boolean;
}

export type CheckedAccount =
  | { status: 'known'; identity: AccountIdentity }
  /** The service does not reveal the account. */
  | { status: 'unknown' }
  /** The service has not answered. The same call may succeed later. */
  | { status: 'unanswered' };

/** The connection to which a checked API key belongs. */
export type AccountDecision =
  /** `hasMoved`: the checked base URL replaces the base URL of the connection. */
  | { kind: 'same'; connectionId: string; hasMoved: boolean }
  | { kind: 'new' }
  /** A person decides. */
  | { kind: 'ask'; connectionId: string; hasMoved: boolean }
  /** The check fails, because a candidate at the base URL has stored data. */
  | { kind: 'unanswered' };

/** See `ConnectAnswers`. */
interface AccountAnswers {
  sameAs?: string | undefined;
  others?: readonly string[] | undefined;
}

/** @param candidates the most likely first: the connection in use, then the others, latest first */
export function decideAccount(
  baseUrl: string,
  checked: CheckedAccount,
  candidates: readonly AccountCandidate[],
  { sameAs, others = [] }: AccountAnswers = {},
): AccountDecision {
  const isAtBaseUrl = (one: AccountCandidate) =>
    one.baseUrl === baseUrl || (one.baseUrl === null && one.isListed);
  const chosen = candidates.find(({ connectionId }) => connectionId === sameAs);
  if (chosen !== undefined && mayMatch(chosen, checked)) {
    return sameAccount(chosen, !isAtBaseUrl(chosen));
  }
  const remaining = candidates.filter(({ connectionId }) => !others.includes(connectionId));
  const atBaseUrl = remaining.filter(isAtBaseUrl);
  if (checked.status === 'unanswered') {
    const hasStoredDataAtBaseUrl = atBaseUrl.some(({ hasStoredData }) => hasStoredData);
    return { kind: hasStoredDataAtBaseUrl ? 'unanswered' : 'new' };
  }
  const matching = atBaseUrl.find((one) => matches(one, checked));
  if (matching !== undefined) return sameAccount(matching);
  const possible = atBaseUrl.filter((one) => mayMatch(one, checked));
  const possibleAndListed = possible.filter(({ isListed }) => isListed);
  const [firstListed] = possibleAndListed;
  if (firstListed !== undefined && possibleAndListed.length === 1) return sameAccount(firstListed);
  const mostLikely = firstListed ?? possible[0];
  if (mostLikely !== undefined) return askPerson(mostLikely);
  const moved = remaining.find((one) => !isAtBaseUrl(one) && one.isListed && matches(one, checked));
  return moved === undefined ? { kind: 'new' } : askPerson(moved, true);
}

/** Whether the decision about a candidate needs a longer list of the service's reports. */
export function needsReports(
  baseUrl: string,
  checked: CheckedAccount,
  { isListed, hasStoredData, ...candidate }: AccountCandidate,
): boolean {
  if (isListed || !hasStoredData || checked.status === 'unanswered') return false;
  const isMatch = matches(candidate, checked);
  if (candidate.baseUrl === baseUrl) return !isMatch && mayMatch(candidate, checked);
  return candidate.baseUrl === null || isMatch;
}

function sameAccount({ connectionId }: AccountCandidate, hasMoved = false): AccountDecision {
  return { kind: 'same', connectionId, hasMoved };
}

function askPerson({ connectionId }: AccountCandidate, hasMoved = false): AccountDecision {
  return { kind: 'ask', connectionId, hasMoved };
}

type WithAccount = Pick<AccountCandidate, 'account'>;

function matches(candidate: WithAccount, checked: CheckedAccount): boolean {
  return compareAccounts(candidate, checked) === 'same';
}

function mayMatch(candidate: WithAccount, checked: CheckedAccount): boolean {
  return compareAccounts(candidate, checked) !== 'other';
}

function compareAccounts(
  { account }: WithAccount,
  checked: CheckedAccount,
): 'same' | 'other' | 'unknown' {
  if (account === null || checked.status !== 'known') return 'unknown';
  const { identity } = checked;
  if (isSameAccount(account, identity)) return 'same';
  const haveIds = account.id !== null && identity.id !== null;
  const haveEmails = account.email !== null && identity.email !== null;
  return haveIds || haveEmails ? 'other' : 'unknown';
}
