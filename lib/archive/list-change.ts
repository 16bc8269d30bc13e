import type { Report } from '@/lib/report/report';
import { isNewestFirst } from '@/lib/report/report-query';
import { isMatch } from './local-list';
import type { StoredList } from './stored-list';

/** What became of reports since a list was read. */
export type ListChange =
  | { kind: 'created' | 'changed'; reports: readonly Report[] }
  | { kind: 'deleted'; id: string };

/**
 * The list after a change, with its number of all reports.
 * @param isOverlapping the list was read while the change was made, so that it may show it already
 */
export function changedList(
  list: StoredList,
  change: ListChange,
  isOverlapping = false,
): StoredList {
  switch (change.kind) {
    case 'created':
      return withCreated(list, change.reports, isOverlapping);
    case 'changed':
      return withChanged(list, change.reports);
    case 'deleted': {
      const reports = list.reports.filter(({ id }) => id !== change.id);
      return { ...list, reports, total: sum(list.total, reports.length - list.reports.length) };
    }
  }
}

/**
 * A report that is listed keeps its place. Others that match what is asked for come first, or are
 * left to the service to place.
 */
function withCreated(
  list: StoredList,
  created: readonly Report[],
  isOverlapping: boolean,
): StoredList {
  const { query, total } = list;
  const known = new Set(list.reports.map(({ id }) => id));
  const added = created.filter((report) => !known.has(report.id) && isMatch(report, query));
  const { reports } = withChanged(list, created);
  const isFirst = isNewestFirst(query);
  // A service may send more rows than it was asked for.
  const most = Math.max(query.perPage, reports.length);
  // On a further page of such a list it may have been counted.
  const isUncounted = isFirst || !isOverlapping || total === reports.length;
  return {
    ...list,
    reports: isFirst ? [...added, ...reports].slice(0, most) : reports,
    total: sum(total, isUncounted ? added.length : 0),
  };
}

function withChanged(list: StoredList, changed: readonly Report[]): StoredList {
  const reports = list.reports.map((known) => changed.find(({ id }) => id === known.id) ?? known);
  return { ...list, reports };
}

function sum(total: number | null, change: number): number | null {
  return total === null ? null : total + change;
}
