import { matchingReports } from '@/lib/archive/local-list';
import { foreignLine } from '@/lib/report/foreign-line';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { shownAddress } from '@/lib/url/shown-address';

/** With fewer characters nothing is searched for. */
const LEAST_CHARACTERS = 2;

/** Browsers show no more. */
const MOST_SUGGESTIONS = 6;

const LONGEST_SEARCH = 200;

/** What a text is searched for. */
export function searchFor(text: string): string {
  return text.trim().slice(0, LONGEST_SEARCH);
}

/** The reports known here that go with a text, the newest first. */
export function matching(known: readonly Report[], text: string): Report[] {
  const search = searchFor(text);
  if (search.length < LEAST_CHARACTERS) return [];
  return matchingReports(known, { ...RECENT_REPORTS_QUERY, search }).slice(0, MOST_SUGGESTIONS);
}

/**
 * What stands in the address bar for a report: its address, and its id, since a page may have several
 * reports. The report is found again by it.
 */
export function contentOf({ url, id }: Report): string {
  return foreignLine(`${foreignLine(shownAddress(url ?? ''))} #${id}`, 1_000);
}
