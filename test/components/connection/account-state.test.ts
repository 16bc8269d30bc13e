import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createAccountState } from '@/components/connection/account-state';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { Connection } from '@/lib/connection/connection';
import type { Outcome } from '@/lib/outcome';
import type { Account } from '@/lib/report/extra-fields';
import { holdAnswers } from '../../support/held-answers';
import { STANDING } from '../../support/open-connect';

const refused: Outcome<Account> = { failure: { code: 'notAllowed', message: null } };
const request = { baseUrl: STANDING.baseUrl, apiKey: '', allowsUnencrypted: false };

function accountOf(fields: Record<string, string>): Outcome<Account> {
  const named = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return { value: { fields: named, isCut: false } };
}

function open(stored?: Connection) {
  const connection = signal(stored);
  const reads = holdAnswers<Outcome<Account>>();
  const check: ConnectionCheck = { state: 'passed', baseUrl: STANDING.baseUrl };
  const state = createAccountState({ connection, read: reads.call, connect: async () => check });
  return { connection, reads, ...state };
}

it('the account is read when the page opens, and after each new connection', async () => {
  const { connection, reads, account, name } = open(STANDING);
  expect(account.value).toBeUndefined();
  reads.answer(0, accountOf({ name: 'Ann', email: 'ann@agency.example' }));
  await expect.poll(() => name.value).toBe('Ann');
  connection.value = { id: 'b', baseUrl: 'https://other.example' };
  expect(account.value).toBeUndefined();
  reads.answer(1, accountOf({ email: 'bo@agency.example' }));
  await expect.poll(() => name.value).toBe('bo@agency.example');
  connection.value = undefined;
  expect(account.value).toBeUndefined();
  expect(reads.count).toBe(2);
});

it('without a connection no account is read', () => {
  expect(open().reads.count).toBe(0);
});

it('an account that arrives after the next connection is not shown', async () => {
  const { connection, reads, name } = open(STANDING);
  connection.value = { id: 'b', baseUrl: 'https://other.example' };
  reads.answer(1, accountOf({ name: 'Bo' }));
  await expect.poll(() => name.value).toBe('Bo');
  reads.answer(0, accountOf({ name: 'Ann' }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(name.value).toBe('Bo');
});

it.each([
  ['stays until it is read again after a check of the stored key', '', 'Ann'],
  ['is forgotten at once after a check of another key', 'other', null],
])('the account %s', async (_, apiKey, nameMeanwhile) => {
  const { reads, name, connect } = open(STANDING);
  reads.answer(0, accountOf({ name: 'Ann' }));
  await expect.poll(() => name.value).toBe('Ann');
  await connect({ ...request, apiKey });
  expect(name.value).toBe(nameMeanwhile);
  reads.answer(1, accountOf({ name: 'Bo' }));
  await expect.poll(() => name.value).toBe('Bo');
});

it('an account that could not be read is read again at a retry, and a known account is not', async () => {
  const { reads, account, name, retry } = open(STANDING);
  reads.answer(0, refused);
  await expect.poll(() => account.value).toEqual(refused);
  expect(name.value).toBeNull();
  retry();
  reads.answer(1, accountOf({ name: 'Ann' }));
  await expect.poll(() => name.value).toBe('Ann');
  retry();
  expect(reads.count).toBe(2);
});
