import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { throttled } from '@/components/ui/state/throttled';
import {
  clientName,
  clientsOf,
  failsOn,
  groupedClients,
  isFixedOn,
  whatIsWrong,
} from '@/lib/report/compare/clients';
import {
  overviewOf,
  type PageRow,
  type Problem,
  pageRow,
  problemsOf,
} from '@/lib/report/compare/findings';
import type { Day } from '@/lib/report/compare/local-day';
import {
  type PageChange,
  type PagePast,
  type PageSince,
  pageSince,
  type Since,
} from '@/lib/report/compare/page-change';
import { pagesOf, type ReportedPage } from '@/lib/report/compare/pages';
import { IMPORTANCES } from '@/lib/report/importance';
import { RATINGS, type Rating } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { isMatch } from '@/lib/shared-state/matching-reports';
import { NO_PAST, type ReadPasts, readPastsOf } from './pasts';

/** What the pages can be filtered by; null: not by this. */
export interface Filters {
  rating: Rating | null;
  change: Extract<PageChange['kind'], 'worse' | 'better'> | null;
  /** The name of a check that fails. */
  check: string | null;
  /** The name of a check that has been fixed. */
  fixed: string | null;
  /** A part of the address; empty: not by this. */
  search: string;
  isStarred: boolean;
  /** Whether only pages are shown whose result is older than `OLD_DAYS`. */
  isOld: boolean;
  /** The keys of the pages on which an update has fixed a problem. */
  updated: ReadonlySet<string> | null;
}

/** Filters that leave all pages. */
export const UNFILTERED: Filters = {
  ...{ rating: null, change: null, check: null, fixed: null },
  ...{ search: '', isStarred: false, isOld: false, updated: null },
};

/** The age in days from which a page can be filtered as old. */
export const OLD_DAYS = 90;

/** What a person looks at: the client, the filters, and the pages that stay in sight. */
export interface OverviewView {
  /** Null for all clients. */
  client: string | null;
  filters: Filters;
  kept: ReadonlySet<string>;
}

/** Batches change the rows several times a second. */
const COUNTING_PAUSE_MS = 500;

interface OverviewTools {
  /** All rows that were read. */
  reports: ReadonlySignal<readonly Report[]>;
  /** Whose rows these are, a query's or a batch's: numbers of another are not shown. */
  source: ReadonlySignal<unknown>;
  /** Whether there are more of them, which are read as well. */
  isReadingOn: ReadonlySignal<boolean>;
  /** Whether all rows of a client are read while others are not; absent where all are read at once. */
  isClientRead?(client: string): boolean;
  /** With what the pages are compared. */
  since: ReadonlySignal<Since>;
  compareSince(chosen: Since): void;
  /** The last day before today on which the summary of each client was copied; null until read. */
  lastSummaries: ReadonlySignal<ReadonlyMap<string, Day> | null>;
  readPasts: ReadPasts;
  /** The keys of the starred pages; null where that is not known. */
  starred: ReadonlySignal<ReadonlySet<string> | null>;
  /** The keys of the pages that stay with the check that is looked at, whether or not it fails on them. */
  handedOver: ReadonlySignal<ReadonlyMap<string, unknown>>;
  /** Ids of the reports that were deleted here: no page is compared with one of them. */
  deleted: ReadonlySignal<readonly string[]>;
  /** Does something once what is there already can be seen. */
  afterPaint(work: () => void): void;
}

/** How a page was before a report of it. */
interface ComparedPast {
  report: Report;
  since: PageSince;
  past: PagePast;
  /** The deleted reports when it was asked for. A history that cannot be stored still has them. */
  deleted: readonly string[];
}

/** How the pages of a table stand and have developed, and the filters by that. */
export type OverviewState = ReturnType<typeof createOverview>;

