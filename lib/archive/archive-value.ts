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

/** An entry of a value: the record of a page, or what another version has stored. */
type Entry = { raw: unknown; record?: PageRecord };

/** The name of the value that holds a page, the same for ever: the highest byte of its key's FNV-1a hash. */
export function valueNameOf(page: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < page.length; at += 1) {
    hash = Math.imul(hash ^ page.charCodeAt(at), 0x01000193);
  }
  return String(hash >>> 24);
}

/** The records in a stored value, each found by the key of its page and read when it is asked for. */
export function recordsIn(value: unknown): (page: string) => PageRecord | undefined {
  const known = new Map<string, PageRecord | undefined>();
  return (page) => {
    if (!known.has(page)) {
      const raw = entriesIn(value)?.find((entry) => keyIn(entry) === page);
      known.set(page, PageRecord.safeParse(raw).data);
    }
    return known.get(page);
  };
}

/** All records in a stored value that can be read, and how many cannot. */
export function readValue(value: unknown): { records: PageRecord[]; unread: number } {
  const entries = entriesIn(value);
  const records = (entries ?? []).flatMap((raw) => PageRecord.safeParse(raw).data ?? []);
  return { records, unread: entries === null ? 1 : entries.length - records.length };
}

/**
 * A stored value after changes of its pages, those that were noted last at the end; null where it stays
 * as it is. What another version has stored, the whole value or a page of it, is left alone.
 */
export function changedValue(value: unknown, changes: readonly RecordChange[]): unknown[] | null {
  const entries = entriesIn(value);
  if (entries === null) return null;
  const pages = [...new Set(changes.map(({ page }) => page))];
  const others = entries.filter((raw) => !pages.some((page) => keyIn(raw) === page));
  let isNews = false;
  const touched = pages.flatMap((page): Entry[] => {
    const raw = entries.find((entry) => keyIn(entry) === page);
    const before = raw === undefined ? emptyRecord(page) : PageRecord.safeParse(raw).data;
    if (before === undefined) return [{ raw }];
    const record = changes
      .filter((change) => change.page === page)
      .reduce(
        (now, { id, report }) => (report ? withReport(now, report) : withoutReport(now, id)),
        before,
      );
    isNews ||= record !== before;
    return record.reports.length === 0 ? [] : [{ raw: record, record }];
  });
  if (!isNews) return null;
  const noted = new Set(changes.flatMap(({ id, report }) => (report ? id : [])));
  return bounded(others, touched, noted);
}

/** Without what makes it too long: pages first, then past results and reports of those just noted. */
function bounded(others: unknown[], touched: Entry[], noted: ReadonlySet<string>): unknown[] {
  let excess = length([...others, ...touched.map(({ raw }) => raw)]) - LONGEST_VALUE;
  const gives = (part: unknown) => {
    if (excess <= 0) return false;
    excess -= length(part);
    return true;
  };
  const left = others.filter(
    (raw) => excess <= 0 || !PageRecord.safeParse(raw).success || !gives(raw),
  );
  const shortened = touched.map(({ raw, record }) => {
    if (record === undefined || excess <= 0) return raw;
    const former = record.former.filter((past) => !gives(past));
    const oldestFirst = record.reports.toReversed();
    const reports = oldestFirst.filter((report) => noted.has(report.id) || !gives(report));
    return { ...record, former, reports: reports.reverse() };
  });
  return [...left, ...shortened];
}

/** What stands in a value; null where another version has stored something else. */
function entriesIn(value: unknown): readonly unknown[] | null {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : null;
}

/** The key of the page that an entry is about, as far as it has one. */
function keyIn(raw: unknown): unknown {
  return typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'page') : undefined;
}

function length(value: unknown): number {
  return JSON.stringify(value).length;
}
