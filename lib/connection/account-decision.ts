import { type AccountIdentity, isSameAccount } from './account-identity';

/** A connection or detached history that may have the account of a checked API key. */
export interface AccountCandidate {
  connectionId: string;
  /** Null for a detached history without a stored base URL. */
  baseUrl: string | null;
  account: AccountIdentity | null;
  /** Whether the candidate has stored reports, past results, marks or jobs. */
  hasEvidence: boolean;
  /** Whether the service lists the candidate's newest stored reports; false if none are stored. */
  isListed: boolean;
}

export type CheckedAccount =
  | { is: 'known'; identity: AccountIdentity }
  /** The service does not reveal the account. */
  | { is: 'unknown' }
  /** The service has not answered. The same call may succeed later. */
  | { is: 'unanswered' };

/** The connection to which a checked API key belongs. */
export type AccountDecision =
  /** `hasMoved`: the checked base URL replaces the base URL of the connection. */
  | { kind: 'same'; connectionId: string; hasMoved: boolean }
  | { kind: 'new' }
  /** A person decides. */
  | { kind: 'ask'; connectionId: string; hasMoved: boolean }
  /** The check fails, because evidence is stored. */
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
  if (chosen !== undefined && mayMatch(chosen, checked)) return same(chosen, !isAtBaseUrl(chosen));

  const remaining = candidates.filter(({ connectionId }) => !others.includes(connectionId));
  const atBaseUrl = remaining.filter(isAtBaseUrl);
  if (checked.is === 'unanswered') {
    const hasEvidenceAtBaseUrl = atBaseUrl.some(({ hasEvidence }) => hasEvidence);
    return { kind: hasEvidenceAtBaseUrl ? 'unanswered' : 'new' };
  }
  const matching = atBaseUrl.find((one) => matches(one, checked));
  if (matching !== undefined) return same(matching);
  const possible = atBaseUrl.filter((one) => mayMatch(one, checked));
  const listed = possible.filter(({ isListed }) => isListed);
  const [onlyListed] = listed;
  if (onlyListed !== undefined && listed.length === 1) return same(onlyListed);
  const [first] = listed.length > 0 ? listed : possible;
  if (first !== undefined) return ask(first);
  const moved = remaining.find((one) => !isAtBaseUrl(one) && one.isListed && matches(one, checked));
  return moved === undefined ? { kind: 'new' } : ask(moved, true);
}

/** Whether the decision about a candidate needs a longer list of the service's reports. */
export function needsReports(
  baseUrl: string,
  checked: CheckedAccount,
  { isListed, hasEvidence, ...candidate }: AccountCandidate,
): boolean {
  if (isListed || !hasEvidence || checked.is === 'unanswered') return false;
  const isMatch = matches(candidate, checked);
  if (candidate.baseUrl === baseUrl) return !isMatch && mayMatch(candidate, checked);
  return candidate.baseUrl === null || isMatch;
}

function same({ connectionId }: AccountCandidate, hasMoved = false): AccountDecision {
  return { kind: 'same', connectionId, hasMoved };
}

function ask({ connectionId }: AccountCandidate, hasMoved = false): AccountDecision {
  return { kind: 'ask', connectionId, hasMoved };
}

type Candidate = Pick<AccountCandidate, 'account'>;

function matches(candidate: Candidate, checked: CheckedAccount): boolean {
  return relationOf(candidate, checked) === 'same';
}

function mayMatch(candidate: Candidate, checked: CheckedAccount): boolean {
  return relationOf(candidate, checked) !== 'other';
}

function relationOf({ account }: Candidate, checked: CheckedAccount): 'same' | 'other' | 'unknown' {
  if (account === null || checked.is !== 'known') return 'unknown';
  const { identity } = checked;
  if (isSameAccount(account, identity)) return 'same';
  const haveIds = account.id !== null && identity.id !== null;
  const haveEmails = account.email !== null && identity.email !== null;
  return haveIds || haveEmails ? 'other' : 'unknown';
}
