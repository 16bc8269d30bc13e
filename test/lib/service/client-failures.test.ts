import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { createClient, type ServiceClient } from '@/lib/service/client';
import { BOT_CHECKS, FIREWALLS, nginxAnswer } from '../../service/recorded-answers';
import type { Shape } from '../../service/report-json';
import { cannotFetch } from '../../service/served-answer';
import { failures } from '../../service/served-failure';
import { type Service, startService } from '../../service/service';
import { CALLS, clientOf, draft } from '../../support/every-client-call';
import { waitUntil } from '../../support/wait-until';

let service: Service;
let client: ServiceClient;

beforeAll(async () => {
  service = await startService();
  client = createClient(service);
});
afterEach(() => service.behave(null));
afterAll(() => service.close());

const WEB_APP_PAGE = failures.html.body;
const NGINX = nginxAnswer(404, 'Not Found').body;
/** Source: laravel/framework, src/Illuminate/Auth/Access/AuthorizationException.php. */
const message = 'This action is unauthorized.';
const REFUSED_BODY = JSON.stringify({ message });
const down = { code: 'serviceDown', retryAt: null, message: null } as const;
const location = 'https://www.a.example/in?back=reports#top';
/** An answer about the field `url`. Source: laravel.com/docs/validation, Validation Error Response Format. */
const INVALID_URL_BODY = JSON.stringify({
  message: 'The url field must be a valid URL. (and 1 more error)',
  errors: { url: ['The url field must be a valid URL.'] },
});
const invalidUrl: Failure = {
  code: 'invalid',
  message: 'The url field must be a valid URL. (and 1 more error)',
  fields: [{ field: 'url', messages: ['The url field must be a valid URL.'] }],
};
/** Source: laravel/framework, src/Illuminate/Foundation/Http/Middleware/PreventRequestsDuringMaintenance.php. */
const MAINTENANCE = '{"message":"Service Unavailable"}';
/**
 * Cloudflare answers its own errors in JSON, if `Accept` is JSON.
 * Source: blog.cloudflare.com/rfc-9457-agent-error-pages; code search for "browser_signature_banned".
 */
const CLOUDFLARE_JSON =
  '{"title":"Error 1010: Access denied","status":403,"detail":"The site owner has blocked access based on ' +
  'your browser\'s signature.","error_code":1010,"error_name":"browser_signature_banned",' +
  '"cloudflare_error":true,"retryable":false}';

/** Answers from which every call reads the same failure. */
const FAILURES: [
  answer: string,
  status: number,
  body: string | null,
  headers: Record<string, string>,
  failure: Failure,
][] = [
  ['a web page', 200, WEB_APP_PAGE, {}, { code: 'unexpectedAnswer', problem: 'html' }],
  ['half an answer', 200, '{"data":[{"i', {}, { code: 'unexpectedAnswer', problem: 'notJson' }],
  ...BOT_CHECKS.map(([check, { status, body, headers }]): (typeof FAILURES)[number] => [
    `the bot check of ${check}`,
    status,
    body,
    headers,
    { code: 'protectionPage' },
  ]),
  ...FIREWALLS.map(([firewall, { status, body }]): (typeof FAILURES)[number] => [
    `the page of the firewall ${firewall}`,
    status,
    body,
    {},
    { code: 'firewall', status: status as 403 | 406 },
  ]),
  ['an error of Cloudflare', 403, CLOUDFLARE_JSON, {}, { code: 'firewall', status: 403 }],
  ['the page of a web server', 404, NGINX, {}, { code: 'webServerAnswer', status: 404 }],
  ['an empty text', 410, '', {}, { code: 'webServerAnswer', status: 410 }],
  ['a message', 406, REFUSED_BODY, {}, { code: 'refused', status: 406, message }],
  ['an empty text', 403, '', {}, { code: 'notAllowed', message: null }],
  ['a redirect', 302, '', { location }, { code: 'redirected', to: 'https://www.a.example/in' }],
  [
    'a redirect to a path',
    307,
    '',
    { location: '/in' },
    { code: 'redirected', to: 'https://service.example/in' },
  ],
  ['a redirect without a target', 304, null, {}, { code: 'redirected', to: null }],
  ['a message', 400, REFUSED_BODY, {}, { code: 'invalid', message, fields: [] }],
  ['a message about a field', 422, INVALID_URL_BODY, {}, invalidUrl],
  [
    'a message',
    401,
    failures.keyRefused.body,
    {},
    { code: 'keyRefused', message: 'Unauthenticated.' },
  ],
  ['a message', 403, REFUSED_BODY, {}, { code: 'notAllowed', message }],
  ['a message', 418, REFUSED_BODY, {}, { code: 'refused', status: 418, message }],
  [
    'a message',
    429,
    failures.tooManyRequests.body,
    {},
    { code: 'tooManyRequests', retryAt: null, message: 'Too Many Attempts.' },
  ],
  ['a message', 503, MAINTENANCE, {}, { ...down, status: 503, message: 'Service Unavailable' }],
  ...(
    [
      [502, 'Bad Gateway'],
      [504, 'Gateway Time-out'],
    ] as const
  ).map(([status, words]): (typeof FAILURES)[number] => [
    'the page of a proxy',
    status,
    nginxAnswer(status, words).body,
    {},
    { ...down, status },
  ]),
];

