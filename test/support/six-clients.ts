import { type PageRow, pageRow } from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import { type PastResult, resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { knownPast } from './known-pasts';
import { reportOn } from './sample-report';

/** The afternoon of November 26. A week earlier means any time on November 19. */
export const NOW = new Date(2026, 10, 26, 15);

const NOW_ON = [26, 8] as const;
const THEN = [19, 8] as const;

/** The reports of six clients, newest first. */
export const SIX_CLIENTS: readonly Report[] = [
  reportOn(99, 'lumen.example/new', NOW_ON, 31, 'title'),
  reportOn(98, 'lumen.example/', NOW_ON, 88, 'sitemap'),
  reportOn(97, 'zahnarzt.example/praxis', NOW_ON, 50),
  reportOn(96, 'zahnarzt.example/', NOW_ON, 44, 'title'),
  reportOn(95, 'fahrrad.example/rad', NOW_ON, 66, 'load_time'),
  reportOn(94, 'fahrrad.example/', NOW_ON, 68, 'load_time'),
  reportOn(93, 'alpen.example/', NOW_ON, 58, 'noindex'),
  reportOn(92, 'nordlicht.example/sofas', NOW_ON, 45, 'noindex', 'load_time', 'title'),
  reportOn(91, 'nordlicht.example/', NOW_ON, 35, 'title'),
  reportOn(90, 'bergblick.example/anfahrt', NOW_ON, 66),
  reportOn(89, 'bergblick.example/suite', NOW_ON, 60, 'robots'),
  reportOn(88, 'bergblick.example/', NOW_ON, 64, 'robots', 'sitemap'),
  // A page with several results. The last result of the day a week ago counts.
  reportOn(60, 'bergblick.example/', [20, 0], 99, 'robots'),
  reportOn(59, 'bergblick.example/', [19, 23], 74, 'sitemap'),
  reportOn(58, 'bergblick.example/', [19, 0], 40, 'robots'),
  reportOn(57, 'bergblick.example/', [5, 8], 90),
  reportOn(56, 'bergblick.example/suite', THEN, 70, 'title'),
  reportOn(55, 'bergblick.example/anfahrt', THEN, 60, 'meta_description'),
  reportOn(54, 'nordlicht.example/sofas', THEN, 60, 'title'),
  reportOn(53, 'nordlicht.example/', THEN, 40, 'title'),
  reportOn(52, 'alpen.example/', THEN, 60),
  reportOn(51, 'fahrrad.example/', THEN, 68),
  reportOn(50, 'zahnarzt.example/praxis', THEN, 44, 'meta_description'),
  reportOn(49, 'zahnarzt.example/', THEN, 44, 'title', 'meta_description'),
  reportOn(48, 'lumen.example/', THEN, 88, 'sitemap'),
];

/** The past result of a report that was updated. */
export const UPDATED = reportOn(95, 'fahrrad.example/rad', THEN, 70);

/** Returns the pages of the six clients, compared with a week ago. */
export function sixClients(reports = SIX_CLIENTS): PageRow[] {
  const past: PastResult[] = resultOf(UPDATED);
  return pagesOf(reports).map((page) => {
    const isUpdated = page.key === referTo(UPDATED).page;
    const known = { reports, past: isUpdated ? past : [], since: 'week', now: NOW } as const;
    return pageRow(page, knownPast(page.report, known));
  });
}
