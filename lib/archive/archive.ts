import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { pageKey } from '@/lib/url/page-key';
import { archiveItems, readRecord } from './archive-items';
import { changedRecords, type RecordChange, recordsIn, valueNameOf } from './archive-value';
import { historyOf } from './page-history';

/**
 * What is known here of the service's reports, each stored once. None of its verbs rejects: a full store
 * costs what is known, and never the call that learned it.
 */
export interface Archive {
  /**
   * Stores reports as an answer shows them, the most important first. What another answer has said of
   * them since this one was asked for is newer, and stays.
   * @param begunAt when it was asked for, in milliseconds since the epoch; absent: the report has just
   *   been made or changed
   * @param former where the reports may have been found before: under another page they are forgotten
   */
  note(
    reports: readonly Report[],
    begunAt?: number,
    former?: readonly ReportReference[],
  ): Promise<void>;
  /** Forgets a report that is no more, with its past results. */
  forget(place: ReportReference): Promise<void>;
  /** The report of a place; undefined where it is not known. */
  find(place: ReportReference): Promise<Report | undefined>;
  /** The reports of the page of an address, the newest first. */
  reportsOf(url: string): Promise<readonly Report[]>;
  /** How the page of a report has stood, the oldest first. */
  resultsOf(report: Report): Promise<readonly PastResult[]>;
}

/** No answer is on its way while more reports change. */
const MOST_REMEMBERED = 2_000;

/**
 * Makes the archive of one connection.
 * @param signal aborts when nothing more may be stored
 * @param onWritten called when something else is known
 */
export function createArchive(
  connectionId: string,
  signal: AbortSignal,
  now: () => number,
  onWritten: () => void,
): Archive {
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
    async note(reports, begunAt = now(), former = []) {
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
    async forget({ id, page }) {
      remember(id, now());
      changes.push({ page, id, report: null });
      await write().catch(() => {});
    },
    async find({ id, page }) {
      const record = await readRecord(connectionId, page).catch(() => undefined);
      return record?.reports.find((report) => report.id === id);
    },
    async reportsOf(url) {
      const record = await readRecord(connectionId, pageKey(url)).catch(() => undefined);
      return record?.reports ?? [];
    },
    async resultsOf(report) {
      const record = await readRecord(connectionId, referTo(report).page).catch(() => undefined);
      return record ? historyOf(record).results : [];
    },
  };
}