describe.each(CALLS)('the call %s', (name, call) => {
  it.each(FAILURES)(
    'fails with the correct failure when the answer is %s with the status %i',
    async (_, status, body, headers, failure) => {
      const from = clientOf(() => new Response(body, { status, headers }));
      expect(await call(from)).toEqual({ failure });
    },
  );

  it.each([404, 410])('fails as gone after %i: report or interface', async (status) => {
    const what = ['get', 'update', 'remove'].includes(name) ? 'report' : 'interface';
    const gone = clientOf(() => new Response(REFUSED_BODY, { status }));
    expect(await call(gone)).toEqual({ failure: { code: 'gone', what, message } });
  });

  it('times out when the service does not answer', async () => {
    service.behave({ fail: failures.silence });
    const limit = new AbortController();
    const timeLimit = vi.fn((_milliseconds: number) => limit.signal);
    const sentBefore = service.requests.length;
    const waiting = call(createClient(service, { timeLimit }));
    await waitUntil(() => expect(service.requests.length).toBeGreaterThan(sentBefore));
    limit.abort();
    const seconds = name === 'create' || name === 'update' ? 180 : 60;
    expect(await waiting).toEqual({ failure: { code: 'timedOut', seconds } });
    expect(timeLimit).toHaveBeenCalledWith(seconds * 1000);
  });
});

/** The answer of installations from version 12 on if the page of a creation cannot be fetched. */
const NOT_FETCHED = cannotFetch('https://shop.example/').body;
const PAGE_FAILED = { code: 'pageFailed', message: JSON.parse(NOT_FETCHED).message };

describe('a failure with the status 500', () => {
  const clientAnswering = (body: string) => clientOf(() => new Response(body, { status: 500 }));

  it('concerns the page if the call makes the service fetch a page', async () => {
    const client = clientAnswering(NOT_FETCHED);
    expect(await client.create(draft)).toEqual({ failure: PAGE_FAILED });
    expect(await client.update('7', { results: 1 })).toEqual({ failure: PAGE_FAILED });
  });

  it('concerns the service if the call does not make the service fetch a page', async () => {
    const client = clientAnswering(NOT_FETCHED);
    const failure = { ...down, status: 500, message: PAGE_FAILED.message };
    expect(await client.update('7', { privacy: 1 })).toEqual({ failure });
    expect(await client.get('7')).toEqual({ failure });
    expect(await client.remove('7')).toEqual({ failure });
  });

  // Laravel; NestJS (docs.nestjs.com/exception-filters); nginx.
  it.each([
    failures.serverError.body,
    '{"statusCode":500,"message":"Internal server error"}',
    '{}',
    nginxAnswer(500, 'Internal Server Error').body,
  ])('concerns the service if its body is only %s', async (body) => {
    const outcome = await clientAnswering(body).create(draft);
    expect(outcome).toMatchObject({ failure: { code: 'serviceDown', status: 500 } });
  });
});

describe('the messages of a refusal', () => {
  const about = (field: string) => ({ field, messages: ['Invalid value'] });
  const fieldErrors = { message: null, fields: [about('url'), about('password')] };
  const limit = 'You have reached your load balancer limit.';
  const none = { fields: [] };

  it.each([
    ['a list', failures.listedErrors, fieldErrors],
    ['an answer of 200', failures.reportedIn200, { message: limit, ...none }],
    ['an answer after PHP messages', failures.listedErrors, fieldErrors, { phpMessages: true }],
  ])('are read from %s, by every call', async (_, fail, words, shape: Shape = {}) => {
    service.behave({ fail, shape });
    for (const [name, call] of CALLS) {
      if (name === 'account') continue;
      expect(await call(client), name).toEqual({ failure: { code: 'invalid', ...words } });
    }
  });
});

