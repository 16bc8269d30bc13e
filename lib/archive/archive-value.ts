import type { Report } from '@/lib/report/report';
import { emptyRecord, PageRecord, withoutReport, withReport } from './page-history';

/**
 * The names of the values that pages are spread over. In Chromium each write takes longer by the number
 * of keys that there are, and each read by the length of what is read: 256 keys add less than a tenth to
 * the shortest write, and ten rows of a list are read in a few milliseconds.
 */
export const VALUE_NAMES: readonly string[] = Array.from({ length: 256 }, (_, at) => String(at));

/** Of a longer value, as JSON, what was noted longest ago gives way. In characters. */
const LONGEST_VALUE = 32 * 1024;

/** What is to be changed of one page: a report as it is now, or null for one that is no more. */
export interface RecordChange {
  page: string;
  id: string;
  report: Report | null;
}

/** The name of the value that holds a page, the same for ever: the highest byte of its key's FNV-1a hash. */
export function valueNameOf(page: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < page.length; at += 1) {
    hash = Math.imul(hash ^ page.charCodeAt(at), 0x01000193);
  }
  return String(hash >>> 24);
}

/** The records in a stored value. What cannot be read is none: all of it could be read anew. */
export function recordsIn(value: unknown): PageRecord[] {
  const entries = Array.isArray(value) ? value : [];
  return entries.flatMap((raw) => PageRecord.safeParse(raw).data ?? []);
}

/**
 * The records of a value after changes of its pages, those that were noted last at the end; null where
 * they stay as they are.
 */
export function changedRecords(
  records: readonly PageRecord[],
  changes: readonly RecordChange[],
): PageRecord[] | null {
  const pages = [...new Set(changes.map(({ page }) => page))];
  const others = records.filter(({ page }) => !pages.includes(page));
  let isNews = false;
  const touched = pages.map((page) => {
    const before = records.find((record) => record.page === page) ?? emptyRecord(page);
    const after = changes
      .filter((change) => change.page === page)
      .reduce(
        (now, { id, report }) => (report ? withReport(now, report) : withoutReport(now, id)),
        before,
      );
    isNews ||= after !== before;
    return after;
  });
  if (!isNews) return null;
  const noted = new Set(changes.flatMap(({ id, report }) => (report ? id : [])));
  return bounded(
    others,
    touched.filter(({ reports }) => reports.length > 0),
    noted,
  );
}

/** Without what makes them too long: pages first, then past results and reports of those just noted. */
function bounded(
  others: readonly PageRecord[],
  touched: readonly PageRecord[],
  noted: ReadonlySet<string>,
): PageRecord[] {
  let excess = length([...others, ...touched]) - LONGEST_VALUE;
  const gives = (part: unknown) => {
    if (excess <= 0) return false;
    excess -= length(part);
    return true;
  };
  const left = others.filter((record) => !gives(record));
  const shortened = touched.map((record) => {
    if (excess <= 0) return record;
    const former = record.former.filter((past) => !gives(past));
    const oldestFirst = record.reports.toReversed();
    const reports = oldestFirst.filter((report) => noted.has(report.id) || !gives(report));
    return { ...record, former, reports: reports.reverse() };
  });
  return [...left, ...shortened];
}

function length(value: unknown): number {
  return JSON.stringify(value).length;
}
