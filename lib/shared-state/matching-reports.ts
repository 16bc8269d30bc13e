import type { Report } from '@/lib/report/report';
import { type ReportQuery, searchText } from '@/lib/report/report-query';
import { shownAddress } from '@/lib/url/shown-address';

const RESULT_ORDER = ['bad', 'decent', 'good'];

/**
 * What a query would give of the reports known here, in its order: a guess at the service's answer,
 * to show until it comes.
 */
export function matchingReports(known: readonly Report[], query: ReportQuery): Report[] {
  const matches = known.filter((report) => isMatch(report, query));
  return sortedReports(matches, query).slice(0, query.perPage);
}

/** Reports in the order of a query; among equals in that of the ids, as services break ties. */
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
 * Whether reports that were to be sorted by date are; true where they were to be sorted otherwise.
 * Where reports without a date belong is not known.
 */
export function isSortedByDate(reports: readonly Report[], { sortBy, sort }: ReportQuery): boolean {
  if (sortBy !== 'generated_at') return true;
  const dates = reports.flatMap(({ generatedAt }) => generatedAt ?? []);
  if (sort === 'desc') dates.reverse();
  return dates.every((date, at) => at === 0 || (dates[at - 1] ?? '') <= date);
}

/** Whether a report is among those that a query asks for, as far as that can be told here. */
export function isMatch(
  report: Report,
  { search, project, result }: Pick<ReportQuery, 'search' | 'project' | 'result'>,
): boolean {
  const part = searchText(search).toLowerCase();
  const name = project.trim();
  return (
    (result === null || report.result === result) &&
    (name === '' || report.project === name) &&
    (part === '' || holds(report.url ?? '', part))
  );
}

/** Whether an address holds a text as it is, or as people read both. */
function holds(url: string, text: string): boolean {
  const bare = searchText(url).toLowerCase();
  return bare.includes(text) || asRead(bare).includes(asRead(text));
}

/** An address without its beginning, as people read it. */
function asRead(bare: string): string {
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

/** Ids that are numbers grow in length before they grow in letters. */
function compareTexts(one: string, other: string): number {
  const isNumeric = /^\d+$/.test(one) && /^\d+$/.test(other);
  if (isNumeric && one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : Number(one > other);
}
