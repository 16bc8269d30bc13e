import { describe, expect, it } from 'vitest';
import type { Account } from '@/lib/report/extra-fields';
import type { Result } from '@/lib/result';
import { openConnect, STORED_CONNECTION } from '../../support/open-connect';
import { sampleConnection } from '../../support/stored-connection';
import { waitUntil } from '../../support/wait-until';

const OTHER = sampleConnection({
  id: 'b',
  baseUrl: 'https://other.example',
  label: 'Client',
  account: { id: '8', email: 'grace@other.example' },
});
const ANN: Result<Account> = {
  value: {
    fields: [
      { name: 'name', value: 'Ann' },
      { name: 'plan', value: { fields: [{ name: 'name', value: 'Studio' }] } },
    ],
    isCut: false,
  },
};

/** The first two reads of waiting operations are of one and of two services. */
function openServices() {
  const opened = openConnect(STORED_CONNECTION);
  opened.others.value = [OTHER];
  const { services, serviceRows } = opened.form;
  const rowOf = (id: string) => serviceRows.value.find(({ connection }) => connection.id === id);
  return { ...opened, services, serviceRows, rowOf };
}

describe('the rows of services', () => {
  it('have the host as name unless a person has named the service', () => {
    const { serviceRows } = openServices();
    expect(serviceRows.value).toMatchObject([
      { name: 'host.example', host: null, isInUse: true },
      { name: 'Client', host: 'other.example', isInUse: false },
    ]);
  });

  it('show the read account of the service in use, and the stored accounts of others', async () => {
    const { accounts, rowOf } = openServices();
    accounts.answer(0, ANN);
    await waitUntil(() => expect(rowOf('a')).toMatchObject({ account: 'Ann', plan: 'Studio' }));
    expect(rowOf('b')).toMatchObject({ account: 'grace@other.example', plan: null });
    expect(accounts.count).toBe(1);
  });

  it('show the waiting operations, which are read again after a change of the register', async () => {
    const { serviceRows, rowOf, waitingOperations, others } = openServices();
    const jobs = { connectionId: 'b', waiting: 2, privateWaiting: 0, needsAttention: 1 };
    expect(serviceRows.value.map(({ waiting }) => waiting)).toEqual([null, null]);
    waitingOperations.answer(1, { value: [jobs] });
    await waitUntil(() => expect(rowOf('b')?.waiting).toEqual(jobs));
    expect(rowOf('a')?.waiting).toBeNull();
    others.value = [{ ...OTHER, label: 'Customer' }];
    expect(rowOf('b')?.waiting).toEqual(jobs);
    waitingOperations.answer(2, { value: [] });
    await waitUntil(() => expect(rowOf('b')?.waiting).toBeNull());
  });

  it('show no waiting operations of the service in use, because their number changes', async () => {
    const { rowOf, waitingOperations } = openServices();
    const numbers = { waiting: 2, privateWaiting: 0, needsAttention: 1 };
    const jobs = ['a', 'b'].map((connectionId) => ({ connectionId, ...numbers }));
    expect(rowOf('a')?.waiting).toBeNull();
    waitingOperations.answer(1, { value: jobs });
    await waitUntil(() => expect(rowOf('b')?.waiting).toEqual(jobs[1]));
    expect(rowOf('a')?.waiting).toBeNull();
  });
});

describe('Use', () => {
  it('is busy until the reply, and ignores other presses during this time', async () => {
    const { services, rowOf, uses, useConnection } = openServices();
    const using = services.use('b');
    expect([rowOf('a')?.isBusy, rowOf('b')?.isBusy]).toEqual([false, true]);
    await services.use('a');
    expect(useConnection.mock.calls).toEqual([['b']]);
    uses.answer(0, { value: null });
    await using;
    expect(rowOf('b')).toMatchObject({ isBusy: false, useFailure: null });
  });

  it('accepts a press as soon as the register has changed, before the reply', async () => {
    const { services, rowOf, uses, useConnection, connection, others } = openServices();
    const using = services.use('b');
    others.value = [STORED_CONNECTION];
    connection.value = OTHER;
    const usingAgain = services.use('a');
    expect(useConnection.mock.calls).toEqual([['b'], ['a']]);
    uses.answer(0, { value: null });
    await using;
    expect(rowOf('a')?.isBusy).toBe(true);
    uses.answer(1, { value: null });
    await usingAgain;
    expect(rowOf('a')?.isBusy).toBe(false);
  });

  it('shows its failure at its row until the next press', async () => {
    const { services, rowOf, uses } = openServices();
    const using = services.use('b');
    uses.answer(0, { failure: { code: 'notStored' } });
    await using;
    expect(rowOf('b')?.useFailure).toEqual({ code: 'notStored' });
    expect(rowOf('a')?.useFailure).toBeNull();
    void services.use('b');
    expect(rowOf('b')?.useFailure).toBeNull();
  });

  it('is repeated if the browser stops the worker before the reply', async () => {
    const { services, rowOf, uses } = openServices();
    const using = services.use('b');
    uses.reject(0);
    await uses.untilCount(2);
    uses.answer(1, { value: null });
    await using;
    expect(rowOf('b')?.useFailure).toBeNull();
  });
});
