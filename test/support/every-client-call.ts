import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { createClient, type ServiceClient } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';

/** A report to create, for tests in which its content does not matter. */
export const draft = { url: 'https://shop.example/', privacy: Privacy.Private };

type Call = (from: ServiceClient) => Promise<Result<unknown>>;

/** The six calls of the client, for test tables. */
export const CALLS: [name: string, call: Call][] = [
  ['list', (from) => from.list(RECENT_REPORTS_QUERY)],
  ['get', (from) => from.get('1')],
  ['create', (from) => from.create(draft)],
  ['update', (from) => from.update('1', { results: 1 })],
  ['remove', (from) => from.remove('1')],
  ['account', (from) => from.account()],
];

/** Creates a client of a service that gives the same answer to every request. */
export function clientOf(
  answer: () => Response | Promise<Response>,
  credentials: Partial<Credentials> = {},
): ServiceClient {
  return createClient(
    { baseUrl: 'https://service.example', apiKey: 'some-api-key', ...credentials },
    { fetchFrom: async () => answer() },
  );
}
