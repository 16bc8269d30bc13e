import type { Report } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { shownAddress } from '@/lib/url/shown-address';

const RESULT_ORDER = ['bad', 'decent', 'good'];

/**
 * What a query would give of the reports known here, in its order: a guess at the service's answer,
 * to show until it comes.
 */
export function matchingReports(known: readonly Report[], query: ReportQuery): Report[] {
  const { sortBy, sort, perPage } = query;
  const matches = known.filter((report) => isMatch(report, query));
  // Among equals the order is that of the ids, as services break ties.
  matches.sort((one, other) => compare(one, other, sortBy) || compareTexts(one.id, other.id));
  if (sort === 'desc') matches.reverse();
  return matches.slice(0, perPage);
}

/** Whether a report is among those that a query asks for, as far as that can be told here. */
export function isMatch(report: Report, { search, project, result }: ReportQuery): boolean {
  const part = search.trim().toLowerCase();
  const name = project.trim();
  return (
    (result === null || report.result === result) &&
    (name === '' || report.project === name) &&
    (part === '' || holds(report.url ?? '', part))
  );
}

/** Whether an address holds a text as it is, or as people read both. */
function holds(url: string, text: string): boolean {
  const asRead = shownAddress(url).toLowerCase();
  return url.toLowerCase().includes(text) || asRead.includes(shownAddress(text));
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
