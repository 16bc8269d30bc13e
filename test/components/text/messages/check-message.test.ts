import { expect, it } from 'vitest';
import { accountMessage, checkMessage } from '@/components/text/messages/check-message';
import type { Failure } from '@/lib/failure';
import { textsOf } from '../../../support/locale-texts';
import { useMessages } from '../../../support/messages';

type AnyFailure = Parameters<typeof checkMessage>[0];

await useMessages('en');
const texts = await textsOf('en');

const BASE = 'https://host.example';
const BASE_WITH_PATH = 'https://host.example/s';
const message = null;
const NOTHING = 'Nothing answers at';
const CERTIFICATE = "or the browser doesn't trust its certificate. Open this address in a tab";
const ONLY_HTTPS = 'If the browser allows only encrypted connections, use an https address.';
const LOCAL_NETWORK = 'This address is on the local network.';

// nas-download-manager#16, tubearchivist/browser-extension#27, tubearchivist/browser-extension#59
it.each([
  ['https://reports.example.com', [NOTHING, CERTIFICATE]],
  ['https://localhost:8443/s', [NOTHING, CERTIFICATE]],
  ['https://192.168.178.4:5001', [NOTHING, CERTIFICATE, LOCAL_NETWORK]],
  ['http://reports.example.com', [NOTHING, ONLY_HTTPS]],
  ['http://nas.local:8000', [NOTHING, ONLY_HTTPS, LOCAL_NETWORK]],
  ['http://[fd00::4]', [NOTHING, ONLY_HTTPS, LOCAL_NETWORK]],
  ['http://127.0.0.1:8000', [NOTHING]],
])('checkMessage names every possible reason why %s does not answer', (baseUrl, expected) => {
  const text = checkMessage({ code: 'unreachable' }, baseUrl);
  expect(text).toContain(baseUrl);
  const all = [NOTHING, CERTIFICATE, ONLY_HTTPS, LOCAL_NETWORK];
  expect(all.filter((part) => text.includes(part))).toEqual(expected);
});

const SIGN_IN = 'Something in front of the service requires signing in.';
const BLOCKED = 'Something in front of the service blocks the request. It may require signing in.';
const ADD_HEADERS =
  "The API key alone isn't enough: add headers under Request headers, or allow /api/ in the proxy.";

it.each<[AnyFailure, string]>([
  [{ code: 'proxySignIn' }, SIGN_IN],
  [{ code: 'firewall', status: 403 }, BLOCKED],
  [{ code: 'protectionPage' }, BLOCKED],
])('checkMessage for %j names a sign-in in front of the service', (failure, happened) => {
  expect(checkMessage(failure, BASE)).toBe(`${happened} ${ADD_HEADERS}`);
});

it('checkMessage names a possible sign-in for a redirect to an unknown address', () => {
  const text = checkMessage({ code: 'redirected', to: null }, BASE);
  expect(text).toContain('use that address as the base URL. If');
  expect(text).toContain(ADD_HEADERS);
});

it.each<[string, AnyFailure]>([
  ['/seo/api/v1', { code: 'gone', what: 'interface', message: null }],
  ['/seo/api/v1', { code: 'webServerAnswer', status: 404 }],
  ['/seo/api/v1', { code: 'unexpectedAnswer', problem: 'html' }],
])(
  'checkMessage names the path %s if something other than the service answers: %j',
  (path, failure) => {
    expect(checkMessage(failure, `${BASE}/seo`)).toContain(path);
  },
);

it('checkMessage names the refused headers, which need to be replaced', () => {
  const sentHeaders = ['X-Id', 'X-Pass'];
  expect(checkMessage({ code: 'proxySignIn', sentHeaders }, BASE)).toMatch(
    /Replace \u2068X-Id\u2069 and \u2068X-Pass\u2069 under Request headers/,
  );
});

it('checkMessage says why a header cannot be sent', () => {
  const failure: AnyFailure = { code: 'requestHeader', problem: 'nameForbidden' };
  expect(checkMessage(failure, BASE)).toContain("Browsers don't let extensions send this header.");
});

it.each<Failure>([
  { code: 'noPermission', origin: 'https://host.example' },
  { code: 'keyRefused', message },
  { code: 'notAllowed', message },
  { code: 'gone', what: 'interface', message },
  { code: 'webServerAnswer', status: 404 },
  { code: 'unexpectedAnswer', problem: 'html' },
  { code: 'unexpectedAnswer', problem: 'wrongShape' },
  { code: 'unreachable' },
  { code: 'serviceDown', status: 503, retryAt: null, message },
])('accountMessage for %j does not refer to the settings', (failure) => {
  const text = accountMessage(failure, BASE_WITH_PATH);
  expect(text).toMatch(/\.$/);
  expect(text).not.toMatch(/Settings|Per page|list of reports/);
});

it('accountMessage quotes the answer of a service that shows no account', () => {
  const text = accountMessage(
    { code: 'gone', what: 'interface', message: 'No such route' },
    BASE_WITH_PATH,
  );
  expect(text).toMatch(new RegExp(`^${texts.get('options.accountNotShown')}\n.+$`));
});

it('accountMessage names the plan as a possible reason for refused access', () => {
  const failure: Failure = { code: 'notAllowed', message: 'Upgrade to use the API.' };
  const text = accountMessage(failure, BASE_WITH_PATH);
  expect(text).toMatch(
    /^This account's plan may not include the API\. Ask the operator of the service\.\n/,
  );
  expect(text).toBe(checkMessage(failure, BASE_WITH_PATH));
});
