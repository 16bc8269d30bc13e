import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import { answerTo, type ResolvedList } from '@/lib/archive/stored-list';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { distinctReports, type Report, type ReportList } from '@/lib/report/report';
import { isSameQuery, type ReportQuery } from '@/lib/report/report-query';
import type { TaskOutcome } from '@/lib/task/view';

/** What was read of a list beyond its first page, which is the stored list. */
export interface FurtherPages {
  query: ReportQuery;
  /** In the service's order; some may stand on the first page as well. */
  reports: readonly Report[];
  /** Rows that could not be read. */
  unreadable: number;
  /** The number of the last page that was read. */
  last: number;
  /** The number of the page that follows; null at the end. */
  next: number | null;
}

interface FurtherRowsTools {
  query: ReadonlySignal<ReportQuery>;
  stored: ReadonlySignal<readonly ResolvedList[]>;
  /** What became of the last tasks, the latest last. */
  outcomes: ReadonlySignal<readonly TaskOutcome[]>;
  /** Has the background read a list into the store. */
  read(query: ReportQuery): Promise<Outcome<null>>;
  readPage(query: ReportQuery, page: number): Promise<Outcome<ReportList>>;
}

/** So many pages of a hundred rows are read at the most: a longer list is better searched. */
const MOST_PAGES = 20;

/** Follows a list beyond its first page, in memory: another query, and Refresh, begin anew. */
export function createFurtherRows({ query, stored, outcomes, read, readPage }: FurtherRowsTools) {
  const pages = signal<FurtherPages | null>(null);
  /** Whether a deletion has moved rows from the next page to the last one since that was read. */
  let hasMovedUp = false;
  let first: ResolvedList | undefined;
  let latest = outcomes.peek().at(-1);

  effect(() => {
    const now = answerTo(query.value, stored.value);
    const before = first;
    first = now;
    untracked(() => {
      const known = pages.value;
      if (known === null || !isSameQuery(known.query, query.value)) {
        pages.value = null;
        if (now?.readAt !== before?.readAt) hasMovedUp = false;
      } else if (before && now && before !== now) {
        const reports = distinctReports([...pushedOut(before, now), ...known.reports]);
        pages.value = { ...known, reports };
      }
    });
  });

  effect(() => {
    const all = outcomes.value;
    const since = all.slice(all.findLastIndex(({ id }) => id === latest?.id) + 1);
    latest = all.at(-1);
    untracked(() => since.forEach(take));
  });

  function take({ kind, end, place, report }: TaskOutcome): void {
    if (place === null || end === 'cancelled') return;
    const isGone = kind === 'delete' || end === 'gone';
    hasMovedUp ||= isGone;
    if (pages.value === null) return;
    const reports = pages.value.reports.flatMap((row) => {
      if (row.id !== place.id) return row;
      return isGone ? [] : (report ?? row);
    });
    pages.value = { ...pages.value, reports };
  }

  async function readFrom(list: ResolvedList, page: number): Promise<Outcome<ReportList>> {
    const outcome = await attempt(() => readPage(list.asked ?? list.query, page));
    if (hasFailed(outcome) || !isSameQuery(list.query, query.value)) return outcome;
    const { reports, unreadable, next } = outcome.value;
    const known = pages.value;
    pages.value = {
      query: list.query,
      reports: distinctReports([...(known?.reports ?? []), ...reports]),
      unreadable: (known?.unreadable ?? 0) + (known?.last === page ? 0 : unreadable),
      last: page,
      next,
    };
    return outcome;
  }

  /** The number of the page to be read next; null at the end. */
  const next = computed(() => {
    const { next: number = null } = pages.value ?? answerTo(query.value, stored.value) ?? {};
    return number !== null && number <= MOST_PAGES ? number : null;
  });

  return {
    /** Null where nothing beyond the first page was read. */
    pages,
    canReadNext: computed(() => next.value !== null),
    /** Reads the next page; first the last one again where a deletion has moved rows to it. */
    async readNext(): Promise<Outcome<unknown>> {
      if (hasMovedUp) {
        hasMovedUp = false;
        const { value: known } = pages;
        const again =
          known === null || first === undefined
            ? await attempt(() => read(query.value))
            : await readFrom(first, known.last);
        hasMovedUp ||= hasFailed(again);
        if (hasFailed(again)) return again;
      }
      return first === undefined || next.value === null
        ? { value: null }
        : readFrom(first, next.value);
    },
    /** Forgets what was read beyond the first page. */
    clear() {
      pages.value = null;
    },
  };
}

/** The last rows of a list that new ones above them have pushed to the next page. */
function pushedOut(before: ResolvedList, now: ResolvedList): Report[] {
  const left = new Set(now.reports.map(({ id }) => id));
  const end = before.reports.findLastIndex(({ id }) => left.has(id)) + 1;
  const isLonger = now.reports.some(({ id }) => !before.reports.some((one) => one.id === id));
  return isLonger ? before.reports.slice(end) : [];
}
