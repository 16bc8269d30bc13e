import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import type { PageMutes } from '@/components/app/page-mutes';
import type { ClientNames } from '@/lib/report/compare/client-names';
import {
  clientsOf,
  failsOn,
  groupedClients,
  isFixedOn,
  problemLists,
} from '@/lib/report/compare/clients';
import {
  overviewOf,
  type PageRow,
  type Problem,
  pageRows,
  problemsOf,
  type RowInputs,
} from '@/lib/report/compare/findings';
import { clientsInPlace, findingsInPlace } from '@/lib/report/compare/in-place';
import { intendedProblems } from '@/lib/report/compare/intended';
import type { Day } from '@/lib/report/compare/local-day';
import {
  type PageChange,
  type PageSince,
  pageSince,
  type Since,
} from '@/lib/report/compare/page-change';
import { pagesOf, type ReportedPage } from '@/lib/report/compare/pages';
import { IMPORTANCES } from '@/lib/report/importance';
import { NO_MUTES } from '@/lib/report/mutes';
import { RATINGS, type Rating } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { isMatch } from '@/lib/shared-state/matching-reports';
import { createPageTrends } from './page-trends-state';
import { createStableOrder } from './stable-order';
import type { ReadTrends } from './trends';

/** Filters of the pages. Null means no filter. */
export interface Filters {
  rating: Rating | null;
  change: Extract<PageChange['kind'], 'worse' | 'better'> | null;
  /** The name of a check that fails. */
  check: string | null;
  /** The name of a check that has been fixed. */
  fixed: string | null;
  /** A part of the address; empty for no filter. */
  search: string;
  isStarred: boolean;
  /** The keys of the pages on which an update has fixed a problem. */
  fixedByUpdate: ReadonlySet<string> | null;
}

export const UNFILTERED: Filters = {
  rating: null,
  change: null,
  check: null,
  fixed: null,
  search: '',
  isStarred: false,
  fixedByUpdate: null,
};

/** The pages of a table. A change of the place drops the filters of the former place. */
export interface TablePlace {
  /** The id of the batch with the reports; null for the list. */
  batchId: string | null;
  /** Null for all clients. */
  client: string | null;
  /** The name of a check that fails, or was fixed, on all pages; null for all pages. */
  check: string | null;
  isFixed: boolean;
}

export const ALL_PAGES: TablePlace = {
  batchId: null,
  client: null,
  check: null,
  isFixed: false,
};

