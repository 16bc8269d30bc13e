import { isSameAccount } from '@/lib/connection/account-identity';
import { resultOf } from '@/lib/report/past-result';
import { referTo } from '@/lib/report/report-reference';
import type { BackupHistory, BackupRecord } from './backup-format';
import { separatedClients } from './joined-clients';
import { MAX_OPEN, type MarkRecord, openJoinedClients } from './marks';
import type { ReportRecord, ResultKey, ResultRecord } from './records';
import { afterReplacement, MAX_RESULTS_OF_PAGE } from './retention';

// The rules by which a backup is merged into a history. Restoring the same backup again changes nothing.

/** Counts of changed records. `marks` counts the marks of `COUNTED_KINDS`. */
export interface Restored {
  reports: number;
  results: number;
  marks: number;
  /** The number of open marks that a limit has refused. */
  refusedMarks: number;
}

export const NOTHING_RESTORED: Restored = { reports: 0, results: 0, marks: 0, refusedMarks: 0 };

export function sumOfRestored(one: Restored, other: Restored): Restored {
  return {
    reports: one.reports + other.reports,
    results: one.results + other.results,
    marks: one.marks + other.marks,
    refusedMarks: one.refusedMarks + other.refusedMarks,
  };
}

/**
 * Merges two versions of a row. The version with the later result wins; a tie keeps the local version. The
 * result of the other version becomes a past result.
 * @param local undefined if there is no row
 * @param backupRow a row without a request time
 */
export function mergedRow(
  local: ReportRecord | undefined,
  backupRow: ReportRecord,
): { row: ReportRecord; newPastResults: readonly ResultRecord[] } {
  if (local === undefined) return { row: backupRow, newPastResults: [] };
  const localDate = local.report.generatedAt;
  const backupDate = backupRow.report.generatedAt;
  if ((backupDate ?? '') > (localDate ?? '')) {
    const row = { ...backupRow, seenAt: local.seenAt };
    return { row, newPastResults: afterReplacement(local, row).newPastResults };
  }
  const isSameResult = localDate === backupDate && local.page === backupRow.page;
  const lacksFindings = isSameResult && local.found == null && backupRow.found != null;
  const row = lacksFindings ? { ...local, found: backupRow.found ?? null } : local;
  return { row, newPastResults: afterReplacement(backupRow, row).newPastResults };
}

/**
 * Returns the missing past results of a page, up to the limit of past results.
 * @param localKeys keys of the page's stored past results
 * @param backupResults past results of the same page
 * @param isMarked whether the page is starred or in an open ticket. No limit applies to such a
 *   page.
 */
export function missingResults(
  localKeys: readonly ResultKey[],
  backupResults: readonly ResultRecord[],
  { isMarked }: { isMarked: boolean },
): ResultRecord[] {
  const localTexts = new Set(localKeys.map(textOfKey));
  const missing = new Map(
    backupResults
      .map((result) => [textOfKey(resultKey(result)), result] as const)
      .filter(([key]) => !localTexts.has(key)),
  );
  if (isMarked) return [...missing.values()];
  const newest = [...localKeys, ...[...missing.values()].map(resultKey)]
    .sort(newestFirst)
    .slice(0, MAX_RESULTS_OF_PAGE);
  const newestTexts = new Set(newest.map(textOfKey));
  return [...missing].flatMap(([key, result]) => (newestTexts.has(key) ? result : []));
}

export function resultKey({ page, generatedAt, reportId }: ResultRecord): ResultKey {
  return [page, generatedAt, reportId];
}

/** Compares keys of one page for a sort by date, newest first. */
function newestFirst([, date, id]: ResultKey, [, otherDate, otherId]: ResultKey): number {
  if (date !== otherDate) return date > otherDate ? -1 : 1;
  return id > otherId ? -1 : Number(id !== otherId);
}

function textOfKey(key: ResultKey): string {
  return JSON.stringify(key);
}

