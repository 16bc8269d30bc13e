import { expect, it } from 'vitest';
import { accountName } from '@/lib/connection/account-name';
import { ACCOUNT_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';

it.each([
  ['its name', { id: 7, email: 'ada@agency.example', name: ' Ada ' }, 'Ada'],
  ['its name under another field name', { Full_Name: 'Ada Lovelace' }, 'Ada Lovelace'],
  [
    'its address where it has no name',
    { name: '', user: { email: 'ada@b.example' } },
    'ada@b.example',
  ],
  ['nothing', { id: 7, name: { first: 'Ada' }, plan: ['name'] }, null],
  ['nothing of a text that is no name', { name: 'x'.repeat(61) }, null],
])('an account is called by %s', (_, account, name) => {
  expect(accountName(toExtraFields(account, ACCOUNT_BOUNDS))).toBe(name);
});
