import { expect, it } from 'vitest';
import { jsonAnswer } from '../service/served-answer';
import { app, failures, until, useService } from './app';

useService();

const { headers, ...answer } = jsonAnswer(401, { message: 'Unauthorized' });
/** A request for user name and password, RFC 7617. */
const fail = {
  kind: 'answer' as const,
  ...answer,
  headers: { ...headers, 'www-authenticate': 'Basic realm="Intranet"' },
};
const REASON =
  "Something in front of the service requires signing in. The API key alone isn't enough: add headers under Request headers, or allow /api/ in the proxy.";

it('the step Reachable fails with a hint about a sign-in of a proxy', async () => {
  app.service.behave({ fail });
  const options = await app.options();
  const steps = ['Reachable: failed', 'API key: not checked', 'Reports: not checked'];
  const expectFailedCheck = async (sentence: string) => {
    await options.press('Check connection');
    // Reads the alert only, because the account may show the same sentence.
    await until('the check has failed', async () =>
      (await options.untilAlert()).includes(sentence),
    );
    expect((await options.items('Connection check')).slice(2)).toEqual(steps);
  };
  await expectFailedCheck(REASON);
  // LinkAce-Extension#2: the browser hides the target of a redirect.
  const location = `${app.service.origin.replace('127.0.0.1', 'localhost')}/auth/login?rd=back`;
  app.service.behave({ fail: { ...failures.found, location } });
  await expectFailedCheck(
    'If the tab shows the same address or a sign-in page, something in front of the service',
  );
  expect(await options.untilAlert()).toContain('add headers under Request headers');
  // The target is known if the extension has a permission for its host.
  await app.testBrowser.grantHost('http://localhost/*');
  await expectFailedCheck(REASON);
});
