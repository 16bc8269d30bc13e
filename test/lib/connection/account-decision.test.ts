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

const knownAnn: CheckedAccount = { status: 'known', identity: ann };
const unknown: CheckedAccount = { status: 'unknown' };
const unanswered: CheckedAccount = { status: 'unanswered' };

/** Returns a connection of Ann at the checked base URL, with a history. */
const candidate = (fields: Partial<AccountCandidate> = {}): AccountCandidate => ({
  connectionId: 'a',
  baseUrl: HERE,
  account: ann,
  hasStoredData: true,
  isListed: false,
  ...fields,
});
const unknownUnlisted = candidate({ account: null });
const unknownListed = candidate({ account: null, isListed: true });
const unknownWithoutHistory = candidate({ account: null, hasStoredData: false });
const candidateOfBo = candidate({ account: bo });
const secondCandidate = (fields: Partial<AccountCandidate> = {}) =>
  candidate({ connectionId: 'b', ...fields });
const elsewhere = candidate({ baseUrl: ELSEWHERE, isListed: true });
const unidentified = candidate({ baseUrl: null, account: null, isListed: true });

const sameAccount = (connectionId = 'a', hasMoved = false): AccountDecision => ({
  kind: 'same',
  connectionId,
  hasMoved,
});
const question = (connectionId = 'a', hasMoved = false): AccountDecision => ({
  kind: 'ask',
  connectionId,
  hasMoved,
});
const newConnection: AccountDecision = { kind: 'new' };

type Row = [string, CheckedAccount, readonly AccountCandidate[], AccountDecision];

describe('decideAccount for a key of a known account', () => {
  it.each<Row>([
    ['creates a connection if none exists', knownAnn, [], newConnection],
    ['finds the connection of the account', knownAnn, [candidate()], sameAccount()],
    ['creates a connection beside another account', knownAnn, [candidateOfBo], newConnection],
    [
      'finds the account if another account comes first',
      knownAnn,
      [candidateOfBo, secondCandidate()],
      sameAccount('b'),
    ],
    [
      'prefers the same account to an unknown account with listed reports',
      knownAnn,
      [unknownListed, secondCandidate()],
      sameAccount('b'),
    ],
    ['finds an unknown account whose reports are listed', knownAnn, [unknownListed], sameAccount()],
    [
      'asks about an unknown account whose reports are not listed',
      knownAnn,
      [unknownUnlisted],
      question(),
    ],
    [
      'asks about an unknown account without a history',
      knownAnn,
      [unknownWithoutHistory],
      question(),
    ],
    [
      'asks if the reports of two unknown accounts are listed',
      knownAnn,
      [unknownListed, { ...unknownListed, connectionId: 'b' }],
      question(),
    ],
    [
      'finds a history without an identity if its reports are listed',
      knownAnn,
      [unidentified],
      sameAccount(),
    ],
    [
      'creates a connection if the reports of a history without an identity are not listed',
      knownAnn,
      [{ ...unidentified, isListed: false }],
      newConnection,
    ],
    [
      'asks whether the service has moved if another base URL has the account and the reports',
      knownAnn,
      [elsewhere],
      question('a', true),
    ],
    [
      'creates a connection if the reports at another base URL differ',
      knownAnn,
      [{ ...elsewhere, isListed: false }],
      newConnection,
    ],
    [
      'creates a connection if the account at another base URL differs',
      knownAnn,
      [{ ...elsewhere, account: bo }],
      newConnection,
    ],
    [
      'creates a connection if the account at another base URL is unknown',
      knownAnn,
      [{ ...elsewhere, account: null }],
      newConnection,
    ],
    [
      'does not ask about a move if this base URL has the account',
      knownAnn,
      [elsewhere, secondCandidate()],
      sameAccount('b'),
    ],
  ])('%s', (_, checked, candidates, decision) => {
    expect(decideAccount(HERE, checked, candidates)).toEqual(decision);
  });

  it.each<[string, AccountCandidate['account'], AccountDecision]>([
    ['by e-mail address if an id is unknown', { id: null, email: ann.email }, sameAccount()],
    ['by e-mail address, and finds that they differ', { id: null, email: bo.email }, newConnection],
    ['by a question if id and e-mail address are unknown', { id: null, email: null }, question()],
  ])('compares accounts %s', (_, account, decision) => {
    expect(decideAccount(HERE, knownAnn, [candidate({ account })])).toEqual(decision);
  });
});

