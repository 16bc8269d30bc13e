import type { ReadList, StoredList, UnkeptReason } from '@/lib/connection/connection';
import { keptList } from '@/lib/model/kept-list';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Report, ReportList } from '@/lib/report/report';
import {
  isFiltered,
  isSameQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import type { SerialItem } from '@/lib/stored-item';

/**
 * Keeps the stored list in step with the service. What the store cannot take is kept in memory, as
 * long as the worker lives: a full store never costs the call that learned of the change.
 */
export interface ReportListKeeper {
  /**
   * Reads a list from the service and stores it, unless another was asked for in the meantime. An
   * answer that was on its way while a report was created, changed or deleted is older than that
   * change: it is dropped and asked for again.
   */
  read(query: ReportQuery): Promise<Outcome<ReadList>>;
  /** Reads again what was last asked for. */
  refresh(): Promise<Outcome<ReadList>>;
  /** The list as far as it is known, undefined where none was ever read. */
  current(): Promise<StoredList | undefined>;
  /** Shows created reports, the newest first, before the service lists them. */
  add(...created: readonly Report[]): Promise<void>;
  /** Shows a report as the service last gave it, where it is in the list. */
  replace(report: Report): Promise<void>;
  /** Takes a report out of the list. */
  remove(id: string): Promise<void>;
}

/** Makes the keeper of one connection's list. */
export function createReportList(
  item: SerialItem<StoredList | undefined>,
  readList: (query: ReportQuery) => Promise<Outcome<ReportList>>,
  /** Whether a report is not to be stored. */
  isPrivate: (report: Report) => boolean,
  now: () => number,
): ReportListKeeper {
  /** What was last asked for, in this life of the worker. */
  let asked: ReportQuery | undefined;
  /** Counts the changes, so that an answer can tell that it has been overtaken. */
  let changes = 0;
  /** Counts the questions, so that an answer can tell that a later one was faster. */
  let questions = 0;
  let newestAnswer = 0;
  /** The list as it stands, where the store could not take it. */
  let unkept: StoredList | undefined;

  function newest(stored: StoredList | undefined): StoredList | undefined {
    if (stored === undefined || unkept === undefined) return unkept ?? stored;
    return stored.readAt > unkept.readAt ? stored : unkept;
  }

  async function store(
    change: (list: StoredList | undefined) => StoredList | undefined,
  ): Promise<UnkeptReason | null> {
    let reason: UnkeptReason | null = null;
    let changed: StoredList | undefined;
    try {
      await item.change((stored) => {
        changed = change(newest(stored));
        unkept = changed;
        const open = changed && withoutPrivate(changed);
        const kept = open && keptList(open);
        if (open !== changed) reason = 'private';
        if (kept === null) reason = 'too-large';
        return kept ?? stored;
      });
      if (reason === null && unkept === changed) unkept = undefined;
    } catch {
      reason = 'no-space';
    }
    return reason;
  }

  /** The same list where there is nothing to leave out. */
  function withoutPrivate(list: StoredList): StoredList {
    const reports = list.reports.filter((report) => !isPrivate(report));
    return reports.length === list.reports.length ? list : { ...list, reports };
  }

  async function read(query: ReportQuery): Promise<Outcome<ReadList>> {
    asked = query;
    for (;;) {
      questions += 1;
      const question = questions;
      const changesAtStart = changes;
      const readAt = new Date(now()).toISOString();
      const outcome = await readList(query);
      if (hasFailed(outcome)) return outcome;
      if (changes !== changesAtStart) continue;
      const list = { ...outcome.value, query, readAt };
      if (!isSameQuery(asked, query) || question < newestAnswer) {
        return { value: { ...list, unkept: null } };
      }
      newestAnswer = question;
      return { value: { ...list, unkept: await store(() => list) } };
    }
  }

  async function edit(
    change: (list: StoredList) => Report[],
    /** What it does to the number of all reports, as far as the list tells. */
    countChange: (list: StoredList) => number = () => 0,
  ): Promise<void> {
    changes += 1;
    await store((stored) => {
      if (stored === undefined) return undefined;
      const total = stored.total === null ? null : stored.total + countChange(stored);
      return { ...stored, total, reports: change(stored) };
    });
  }

  return {
    read,
    async refresh() {
      const stored = asked ?? (await item.read().catch(() => undefined))?.query;
      return read(stored ?? RECENT_REPORTS_QUERY);
    },
    current: async () => newest(await item.read()),
    add: (...created) =>
      edit(
        ({ reports, query }) => {
          const isNewestFirst =
            query.sortBy === 'id' && query.sort === 'desc' && !isFiltered(query);
          if (!isNewestFirst) return reports;
          return [...created, ...without(created, reports)].slice(0, query.perPage);
        },
        ({ reports, query }) => (isFiltered(query) ? 0 : without(reports, created).length),
      ),
    replace: (report) =>
      edit(({ reports }) => reports.map((known) => (known.id === report.id ? report : known))),
    remove: (id) =>
      edit(
        ({ reports }) => reports.filter((report) => report.id !== id),
        ({ reports }) => (reports.some((report) => report.id === id) ? -1 : 0),
      ),
  };
}

/** The reports that are not among others. */
function without(others: readonly Report[], reports: readonly Report[]): Report[] {
  const ids = new Set(others.map(({ id }) => id));
  return reports.filter(({ id }) => !ids.has(id));
}
