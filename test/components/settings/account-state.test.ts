import { expect, it } from 'vitest';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { Account } from '@/lib/report/extra-fields';
import type { Result } from '@/lib/result';
import { openConnect, STORED_CONNECTION } from '../../support/open-connect';
import { sampleConnection } from '../../support/stored-connection';
import { settle, waitUntil } from '../../support/wait-until';

const ANN: Result<Account> = { value: { fields: [{ name: 'name', value: 'Ann' }], isCut: false } };
const BO: Result<Account> = { value: { fields: [{ name: 'name', value: 'Bo' }], isCut: false } };
const OTHER = sampleConnection({ id: 'b', baseUrl: 'https://other.example' });
const passed: ConnectionCheck = { state: 'passed', baseUrl: STORED_CONNECTION.baseUrl };

it('the account is read when the page opens, and after each new connection', async () => {
  const { connection, accounts, form } = openConnect(STORED_CONNECTION);
  expect(form.account.value).toBeUndefined();
  accounts.answer(0, ANN);
  await waitUntil(() => expect(form.account.value).toEqual(ANN));
  connection.value = OTHER;
  expect(form.account.value).toBeUndefined();
  accounts.answer(1, BO);
  await waitUntil(() => expect(form.account.value).toEqual(BO));
  connection.value = undefined;
  expect(form.account.value).toBeUndefined();
  expect([accounts.count, openConnect().accounts.count]).toEqual([2, 0]);
});

it('a late account of a former connection is not shown', async () => {
  const { connection, accounts, form } = openConnect(STORED_CONNECTION);
  connection.value = OTHER;
  accounts.answer(1, BO);
  await waitUntil(() => expect(form.account.value).toEqual(BO));
  accounts.answer(0, ANN);
  await settle();
  expect(form.account.value).toEqual(BO);
});

it.each([
  ['stays after a connection check with the stored key, until the next answer', '', ANN],
  ['disappears at once after a connection check with another key', 'other', undefined],
])('the account %s', async (_, apiKey, accountBeforeAnswer) => {
  const { accounts, form, connectAndAnswer } = openConnect(STORED_CONNECTION, {
    baseUrl: '',
    apiKey,
  });
  accounts.answer(0, ANN);
  await waitUntil(() => expect(form.account.value).toEqual(ANN));
  await connectAndAnswer(passed);
  expect(form.account.value).toEqual(accountBeforeAnswer);
  accounts.answer(1, BO);
  await waitUntil(() => expect(form.account.value).toEqual(BO));
});

it('a retry reads only an account that could not be read', async () => {
  const { accounts, form } = openConnect(STORED_CONNECTION);
  const refused: Result<Account> = { failure: { code: 'notAllowed', message: null } };
  accounts.answer(0, refused);
  await waitUntil(() => expect(form.account.value).toEqual(refused));
  form.retryAccount();
  accounts.answer(1, ANN);
  await waitUntil(() => expect(form.account.value).toEqual(ANN));
  form.retryAccount();
  expect(accounts.count).toBe(2);
});