// Sources: RFC 7617, section 2; RFC 4559, section 4; code search for "Basic realm="traefik"". RFC 9110,
// section 11.1: schemes are case-insensitive.
it.each([
  ['Basic realm="WallyWorld"', ''],
  ['Negotiate', ''],
  ['Basic realm="traefik"', '401 Unauthorized\n'],
  ['basic', ''],
])('a 401 that requests the sign-in %s is not about the key', async (wanted, body) => {
  const headers = { 'www-authenticate': wanted };
  const client = clientOf(() => new Response(body, { status: 401, headers }));
  expect(await client.get('7')).toEqual({ failure: { code: 'proxySignIn' } });
});

// The pages of nginx, of Authelia (authelia/authelia, internal/middlewares/authelia_context.go) and of
// Cloudflare Access (code search for "Cloudflare-Access resource_metadata").
it.each([
  nginxAnswer(401, 'Authorization Required').body,
  '<a href="https://auth.host.example/?rd=https%3A%2F%2Fservice.example%2F">401 Unauthorized</a>',
  '<head><title>401 Unauthorized</title></head>',
])('a 401 with the web page %j is not about the key', async (page) => {
  const client = clientOf(() => new Response(page, { status: 401 }));
  expect(await client.get('7')).toEqual({ failure: { code: 'proxySignIn' } });
});

describe("a failure of a client with the person's request headers", () => {
  const headers = [
    { name: 'X-Id', value: 'some id' },
    { name: 'X-Pass', value: 'some pass' },
  ];
  const location = 'https://elsewhere.example/of/7?token=t';
  const sentHeaders = ['X-Id', 'X-Pass'];

  it.each<[what: string, answer: () => Response, failure: object]>([
    ['a sign-in', () => new Response(WEB_APP_PAGE, { status: 401 }), { code: 'proxySignIn' }],
    [
      'a firewall',
      () => new Response(WEB_APP_PAGE, { status: 403 }),
      { code: 'firewall', status: 403 },
    ],
    [
      'a redirect with a known address',
      () => new Response(null, { status: 302, headers: { location } }),
      { code: 'redirected', to: 'https://elsewhere.example/of/7' },
    ],
    [
      'a redirect that the browser hides',
      () => ({ ...Response.error(), type: 'opaqueredirect', status: 0, headers: new Headers() }),
      { code: 'redirected', to: null },
    ],
  ])('names the sent headers after %s', async (_, answer, failure) => {
    for (const [name, call] of CALLS) {
      const outcome = await call(clientOf(answer, { headers }));
      expect(outcome, name).toEqual({ failure: { ...failure, sentHeaders } });
    }
  });

  it.each([
    [401, { code: 'keyRefused', message: 'No.' }],
    [403, { code: 'notAllowed', message: 'No.' }],
  ])(
    'does not name the headers if the service itself has answered with %i',
    async (status, failure) => {
      const client = clientOf(() => Response.json({ message: 'No.' }, { status }), { headers });
      expect(await client.get('7')).toEqual({ failure });
    },
  );
});

/** Addresses of sign-in pages, with their sources (`owner/name#number` on GitHub). The hosts are invented. */
it.each([
  // authelia/authelia#1109.
  'https://auth.host.example/?rd=https%3A%2F%2Fservice.example%2F',
  // cloudflare/cloudflared#1637.
  'https://team.cloudflareaccess.com/cdn-cgi/access/login/service.example?kid=1&meta=eyJ&redirect_url=/',
  // Code search for "/protocol/openid-connect/auth?response_type=code" (Keycloak).
  'https://id.host.example/realms/staff/protocol/openid-connect/auth?response_type=code',
  // oauth2-proxy.github.io, Endpoints.
  'https://host.example/oauth2/sign_in',
  // learn.microsoft.com, Microsoft identity platform and OAuth 2.0 authorization code flow.
  'https://login.microsoftonline.com/4f2/oauth2/v2.0/authorize?client_id=6731de76',
  // Code search for "/application/o/authorize/?client_id=" (authentik).
  'https://sso.host.example/application/o/authorize/?client_id=a',
  // Code search for "/idp/profile/SAML2/Redirect/SSO" (Shibboleth).
  'https://idp.host.example/idp/profile/SAML2/Redirect/SSO?execution=e1s1',
  // cloud.google.com/iap/docs, Authentication howto.
  'https://accounts.google.com/o/oauth2/v2/auth?client_id=a',
])('a redirect to %s is the sign-in of a proxy', async (target) => {
  const client = clientOf(() => new Response('', { status: 302, headers: { location: target } }));
  expect(await client.get('7')).toEqual({ failure: { code: 'proxySignIn' } });
});

