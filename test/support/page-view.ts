import { vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NO_MARKS } from '@/lib/history/marks';
import { NO_READING } from '@/lib/reading-progress';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { type NewestReports, NO_QUEUE, type Queue } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { newestReports, replyOf } from './sample-list';
import { sampleDetails, sampleReport } from './sample-report';
import { storeConnection } from './stored-connection';
import { storeQueue } from './stored-queue';

const TWO_REPORTS = ['2', '1'].map((id) => sampleReport(id));

export const publishQueue = (fields: Partial<Queue> = {}): Promise<void> =>
  storeQueue({ ...NO_QUEUE, ...fields });

export type FakeBackground = ReturnType<typeof fakeBackground>;

/** Creates a background that accepts every job. `calls` replaces methods. */
export function fakeBackground(
  calls: Partial<BackgroundApi> = {},
  reports: readonly Report[] = TWO_REPORTS,
) {
  const fake = {
    createJob: vi.fn<BackgroundApi['createJob']>(async () => ({ value: null })),
    listReports: vi.fn<BackgroundApi['listReports']>(async (_, { perPage }) => ({
      value: {
        ...replyOf(),
        reports: reports.slice(0, perPage),
        total: reports.length,
        next: reports.length > perPage ? 2 : null,
        requestedAt: Date.now(),
      },
    })),
    getAccount: vi.fn<BackgroundApi['getAccount']>(async () => ({
      value: { fields: [], isCut: false },
    })),
    getReportDates: vi.fn<BackgroundApi['getReportDates']>(async () => ({ value: {} })),
    getReport: vi.fn<BackgroundApi['getReport']>(async (_, { id }) => ({
      value: sampleDetails(
        id,
        reports.find((report) => report.id === id),
      ),
    })),
    getPages: vi.fn<BackgroundApi['getPages']>(async () => ({ value: [] })),
    getTrends: vi.fn<BackgroundApi['getTrends']>(async () => ({ value: [] })),
    getNews: vi.fn<BackgroundApi['getNews']>(async () => ({
      value: { worse: 0, better: 0, since: null },
    })),
    getMarks: vi.fn<BackgroundApi['getMarks']>(async () => ({
      value: NO_MARKS,
    })),
    getMutes: vi.fn<BackgroundApi['getMutes']>(async (_, pages) => ({
      value: pages.map(() => []),
    })),
    changeMarks: vi.fn<BackgroundApi['changeMarks']>(async () => ({
      value: { marks: NO_MARKS, changes: [] },
    })),
    listHistory: vi.fn<BackgroundApi['listHistory']>(async () => ({
      value: { reports: [], after: null, count: 0, reading: null, revision: 0 },
    })),
    getHistoryChanges: vi.fn<BackgroundApi['getHistoryChanges']>(async () => ({ value: null })),
    readAllReports: vi.fn<BackgroundApi['readAllReports']>(async () => ({ value: NO_READING })),
    stopReading: vi.fn<BackgroundApi['stopReading']>(async () => ({ value: NO_READING })),
    ...calls,
  };
  return Object.assign(fake as Partial<BackgroundApi> as BackgroundApi, fake);
}

/** Stores the connection `a` with its newest list. */
export async function connectPage(
  reports: readonly Report[] = TWO_REPORTS,
  overrides: Partial<NewestReports> = {},
) {
  await schemaVersionItems.local.write(SCHEMA_VERSION);
  await schemaVersionItems.session.write(SCHEMA_VERSION);
  return storeConnection({
    newest: {
      ...newestReports(),
      reports: reports.slice(0, NEWEST_QUERY.perPage),
      total: reports.length,
      next: reports.length > NEWEST_QUERY.perPage ? 2 : null,
      ...overrides,
    },
  });
}

export const pageActions = () => ({
  onOpenSettings: vi.fn(),
  onOpenPage: vi.fn(),
  onOpenBatch: vi.fn(),
  onOpenView: vi.fn(),
  onOpenInTab: vi.fn(),
  onCopy: vi.fn(async () => {}),
});
