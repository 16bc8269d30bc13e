import type { StoredList } from '@/lib/model/connection';
import { hasFailed, type Outcome } from '@/lib/model/outcome';
import type { Report, ReportList } from '@/lib/model/report';
import {
  isFiltered,
  isSameQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/model/report-query';
import type { SerialItem } from './serial-item';

/**
 * Keeps the stored list in step with the service. A full store costs the list its freshness, and
 * never the call that learned of the change.
 */
export interface ReportListKeeper {
  /**
   * Reads a list from the service and stores it, unless another was asked for in the meantime. An
   * answer that was on its way while a report was created, changed or deleted is older than that
   * change: it is dropped and asked for again.
   */
  read(query: ReportQuery): Promise<Outcome<ReportList>>;
  /** Reads again what was last asked for. */
  refresh(): Promise<Outcome<ReportList>>;
  /** Shows a created report, before the service lists it. */
  add(report: Report): Promise<void>;
  /** Shows a report as the service last gave it, where it is in the list. */
  replace(report: Report): Promise<void>;
  /** Takes a report out of the list. */
  remove(id: string): Promise<void>;
}

/** Makes the keeper of one connection's list. */
export function createReportList(
  item: SerialItem<StoredList | undefined>,
  readList: (query: ReportQuery) => Promise<Outcome<ReportList>>,
  now: () => number,
): ReportListKeeper {
  /** What was last asked for, in this life of the worker. */
  let asked: ReportQuery | undefined;
  /** Counts the changes, so that an answer can tell that it has been overtaken. */
  let changes = 0;
  /** Counts the questions, so that an answer can tell that a later one was faster. */
  let questions = 0;
  let newestAnswer = 0;

  async function store(change: (stored: StoredList | undefined) => StoredList | undefined) {
    await item.change(change).catch(() => {});
  }

  async function read(query: ReportQuery): Promise<Outcome<ReportList>> {
    asked = query;
    for (;;) {
      questions += 1;
      const question = questions;
      const changesAtStart = changes;
      const outcome = await readList(query);
      if (hasFailed(outcome)) return outcome;
      if (changes !== changesAtStart) continue;
      if (isSameQuery(asked, query) && question > newestAnswer) {
        newestAnswer = question;
        const readAt = new Date(now()).toISOString();
        await store(() => ({ ...outcome.value, query, readAt }));
      }
      return outcome;
    }
  }

  async function edit(
    change: (reports: Report[], query: ReportQuery) => Report[],
    /** What it does to the number of all reports, as far as the list tells. */
    countChange: (isListed: boolean, query: ReportQuery) => number,
    id: string,
  ): Promise<void> {
    changes += 1;
    await store((stored) => {
      if (stored === undefined) return undefined;
      const isListed = stored.reports.some((report) => report.id === id);
      const total =
        stored.total === null ? null : stored.total + countChange(isListed, stored.query);
      return { ...stored, total, reports: change(stored.reports, stored.query) };
    });
  }

  return {
    read,
    async refresh() {
      const stored = asked ?? (await item.read().catch(() => undefined))?.query;
      return read(stored ?? RECENT_REPORTS_QUERY);
    },
    add: (report) =>
      edit(
        (reports, query) => {
          const isNewestFirst =
            query.sortBy === 'id' && query.sort === 'desc' && !isFiltered(query);
          if (!isNewestFirst) return reports;
          const others = reports.filter(({ id }) => id !== report.id);
          return [report, ...others].slice(0, query.perPage);
        },
        (isListed, query) => (isListed || isFiltered(query) ? 0 : 1),
        report.id,
      ),
    replace: (report) =>
      edit(
        (reports) => reports.map((known) => (known.id === report.id ? report : known)),
        () => 0,
        report.id,
      ),
    remove: (id) =>
      edit(
        (reports) => reports.filter((report) => report.id !== id),
        (isListed) => (isListed ? -1 : 0),
        id,
      ),
  };
}
