import { type AccountIdentity, isSameAccount } from './account-identity';

/** A connection, or a detached history, whose account may be that of a checked API key. */
export interface AccountCandidate {
  connectionId: string;
  /** Null for a history that does not say where it comes from. */
  baseUrl: string | null;
  /** Null if the account is unknown. */
  account: AccountIdentity | null;
  /** Whether reports, past results, marks or jobs are stored for it. */
  hasEvidence: boolean;
  /** Whether the service lists its newest stored reports; false if it has none. */
  isListed: boolean;
}

/** What a connection check knows about the account of the API key. */
export type CheckedAccount =
  | { is: 'known'; identity: AccountIdentity }
  /** The service does not tell. */
  | { is: 'unknown' }
  /** The service has not answered. The same call may succeed later. */
  | { is: 'unanswered' };

/** Which connection a checked API key belongs to. A stored key needs no decision. */
export type AccountDecision =
  /** The key of a known account. `hasMoved`: its connection gets the checked base URL. */
  | { kind: 'same'; connectionId: string; hasMoved: boolean }
  /** The key of an account that has no connection. */
  | { kind: 'new' }
  /** A person decides whether the key is of the account of this connection. */
  | { kind: 'ask'; connectionId: string; hasMoved: boolean }
  /** Evidence is stored, and the service has to say first whose key it is. */
  | { kind: 'unanswered' };

interface AccountAnswers {
  sameAs?: string | undefined;
  others?: readonly string[] | undefined;
}

/**
 * Decides which connection a checked API key belongs to.
 * @param candidates the most likely first: the connection in use, then the latest ones
 * @param answers a person's answers to earlier questions of this check
 */
export function decideAccount(
  baseUrl: string,
  checked: CheckedAccount,
  candidates: readonly AccountCandidate[],
  { sameAs, others = [] }: AccountAnswers = {},
): AccountDecision {
  const isHere = (one: AccountCandidate) =>
    one.baseUrl === baseUrl || (one.baseUrl === null && one.isListed);
  const chosen = candidates.find(({ connectionId }) => connectionId === sameAs);
  if (chosen !== undefined && mayBe(chosen, checked)) return same(chosen, !isHere(chosen));

  const left = candidates.filter(({ connectionId }) => !others.includes(connectionId));
  const here = left.filter(isHere);
  if (checked.is === 'unanswered') {
    return { kind: here.some(({ hasEvidence }) => hasEvidence) ? 'unanswered' : 'new' };
  }
  const known = here.find((one) => isKnownAs(one, checked));
  if (known !== undefined) return same(known);
  const possible = here.filter((one) => mayBe(one, checked));
  const listed = possible.filter(({ isListed }) => isListed);
  const [only, second] = listed;
  if (only !== undefined && second === undefined) return same(only);
  const [first] = listed.length > 0 ? listed : possible;
  if (first !== undefined) return ask(first);
  const moved = left.find((one) => !isHere(one) && one.isListed && isKnownAs(one, checked));
  return moved === undefined ? { kind: 'new' } : ask(moved, true);
}

/** Whether only a longer list of reports can tell whether a candidate is of the account. */
export function needsReports(
  baseUrl: string,
  checked: CheckedAccount,
  { isListed, hasEvidence, ...candidate }: AccountCandidate,
): boolean {
  if (isListed || !hasEvidence || checked.is === 'unanswered') return false;
  const isHere = candidate.baseUrl === baseUrl;
  const isKnown = isKnownAs(candidate, checked);
  return isHere ? !isKnown && mayBe(candidate, checked) : candidate.baseUrl === null || isKnown;
}

function same({ connectionId }: AccountCandidate, hasMoved = false): AccountDecision {
  return { kind: 'same', connectionId, hasMoved };
}

function ask({ connectionId }: AccountCandidate, hasMoved = false): AccountDecision {
  return { kind: 'ask', connectionId, hasMoved };
}

type Candidate = Pick<AccountCandidate, 'account'>;

function isKnownAs(candidate: Candidate, checked: CheckedAccount): boolean {
  return relationOf(candidate, checked) === 'same';
}

/** Whether nothing shows that a candidate is of another account. */
function mayBe(candidate: Candidate, checked: CheckedAccount): boolean {
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
