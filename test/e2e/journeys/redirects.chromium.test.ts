import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewOperation } from '../../browser/extension-tab';
import { sampleReport } from '../../support/sample-report';
import { app, creation, until, useTestBrowser } from '../app';
import {
  type Arrival,
  type RedirectingService,
  startRedirectingService,
} from '../redirecting-service';

const PASSWORD = 'the-report-password';

type Place = keyof RedirectingService['elsewhere'];

/** Each place with one status: 302 changes the method, 307 keeps the method, 308 is permanent. */
const CASES: { status: number; place: Place }[] = [
  { status: 302, place: 'another host' },
  { status: 307, place: 'another port' },
  { status: 308, place: 'another scheme' },
];

let service: RedirectingService;

// The browser accepts the other origins, so only the extension prevents a request.
useTestBrowser({ launch: { args: ['--ignore-certificate-errors'] } });
beforeAll(async () => {
  for (const host of ['http://127.0.0.1/*', 'http://localhost/*', 'https://127.0.0.1/*']) {
    await app.testBrowser.grantHost(host);
  }
  service = await startRedirectingService();
  await app.connect(service);
});
afterAll(() => service.close());
beforeEach(() => {
  service.redirect = () => null;
});

const query = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 10 };

const READS = [
  () => app.worker.callForConnection('listReports', query),
  () => app.worker.callForConnection('getReport', sampleReport('1')),
  () => app.worker.callForConnection('getAccount'),
];
const failure = { code: 'redirected', to: null };
const WRITES: [
  name: string,
  method: string,
  operationFor: (path: string) => NewOperation,
  stored: object,
][] = [
  [
    'a creation',
    'POST',
    // A cancelled creation is looked up, and delays other creations of its page.
    (path) => ({ ...creation(`https://shop.example/${path}`, 2), password: PASSWORD }),
    { status: 'unverified', failure },
  ],
  [
    'an update',
    'PUT',
    () => ({
      kind: 'update',
      report: sampleReport('1'),
      update: { privacy: 2 },
      password: PASSWORD,
    }),
    { status: 'needsAttention', failure },
  ],
];

/** Waits for the answer to an operation, returns the stored operation, and cancels it. */
async function untilAnswered(operation: NewOperation): Promise<unknown> {
  const [id = ''] = await app.worker.createJobs(operation);
  const stored = await until('the operation has an answer', async () => {
    const [own] = (await app.worker.operations()).filter(({ jobId }) => jobId === id);
    return own?.status !== 'queued' && own?.status !== 'sending' && own;
  });
  await app.worker.callForConnection('updateJob', id, { kind: 'cancel' });
  return stored;
}

function arrivedElsewhere(since: number): Arrival[] {
  return service.arrivals.slice(since).filter(({ origin }) => origin !== service.baseUrl);
}

/** Redirects the calls with a method to the same path at another place. */
function redirectTo(method: string, status: number, place: Place): void {
  service.redirect = ({ method: requested, target }) =>
    requested === method ? { status, location: service.elsewhere[place] + target } : null;
}

describe.each(CASES)('a redirect to $place by $status', ({ place, status }) => {
  it('is followed by reads without the key, and the answers are refused', async () => {
    redirectTo('GET', status, place);
    const to = expect.stringContaining(`${service.elsewhere[place]}/api/v1/`);
    for (const read of READS) {
      const since = service.arrivals.length;
      expect(await read()).toEqual({ failure: { code: 'redirected', to } });
      const arrived = arrivedElsewhere(since);
      expect(arrived.length).toBeGreaterThan(0);
      for (const { authorization, body } of arrived) {
        expect(authorization).toBeUndefined();
        expect(body).toBe('');
      }
    }
  });

  it.each(WRITES)('is not followed by %s', async (_, method, operationFor, stored) => {
    const since = service.arrivals.length;
    redirectTo(method, status, place);
    expect(await untilAnswered(operationFor(`${status}`))).toMatchObject(stored);
    const requests = service.arrivals.slice(since).filter((arrival) => arrival.method === method);
    expect(requests.map(({ origin, body }) => [origin, body.includes(PASSWORD)])).toEqual([
      [service.baseUrl, true],
    ]);
    expect(arrivedElsewhere(since)).toEqual([]);
  });
});

