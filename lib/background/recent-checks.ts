import { MOST_FAILED } from '@/lib/report/content/checks';
import type { Found, ReportDetails } from '@/lib/report/report';

/** What the last answers to writes say of the checks that failed. */
export type RecentChecks = ReturnType<typeof createRecentChecks>;

/** Of so many reports: an open page takes each within a second. */
const MOST_REPORTS = 30;

/** Makes it, with no answer yet. It is in memory alone: a page that comes later reads a list. */
export function createRecentChecks() {
  const found = new Map<string, Found>();
  return {
    /** Takes in a report as the answer to its creation or update shows it. */
    note({ id, generatedAt, checks }: ReportDetails): void {
      found.delete(id);
      const failed = checks.filter(({ isPassed }) => !isPassed).slice(0, MOST_FAILED);
      found.set(id, { generatedAt, checks: failed });
      const [oldest] = found.keys();
      if (found.size > MOST_REPORTS && oldest !== undefined) found.delete(oldest);
    },
    /** By the reports' ids, of those that are there. */
    of: (ids: readonly string[]): Record<string, Found> =>
      Object.fromEntries(
        ids.flatMap((id) => {
          const one = found.get(id);
          return one === undefined ? [] : [[id, one]];
        }),
      ),
  };
}