/**
 * Merges marks. The version with the later change wins; a tie keeps the local version. A single
 * client stays in the joined client with the later change.
 * @returns the changed marks, and the number of marks beyond the limits of open marks
 */
export function mergedMarks(
  localMarks: readonly MarkRecord[],
  backupMarks: readonly MarkRecord[],
): { changed: MarkRecord[]; refused: number } {
  const marks = new Map(localMarks.map((mark) => [mark.key, mark]));
  const changed = new Map<string, MarkRecord>();
  let refused = 0;
  for (const mark of backupMarks) {
    const local = marks.get(mark.key);
    if (local !== undefined && local.changedAt >= mark.changedAt) continue;
    const isOpening = isOpen(mark) && (local === undefined || !isOpen(local));
    if (isOpening && openCount(marks, mark.kind) >= MAX_OPEN[mark.kind]) {
      refused += 1;
      continue;
    }
    marks.set(mark.key, mark);
    changed.set(mark.key, mark);
  }
  for (const mark of separatedClients(openJoinedClients([...marks.values()]))) {
    changed.set(mark.key, mark);
  }
  return { changed: [...changed.values()], refused };
}

function isOpen({ endedAt }: MarkRecord): boolean {
  return endedAt === null;
}

function openCount(marks: ReadonlyMap<string, MarkRecord>, kind: MarkRecord['kind']): number {
  return [...marks.values()].filter((mark) => mark.kind === kind && isOpen(mark)).length;
}

/**
 * Returns the local history whose account is the account of a history in a backup; null for none.
 * Compares connection ids if an account is unknown.
 */
export function historyOfSameAccount<History extends BackupHistory>(
  { connectionId, identity }: BackupHistory,
  localHistories: readonly History[],
): History | null {
  const account = identity?.account ?? null;
  const local = localHistories.find((history) => history.connectionId === connectionId);
  const localAccount = local?.identity?.account ?? null;
  const isOtherAccount =
    account !== null && localAccount !== null && !isSameAccount(account, localAccount);
  if (local !== undefined && !isOtherAccount) return local;
  if (account === null) return null;
  const isSame = (other: History) =>
    other.identity?.baseUrl === identity?.baseUrl &&
    other.identity?.account != null &&
    isSameAccount(other.identity.account, account);
  return localHistories.find(isSame) ?? null;
}

/**
 * Converts a record to marks and results without report ids, for the history of another account. Omits
 * pages without an address, because only the report id identifies such a page.
 */
export function forOtherAccount(record: BackupRecord): BackupRecord[] {
  if ('mark' in record) return markForOtherAccount(record.mark).map((mark) => ({ mark }));
  const results =
    'report' in record
      ? resultOf(record.report).map((result) => ({ ...result, page: referTo(record.report).page }))
      : [record.result];
  return results
    .filter(({ page }) => hasAddress(page))
    .map((result) => ({ result: { ...result, reportId: '' } }));
}

function markForOtherAccount(mark: MarkRecord): MarkRecord[] {
  switch (mark.kind) {
    case 'summary':
    case 'joinedClient':
    case 'due':
    case 'language':
      return [mark];
    case 'star':
      return hasAddress(mark.page) ? [mark] : [];
    case 'ticket': {
      const pages = mark.ticket.pages
        .filter(({ report }) => hasAddress(report.page))
        .map((page) => ({ ...page, report: { ...page.report, id: '' } }));
      return pages.length === 0 ? [] : [{ ...mark, ticket: { ...mark.ticket, pages } }];
    }
    case 'mute': {
      const { mute } = mark;
      if ('host' in mute) return [mark];
      const pages = mute.pages.filter(({ page }) => hasAddress(page));
      return pages.length === 0 ? [] : [{ ...mark, mute: { ...mute, pages } }];
    }
  }
}

/** Whether a page key contains an address instead of the id of a report. See `referTo`. */
function hasAddress(page: string): boolean {
  return !page.startsWith('id:');
}