it.each([
  ['the same host', 'https://service.example/login'],
  ['the same path elsewhere', 'https://sso-tools.example/api/v1/reports/7'],
  ['a path with similar words', 'https://authors.example/blogging/signing'],
])('a redirect to %s is not the sign-in of a proxy', async (_, target) => {
  const client = clientOf(() => new Response('', { status: 302, headers: { location: target } }));
  expect(await client.get('7')).toEqual({ failure: { code: 'redirected', to: target } });
});

describe('a read and a write', () => {
  const listAndCreate = CALLS.filter(([name]) => name === 'list' || name === 'create');

  it.each(listAndCreate)(
    'fail as unreachable when the connection is cut before the answer: %s',
    async (_, call) => {
      service.behave({ fail: failures.cutBeforeWork });
      expect(await call(client)).toEqual({ failure: { code: 'unreachable' } });
    },
  );

  it.each(listAndCreate)(
    'fail as unreachable when the connection is cut within the answer: %s',
    async (_, call) => {
      const cut = () => {
        const pull = (body: ReadableStreamDefaultController) => body.error(new TypeError('cut'));
        return new Response(new ReadableStream({ pull }));
      };
      expect(await call(clientOf(cut))).toEqual({ failure: { code: 'unreachable' } });
    },
  );

  it.each(listAndCreate)('do not wait for the end of an endless body: %s', async (_, call) => {
    service.behave({ fail: failures.endlessBody });
    const failure = { code: 'unexpectedAnswer', problem: 'tooLarge' };
    expect(await call(client)).toEqual({ failure });
  });

  it.each(listAndCreate)(
    'distinguish a redirect hidden by the browser from a broken connection: %s',
    async (_, call) => {
      const hidden: typeof fetch = async (_, init) => {
        if (init?.redirect === 'follow') throw new TypeError('Failed to fetch');
        const shown = { type: { value: 'opaqueredirect' }, status: { value: 0 } };
        return Object.defineProperties(new Response(null), shown);
      };
      const failure = { code: 'redirected', to: null };
      expect(await call(createClient(service, { fetchFrom: hidden }))).toEqual({ failure });
    },
  );

  it.each(['list', 'get', 'account'])(
    'treat empty and very deep answers differently: the read %s fails',
    async (name) => {
      const read = CALLS.find(([one]) => one === name)?.[1] ?? expect.fail();
      for (const [body, problem] of [
        [' \n', 'empty'],
        ['['.repeat(20_000) + ']'.repeat(20_000), 'wrongShape'],
      ]) {
        const failure = { code: 'unexpectedAnswer', problem };
        expect(await read(clientOf(() => new Response(body)))).toEqual({ failure });
      }
    },
  );
});

it('a call that its caller aborts ends as interrupted', async () => {
  service.behave({ fail: failures.stalledBody });
  const caller = new AbortController();
  const sentBefore = service.requests.length;
  const waiting = client.create(draft, caller.signal);
  await waitUntil(() => expect(service.requests.length).toBeGreaterThan(sentBefore));
  caller.abort();
  expect(await waiting).toEqual({ failure: { code: 'interrupted' } });
});

it('a creation is never sent twice, even if its answer is cut off', async () => {
  service.behave({ fail: failures.cutAfterWork });
  const countBefore = service.reports().length;
  expect(await client.create(draft)).toEqual({ failure: { code: 'unreachable' } });
  expect(service.reports()).toHaveLength(countBefore + 1);
});

it('a read follows a redirect within the service', async () => {
  const location = 'api/v1/reports?per_page=25';
  service.behave({ times: 1, fail: { ...failures.found, location } });
  const list = await client.list(RECENT_REPORTS_QUERY);
  expect('value' in list && list.value.reports.length).toBeGreaterThan(10);
});

it('the Location header of a created report is not read as a redirect', async () => {
  const answerCreated = () => Response.json({ id: 7 }, { status: 201, headers: { location } });
  expect(await clientOf(answerCreated).create(draft)).toMatchObject({ value: { id: '7' } });
});
