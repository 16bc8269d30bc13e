import { vi } from 'vitest';
import type { Report, ReportList } from '@/lib/report/report';
import type { ServiceClient } from '@/lib/service/client';
import { sampleDetails, sampleReport } from './sample-report';

export function listOf(...reports: Report[]): ReportList {
  return { reports, unreadable: 0, total: reports.length, next: null };
}

/** Creates a client for which every call succeeds. Its list has the reports 2 and 1. */
export function createFakeClient() {
  return {
    list: vi.fn<ServiceClient['list']>(async () => ({
      value: listOf(sampleReport('2'), sampleReport('1')),
    })),
    get: vi.fn<ServiceClient['get']>(async (id) => ({ value: sampleDetails(id) })),
    create: vi.fn<ServiceClient['create']>(async ({ url }) => ({
      value: sampleDetails('3', { url }),
    })),
    update: vi.fn<ServiceClient['update']>(async (id) => ({ value: sampleDetails(id) })),
    remove: vi.fn<ServiceClient['remove']>(async () => ({ value: null })),
    account: vi.fn<ServiceClient['account']>(async () => ({
      value: { fields: [{ name: 'name', value: 'Ann' }], isCut: false },
    })),
  };
}
