import { afterEach, beforeEach, expect } from 'vitest';
import type { LaunchOptions } from '../browser/running-extension';
import { type Service, startService } from '../service/service';
import { app, type Screen, useProfile, useService } from './app';

export const AGENCY_PAGE = 'https://agency-page.example/';
export const TEST_PAGE = 'https://test-page.example/';
/** The key of another account of the agency's service. */
export const SECOND_KEY = 'key-of-second-account';

/** The service that is connected last, and in use when a test begins. `app.service` is the agency's. */
export let other: Service;
export let agencyId: string;
export let testId: string;

/**
 * Connects the service of the agency and then another service before each test.
 * @returns the options of the browser, for a restart
 */
export function useTwoServices(): Partial<LaunchOptions> {
  const launch = { userDataDir: useProfile(), privateWindows: true };
  useService({
    launch,
    apiKey: 'key-of-agency-1',
    otherKeys: { [SECOND_KEY]: 77 },
    reports: [{ url: AGENCY_PAGE }],
  });
  beforeEach(async () => {
    other = await startService({ sampleReports: false, apiKey: 'key-of-tests-2' });
    other.add({ url: TEST_PAGE });
    agencyId = (await app.worker.connectionId()) ?? expect.fail('No service is connected.');
    testId = await connectAnother(other);
    expect(testId).not.toBe(agencyId);
  });
  afterEach(async () => {
    await app.disconnect();
    await other.close();
  });
  return launch;
}

/** Connects a service beside the connected ones, and puts the service in use. Returns the connection's id. */
export async function connectAnother({ baseUrl, apiKey }: Service): Promise<string> {
  const request = { connectionId: null, baseUrl, apiKey, allowsUnencrypted: true };
  const check = await app.worker.callBackground('connect', request);
  expect(check).toMatchObject({ state: 'passed' });
  return (await app.worker.connectionId()) ?? expect.fail('No service is in use.');
}

export async function use(connectionId: string): Promise<void> {
  expect(await app.worker.callBackground('useConnection', connectionId)).toEqual({ value: null });
}

export const creationsOf = ({ requests }: Service) =>
  requests.filter(({ method }) => method === 'POST');

export const urlsOf = (service: Service) => service.reports().map(({ url }) => url);

/** Each service has received only requests with its own key. */
export function expectOwnKeys(): void {
  for (const { requests, apiKey } of [app.service, other]) {
    const keys = new Set(requests.map(({ headers }) => headers.authorization));
    expect([...keys]).toEqual([`Bearer ${apiKey}`]);
  }
}

export async function expectRows(popup: Screen, shown: string, hidden: string): Promise<void> {
  await popup.untilRows((rows) => rows.some((row) => row.includes(shown)));
  expect(await popup.mainText()).not.toContain(hidden);
}
