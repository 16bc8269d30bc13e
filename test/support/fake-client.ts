import { vi } from 'vitest';
import type { Report, ReportList } from '@/lib/report/report';
import type { Client } from '@/lib/service/client';
import { sampleDetails, sampleReport } from './sample-report';

/** The answer to a list call. */
export function listOf(...reports: Report[]): ReportList {
  return { reports, unreadable: 0, total: reports.length, next: null };
}

/** A client whose service has the reports 2 and 1 and answers everything. */
export function createFakeClient() {
  return {
    list: vi.fn<Client['list']>(async () => ({
      value: listOf(sampleReport('2'), sampleReport('1')),
    })),
    get: vi.fn<Client['get']>(async (id) => ({ value: sampleDetails(id) })),
    create: vi.fn<Client['create']>(async ({ url }) => ({ value: sampleDetails('3', { url }) })),
    update: vi.fn<Client['update']>(async (id) => ({ value: sampleDetails(id) })),
    remove: vi.fn<Client['remove']>(async () => ({ value: null })),
    account: vi.fn<Client['account']>(async () => ({
      value: { fields: [{ name: 'name', value: 'Ann' }], isCut: false },
    })),
  };
}
