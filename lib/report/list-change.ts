import type { Report } from './report';
import { isFiltered, isNewestFirst } from './report-query';
import type { StoredList } from './stored-list';

/** What became of reports since a list was read. */
export type ListChange =
  | { kind: 'created'; reports: readonly Report[] }
  | { kind: 'changed'; report: Report }
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
      return { ...list, reports: list.reports.map((known) => newerOf(known, [change.report])) };
    case 'deleted': {
      const reports = list.reports.filter(({ id }) => id !== change.id);
      return { ...list, reports, total: sum(list.total, reports.length - list.reports.length) };
    }
  }
}

/** A report that is listed keeps its place; others come first, or are left to the service to place. */
function withCreated(
  list: StoredList,
  created: readonly Report[],
  isOverlapping: boolean,
): StoredList {
  const { query, total } = list;
  const known = new Set(list.reports.map(({ id }) => id));
  const added = created.filter(({ id }) => !known.has(id));
  const reports = list.reports.map((report) => newerOf(report, created));
  if (isFiltered(query)) return { ...list, reports };
  // On a further page of such a list it may have been counted.
  const isFirst = isNewestFirst(query);
  const isUncounted = isFirst || !isOverlapping || total === reports.length;
  return {
    ...list,
    reports: isFirst ? [...added, ...reports].slice(0, query.perPage) : reports,
    total: sum(total, isUncounted ? added.length : 0),
  };
}

function newerOf(known: Report, newer: readonly Report[]): Report {
  return newer.find(({ id }) => id === known.id) ?? known;
}

function sum(total: number | null, change: number): number | null {
  return total === null ? null : total + change;
}
