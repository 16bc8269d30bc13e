import { type PageRow, pageRow } from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import { NO_MUTES } from '@/lib/report/mutes';
import { type PastResult, resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { knownTrend } from './known-trends';
import { reportOn } from './sample-report';

/** The afternoon of November 26. A week earlier is November 19. */
export const NOW = new Date(2026, 10, 26, 15);

const TODAY = [26, 8] as const;
const WEEK_AGO = [19, 8] as const;

export const SIX_CLIENTS: readonly Report[] = [
  reportOn(99, 'lumen.example/new', TODAY, 31, 'title'),
  reportOn(98, 'lumen.example/', TODAY, 88, 'sitemap'),
  reportOn(97, 'zahnarzt.example/praxis', TODAY, 50),
  reportOn(96, 'zahnarzt.example/', TODAY, 44, 'title'),
  reportOn(95, 'fahrrad.example/rad', TODAY, 66, 'load_time'),
  reportOn(94, 'fahrrad.example/', TODAY, 68, 'load_time'),
  reportOn(93, 'alpen.example/', TODAY, 58, 'noindex'),
  reportOn(92, 'nordlicht.example/sofas', TODAY, 45, 'noindex', 'load_time', 'title'),
  reportOn(91, 'nordlicht.example/', TODAY, 35, 'title'),
  reportOn(90, 'bergblick.example/anfahrt', TODAY, 66),
  reportOn(89, 'bergblick.example/suite', TODAY, 60, 'robots:failed'),
  reportOn(88, 'bergblick.example/', TODAY, 64, 'robots:failed', 'sitemap'),
  // The base of a page is its last result of November 19.
  reportOn(60, 'bergblick.example/', [20, 0], 99, 'robots'),
  reportOn(59, 'bergblick.example/', [19, 23], 74, 'sitemap'),
  reportOn(58, 'bergblick.example/', [19, 0], 40, 'robots'),
  reportOn(57, 'bergblick.example/', [5, 8], 90),
  reportOn(56, 'bergblick.example/suite', WEEK_AGO, 70, 'title'),
  reportOn(55, 'bergblick.example/anfahrt', WEEK_AGO, 60, 'meta_description'),
  reportOn(54, 'nordlicht.example/sofas', WEEK_AGO, 60, 'title'),
  reportOn(53, 'nordlicht.example/', WEEK_AGO, 40, 'title'),
  reportOn(52, 'alpen.example/', WEEK_AGO, 60),
  reportOn(51, 'fahrrad.example/', WEEK_AGO, 68),
  reportOn(50, 'zahnarzt.example/praxis', WEEK_AGO, 44, 'meta_description'),
  reportOn(49, 'zahnarzt.example/', WEEK_AGO, 44, 'title', 'meta_description'),
  reportOn(48, 'lumen.example/', WEEK_AGO, 88, 'sitemap'),
];

/** Report 95 before an update. The result from before the update is a past result of the page. */
export const UPDATED = reportOn(95, 'fahrrad.example/rad', WEEK_AGO, 70);

export function sixClients(reports = SIX_CLIENTS): PageRow[] {
  const past: PastResult[] = resultOf(UPDATED);
  return pagesOf(reports).map((page) => {
    const isUpdated = page.key === referTo(UPDATED).page;
    const content = { reports, past: isUpdated ? past : [], since: 'week', now: NOW } as const;
    return pageRow(page, knownTrend(page.report, content), NO_MUTES);
  });
}
