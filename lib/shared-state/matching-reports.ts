import type { Report } from '@/lib/report/report';
import { type ReportQuery, searchText } from '@/lib/report/report-query';
import { shownAddress } from '@/lib/url/shown-address';

const RESULT_ORDER = ['bad', 'decent', 'good'];

/**
 * Returns the known reports that match a query, in the order of the query. A list shows these
 * reports until the service answers.
 */
export function matchingReports(known: readonly Report[], query: ReportQuery): Report[] {
  const matches = known.filter((report) => isMatch(report, query));
  return sortedReports(matches, query).slice(0, query.perPage);
}

/** Sorts reports in the order of a query. Equal reports are sorted by id, as by services. */
export function sortedReports(
  reports: readonly Report[],
  { sortBy, sort }: Pick<ReportQuery, 'sortBy' | 'sort'>,
): Report[] {
  const sorted = reports.toSorted(
    (one, other) => compare(one, other, sortBy) || compareTexts(one.id, other.id),
  );
  return sort === 'desc' ? sorted.reverse() : sorted;
}

/**
 * Whether reports are sorted by date; true if the query requests another order. Ignores reports
 * without a date.
 */
export function isSortedByDate(reports: readonly Report[], { sortBy, sort }: ReportQuery): boolean {
  if (sortBy !== 'generated_at') return true;
  const dates = reports.flatMap(({ generatedAt }) => generatedAt ?? []);
  if (sort === 'desc') dates.reverse();
  return dates.every((date, at) => at === 0 || (dates[at - 1] ?? '') <= date);
}

/**
 * Whether a report matches the search and the filters of a query. A service may have other rules.
 */
export function isMatch(
  report: Report,
  { search, project, result }: Pick<ReportQuery, 'search' | 'project' | 'result'>,
): boolean {
  const part = searchText(search).toLowerCase();
  const name = project.trim();
  return (
    (result === null || report.result === result) &&
    (name === '' || report.project === name) &&
    (part === '' || containsText(report.url ?? '', part))
  );
}

/** Whether an address contains a text, encoded or in readable form. */
function containsText(url: string, text: string): boolean {
  const bare = searchText(url).toLowerCase();
  return bare.includes(text) || readableAddress(bare).includes(readableAddress(text));
}

/** Returns an address in readable form, without the scheme. */
function readableAddress(bare: string): string {
  return shownAddress(`https://${bare}`).slice('https://'.length).toLowerCase();
}

function compare(one: Report, other: Report, sortBy: ReportQuery['sortBy']): number {
  switch (sortBy) {
    case 'id':
      return compareTexts(one.id, other.id);
    case 'url':
      return compareTexts(one.url ?? '', other.url ?? '');
    case 'generated_at':
      return compareTexts(one.generatedAt ?? '', other.generatedAt ?? '');
    case 'result':
      return RESULT_ORDER.indexOf(one.result ?? '') - RESULT_ORDER.indexOf(other.result ?? '');
  }
}

/** Compares whole numbers by value, and other texts by code units. */
function compareTexts(one: string, other: string): number {
  const isNumeric = /^\d+$/.test(one) && /^\d+$/.test(other);
  if (isNumeric && one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}
