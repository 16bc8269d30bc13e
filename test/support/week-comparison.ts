import { expect, onTestFinished, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Report } from '@/lib/report/report';
import { knownTrend } from './known-trends';
import { fakeBackground } from './page-view';
import { drawReports } from './reports-view';
import { NOW } from './six-clients';
import { waitUntil } from './wait-until';

/**
 * Draws *All reports* with the results of a week ago as bases. Resolves when the numbers of all clients are
 * known. The date is `NOW` until the test ends.
 * @param overrides replace methods of the fake background
 */
export async function drawWeekComparison(
  reports: readonly Report[],
  overrides: Partial<BackgroundApi> = {},
) {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const getTrends: BackgroundApi['getTrends'] = async (_, references, since) => ({
    value: references.map(({ id }) =>
      knownTrend(reports.find((one) => one.id === id) ?? expect.fail(id), {
        reports,
        since,
        now: NOW,
      }),
    ),
  });
  const background = fakeBackground({ getTrends, ...overrides }, reports);
  const drawn = await drawReports({ background, reports, comparedSince: 'week' });
  await waitUntil(() => expect(drawn.page.table.value.overview.isKnown.value).toBe(true));
  return drawn;
}