/** Makes it, without a filter. What pages were before is read once all rows are. */
export function createOverview(tools: OverviewTools) {
  const { reports, source, isReadingOn, since, compareSince } = tools;
  const { readPasts, deleted, afterPaint, isClientRead = () => false } = tools;
  const { starred, handedOver, lastSummaries } = tools;
  const isStarred = ({ key }: PageRow) => starred.value?.has(key) ?? false;
  const filters = signal(UNFILTERED);
  /** What was read of pages, by their keys. */
  const pasts = signal<ReadonlyMap<string, ComparedPast>>(new Map());
  const pages = computed(() => pagesOf(reports.value));
  /** Returns what a report is compared with; null until the days of summaries are read. */
  const sinceOf = (report: Report): PageSince | null => {
    if (since.value !== 'summary') return since.value;
    const days = lastSummaries.value;
    return days && pageSince(since.value, days.get(clientName(report)) ?? null);
  };
  /** What is known of a page since then, be it before another of its results. */
  const pastAt = ({ key, report }: ReportedPage): PagePast | null => {
    const known = pasts.value.get(key);
    return known !== undefined && known.since === sinceOf(report) ? known.past : null;
  };
  /** Whether the rows are read that a page's numbers rest on. */
  const hasRows = ({ report }: ReportedPage): boolean =>
    !isReadingOn.value || isClientRead(clientName(report));
  /** Whether all is read that numbers rest on: the rows, and what the pages were before. */
  const isRead = computed(
    () => !isReadingOn.value && pages.value.every((page) => pastAt(page) !== null),
  );

  function isUpToDate({ key, report }: ReportedPage): boolean {
    const known = pasts.value.get(key);
    const baseId = known?.past.base?.reportId ?? '';
    return (
      known !== undefined &&
      known.since === sinceOf(report) &&
      known.report.id === report.id &&
      known.report.generatedAt === report.generatedAt &&
      (known.deleted.includes(baseId) || !deleted.value.includes(baseId))
    );
  }

  const outdated = () =>
    pages.value.flatMap((page) => {
      const wanted = sinceOf(page.report);
      return wanted === null || !hasRows(page) || isUpToDate(page)
        ? []
        : { ...page, since: wanted };
    });

  let isReading = false;
  async function read(): Promise<void> {
    for (;;) {
      const gone = deleted.peek();
      const unread = untracked(outdated);
      if (unread.length === 0) return;
      const read = await readPastsOf(readPasts, unread);
      const all = new Map(pasts.peek());
      for (const [at, { key, report, since: compared }] of unread.entries()) {
        all.set(key, { report, since: compared, deleted: gone, past: read[at] ?? NO_PAST });
      }
      pasts.value = all;
    }
  }
  effect(() => {
    if (outdated().length === 0 || isReading) return;
    isReading = true;
    afterPaint(async () => {
      await read();
      isReading = false;
    });
  });

  const ofAll = computed<PageRow[]>(() =>
    pages.value.map((page) => pageRow(page, hasRows(page) ? pastAt(page) : null)),
  );
  /** The client whose pages alone are looked at; null for all. */
  const client = signal<string | null>(null);
  const ofClient = (all: readonly PageRow[], wanted = client.value): readonly PageRow[] =>
    wanted === null ? all : (clientsOf(all).find(({ name }) => name === wanted)?.pages ?? []);
  const rows = computed(() => ofClient(ofAll.value));
  /** The last rows of which all was read. */
  const whole = throttled(
    computed(() =>
      isRead.value ? { rows: ofAll.value, source: source.value, since: since.value } : undefined,
    ),
    COUNTING_PAUSE_MS,
  );
  const isCounted = computed(
    () => whole.value?.source === source.value && whole.value?.since === since.value,
  );
  const part = throttled(ofAll, COUNTING_PAUSE_MS);
  /** The rows that are counted. */
  const countedOfAll = computed(() => (isCounted.value && whole.value?.rows) || part.value);
  const counted = computed(() => ofClient(countedOfAll.value));

  const passes: { [Name in keyof Filters]: (row: PageRow, filter: Filters[Name]) => boolean } = {
    rating: ({ report }, rating) => rating === null || report.result === rating,
    change: ({ change }, kind) => kind === null || change?.kind === kind,
    check: (row, check) =>
      check === null || handedOver.value.has(row.key) || failsOn(row, { name: check }),
    search: ({ report }, search) => isMatch(report, { search, project: '', result: null }),
    fixed: (row, fixed) => fixed === null || isFixedOn(row, { name: fixed }),
    isStarred: (row, isAlone) => !isAlone || isStarred(row),
    isOld: (row, isAlone) => !isAlone || isOldPage(row),
    updated: ({ key }, updated) => updated?.has(key) ?? true,
  };

  function passesFilter<Name extends keyof Filters>(row: PageRow, name: Name, by: Filters) {
    return passes[name](row, by[name]);
  }

  /** Returns the pages that pass all filters, except one of the filters. */
  function left(all: readonly PageRow[], except?: keyof Filters, by = filters.value): PageRow[] {
    const names = Object.keys(UNFILTERED) as (keyof Filters)[];
    const tested = names.filter((name) => name !== except);
    return all.filter((row) => tested.every((name) => passesFilter(row, name, by)));
  }

  /** Keys of the pages that stay in sight until the filters change, whatever their new results are. */
  const kept = signal<ReadonlySet<string>>(new Set());

  /** Returns the shown pages of a view. */
  function shownIn(view: OverviewView): PageRow[] {
    const all = ofClient(ofAll.value, view.client);
    const passing = new Set(left(all, undefined, view.filters));
    return all.filter((row) => passing.has(row) || view.kept.has(row.key));
  }

  /** Whether a view shows pages that its filters would hide. */
  function hasKeptIn(view: OverviewView): boolean {
    const { check } = view.filters;
    const all = shownIn(view);
    const isOther = (row: PageRow) => check !== null && !failsOn(row, { name: check });
    return (
      all.length > left(ofClient(ofAll.value, view.client), undefined, view.filters).length ||
      all.some(isOther)
    );
  }

  const view = computed(
    (): OverviewView => ({ client: client.value, filters: filters.value, kept: kept.value }),
  );
  const shown = computed(() => shownIn(view.value));
  const problems = computed(() => problemsOf(counted.value));

  function set(chosen: Filters): void {
    filters.value = chosen;
    kept.value = new Set();
  }

  return {
    ...{ since, compareSince, sinceOf },
    /** Returns the last day before today on which the summary of a client was copied; null for none. */
    lastSummaryOf: (name: string): Day | null => lastSummaries.value?.get(name) ?? null,
    /** Whether the numbers are there, and all is read that they rest on. They are counted twice a second at most. */
    isKnown: computed(() => isRead.value && isCounted.value),
    filters: filters as ReadonlySignal<Filters>,
    /** Filters by it; by nothing of the kind where it does so already. */
    toggle<Name extends keyof Filters>(name: Name, value: Filters[Name]): void {
      set({ ...filters.value, [name]: filters.value[name] === value ? null : value });
    },
    isFiltered: computed(() => Object.values(filters.value).some(Boolean)),
    /** Leaves the pages whose address has this part. */
    find(search: string): void {
      set({ ...filters.value, search });
    },
    /** Whether `clear` changes the filters. */
    canClear: computed(() =>
      Object.values({ ...filters.value, check: null, fixed: null }).some(Boolean),
    ),
    /** Leaves all rows of what is looked at. */
    clear(): void {
      set({ ...UNFILTERED, check: filters.value.check, fixed: filters.value.fixed });
    },
    /** Leaves the pages on which an update has fixed a problem; all of the update, where it does so already. */
    showUpdated(fixed: readonly string[], all: readonly string[]): void {
      const isShown = filters.value.updated !== null;
      set({ ...filters.value, updated: isShown ? null : new Set(fixed) });
      kept.value = new Set(isShown ? all : fixed);
    },
    /** Whether a page stays in sight whatever its new result is. */
    isKept: (key: string): boolean => kept.value.has(key),
    /** Keeps pages that are shown, and that get new results, until the filters change. */
    keepInSight(keys: readonly string[]): void {
      const own = shown.value.filter(({ key }) => keys.includes(key));
      kept.value = new Set([...kept.value, ...own.map(({ key }) => key)]);
    },
    client: client as ReadonlySignal<string | null>,
    /**
     * Looks at the pages of one client alone, or at those of all; of these, at those on which a check fails or
     * has been fixed.
     */
    lookAt(name: string | null, check: string | null = null, isFixed = false): void {
      client.value = name;
      set({ ...UNFILTERED, [isFixed ? 'fixed' : 'check']: check });
    },
    /** The clients of all pages. */
    clients: computed(() => groupedClients(countedOfAll.value)),
    /** What is wrong, new and fixed. Filters choose among rows, and change no number of this. */
    findings: computed(() => whatIsWrong(counted.value)),
    /** All pages of what is looked at. */
    rows,
    /** Those that the filters leave, and those that are kept in sight. */
    shown,
    /** Whether there are such that the filters would not leave. */
    hasKept: computed(() => hasKeptIn(view.value)),
    view: view as ReadonlySignal<OverviewView>,
    shownIn,
    hasKeptIn,
    /** Returns all pages of a view's client. */
    rowsIn: ({ client: wanted }: OverviewView): readonly PageRow[] => ofClient(ofAll.value, wanted),
    /** By all pages, whatever the filters leave. */
    overview: computed(() => overviewOf(counted.value)),
    /** How many pages each filter would leave. */
    counts: computed(() => {
      const [byRating, byChange] = [left(counted.value, 'rating'), left(counted.value, 'change')];
      const ratings = RATINGS.map((rating) => [
        rating,
        byRating.filter(({ report }) => report.result === rating).length,
      ]);
      const stars = left(counted.value, 'isStarred').filter(isStarred).length;
      const changes = (['worse', 'better'] as const).map((kind) => [
        kind,
        byChange.filter(({ change }) => change?.kind === kind).length,
      ]);
      return Object.fromEntries([...ratings, ...changes, ['starred', stars]]) as Record<
        Rating | 'worse' | 'better' | 'starred',
        number
      >;
    }),
    /** How many pages the filter of old pages would leave. */
    oldCount: computed(() => left(rows.value, 'isOld').filter(isOldPage).length),
    problems,
    /** The check that the pages are filtered by. */
    problem: computed<Problem | null>(() => {
      const { check } = filters.value;
      const all = IMPORTANCES.flatMap((importance) => problems.value[importance]);
      return all.find(({ name }) => name === check) ?? null;
    }),
  };
}

function isOldPage({ report: { generatedAt } }: PageRow): boolean {
  return generatedAt !== null && Date.parse(generatedAt) < Date.now() - OLD_DAYS * 24 * 60 * 60_000;
}
