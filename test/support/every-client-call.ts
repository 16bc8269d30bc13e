import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { createClient, type ServiceClient } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';

export const draft = { url: 'https://shop.example/', privacy: Privacy.Private };

type Call = (client: ServiceClient) => Promise<Result<unknown>>;

export const CALLS: [name: string, call: Call][] = [
  ['list', (client) => client.list(RECENT_REPORTS_QUERY)],
  ['get', (client) => client.get('1')],
  ['create', (client) => client.create(draft)],
  ['update', (client) => client.update('1', { results: 1 })],
  ['remove', (client) => client.remove('1')],
  ['account', (client) => client.account()],
];

export function clientOf(
  answer: () => Response | Promise<Response>,
  credentials: Partial<Credentials> = {},
): ServiceClient {
  return createClient(
    { baseUrl: 'https://service.example', apiKey: 'some-api-key', ...credentials },
    { fetchFrom: async () => answer() },
  );
}