/** The filters that are chosen in a place. */
interface Chosen {
  place: TablePlace;
  filters: Filters;
  /** Keys of pages that stay visible until the filters change. */
  pinned: ReadonlySet<string>;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** A view of the pages: the client, the filters, and the keys of pages that stay visible. */
export interface OverviewView {
  /** Null for all clients. */
  client: string | null;
  filters: Filters;
  pinned: ReadonlySet<string>;
  /** See `OverviewTools`. */
  ticketPages: ReadonlyMap<string, unknown>;
}

/** The part of a view that hides pages. */
type Filtering = Pick<OverviewView, 'filters' | 'ticketPages'>;

interface OverviewTools {
  /** All rows that were read. */
  reports: ReadonlySignal<readonly Report[]>;
  /** The query or the batch of the rows. Numbers of another source are not shown. */
  source: ReadonlySignal<unknown>;
  place: ReadonlySignal<TablePlace>;
  clientNames: ReadonlySignal<ClientNames>;
  /** The key of a page that is being updated and stays visible; null for none. Absent: always null. */
  updating?: ReadonlySignal<string | null>;
  /** Whether further rows will be read. */
  awaitsRows: ReadonlySignal<boolean>;
  /** Whether the rows are counted. Absent: the rows are counted when all are read. */
  countsRows?: ReadonlySignal<boolean>;
  /** Whether all rows of a client are read while other rows are not. Absent if all are read at once. */
  isClientRead?(client: string): boolean;
  /** The chosen base of the comparison. */
  since: ReadonlySignal<Since>;
  compareSince(chosen: Since): void;
  /** The last day before today on which a summary was copied, by client; null until read. */
  lastSummaries: ReadonlySignal<ReadonlyMap<string, Day> | null>;
  mutes: PageMutes;
  readTrends: ReadTrends;
  /** The revision of the history that the rows show. Absent: unknown. */
  revision?: ReadonlySignal<number>;
  /** The keys of the starred pages; null if unknown. */
  starred: ReadonlySignal<ReadonlySet<string> | null>;
  /**
   * Pages in the ticket of the filtered check, by key. The filter shows these pages even if the
   * check passes.
   */
  ticketPages: ReadonlySignal<ReadonlyMap<string, unknown>>;
  /** Ids of the reports that were deleted here. No page is compared with a deleted report. */
  deleted: ReadonlySignal<readonly string[]>;
  /** Whether the focus or the pointer is in a table. Absent: never. */
  isInUse?(): boolean;
  /** Calls `work` after the next paint. */
  afterPaint(work: () => void): void;
}

/** The counted rows, with the source and the base of the numbers. */
interface Counted {
  rows: readonly PageRow[];
  source: unknown;
  since: Since;
}

export type OverviewState = ReturnType<typeof createOverview>;

/** Creates the filters of a table's pages, and their numbers. */
export function createOverview(tools: OverviewTools) {
  const { reports, source, place, clientNames, awaitsRows, since, compareSince } = tools;
  const { readTrends, deleted, afterPaint, isClientRead = () => false } = tools;
  const { countsRows = computed(() => !awaitsRows.value) } = tools;
  const { mutes, starred, ticketPages, lastSummaries } = tools;
  const isStarred = ({ key }: PageRow) => starred.value?.has(key) ?? false;
  const latest = signal<Chosen | null>(null);
  const chosen = computed<Chosen>(() =>
    latest.value?.place === place.value
      ? latest.value
      : { place: place.value, filters: filtersOf(place.value), pinned: NO_KEYS },
  );
  const filters = computed(() => chosen.value.filters);
  const clientOf = (report: Report) => clientNames.value.of(report);
  const pages = computed(() => pagesOf(reports.value, clientNames.value.of));
  /** Returns the base of a report; null until the days of summaries are read. */
  const sinceOf = (report: Report): PageSince | null => {
    if (since.value !== 'summary') return since.value;
    const days = lastSummaries.value;
    return days && pageSince(since.value, days.get(clientOf(report)) ?? null);
  };
  const isClientWhole = (report: Report) => !awaitsRows.value || isClientRead(clientOf(report));

  const trends = createPageTrends({
    pages,
    countsRows,
    isClientWhole,
    sinceOf,
    deleted,
    mutes,
    readTrends,
    revision: tools.revision,
    afterPaint,
  });
  /** Whether the trends of all pages are read. */
  const isRead = computed(
    () => countsRows.value && pages.value.every((page) => trends.of(page) !== null),
  );

  const allRows = fold<readonly RowInputs[], readonly PageRow[]>(
    computed(() =>
      pages.value.map((page) => ({
        page,
        trend: countsRows.value ? trends.of(page) : null,
        mutes: mutes.of(page.key) ?? NO_MUTES,
      })),
    ),
    [],
    (former, now) => pageRows(now, former),
  );
  /** The open client; null for all clients. */
  const client = computed(() => {
    const { client: name } = place.value;
    // A client may have the name of a joined client that was taken apart.
    const exists = name === null || pages.value.some((page) => page.client === name);
    return exists ? name : clientNames.value.current(name);
  });
  const rowsOfClient = (all: readonly PageRow[], wanted = client.value): readonly PageRow[] =>
    wanted === null ? all : (clientsOf(all).find(({ name }) => name === wanted)?.pages ?? []);
  const rows = computed(() => rowsOfClient(allRows.value));
  /** The rows at the last moment when the trends of all pages were read. */
  const lastCounted = fold<Counted | null, Counted | null>(
    computed(() =>
      isRead.value ? { rows: allRows.value, source: source.value, since: since.value } : null,
    ),
    null,
    (former, now) => now ?? former,
  );
  const isCounted = computed(
    () => lastCounted.value?.source === source.value && lastCounted.value?.since === since.value,
  );
  /**
   * Whether no further rows of a client will be read, and the trends of its pages are read.
   * @param name null for all clients
   */
  function isComplete(name: string | null): boolean {
    if (name === null) return !awaitsRows.value && !trends.isOutdated.value && isCounted.value;
    const isOther = (page: ReportedPage) => page.client !== name;
    return (
      (!awaitsRows.value || isClientRead(name)) &&
      pages.value.every((page) => isOther(page) || trends.isUpToDate(page))
    );
  }
  /** The rows that the numbers of clients and problems count. */
  const countedOfAll = computed(
    () => (isCounted.value && lastCounted.value?.rows) || allRows.value,
  );
  const counted = computed(() => rowsOfClient(countedOfAll.value));

  const passes: {
    [Name in keyof Filters]: (row: PageRow, filter: Filters[Name], by: Filtering) => boolean;
  } = {
    rating: ({ report }, rating) => rating === null || report.result === rating,
    change: ({ change }, kind) => kind === null || change?.kind === kind,
    check: (row, check, by) =>
      check === null || by.ticketPages.has(row.key) || failsOn(row, { name: check }),
    search: ({ report }, search) =>
      search === '' || isMatch(report, { search, project: '', result: null }),
    fixed: (row, fixed) => fixed === null || isFixedOn(row, { name: fixed }),
    isStarred: (row, isAlone) => !isAlone || isStarred(row),
    fixedByUpdate: ({ key }, keys) => keys?.has(key) ?? true,
  };

  function passesFilter<Name extends keyof Filters>(row: PageRow, name: Name, by: Filtering) {
    return passes[name](row, by.filters[name], by);
  }

  const filtering = computed(
    (): Filtering => ({ filters: filters.value, ticketPages: ticketPages.value }),
  );

  /** Returns the pages that pass all filters. Ignores the filter `except`. */
  function passingRows(
    all: readonly PageRow[],
    except?: keyof Filters,
    by = filtering.value,
  ): PageRow[] {
    const names = Object.keys(UNFILTERED) as (keyof Filters)[];
    const tested = names.filter((name) => name !== except);
    return all.filter((row) => tested.every((name) => passesFilter(row, name, by)));
  }

  /** The page that is being updated, if the table shows the page. */
  const updatingHere = computed(() => {
    const key = tools.updating?.value ?? null;
    return key !== null && passingRows(rows.value).some((row) => row.key === key) ? key : null;
  });
  /** The keys of the pages that stay visible, including the page that is being updated. */
  const pinned = fold<
    { chosen: Chosen; updating: string | null },
    Pick<Chosen, 'filters' | 'pinned'>
  >(
    computed(() => ({ chosen: chosen.value, updating: updatingHere.value })),
    { filters: UNFILTERED, pinned: NO_KEYS },
    (former, { chosen: { filters, pinned }, updating }) => ({
      filters,
      pinned: new Set([
        ...(former.filters === filters ? former.pinned : []),
        ...pinned,
        ...(updating === null ? [] : [updating]),
      ]),
    }),
  );

  function shownIn(view: OverviewView): PageRow[] {
    const all = rowsOfClient(allRows.value, view.client);
    const passing = new Set(passingRows(all, undefined, view));
    return all.filter((row) => passing.has(row) || view.pinned.has(row.key));
  }

  /** Whether a view shows pages that its filters would hide. */
  function hasExceptionsIn(view: OverviewView): boolean {
    const { check } = view.filters;
    const all = shownIn(view);
    const isOther = (row: PageRow) => check !== null && !failsOn(row, { name: check });
    return (
      all.length > passingRows(rowsOfClient(allRows.value, view.client), undefined, view).length ||
      all.some(isOther)
    );
  }

  const view = computed(
    (): OverviewView => ({ client: client.value, pinned: pinned.value.pinned, ...filtering.value }),
  );
  const shown = computed(() => shownIn(view.value));
  const problems = computed(() => problemsOf(counted.value));
  const stableOrder = createStableOrder({ awaitsRows, isInUse: tools.isInUse ?? (() => false) });
  /** Values on which the order of all rows and numbers depends. */
  const orderInputs = () => [source.value, since.value, isCounted.value, clientNames.value];
  const sortedClients = computed(() => groupedClients(countedOfAll.value));
  const clients = stableOrder.of(sortedClients, orderInputs, clientsInPlace);
  const findings = stableOrder.of(
    computed(() => problemLists(counted.value)),
    () => [...orderInputs(), client.value],
    findingsInPlace,
  );

  function set(chosen: Filters, pinned = NO_KEYS): void {
    latest.value = { place: place.value, filters: chosen, pinned };
  }

  return {
    since,
    compareSince,
    sinceOf,
    /** Returns the last day before today on which a client's summary was copied; null if none. */
    lastSummaryOf: (name: string): Day | null => lastSummaries.value?.get(name) ?? null,
    /** Whether all pages are counted. */
    isKnown: isCounted,
    isComplete,
    /** Whether the trends of some pages are read again, because further results were read. */
    isOutdated: trends.isOutdated,
    place,
    filters,
    /** Sets a filter, or clears the filter if it already has this value. */
    toggle<Name extends keyof Filters>(name: Name, value: Filters[Name]): void {
      set({ ...filters.value, [name]: filters.value[name] === value ? null : value });
    },
    isFiltered: computed(() => Object.values(filters.value).some(Boolean)),
    /** Filters the pages by a part of the address. */
    find(search: string): void {
      set({ ...filters.value, search });
    },
    /** Whether `clear` changes the filters. */
    canClear: computed(() =>
      Object.values({ ...filters.value, check: null, fixed: null }).some(Boolean),
    ),
    /** Restores the initial filters of the place. */
    reset(): void {
      set(filtersOf(place.value));
    },
    /** Clears all filters except the filters by a check. */
    clear(): void {
      set({ ...UNFILTERED, check: filters.value.check, fixed: filters.value.fixed });
    },
    /** Shows only the pages on which an update has fixed a problem, or all pages again. */
    toggleFixedByUpdate(fixed: readonly string[], all: readonly string[]): void {
      const isShown = filters.value.fixedByUpdate !== null;
      const fixedByUpdate = isShown ? null : new Set(fixed);
      set({ ...filters.value, fixedByUpdate }, new Set(isShown ? all : fixed));
    },
    /** Keeps shown pages visible until the filters change. Ignores other pages. */
    pin(keys: readonly string[]): void {
      const own = shown.value.filter(({ key }) => keys.includes(key)).map(({ key }) => key);
      set(filters.value, new Set([...chosen.value.pinned, ...own]));
    },
    /** The open client; null for all clients. */
    client,
    /** All clients, even if only one client is shown. */
    clients,
    /** The clients in their current order. `clients` may still have an earlier order. */
    sortedClients,
    /** Failing, new and fixed checks. The filters do not change these numbers. */
    findings,
    stableOrder,
    orderInputs,
    /** The muted checks of the shown client, or of all clients. */
    intended: computed(() => intendedProblems(counted.value)),
    /** All pages of the shown client. */
    rows,
    /** The pages that pass the filters or stay visible. */
    shown,
    /** Whether `shown` has pages that the filters would hide. */
    hasExceptions: computed(() => hasExceptionsIn(view.value)),
    view: view as ReadonlySignal<OverviewView>,
    shownIn,
    hasExceptionsIn,
    /** Returns all pages of a view's client. */
    rowsIn: ({ client: wanted }: Pick<OverviewView, 'client'>): readonly PageRow[] =>
      rowsOfClient(allRows.value, wanted),
    /** Counts all pages of the shown client. The filters do not change these numbers. */
    overview: computed(() => overviewOf(counted.value)),
    /** The number of pages that each filter would leave. */
    counts: computed(() => {
      const [byRating, byChange] = [
        passingRows(rows.value, 'rating'),
        passingRows(rows.value, 'change'),
      ];
      const ratings = RATINGS.map((rating) => [
        rating,
        byRating.filter(({ report }) => report.result === rating).length,
      ]);
      const stars = passingRows(rows.value, 'isStarred').filter(isStarred).length;
      const changes = (['worse', 'better'] as const).map((kind) => [
        kind,
        byChange.filter(({ change }) => change?.kind === kind).length,
      ]);
      return Object.fromEntries([...ratings, ...changes, ['starred', stars]]) as Record<
        Rating | 'worse' | 'better' | 'starred',
        number
      >;
    }),
    problems,
    /** The problem of the filter; null for none. */
    problem: computed<Problem | null>(() => {
      const { check } = filters.value;
      const all = IMPORTANCES.flatMap((importance) => problems.value[importance]);
      return all.find(({ name }) => name === check) ?? null;
    }),
  };
}

/** Returns the initial filters of a place. */
function filtersOf({ check, isFixed }: TablePlace): Filters {
  return { ...UNFILTERED, [isFixed ? 'fixed' : 'check']: check };
}
