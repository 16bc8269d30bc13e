import { expect, it } from 'vitest';
import { accountMessage } from '@/components/text/messages/account-message';
import { checkMessage } from '@/components/text/messages/check-message';
import type { Failure } from '@/lib/failure';
import { textsOf } from '../../../support/locale-texts';
import { useMessages } from '../../../support/messages';

await useMessages('en');
const texts = await textsOf('en');

const message = null;
const BASE = 'https://host.example/s';

it.each<Failure>([
  { code: 'noPermission', origin: 'https://host.example' },
  { code: 'keyRefused', message },
  { code: 'notAllowed', message },
  { code: 'gone', what: 'interface', message },
  { code: 'unexpectedAnswer', problem: 'html' },
  { code: 'unexpectedAnswer', problem: 'wrongShape' },
  { code: 'unreachable' },
  { code: 'serviceDown', status: 503, retryAt: null, message },
])('accountMessage does not refer to the settings, where it is shown, for %j', (failure) => {
  const said = accountMessage(failure, BASE);
  expect(said).toMatch(/\.$/);
  expect(said).not.toMatch(/Settings|Per page|list of reports/);
});

it('accountMessage quotes a service that shows no account', () => {
  const said = accountMessage({ code: 'gone', what: 'interface', message: 'No such route' }, BASE);
  expect(said).toMatch(new RegExp(`^${texts.get('options.accountNotShown')}\n.+$`));
});

it('accountMessage says for a refusal that the plan may not include the API', () => {
  const failure: Failure = { code: 'notAllowed', message: 'Upgrade to use the API.' };
  const said = accountMessage(failure, BASE);
  expect(said).toMatch(/^This account's plan may not include the API\. Ask the operator\.\n/);
  expect(said).toBe(checkMessage(failure, BASE));
});
