import { describe, expect, it } from 'vitest';
import { isSameAccount, lastAccount } from '@/lib/connection/account-identity';
import { ACCOUNT_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';

const accountOf = (fields: object) => toExtraFields(fields, ACCOUNT_BOUNDS);

describe('two accounts', () => {
  it.each([
    [
      { id: 7, name: 'Ann' },
      { id: '7', name: 'Ann B.' },
    ],
    [{ id: 7, email: 'ann@host.example' }, { 'E-Mail': ' Ann@Host.example' }],
    [{ name: 'Ann' }, { name: 'Ann', plan: { id: 3 } }],
    [
      { user: { id: 7 }, plan: { id: 3 } },
      { user: { id: 7 }, plan: { id: 4 } },
    ],
    [{ account_id: 7 }, { account_id: 7 }],
  ])('are one: %j and %j', (one, other) => {
    expect(isSameAccount(accountOf(one), accountOf(other))).toBe(true);
    expect(isSameAccount(accountOf(other), accountOf(one))).toBe(true);
  });

  it.each([
    [
      { id: 7, email: 'ann@host.example' },
      { id: 8, email: 'ann@host.example' },
    ],
    [
      { email: 'ann@host.example', name: 'Ann' },
      { email: 'bob@host.example', name: 'Ann' },
    ],
    [{ name: 'Ann' }, { name: 'Bob' }],
    [{ id: 7 }, { email: 'ann@host.example' }],
    [
      { id: '', email: null, name: [] },
      { id: '', email: null, name: [] },
    ],
    [{ plan: { id: 7 } }, { plan: { id: 7 } }],
    [{}, {}],
  ])('are not known to be one: %j and %j', (one, other) => {
    expect(isSameAccount(accountOf(one), accountOf(other))).toBe(false);
    expect(isSameAccount(accountOf(other), accountOf(one))).toBe(false);
  });

  it('are not known to be one where one of them is not known', () => {
    const ann = accountOf({ id: 7 });
    expect(isSameAccount(ann, undefined)).toBe(false);
    expect(isSameAccount(undefined, ann)).toBe(false);
    expect(isSameAccount(undefined, undefined)).toBe(false);
  });
});

it('the account is what it was last shown as, whatever came of later reads', () => {
  const value = accountOf({ id: 7 });
  const failure = { code: 'keyRefused', message: null } as const;
  expect(lastAccount({ value })).toEqual(value);
  expect(lastAccount({ failure, last: value })).toEqual(value);
  expect(lastAccount({ failure })).toBeUndefined();
  expect(lastAccount(undefined)).toBeUndefined();
});
