import { describe, expect, it } from 'vitest';
import { type AccountIdentity, identityOf, isSameAccount } from '@/lib/connection/account-identity';
import type { ExtraValue } from '@/lib/report/extra-fields';

describe('identityOf', () => {
  it.each<[string, Record<string, ExtraValue>, AccountIdentity | null]>([
    ['a number as id', { id: 7, name: 'Ann' }, { id: '7', email: null }],
    ['a text as id', { id: ' a-7 ' }, { id: 'a-7', email: null }],
    ['the e-mail address in lower case', { email: 'Ann@X.com' }, { id: null, email: 'ann@x.com' }],
    ['both id and e-mail address', { email: 'ann@x.com', id: 7 }, { id: '7', email: 'ann@x.com' }],
    [
      'nothing from an account without id and e-mail address',
      { name: 'Ann', id: '', email: null },
      null,
    ],
    [
      'nothing from values that are neither texts nor numbers',
      { id: true, email: { fields: [] } },
      null,
    ],
    ['no text that is too long', { id: 'x'.repeat(201) }, null],
  ])('reads %s', (_, fields, identity) => {
    const all = Object.entries(fields).map(([name, value]) => ({ name, value }));
    expect(identityOf({ fields: all, isCut: false })).toEqual(identity);
  });
});

describe('isSameAccount', () => {
  it.each<[AccountIdentity, AccountIdentity, boolean]>([
    [{ id: '7', email: 'ann@x.com' }, { id: '7', email: 'new@x.com' }, true],
    [{ id: '7', email: 'ann@x.com' }, { id: '8', email: 'ann@x.com' }, false],
    [{ id: null, email: 'ann@x.com' }, { id: '7', email: 'ann@x.com' }, true],
    [{ id: null, email: 'ann@x.com' }, { id: '7', email: 'bo@x.com' }, false],
    [{ id: null, email: null }, { id: null, email: null }, false],
    [{ id: '7', email: null }, { id: null, email: 'ann@x.com' }, false],
  ])('compares %j and %j: %s', (one, other, isSame) => {
    expect([isSameAccount(one, other), isSameAccount(other, one)]).toEqual([isSame, isSame]);
  });
});
