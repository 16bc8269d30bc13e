import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import type { Connection, StoredAccount } from '@/lib/connection/connection';
import { accountSignal } from '@/lib/page/connection-account';
import { holdAnswers } from '../../support/held-answers';
import { createMemoryItem } from '../../support/memory-item';
import { quiescence } from '../../support/quiescence';

const ann: StoredAccount = {
  value: { fields: [{ name: 'name', value: 'Ann' }], isCut: false },
};
const refused: StoredAccount = { failure: { code: 'notAllowed', message: null } };

function openAccount(stored?: Connection) {
  const items = { a: createMemoryItem(ann), b: createMemoryItem<StoredAccount>() };
  const connection = signal(stored);
  const account = accountSignal(connection, (id) => (id === 'a' ? items.a : items.b));
  return { account, connection, items };
}

const first: Connection = { id: 'a', baseUrl: 'https://host.example' };
const second: Connection = { id: 'b', baseUrl: 'https://other.example' };

describe('the account of the connection', () => {
  it('is not known where nothing is connected', async () => {
    const { account } = openAccount();
    await quiescence();
    expect(account.value).toBeUndefined();
  });

  it('is the one that is stored, and follows it', async () => {
    const { account, items } = openAccount(first);
    expect(account.value).toBeUndefined();
    await quiescence();
    expect(account.value).toEqual(ann);
    await items.a.write(refused);
    expect(account.value).toEqual(refused);
  });

  it('is not that of a connection that no longer stands', async () => {
    const { account, connection, items } = openAccount(first);
    await quiescence();
    connection.value = second;
    expect(account.value).toBeUndefined();
    await quiescence();
    await items.a.write(refused);
    expect(account.value).toBeUndefined();
    await items.b.write(ann);
    expect(account.value).toEqual(ann);
    connection.value = undefined;
    expect(account.value).toBeUndefined();
  });

  it('is not that of a former connection, read late', async () => {
    const { account, connection, items } = openAccount();
    const reads = holdAnswers<StoredAccount>();
    vi.spyOn(items.a, 'read').mockImplementation(reads.call);
    connection.value = first;
    connection.value = second;
    await quiescence();
    reads.answer(0, ann);
    await quiescence();
    expect(account.value).toBeUndefined();
  });
});
