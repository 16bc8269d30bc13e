import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { NO_READING, type ReadingProgress } from '@/lib/reading-progress';
import { resultOf } from '@/lib/report/past-result';
import { referTo } from '@/lib/report/report-reference';
import { knownPast } from '../../support/known-pasts';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { replyOf } from '../../support/sample-list';
import { NOW, SIX_CLIENTS, UPDATED } from '../../support/six-clients';
import { one, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const READING: ReadingProgress = { ...NO_READING, status: 'reading', read: 4, total: 20 };

beforeEach(async () => {
  await useEnglish();
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Draws *All reports* with six stored clients. The list has only their newest reports. */
async function drawStored(calls: Partial<BackgroundApi> = {}) {
  const newest = SIX_CLIENTS.slice(0, 4);
  const background = fakeBackground(
    {
      listReports: async () => ({
        value: { ...replyOf(), reports: newest, total: 20, next: 2, requestedAt: Date.now() },
      }),
      listHistory: async () => ({
        value: {
          reports: [...SIX_CLIENTS],
          after: null,
          count: SIX_CLIENTS.length,
          reading: { readAt: '2026-11-26T18:40:00.000Z', unreadable: 0 },
          revision: 1,
        },
      }),
      readAllReports: async () => ({ value: READING }),
      getPasts: async (_, references, since) => ({
        value: references.map((reference) => {
          const report = SIX_CLIENTS.find(({ id }) => id === reference.id);
          const past = reference.page === referTo(UPDATED).page ? resultOf(UPDATED) : [];
          if (report === undefined) throw new Error(`There is no report ${reference.id}.`);
          return knownPast(report, { reports: SIX_CLIENTS, past, since, now: NOW });
        }),
      }),
      ...calls,
    },
    newest,
  );
  const page = { total: 20, next: 2 };
  return drawReports({ background, reports: newest, newest: page, comparedSince: 'week' });
}

describe('the numbers of stored reports', () => {
  it('are shown during a reading', async () => {
    await drawStored();
    const worse = await one('rowgroup', 'Worse');
    expect(worse.textContent).toMatch(/^Worse 4.*Robots\.txt, 2 pages new/);
    await one('button', 'Worse 6');
  });

  it('are shown while the service is down', async () => {
    await drawStored({ listReports: async () => ({ failure: { code: 'unreachable' } }) });
    const worse = await one('rowgroup', 'Worse');
    expect(worse.textContent).toMatch(/^Worse 4/);
    await waitUntil(() => expect(document.querySelectorAll('.no-number')).toHaveLength(0));
  });
});
