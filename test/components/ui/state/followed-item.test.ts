import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { followedItem } from '@/components/ui/state/followed-item';
import type { StoredAccount } from '@/lib/connection/connection';
import { accountItem } from '@/lib/connection/connection-items';
import { holdAnswers } from '../../../support/held-answers';

const ann: StoredAccount = { value: { fields: [{ name: 'name', value: 'Ann' }], isCut: false } };
const refused: StoredAccount = { failure: { code: 'notAllowed', message: null } };

beforeEach(() => fakeBrowser.reset());

describe('the account of the connection', () => {
  it('is the stored account, follows its changes, and goes when the connection goes', async () => {
    await accountItem('a').write(ann);
    const connection = signal<string | undefined>('a');
    const account = followedItem(connection, accountItem);
    expect(account.value).toBeUndefined();
    await expect.poll(() => account.value).toEqual(ann);
    await accountItem('a').write(refused);
    expect(account.value).toEqual(refused);
    connection.value = 'b';
    expect(account.value).toBeUndefined();
    await accountItem('a').write(ann);
    expect(account.value).toBeUndefined();
    await accountItem('b').write(refused);
    expect(account.value).toEqual(refused);
    connection.value = undefined;
    expect(account.value).toBeUndefined();
  });

  it('is not replaced by a read that ends late, after a change or a new connection', async () => {
    const reads = holdAnswers<StoredAccount | undefined>();
    const connection = signal<string | undefined>('a');
    const heldItem = (id: string) => ({ ...accountItem(id), read: reads.call });
    const account = followedItem(connection, heldItem);
    connection.value = 'b';
    reads.answer(0, ann);
    await accountItem('b').write(refused);
    expect(account.value).toEqual(refused);
    reads.answer(1, ann);
    await accountItem('a').write(ann);
    expect(account.value).toEqual(refused);
  });
});
