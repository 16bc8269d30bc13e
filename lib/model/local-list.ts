import type { Report } from './report';
import type { ReportQuery } from './report-query';

const RESULT_ORDER = ['bad', 'decent', 'good'];

/**
 * What the reports known here would give for a query: a guess at the service's answer, to show
 * until it comes.
 */
export function localList(known: readonly Report[], query: ReportQuery): Report[] {
  const found = known.filter((report) => matches(report, query));
  const sorted = found.sort((one, other) => compare(one, other, query.sortBy));
  if (query.sort === 'desc') sorted.reverse();
  return sorted.slice(0, query.perPage);
}

function matches(report: Report, { search, project, result }: ReportQuery): boolean {
  return (
    (result === null || report.result === result) &&
    (project.trim() === '' || report.project === project.trim()) &&
    (search.trim() === '' || includes(report.url, search.trim()))
  );
}

function includes(url: string | null, search: string): boolean {
  return url?.toLowerCase().includes(search.toLowerCase()) ?? false;
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
