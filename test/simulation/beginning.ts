import type { Account } from '@/lib/connection/connection';
import type { Report } from '@/lib/report/report';
import { createMemoryStore, type MemoryStore } from '../support/memory-store';
import { storedList } from '../support/sample-list';
import { sampleReport } from '../support/sample-report';
import { BASE_URL } from '../support/test-background';
import { type ServiceManner, URLS } from './history';

/** Every key of the service is this account's. */
export const ACCOUNT: Account = { fields: [{ name: 'id', value: 1 }], isCut: false };

/** The id of the connection that stands when a history begins. */
export const FIRST_CONNECTION = 'connection-0';

/** A report of the first page, older than another one. */
export function earlierReports({ earlier, ids, times }: ServiceManner): Report[] {
  if (earlier === 'none') return [];
  const fields = times === 'not' ? { generatedAt: null } : {};
  const all = { ...fields, hasExactTime: times === 'with a zone' };
  const [older, newer] = ids === 'numbers' ? ['3', '7'] : ['rx', 'ra'];
  return [
    sampleReport(older, { ...all, url: URLS[0] }),
    sampleReport(newer, { ...all, url: 'https://other.example/' }),
  ];
}

/** The store of a browser that has been connected, and has read a list. */
export async function connectedStore(manner: ServiceManner): Promise<MemoryStore> {
  const store = createMemoryStore();
  const connection = { id: FIRST_CONNECTION, baseUrl: BASE_URL };
  const earlier = earlierReports(manner);
  const known = manner.earlier === 'unseen' ? earlier.slice(1) : earlier;
  await store.save(connection, 'key-0');
  await store.account(connection.id).write({ value: ACCOUNT });
  await store.lists(connection.id).write([{ ...storedList(), reports: known.toReversed() }]);
  return store;
}
