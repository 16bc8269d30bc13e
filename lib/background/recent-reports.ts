import type { RecentReports } from '@/lib/model/connection';
import { hasFailed, type Outcome } from '@/lib/model/outcome';
import type { Report, ReportList } from '@/lib/model/report';
import { RECENT_REPORTS_QUERY } from '@/lib/model/report-query';
import type { StoredItem } from '@/lib/model/stored-item';

/** Keeps the stored list of the newest reports in step with the service. */
export interface RecentReportsKeeper {
  /**
   * Reads the list from the service and stores it. An answer that was on its way while a report
   * was created, changed or deleted is older than that change: it is dropped and asked for again.
   */
  refresh(): Promise<Outcome<ReportList>>;
  /** Shows a created report at the top, before the service lists it. */
  add(report: Report): Promise<void>;
  /** Shows a report as the service last gave it, where it is in the list. */
  replace(report: Report): Promise<void>;
  /** Takes a report out of the list. */
  remove(id: string): Promise<void>;
  /** Resolves when the last write has ended; none follows. */
  close(): Promise<void>;
}

/** Makes the keeper of one connection's list. */
export function createRecentReports(
  item: StoredItem<RecentReports>,
  readList: () => Promise<Outcome<ReportList>>,
  now: () => number,
): RecentReportsKeeper {
  /** Counts the changes, so that an answer can tell that it has been overtaken. */
  let changes = 0;
  /** Writes wait for each other: each builds on what the one before stored. */
  let lastWrite: Promise<void> = Promise.resolve();
  let isClosed = false;

  function write(work: () => Promise<void>): Promise<void> {
    if (!isClosed) lastWrite = lastWrite.then(work, work);
    return lastWrite;
  }

  function change(edit: (reports: Report[]) => Report[], added = 0): Promise<void> {
    changes += 1;
    return write(async () => {
      const stored = await item.read();
      if (stored === undefined) return;
      const total = stored.total === null ? null : stored.total + added;
      await item.write({ ...stored, reports: edit(stored.reports), total });
    });
  }

  return {
    async refresh() {
      for (;;) {
        const changesAtStart = changes;
        const outcome = await readList();
        if (hasFailed(outcome)) return outcome;
        if (changes !== changesAtStart) continue;
        const readAt = new Date(now()).toISOString();
        await write(() => item.write({ ...outcome.value, readAt }));
        return outcome;
      }
    },
    add: (report) =>
      change((reports) => {
        const others = reports.filter(({ id }) => id !== report.id);
        return [report, ...others].slice(0, RECENT_REPORTS_QUERY.perPage);
      }, 1),
    replace: (report) =>
      change((reports) => reports.map((known) => (known.id === report.id ? report : known))),
    remove: (id) => change((reports) => reports.filter((report) => report.id !== id), -1),
    close() {
      isClosed = true;
      return lastWrite;
    },
  };
}
