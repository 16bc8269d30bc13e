import { describe, expect, it } from 'vitest';
import {
  type AccountCandidate,
  type AccountDecision,
  type CheckedAccount,
  decideAccount,
  needsReports,
} from '@/lib/connection/account-decision';

const HERE = 'https://host.example';
const ELSEWHERE = 'https://former.example';
const ann = { id: '7', email: 'ann@example.com' };
const bo = { id: '8', email: 'bo@example.com' };

const knownAnn: CheckedAccount = { is: 'known', identity: ann };
const unknown: CheckedAccount = { is: 'unknown' };
const unanswered: CheckedAccount = { is: 'unanswered' };

/** Returns a connection of Ann at the checked base URL, with evidence. */
const candidate = (fields: Partial<AccountCandidate> = {}): AccountCandidate => ({
  connectionId: 'a',
  baseUrl: HERE,
  account: ann,
  hasEvidence: true,
  isListed: false,
  ...fields,
});
const anonymous = candidate({ account: null });
const listed = candidate({ account: null, isListed: true });
const empty = candidate({ account: null, hasEvidence: false });
const ofBo = candidate({ account: bo });
const second = (fields: Partial<AccountCandidate> = {}) =>
  candidate({ connectionId: 'b', ...fields });
const former = candidate({ baseUrl: ELSEWHERE, isListed: true });
const nameless = candidate({ baseUrl: null, account: null, isListed: true });

const same = (connectionId = 'a', hasMoved = false): AccountDecision => ({
  kind: 'same',
  connectionId,
  hasMoved,
});
const ask = (connectionId = 'a', hasMoved = false): AccountDecision => ({
  kind: 'ask',
  connectionId,
  hasMoved,
});
const created: AccountDecision = { kind: 'new' };

type Row = [string, CheckedAccount, readonly AccountCandidate[], AccountDecision];

describe('a key whose account is known', () => {
  it.each<Row>([
    ['is new without connections', knownAnn, [], created],
    ['is of the connection of its account', knownAnn, [candidate()], same()],
    ['is new beside another account, whatever is listed', knownAnn, [ofBo], created],
    ['finds its account behind another one', knownAnn, [ofBo, second()], same('b')],
    ['prefers its account to an unknown one', knownAnn, [listed, second()], same('b')],
    ['is of an unknown account whose reports are listed', knownAnn, [listed], same()],
    ['asks about an unknown account whose reports are not listed', knownAnn, [anonymous], ask()],
    ['asks about an unknown account without reports', knownAnn, [empty], ask()],
    [
      'asks if two unknown accounts are listed',
      knownAnn,
      [listed, { ...listed, connectionId: 'b' }],
      ask(),
    ],
    ['is of a history that does not say where it comes from', knownAnn, [nameless], same()],
    [
      'is not of such a history if its reports are not listed',
      knownAnn,
      [{ ...nameless, isListed: false }],
      created,
    ],
    ['asks whether the service has moved', knownAnn, [former], ask('a', true)],
    ['is new elsewhere if the reports differ', knownAnn, [{ ...former, isListed: false }], created],
    ['is new elsewhere if the account differs', knownAnn, [{ ...former, account: bo }], created],
    [
      'is new elsewhere if the account is unknown',
      knownAnn,
      [{ ...former, account: null }],
      created,
    ],
    ['asks for no move if the account is here', knownAnn, [former, second()], same('b')],
  ])('%s', (_, checked, candidates, decision) => {
    expect(decideAccount(HERE, checked, candidates)).toEqual(decision);
  });

  it.each<[string, AccountCandidate['account'], AccountDecision]>([
    ['by e-mail address if one id is unknown', { id: null, email: ann.email }, same()],
    ['as another one by e-mail address', { id: null, email: bo.email }, created],
    ['by a person if nothing can be compared', { id: null, email: null }, ask()],
  ])('is compared %s', (_, account, decision) => {
    expect(decideAccount(HERE, knownAnn, [candidate({ account })])).toEqual(decision);
  });
});

describe('a key whose account is unknown', () => {
  it.each<Row>([
    ['is new without connections', unknown, [], created],
    [
      'is of the account whose reports are listed',
      unknown,
      [candidate({ isListed: true })],
      same(),
    ],
    ['asks if the reports are not listed', unknown, [candidate()], ask()],
    ['asks if no report is stored', unknown, [candidate({ hasEvidence: false })], ask()],
    [
      'is of the only account whose reports are listed',
      unknown,
      [candidate(), second({ isListed: true })],
      same('b'),
    ],
    [
      'asks if several accounts come into question',
      unknown,
      [candidate({ isListed: true }), second({ isListed: true, account: bo })],
      ask('a'),
    ],
    ['is new elsewhere', unknown, [former], created],
  ])('%s', (_, checked, candidates, decision) => {
    expect(decideAccount(HERE, checked, candidates)).toEqual(decision);
  });
});

describe('a key whose account call has no answer', () => {
  it.each<Row>([
    ['is new without connections', unanswered, [], created],
    [
      'waits if evidence is stored for the base URL',
      unanswered,
      [candidate()],
      { kind: 'unanswered' },
    ],
    ['is new if nothing is stored for the base URL', unanswered, [empty], created],
    ['is new elsewhere', unanswered, [former], created],
  ])('%s', (_, checked, candidates, decision) => {
    expect(decideAccount(HERE, checked, candidates)).toEqual(decision);
  });
});

describe('the answers of a person', () => {
  it.each<[string, CheckedAccount, readonly AccountCandidate[], object, AccountDecision]>([
    ['name the account', unknown, [anonymous], { sameAs: 'a' }, same()],
    ['name the moved service', knownAnn, [former], { sameAs: 'a' }, same('a', true)],
    ['cannot name a known other account', knownAnn, [ofBo], { sameAs: 'a' }, created],
    ['cannot name an unknown connection', unknown, [], { sameAs: 'a' }, created],
    ['exclude an account', unknown, [anonymous], { others: ['a'] }, created],
    [
      'exclude an account, and leave another',
      unknown,
      [anonymous, second()],
      { others: ['a'] },
      ask('b'),
    ],
    ['exclude a moved service', knownAnn, [former], { others: ['a'] }, created],
  ])('%s', (_, checked, candidates, answers, decision) => {
    expect(decideAccount(HERE, checked, candidates, answers)).toEqual(decision);
  });
});

it.each<[string, CheckedAccount, AccountCandidate, boolean]>([
  ['of an unknown account here', knownAnn, anonymous, true],
  ['of an unknown key', unknown, candidate(), true],
  ['of the same account elsewhere', knownAnn, { ...former, isListed: false }, true],
  ['of a history without base URL', knownAnn, { ...nameless, isListed: false }, true],
  ['that is listed already', unknown, listed, false],
  ['that has nothing stored', unknown, empty, false],
  ['of the same account here', knownAnn, candidate(), false],
  ['of another account here', knownAnn, ofBo, false],
  ['of an unknown key elsewhere', unknown, { ...former, isListed: false }, false],
  ['of an unanswered account', unanswered, anonymous, false],
])('a longer list is read for a candidate %s', (_, checked, one, isNeeded) => {
  expect(needsReports(HERE, checked, one)).toBe(isNeeded);
});
