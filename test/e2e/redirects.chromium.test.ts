import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Wish } from '../browser/insider';
import { sampleReport } from '../support/sample-report';
import { app, until, useStage } from './app';
import {
  type Arrival,
  type RedirectingService,
  startRedirectingService,
} from './redirecting-service';

const PASSWORD = 'the-report-password';

type Place = keyof RedirectingService['elsewhere'];

/** Each place, and a status that browsers send on as another method, as it is, and for good. */
const CASES: { status: number; place: Place }[] = [
  { status: 302, place: 'another host' },
  { status: 307, place: 'another port' },
  { status: 308, place: 'another scheme' },
];

let service: RedirectingService;

// The other places answer, and may be reached: nothing but our guards keeps a request from them.
useStage({ launch: { args: ['--ignore-certificate-errors'] } });
beforeAll(async () => {
  for (const host of ['http://127.0.0.1/*', 'http://localhost/*', 'https://127.0.0.1/*']) {
    await app.stage.grantHost(host);
  }
  service = await startRedirectingService();
  await app.connect(service);
});
afterAll(() => service.close());
beforeEach(() => {
  service.redirect = () => null;
});

const query = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 10 };
const draft = { url: 'https://shop.example/', privacy: 2, password: PASSWORD };

const READS = [
  () => app.worker.ask('list', query),
  () => app.worker.ask('get', sampleReport('1')),
  () => app.worker.ask('account'),
];
const failure = { code: 'redirected', to: null };
const change = { privacy: 2, password: PASSWORD };
const WRITES: [name: string, method: string, wish: Wish, state: object][] = [
  ['a creation', 'POST', { kind: 'create', draft }, { name: 'unknown', failure }],
  [
    'a change',
    'PUT',
    { kind: 'change', report: sampleReport('1'), change },
    { name: 'stuck', failure },
  ],
];

/** Waits until a task is answered, gives how it stands, and takes it back: it would be in the next one's way. */
async function standingOf(wish: Wish): Promise<unknown> {
  const [id = ''] = await app.worker.add(wish);
  const task = await until('it is answered', async () => {
    const stored = Object.entries(await app.worker.stored()).find(([key]) => key.endsWith(id));
    const { standing } = (stored?.[1] ?? {}) as { standing?: { name: string } };
    return standing?.name !== 'waiting' && standing?.name !== 'sent' && standing;
  });
  await app.worker.ask('cancel', id);
  return task;
}

function arrivedElsewhere(since: number): Arrival[] {
  return service.arrivals.slice(since).filter(({ origin }) => origin !== service.baseUrl);
}

/** Has the calls of one method sent on to the same path elsewhere. */
function sendOn(method: string, status: number, place: Place): void {
  service.redirect = ({ method: asked, target }) =>
    asked === method ? { status, location: service.elsewhere[place] + target } : null;
}

describe.each(CASES)('a redirect to $place by $status', ({ place, status }) => {
  it('takes no key along from a read, whose answer is refused', async () => {
    sendOn('GET', status, place);
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

  it.each(WRITES)('is not followed by %s', async (_, method, wish, state) => {
    const since = service.arrivals.length;
    sendOn(method, status, place);
    expect(await standingOf(wish)).toMatchObject(state);
    const asked = service.arrivals.slice(since).filter((arrival) => arrival.method === method);
    expect(asked.map(({ origin, body }) => [origin, body.includes(PASSWORD)])).toEqual([
      [service.baseUrl, true],
    ]);
    expect(arrivedElsewhere(since)).toEqual([]);
  });
});

// All at once: each waits for the time in which it could be undone.
it('a redirect of a deletion is not followed', async () => {
  const since = service.arrivals.length;
  service.redirect = ({ method, target }) => {
    const found = CASES[Number(target.split('/').at(-1))];
    if (method !== 'DELETE' || !found) return null;
    return { status: found.status, location: service.elsewhere[found.place] + target };
  };
  const reports = [...CASES.keys()].map((id) => sampleReport(String(id)));
  await app.worker.add(...reports.map((report) => ({ kind: 'delete' as const, report })));
  await app.passUndoTime();
  await until(
    'each deletion has failed',
    async () => {
      const { tasks } = await app.worker.tasks();
      return tasks.filter(({ state }) => state === 'stuck').length === CASES.length;
    },
    30_000,
  );
  const deletions = service.arrivals.slice(since).filter(({ method }) => method === 'DELETE');
  expect(new Set(deletions.map(({ target }) => target)).size).toBe(CASES.length);
  expect(arrivedElsewhere(since)).toEqual([]);
});

it.each([301, 307])(
  'a redirect within the service by %i is followed with the key by reads alone',
  async (status) => {
    const location = '/elsewhere/account';
    service.redirect = ({ method, target }) =>
      method === 'PUT' || target === '/api/v1/account' ? { status, location } : null;
    const since = service.arrivals.length;
    expect(await app.worker.ask('account')).toMatchObject({
      value: { fields: [{ name: 'name', value: 'Anybody' }] },
    });
    const wish: Wish = { kind: 'change', report: sampleReport('1'), change: { results: 1 } };
    expect(await standingOf(wish)).toMatchObject({ name: 'stuck', failure });
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
  sendOn('GET', 302, 'another host');
  const popup = await app.popup(`${service.baseUrl}/page`);
  await popup.press('Refresh');
  expect(await popup.alert()).toContain(
    `The service redirected the request to ${service.elsewhere['another host']}/api/v1/reports. Use that address as the base URL.`,
  );
});
