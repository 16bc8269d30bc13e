import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { pageKey } from '@/lib/url/page-key';
import { archiveItems, readRecord } from './archive-items';
import { changedRecords, type RecordChange, recordsIn, valueNameOf } from './archive-value';
import { historyOf } from './page-history';

/** No answer is on its way while more reports change. */
const MOST_REMEMBERED = 2_000;

/**
 * Makes what is known here of one connection's reports, each stored once. None of its verbs rejects: a
 * full store costs what is known, and never the call that learned it.
 * @param signal aborts when nothing more may be stored
 * @param onWritten called when something else is known
 */
export function createArchive(
  connectionId: string,
  signal: AbortSignal,
  now: () => number,
  onWritten: () => void,
) {
  const values = archiveItems.values(connectionId);
  /** As of when each report is known, in milliseconds since the epoch; the last noted at the end. */
  const knownAt = new Map<string, number>();
  let changes: RecordChange[] = [];

  const write = createLatestWrite(async () => {
    const taken = changes;
    changes = [];
    if (taken.length === 0 || signal.aborted) return;
    const names = [...new Set(taken.map(({ page }) => valueNameOf(page)))];
    const stored = await values.read(names);
    const changed = new Map<string, unknown>();
    for (const name of names) {
      const own = taken.filter(({ page }) => valueNameOf(page) === name);
      const records = changedRecords(recordsIn(stored.get(name)), own);
      if (records !== null) changed.set(name, records);
    }
    if (changed.size === 0 || signal.aborted) return;
    await values.write(changed);
    onWritten();
  });

  function remember(id: string, at: number): void {
    knownAt.delete(id);
    knownAt.set(id, at);
    const [oldest] = knownAt.keys();
    if (knownAt.size > MOST_REMEMBERED && oldest !== undefined) knownAt.delete(oldest);
  }

  return {
    /**
     * Stores reports as an answer shows them, the most important first. What another answer has said of
     * them since this one was asked for is newer, and stays.
     * @param begunAt when it was asked for, in milliseconds since the epoch; absent: the report has just
     *   been made or changed
     * @param former where the reports may have been found before: under another page they are forgotten
     */
    async note(
      reports: readonly Report[],
      begunAt = now(),
      former: readonly ReportReference[] = [],
    ) {
      // The first is to stay longest.
      for (const report of reports.toReversed()) {
        const { id } = report;
        if ((knownAt.get(id) ?? 0) > begunAt) continue;
        remember(id, begunAt);
        const { page } = referTo(report);
        const left = former.filter((place) => place.id === id && place.page !== page);
        changes.push(...left.map((place) => ({ ...place, report: null })), { page, id, report });
      }
      await write().catch(() => {});
    },
    /** Forgets a report that is no more, with its past results. */
    async forget({ id, page }: ReportReference) {
      remember(id, now());
      changes.push({ page, id, report: null });
      await write().catch(() => {});
    },
    /** The report of a place; undefined where it is not known. */
    async find({ id, page }: ReportReference) {
      const record = await readRecord(connectionId, page).catch(() => undefined);
      return record?.reports.find((report) => report.id === id);
    },
    /** The reports of the page of an address, the newest first. */
    async reportsOf(url: string): Promise<readonly Report[]> {
      const record = await readRecord(connectionId, pageKey(url)).catch(() => undefined);
      return record?.reports ?? [];
    },
    /** How the page of a report has stood, the oldest first. */
    async resultsOf(report: Report): Promise<readonly PastResult[]> {
      const record = await readRecord(connectionId, referTo(report).page).catch(() => undefined);
      return record ? historyOf(record).results : [];
    },
  };
}
