import { attempt } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { MAX_IN_REPLY } from '@/lib/history/history-items';
import type { PagePast, PageSince } from '@/lib/report/compare/page-change';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';

/** The past of a page without other known results. */
export const NO_PAST: PagePast = {
  base: null,
  newest: null,
  failingSince: [],
  fixedBetween: [],
  weekly: null,
};

/** Reads the pasts of pages, in the order of the reports. Never rejects. */
export type ReadPasts = (reports: readonly Report[], since: PageSince) => Promise<PagePast[]>;

/** A page whose past cannot be read gets `NO_PAST`. */
export function createReadPasts(
  background: Pick<BackgroundApi, 'getPasts'>,
  connectionId: string,
): ReadPasts {
  return async (reports, since) => {
    const pasts: PagePast[] = [];
    for (let at = 0; at < reports.length; at += MAX_IN_REPLY) {
      const part = reports.slice(at, at + MAX_IN_REPLY).map(referTo);
      const result = await attempt(() => background.getPasts(connectionId, part, since));
      pasts.push(...(hasFailed(result) ? part.map(() => NO_PAST) : result.value));
    }
    return pasts;
  };
}

/** A report and its base. */
export interface ComparedReport {
  report: Report;
  since: PageSince;
}

/** Reads the pasts for reports with different bases, in the order of the reports. */
export async function readPastsOf(
  readPasts: ReadPasts,
  compared: readonly ComparedReport[],
): Promise<PagePast[]> {
  const all = new Map<Report, PagePast>();
  for (const since of new Set(compared.map((one) => one.since))) {
    const reports = compared.flatMap((one) => (one.since === since ? one.report : []));
    const pasts = await readPasts(reports, since);
    for (const [at, report] of reports.entries()) all.set(report, pasts[at] ?? NO_PAST);
  }
  return compared.map(({ report }) => all.get(report) ?? NO_PAST);
}