describe('decideAccount for a key of an unknown account', () => {
  it.each<Row>([
    ['creates a connection if none exists', unknown, [], newConnection],
    [
      'finds the account whose reports are listed',
      unknown,
      [candidate({ isListed: true })],
      sameAccount(),
    ],
    ['asks if the reports are not listed', unknown, [candidate()], question()],
    ['asks if no report is stored', unknown, [candidate({ hasStoredData: false })], question()],
    [
      'finds the only account whose reports are listed',
      unknown,
      [candidate(), secondCandidate({ isListed: true })],
      sameAccount('b'),
    ],
    [
      'asks if the reports of several accounts are listed',
      unknown,
      [candidate({ isListed: true }), secondCandidate({ isListed: true, account: bo })],
      question('a'),
    ],
    [
      'creates a connection if all others have another base URL',
      unknown,
      [elsewhere],
      newConnection,
    ],
  ])('%s', (_, checked, candidates, decision) => {
    expect(decideAccount(HERE, checked, candidates)).toEqual(decision);
  });
});

describe('decideAccount for a key whose account request has no answer', () => {
  it.each<Row>([
    ['creates a connection if none exists', unanswered, [], newConnection],
    [
      'fails if a history is stored for the base URL',
      unanswered,
      [candidate()],
      { kind: 'unanswered' },
    ],
    [
      'creates a connection if nothing is stored for the base URL',
      unanswered,
      [unknownWithoutHistory],
      newConnection,
    ],
    [
      'creates a connection if all others have another base URL',
      unanswered,
      [elsewhere],
      newConnection,
    ],
  ])('%s', (_, checked, candidates, decision) => {
    expect(decideAccount(HERE, checked, candidates)).toEqual(decision);
  });
});

describe('the answers of a person to decideAccount', () => {
  it.each<[string, CheckedAccount, readonly AccountCandidate[], object, AccountDecision]>([
    ['name the account', unknown, [unknownUnlisted], { sameAs: 'a' }, sameAccount()],
    ['name the moved service', knownAnn, [elsewhere], { sameAs: 'a' }, sameAccount('a', true)],
    [
      'cannot name an account that is known to be another one',
      knownAnn,
      [candidateOfBo],
      { sameAs: 'a' },
      newConnection,
    ],
    ['cannot name an unknown connection', unknown, [], { sameAs: 'a' }, newConnection],
    ['exclude an account', unknown, [unknownUnlisted], { others: ['a'] }, newConnection],
    [
      'exclude one account, and leave a question about another',
      unknown,
      [unknownUnlisted, secondCandidate()],
      { others: ['a'] },
      question('b'),
    ],
    ['exclude a moved service', knownAnn, [elsewhere], { others: ['a'] }, newConnection],
  ])('%s', (_, checked, candidates, answers, decision) => {
    expect(decideAccount(HERE, checked, candidates, answers)).toEqual(decision);
  });
});

it.each<[string, CheckedAccount, AccountCandidate, boolean]>([
  [
    'true for a candidate of an unknown account at the same base URL',
    knownAnn,
    unknownUnlisted,
    true,
  ],
  ['true for a candidate if the account of the key is unknown', unknown, candidate(), true],
  [
    'true for a candidate of the same account at another base URL',
    knownAnn,
    { ...elsewhere, isListed: false },
    true,
  ],
  ['true for a history without a base URL', knownAnn, { ...unidentified, isListed: false }, true],
  ['false for a candidate whose reports are already listed', unknown, unknownListed, false],
  ['false for a candidate without a history', unknown, unknownWithoutHistory, false],
  ['false for a candidate of the same account at the same base URL', knownAnn, candidate(), false],
  ['false for a candidate of another account at the same base URL', knownAnn, candidateOfBo, false],
  [
    'false at another base URL if the account of the key is unknown',
    unknown,
    { ...elsewhere, isListed: false },
    false,
  ],
  ['false if the account request has no answer', unanswered, unknownUnlisted, false],
])('needsReports is %s', (_, checked, one, isNeeded) => {
  expect(needsReports(HERE, checked, one)).toBe(isNeeded);
});
