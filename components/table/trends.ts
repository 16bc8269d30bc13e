import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { MAX_IN_REPLY } from '@/lib/history/history-items';
import type { PageSince, PageTrend } from '@/lib/report/compare/page-change';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';

/** The trend of a page without other known results. */
export const NO_TREND: PageTrend = {
  base: null,
  newest: null,
  failingSince: [],
  fixedBetween: [],
  weekly: null,
};

/**
 * Reads the trends of pages, in the order of the reports. Null for a trend that cannot be read. Never
 * rejects.
 */
export type ReadTrends = (
  reports: readonly Report[],
  since: PageSince,
) => Promise<(PageTrend | null)[]>;

export function createReadTrends(
  background: Pick<BackgroundApi, 'getTrends'>,
  connectionId: string,
): ReadTrends {
  async function readPart(
    part: readonly Report[],
    since: PageSince,
  ): Promise<readonly (PageTrend | null)[]> {
    const references = part.map(referTo);
    const result = await attempt(() => background.getTrends(connectionId, references, since));
    return hasFailed(result) ? references.map(() => null) : result.value;
  }

  return async (reports, since) => {
    const parts: (readonly Report[])[] = [];
    for (let at = 0; at < reports.length; at += MAX_IN_REPLY) {
      parts.push(reports.slice(at, at + MAX_IN_REPLY));
    }
    // The worker reads the next part while the page reads a reply.
    const replies = await Promise.all(parts.map((part) => readPart(part, since)));
    return replies.flat();
  };
}

/** A report and its base. */
export interface ComparedReport {
  report: Report;
  since: PageSince;
}

/** Reads the trends for reports with different bases, in the order of the reports. */
export async function readTrendsOf(
  readTrends: ReadTrends,
  compared: readonly ComparedReport[],
): Promise<(PageTrend | null)[]> {
  const all = new Map<Report, PageTrend | null>();
  for (const since of new Set(compared.map((one) => one.since))) {
    const reports = compared.flatMap((one) => (one.since === since ? one.report : []));
    const trends = await readTrends(reports, since);
    for (const [at, report] of reports.entries()) all.set(report, trends[at] ?? null);
  }
  return compared.map(({ report }) => all.get(report) ?? null);
}
