import { oldestFirst } from '@/lib/report/past-result';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { readByPrefix, storedFamily } from '@/lib/storage/stored-values';
import { MarkRecord } from './marks';
import { MOST_RESULTS_OF_PAGE } from './page-history';
import {
  type HistoryRecords,
  hasWords,
  isChanged,
  ReportRecord,
  ResultRecord,
  replacedResult,
} from './records';

/** A report, a past result or a mark, under a name that begins with which of them it is. */
const StoredRecord = z.object({
  report: z.optional(ReportRecord),
  result: z.optional(ResultRecord),
  mark: z.optional(MarkRecord),
});
type StoredRecord = z.infer<typeof StoredRecord>;

/** The area has ten megabytes, which the history shares with the shared state. */
const MOST_REPORTS = 2_000;

const reportName = (id: string) => `report/${id}`;
const markName = (key: string) => `mark/${key}`;
const resultName = ({ reportId, generatedAt }: ResultRecord) => `result/${reportId} ${generatedAt}`;

/**
 * Opens a history in `storage.session`, for browsers without databases. Beyond 2,000 reports, those that
 * were seen longest ago go, a tenth at a time.
 */
export async function openSessionRecords(
  connectionId: string,
  signal: AbortSignal,
): Promise<HistoryRecords> {
  const prefix = keyOf(connectionId, 'history/');
  const family = storedFamily('session', prefix, StoredRecord);
  const values = new Map<string, StoredRecord>();
  /** The names of the values that are not stored as they are now. */
  const changed = new Set<string>();

  for (const value of await readByPrefix('session', prefix, StoredRecord)) {
    const { report, result, mark } = value;
    if (report) values.set(reportName(report.id), value);
    if (result) values.set(resultName(result), value);
    if (mark) values.set(markName(mark.key), value);
  }

  function set(name: string, value: StoredRecord): void {
    values.set(name, value);
    changed.add(name);
  }

  function remove(name: string): void {
    if (values.delete(name)) changed.add(name);
  }

  const reportAt = (id: string) => values.get(reportName(id))?.report;
  const allReports = () => [...values.values()].flatMap(({ report }) => report ?? []);
  const allResults = () => [...values.values()].flatMap(({ result }) => result ?? []);
  const newestFirst = () =>
    allReports().sort((one, other) => one.age - other.age || (one.id < other.id ? -1 : 1));

  function keepResult(result: ResultRecord): void {
    set(resultName(result), { result });
    const own = allResults().filter(({ page }) => page === result.page);
    const excess = own.sort(oldestFirst).slice(0, -MOST_RESULTS_OF_PAGE);
    for (const one of excess) remove(resultName(one));
  }

  function removeResults(id: string): void {
    for (const one of allResults()) if (one.reportId === id) remove(resultName(one));
  }

  function removeReport(id: string): void {
    remove(reportName(id));
    removeResults(id);
  }

  function put(record: ReportRecord): void {
    const former = reportAt(record.id);
    set(reportName(record.id), { report: record });
    if (former && former.page !== record.page) removeResults(record.id);
    const past = former && replacedResult(former, record);
    if (past) keepResult(past);
  }

  function trim(): void {
    const all = allReports();
    if (all.length <= MOST_REPORTS) return;
    const oldest = all.sort((one, other) => one.seenAt - other.seenAt);
    const excess = all.length - MOST_REPORTS + MOST_REPORTS / 10;
    for (const { id } of oldest.slice(0, excess)) removeReport(id);
  }

  async function store(): Promise<void> {
    const names = [...changed];
    changed.clear();
    if (signal.aborted || names.length === 0) return;
    const left = new Map(
      names.flatMap((name) => {
        const value = values.get(name);
        return value ? [[name, value] as const] : [];
      }),
    );
    await family.write(left);
    await family.remove(names.filter((name) => !left.has(name)));
  }

  return {
    async put(records) {
      const pages = new Set<string>();
      for (const record of records) {
        const former = reportAt(record.id);
        if (isChanged(former, record)) pages.add(record.page).add(former?.page ?? record.page);
        put(record);
      }
      trim();
      await store();
      return pages;
    },
    async putPast(results) {
      for (const result of results) keepResult(result);
      await store();
    },
    async remove(reportId) {
      const former = reportAt(reportId);
      removeReport(reportId);
      await store();
      return former?.page;
    },
    pages: async (keys) =>
      keys.map((key) => ({
        reports: allReports().flatMap(({ page, report }) => (page === key ? report : [])),
        past: allResults().filter(({ page }) => page === key),
      })),
    reports: async (ids) => ids.map((id) => reportAt(id)?.report),
    async ages(keys) {
      const own = newestFirst().filter(({ page }) => keys.includes(page));
      // Of equal keys, the last one stays.
      return new Map(own.reverse().map(({ page, age }) => [page, age]));
    },
    async newest(most, after) {
      const all = newestFirst();
      const start = after
        ? all.findIndex(({ age, id }) => age === after[0] && id === after[1])
        : -1;
      return all.slice(start + 1, start + 1 + most);
    },
    countSeen: async (since) => allReports().filter(({ seenAt }) => seenAt >= since).length,
    candidates: async (starts) => newestFirst().filter((record) => hasWords(record, starts)),
    marks: async () => [...values.values()].flatMap(({ mark }) => mark ?? []),
    async changeMarks(put, removedKeys) {
      for (const mark of put) set(markName(mark.key), { mark });
      for (const key of removedKeys) remove(markName(key));
      await store();
    },
  };
}
