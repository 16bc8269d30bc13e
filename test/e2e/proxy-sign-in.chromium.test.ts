import { expect, it } from 'vitest';
import { jsonAnswer } from '../service/served-answer';
import { app, failures, useService } from './app';

useService();

const { headers, ...answer } = jsonAnswer(401, { message: 'Unauthorized' });
/** As servers ask for a user name and password (RFC 7617). */
const fail = {
  ...{ kind: 'answer' as const, ...answer },
  headers: { ...headers, 'www-authenticate': 'Basic realm="Intranet"' },
};
const REASON = "Something in front of the service asks to sign in, which an API key doesn't pass.";

it('a proxy that asks for a sign-in fails the step Reachable, not the step API key', async () => {
  app.service.behave({ fail });
  const options = await app.options();
  await options.press('Check connection');
  expect(await options.alert()).toContain(REASON);
  const steps = ['Reachable: failed', 'API key: not checked', 'Reports: not checked'];
  expect((await options.items('Connection check')).slice(2)).toEqual(steps);
});

// LinkAce-Extension#2
it.each([
  [
    'that the browser hides leaves nobody with the address where it ends',
    null,
    "If that's the same address or a sign-in page, something in front of the service asks to sign in",
  ],
  [
    'that the browser shows is named, with what its operator has to let through',
    'http://localhost/*',
    REASON,
  ],
])('a redirect to a sign-in on another host %s', async (_, seenHost, sentence) => {
  if (seenHost !== null) await app.stage.grantHost(seenHost);
  const location = `${app.service.origin.replace('127.0.0.1', 'localhost')}/auth/login?rd=back`;
  app.service.behave({ fail: { ...failures.found, location } });
  const options = await app.options();
  await options.press('Check connection');
  await options.says(sentence);
  const said = await options.alert();
  expect(said).toContain('requests to /api/ through');
  expect(said).not.toContain('Use that address as the base URL.');
  expect((await options.items('Connection check'))[2]).toBe('Reachable: failed');
});

it('a report waits while a proxy asks for a sign-in, and goes out at Retry now', async () => {
  const popup = await app.popup();
  app.service.behave({ fail });
  expect(await popup.create()).toContain(REASON);
  await popup.says('Ask the operator');
  await popup.press('Retry now');
  await popup.says('The service still refuses this.');
  expect((await popup.mainText()).split(REASON)).toHaveLength(2);
  expect(await popup.names('button')).not.toContain('Replace API key');
  app.service.behave(null);
  await popup.press('Retry now');
  await popup.queueEnds();
  expect(app.service.reports()).toHaveLength(1);
});

it('a user name and password in the base URL are left out, which the page says', async () => {
  const options = await app.options();
  const { baseUrl, apiKey } = app.service;
  await options.fill('Base URL', baseUrl.replace('://', '://rosa:hidden@'));
  const said = 'The user name and password in this address are left out.';
  await options.says(said);
  await options.fill('API key', apiKey);
  await options.press('Connect');
  await options.says('The connection works.');
  expect(await options.value('Base URL')).toBe(baseUrl);
  expect(JSON.stringify(await app.worker.stored())).not.toContain('hidden');
  expect(JSON.stringify(app.service.requests)).not.toContain('hidden');
});