// Deletes all reports at once, because each deletion waits for its undo time.
it('a redirect of a deletion is not followed', async () => {
  const since = service.arrivals.length;
  service.redirect = ({ method, target }) => {
    const found = CASES[Number(target.split('/').at(-1))];
    if (method !== 'DELETE' || !found) return null;
    return { status: found.status, location: service.elsewhere[found.place] + target };
  };
  const reports = [...CASES.keys()].map((id) => sampleReport(String(id)));
  await app.worker.createJobs(...reports.map((report) => ({ kind: 'delete' as const, report })));
  await app.passUndoTime();
  await until(
    'each deletion has failed',
    async () => {
      const operations = await app.worker.operations();
      const failed = operations.filter(({ status }) => status === 'needsAttention');
      return failed.length === CASES.length;
    },
    30_000,
  );
  const deletions = service.arrivals.slice(since).filter(({ method }) => method === 'DELETE');
  expect(new Set(deletions.map(({ target }) => target)).size).toBe(CASES.length);
  expect(arrivedElsewhere(since)).toEqual([]);
});

it.each([301, 307])(
  'a redirect within the service by %i is followed only by reads, with the key',
  async (status) => {
    const location = '/elsewhere/account';
    service.redirect = ({ method, target }) =>
      method === 'PUT' || target === '/api/v1/account' ? { status, location } : null;
    const since = service.arrivals.length;
    expect(await app.worker.callForConnection('getAccount')).toMatchObject({
      value: { fields: [{ name: 'name', value: 'Anybody' }] },
    });
    const report = sampleReport('1');
    const update = await untilAnswered({ kind: 'update', report, update: { results: 1 } });
    expect(update).toMatchObject({ status: 'needsAttention', failure });
    const key = `Bearer ${service.apiKey}`;
    expect(
      service.arrivals.slice(since).map(({ target, authorization }) => [target, authorization]),
    ).toEqual([
      ['/api/v1/account', key],
      [location, key],
      ['/api/v1/reports/1', key],
    ]);
  },
);

it('the popup names the address to which the list was redirected', async () => {
  redirectTo('GET', 302, 'another host');
  const popup = await app.popup(`${service.baseUrl}/page`);
  await popup.press('Refresh');
  expect(await popup.untilAlert()).toContain(
    `The service redirected the request to ${service.elsewhere['another host']}/api/v1/reports. If this address belongs to your service, use it as the base URL.`,
  );
});

describe('request headers', () => {
  const headers = [
    { name: 'X-Pass-Id', value: 'the-id-of-the-pass' },
    { name: 'X-Pass-Secret', value: 'the-secret-of-the-pass' },
  ];
  const connectWith = async (sent: typeof headers) => {
    service.redirect = () => null;
    const { baseUrl, apiKey } = service;
    const connectionId = await app.worker.connectionId();
    const request = { connectionId, baseUrl, apiKey, headers: sent, allowsUnencrypted: true };
    expect(await app.worker.callBackground('connect', request)).toMatchObject({ state: 'passed' });
  };
  beforeAll(() => connectWith(headers));
  afterAll(() => connectWith([]));

  const secretsOf = (arrival: Arrival) =>
    headers.map(({ name }) => arrival.headers[name.toLowerCase()]).filter(Boolean);

  it.each(CASES)('do not follow a redirect to $place by $status', async (to) => {
    const since = service.arrivals.length;
    service.redirect = ({ target }) => ({
      status: to.status,
      location: service.elsewhere[to.place] + target,
    });
    for (const read of READS) expect(await read()).toMatchObject({ failure });
    const sent = () => service.arrivals.slice(since);
    for (const [, method, operationFor] of WRITES) {
      // A successful read ends the backoff of the redirect.
      service.redirect = () => null;
      await READS[0]?.();
      const [id = ''] = await app.worker.createJobs(operationFor(`with-headers/${to.status}`));
      redirectTo(method, to.status, to.place);
      await until('the request is sent', () => sent().some((arrival) => arrival.method === method));
      await app.worker.callForConnection('updateJob', id, { kind: 'cancel' });
    }
    expect(arrivedElsewhere(since)).toEqual([]);
    for (const arrival of sent()) expect(secretsOf(arrival)).toHaveLength(headers.length);
  });

  it('are not sent to a sitemap, even of the service itself', async () => {
    const since = service.arrivals.length;
    await app.worker.callBackground('readSitemap', `${service.baseUrl}/sitemap.xml`, []);
    const [arrival, ...others] = service.arrivals.slice(since);
    expect(others).toEqual([]);
    expect(arrival).toMatchObject({ target: '/sitemap.xml', authorization: undefined });
    expect(arrival && secretsOf(arrival)).toEqual([]);
  });
});
