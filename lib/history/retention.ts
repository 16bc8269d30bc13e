import { type ReportRecord, type ResultKey, type ResultRecord, resultOfRow } from './records';

// Only the functions of this file decide which rows and past results the history removes.

/** The rows and past results to remove, and the past results to add. */
export interface Removal {
  /** Ids of the rows to remove. */
  rows: readonly string[];
  /** Keys of the past results to remove. */
  results: readonly ResultKey[];
  newPastResults: readonly ResultRecord[];
  /** Id of a report that a person has deleted; null for none. No backup may restore this report. */
  deletedId: string | null;
}

const NOTHING: Removal = { rows: [], results: [], newPastResults: [], deletedId: null };

/** The limits of the history. */
export const MAX_ROWS = 100_000;
export const MAX_RESULTS_OF_PAGE = 50;

/**
 * Returns the past result to add when a new version replaces a row. If the result or the page
 * differs, the former result becomes a past result of the former page.
 */
export function afterReplacement(former: ReportRecord, next: ReportRecord): Removal {
  const isSameResult = former.report.generatedAt === next.report.generatedAt;
  if (isSameResult && former.page === next.page) return NOTHING;
  return { ...NOTHING, newPastResults: resultOfRow(former) };
}

/**
 * Removes the row and the past results of a report after a person's deletion. The deletion has
 * ended as done or gone.
 * @param results keys of the report's past results
 * @param isPrivate whether the deletion was private: its id must not be stored
 */
export function afterDeletion(
  reportId: string,
  results: readonly ResultKey[],
  isPrivate: boolean,
): Removal {
  return { ...NOTHING, rows: [reportId], results, deletedId: isPrivate ? null : reportId };
}

/**
 * Removes only the row of a report that is gone, or whose cancelled deletion has succeeded.
 * @param row undefined if there is no row
 */
export function afterLoss(row: ReportRecord | undefined): Removal {
  return row === undefined
    ? NOTHING
    : { ...NOTHING, rows: [row.id], newPastResults: resultOfRow(row) };
}

/**
 * Removes the excess rows. Their results become past results.
 * @param rows the rows that were seen longest ago, in this order
 * @param excess the number of rows to remove
 * @param marked keys of the pages that are starred or in an open ticket
 */
export function beyondRowLimit(
  rows: readonly ReportRecord[],
  excess: number,
  marked: ReadonlySet<string>,
): Removal {
  const removed = rows.filter(({ page }) => !marked.has(page)).slice(0, Math.max(0, excess));
  return {
    ...NOTHING,
    rows: removed.map(({ id }) => id),
    newPastResults: removed.flatMap(resultOfRow),
  };
}

/**
 * Removes the oldest past results of a page, beyond the limit.
 * @param results keys of the page's past results, oldest first
 * @param marked keys of the pages that are starred or in an open ticket
 */
export function beyondResultLimit(
  results: readonly ResultKey[],
  marked: ReadonlySet<string>,
): Removal {
  const excess = Math.max(0, results.length - MAX_RESULTS_OF_PAGE);
  return { ...NOTHING, results: results.slice(0, excess).filter(([page]) => !marked.has(page)) };
}

/**
 * Orders ids by the time of the last answer with their report, earliest first. The reports of the
 * last complete reading come last.
 * @param ids in the order in which answers have last changed the rows
 */
export function seenLongestAgo(ids: readonly string[], shown: ReadonlySet<string>): string[] {
  return [...ids.filter((id) => !shown.has(id)), ...ids.filter((id) => shown.has(id))];
}
