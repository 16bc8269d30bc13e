import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { placeOf, type ReportPlace } from '@/lib/report/report-page';
import { createLatestWrite } from '@/lib/storage/latest-write';
import { pageKey } from '@/lib/url/page-key';
import { archiveItems, readRecord } from './archive-items';
import { changedValue, type RecordChange, valueNameOf } from './archive-value';
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
    former?: readonly ReportPlace[],
  ): Promise<void>;
  /** Forgets a report that is no more, with its past results. */
  forget(place: ReportPlace): Promise<void>;
  /** Whether a report was forgotten since an answer was asked for, which may show it still. */
  isForgotten(id: string, begunAt: number): boolean;
  /** The report of a place; undefined where it is not known. */
  find(place: ReportPlace): Promise<Report | undefined>;
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
  /** As of when each report is known, the last noted at the end. */
  const knownAt = new Map<string, { at: number; isGone: boolean }>();
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
      const value = changedValue(stored.get(name), own);
      if (value !== null) changed.set(name, value);
    }
    if (changed.size === 0 || signal.aborted) return;
    await values.write(changed);
    onWritten();
  });

  function remember(id: string, at: number, isGone: boolean): void {
    knownAt.delete(id);
    knownAt.set(id, { at, isGone });
    const [oldest] = knownAt.keys();
    if (knownAt.size > MOST_REMEMBERED && oldest !== undefined) knownAt.delete(oldest);
  }

  return {
    async note(reports, begunAt = now(), former = []) {
      // The first is to stay longest.
      for (const report of reports.toReversed()) {
        const { id } = report;
        if ((knownAt.get(id)?.at ?? 0) > begunAt) continue;
        remember(id, begunAt, false);
        const { page } = placeOf(report);
        const left = former.filter((place) => place.id === id && place.page !== page);
        changes.push(...left.map((place) => ({ ...place, report: null })), { page, id, report });
      }
      await write().catch(() => {});
    },
    async forget({ id, page }) {
      remember(id, now(), true);
      changes.push({ page, id, report: null });
      await write().catch(() => {});
    },
    isForgotten(id, begunAt) {
      const known = knownAt.get(id);
      return known?.isGone === true && known.at > begunAt;
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
      const record = await readRecord(connectionId, placeOf(report).page).catch(() => undefined);
      return record ? historyOf(record).results : [];
    },
  };
}
