import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { fold, whenever } from '@/components/app/fold';
import type { PageKernel } from '@/components/app/page-kernel';
import { attempt } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import type { Failure } from '@/lib/failure';
import type { QueueSummary } from '@/lib/jobs/queue';
import type { RecentOperation } from '@/lib/jobs/types';
import type { Check } from '@/lib/report/content/checks';
import { hasResult, type Report, type ReportList } from '@/lib/report/report';
import {
  isSameQuery,
  NEWEST_QUERY,
  PAGE_SIZES,
  pageQuery,
  type ReportQuery,
} from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import {
  isLargest,
  type LoadedList,
  loadedList,
  loadedNewest,
  mergedNewest,
  pagesToRepeat,
  withEndedBatches,
  withLaterOperations,
  withNewest,
  withNextPage,
} from '@/lib/shared-state/loaded-list';
import type { NewestReports } from '@/lib/shared-state/shared-items';
import { pageKey } from '@/lib/url/page-key';
import { createSiteToggle, type SiteFilter } from './list-query';
import { type ShownList, shownList } from './shown-list';

/** Pause in typing before a request, in milliseconds. */
export const TYPING_PAUSE_MS = 250;

/** Times of further reads if a report has no result yet, in milliseconds after the first read. */
const RESULT_READS_MS = [5_000, 15_000, 60_000];

/** Limit of pages with a hundred rows each. At the limit, the list recommends a search. */
export const MAX_PAGES = 20;

/** The list of reports: its query and its rows. */
export interface ListState {
  query: ReadonlySignal<ReportQuery>;
  /** The rows to show; undefined before the first list of the connection. */
  shown: ReadonlySignal<ShownList | undefined>;
  site: SiteFilter;
  /** All known rows, including those that are not shown. */
  rows: ReadonlySignal<readonly Report[]>;
  /** Returns the findings of a report's current result; null if no reply contained the findings. */
  findingsOf(report: Report): readonly Check[] | null;
  /** Whether a request is in flight, or will follow when the typing pauses. */
  isReading: ReadonlySignal<boolean>;
  /** Whether the rows are the service's answer to a request that was sent after the page opened. */
  isKnown: ReadonlySignal<boolean>;
  /** The failure of the last request; null after a success. The shown rows are older than a failure. */
  failure: ReadonlySignal<Failure | null>;
  /** Whether *Refresh* has succeeded, and no request followed. */
  isFresh: ReadonlySignal<boolean>;
  /** Changes the query. After typing, the request waits for a pause. */
  change(fields: Partial<ReportQuery>): void;
  /** Searches all reports for a text that was not typed into the search field. Does not store the query. */
  searchOnce(search: string): void;
  /**
   * Shows only the reports of a page, until the search or the page size changes. Does not store the
   * query.
   */
  searchPage(url: string): void;
  /** Whether *Show more* is available. */
  canShowMore: ReadonlySignal<boolean>;
  /** Raises the page size. At the largest page size, reads the next page. */
  showMore(): void;
  /** Clears the filters, but not the search. */
  clearFilters(): void;
  /** Reads the list again. */
  refresh(): Promise<void>;
  /** Reads the list again, and announces the success. */
  refreshAloud(): Promise<void>;
}

interface ListOptions {
  /** The URL of the tab's page; null if there is none. */
  pageUrl: string | null;
  /**
   * The query with which the list opens. Another query replaces the chosen order and filters, but not
   * the search and the project.
   */
  query: ReadonlySignal<ReportQuery>;
  /** Called with the query to store. */
  remember(query: ReportQuery): void;
}

/**
 * The list since `options.query` last changed. A new opening drops the chosen order and filters.
 */
interface Opening {
  query: ReportQuery;
}

/** The query that a person has chosen in an opening. */
interface ChosenQuery {
  opening: Opening;
  query: ReportQuery;
  /**
   * The web page to which the list is limited; null for no limit. The service's search also finds
   * pages below this page.
   */
  page: string | null;
}

/**
 * The part of the list that a request reads: the first page, or the page after the last loaded
 * page.
 */
type Part = 'first' | 'next';

/**
 * The latest request. `failure` belongs to the last request that has ended; null after a success.
 */
type ListRequest = { failure: Failure | null } & (
  | { status: 'idle' | 'typing' }
  /**
   * `wantsMore`: whether to read the next page afterwards. `isFresh`: whether a success is
   * announced.
   */
  | { status: 'loading'; part: Part; wantsMore: boolean; isFresh: boolean }
  | { status: 'ready'; isFresh: boolean }
  /** `success`: the value of `FollowedState.success` when the request failed. */
  | { status: 'failed'; part: Part; success: number | null }
);

interface ReadOptions {
  /** Whether to read the next page afterwards. */
  wantsMore?: boolean;
  /** Whether a success is announced. */
  isAloud?: boolean;
  /** Whether an earlier success is still announced. */
  isFresh?: boolean;
}

/** The known list, and the inputs from which the list was derived. */
interface Known {
  list: LoadedList | null;
  reply: LoadedList | null;
  newest: NewestReports | null;
}

interface Inputs extends Pick<QueueSummary, 'recentOperations' | 'batches'> {
  /** The latest reply to a request of this page; null before the first. */
  reply: LoadedList | null;
  /** The newest list that the worker has stored. */
  newest: NewestReports | null;
}

/** Creates the list. Before the reply to a query, the list shows the known rows that match the query. */
export function createListState(kernel: PageKernel, options: ListOptions): ListState {
  const { background, connectionId, reports } = kernel;
  const { newest, queue, deleting, success } = kernel.state;
  const chosen = signal<ChosenQuery | null>(null);
  const opening = fold<ReportQuery, Opening>(
    options.query,
    { query: options.query.value },
    (former, query) => (former.query === query ? former : { query }),
  );
  const current = computed<ChosenQuery>(() => {
    const { query } = opening.value;
    if (chosen.value?.opening === opening.value) return chosen.value;
    const { search, project } = chosen.value?.query ?? query;
    return { opening: opening.value, query: { ...query, search, project }, page: null };
  });
  const wanted = computed(() => current.value.query);
  const page = computed(() => current.value.page);
  const query = computed<ReportQuery>(() =>
    page.value === null ? wanted.value : { ...wanted.value, perPage: NEWEST_QUERY.perPage },
  );
  /** The opening of the latest request. */
  const readOpening = signal(opening.value);
  const request = signal<ListRequest>({ status: 'idle', failure: null });
  const requests = createLatest();
  let typing: ReturnType<typeof setTimeout> | undefined;

  const reply = signal<LoadedList | null>(null);
  const known = fold(
    computed<Inputs>(() => ({
      reply: reply.value,
      newest: newest.value,
      recentOperations: queue.value.recentOperations,
      batches: queue.value.batches,
    })),
    { list: null, reply: null, newest: null },
    nextKnown,
  );
  const knownList = computed(() => known.value.list);
  /** The known list, with the newest version of each report, and without reports that are gone. */
  const list = computed(() => {
    const now = knownList.value;
    if (now === null) return null;
    const rows = now.reports.flatMap((row) => {
      const version = reports.get(row.id);
      return version === undefined ? row : (version ?? []);
    });
    const gone = now.reports.length - rows.length;
    return {
      ...now,
      reports: rows,
      total: now.total && Math.max(now.total - gone, 0),
      removed: now.removed + gone,
    };
  });
  const storedAt = newest.value?.requestedAt;

  const shown = computed(() =>
    shownList({
      query: query.value,
      page: page.value,
      deleting: deleting.value,
      loaded: list.value,
    }),
  );
  const larger = computed(() => PAGE_SIZES.find((size) => size > query.value.perPage));
  /** The latest reply to the current query; null before the reply. */
  const answer = computed(() =>
    list.value !== null && isSameQuery(list.value.query, query.value) ? list.value : null,
  );
  const hasNextPage = computed(
    () => answer.value?.next != null && answer.value.next <= MAX_PAGES && isLargest(query.value),
  );
  const isReading = computed(() => ['typing', 'loading'].includes(request.value.status));
  const site = createSiteToggle({
    pageUrl: options.pageUrl,
    project: computed(() => wanted.value.project),
    filterBy: (project) => change({ project }, 0),
  });

  /** Sends a request. Ignores its outcome if a newer request was sent meanwhile. */
  async function read(part: Part, options: ReadOptions = {}): Promise<void> {
    clearTimeout(typing);
    const isLatest = requests.begin();
    const { wantsMore = false, isAloud = false, isFresh = false } = options;
    const { failure } = request.value;
    readOpening.value = opening.value;
    request.value = { status: 'loading', part, wantsMore, isFresh, failure };
    const result = await (part === 'first' ? readFirst(isLatest) : readNext(isLatest));
    if (!isLatest()) return;
    const now = request.value;
    if (hasFailed(result)) {
      request.value = { status: 'failed', part, failure: result.failure, success: success.value };
      return;
    }
    request.value = { status: 'ready', isFresh: isFresh || isAloud, failure: null };
    if (now.status === 'loading' && now.wantsMore && hasNextPage.value) {
      void read('next', { isFresh: isAloud });
    }
  }

  async function readFirst(isLatest: () => boolean): Promise<Result<unknown>> {
    const requested = query.value;
    const result = await attempt(() => background.listReports(connectionId, requested));
    if (hasFailed(result) || !isLatest()) return result;
    const { value } = result;
    batch(() => {
      reports.addRead(value.reports, value.requestedAt, value.findings);
      reply.value = loadedList(requested, value);
    });
    return result;
  }

  /** Reads the next page, and again the pages whose rows have moved up because of deletions. */
  async function readNext(isLatest: () => boolean): Promise<Result<unknown>> {
    const before = answer.value;
    if (before === null || before.next === null) return { value: null };
    const next = await readPage(before, before.next);
    const now = answer.value;
    if (hasFailed(next) || !isLatest() || now === null) return next;
    const first = Math.max(1, before.next - pagesToRepeat(before, now, deleting.value));
    const repeated: ReportList[] = [];
    for (let number = before.next - 1; number >= first; number -= 1) {
      const again = await readPage(before, number);
      if (hasFailed(again) || !isLatest()) return again;
      repeated.unshift(again.value);
    }
    // The operations that ended since `before` are merged again.
    reply.value = withNextPage(before, next.value, repeated);
    return next;
  }

  async function readPage(of: LoadedList, number: number): Promise<Result<ReportList>> {
    const time = reports.latestTime();
    const sent = of.requested ?? of.query;
    const result = await attempt(() => background.listFurtherReports(connectionId, sent, number));
    if (!hasFailed(result)) reports.addRead(result.value.reports, time, result.value.findings);
    return result;
  }

  function showMore(): void {
    const now = request.value;
    if (larger.value !== undefined) {
      change({ perPage: larger.value }, 0);
    } else if (hasNextPage.value) {
      // During the request for a further page, a second press means the same page.
      if (now.status === 'loading') request.value = { ...now, wantsMore: now.part === 'first' };
      else if (reply.value !== null) void read('next');
      // Stored rows may be days old, so the first page is read before the next page.
      else if (now.status === 'failed') void read('first', { wantsMore: true });
    }
  }

  function change(fields: Partial<ReportQuery>, pause: number): void {
    const staysOnPage = !('search' in fields || 'perPage' in fields);
    set({ ...wanted.value, ...fields }, pause, staysOnPage ? page.value : null);
    options.remember({ ...wanted.value, project: site.remembered() });
  }

  function set(changed: ReportQuery, pause: number, ofPage: string | null): void {
    chosen.value = { opening: opening.value, query: changed, page: ofPage };
    if (pause === 0) {
      void read('first');
      return;
    }
    clearTimeout(typing);
    requests.drop();
    request.value = { status: 'typing', failure: request.value.failure };
    typing = setTimeout(() => void read('first'), pause);
  }

  function searchAll(search: string, pause: number, ofPage: string | null): void {
    site.forget();
    set({ ...wanted.value, search, project: '', result: null }, pause, ofPage);
  }

  const isStale = computed(() => {
    const { status } = request.value;
    const isOpenedAgain = readOpening.value !== opening.value;
    if (isOpenedAgain && status !== 'idle') return true;
    return known.value.list?.isStale === true && (status === 'idle' || status === 'ready');
  });
  whenever(isStale, () => void read('first'));

  /** Whether a backoff has begun since the latest request. */
  const backoffSince = fold(
    computed(() => ({ request: request.value, success: success.value })),
    { request: request.value, hasBegun: false },
    (former, now) => ({
      request: now.request,
      hasBegun: now.success === null || (former.hasBegun && former.request === now.request),
    }),
  );
  const isRetryDue = computed(() => {
    const now = request.value;
    const { hasBegun } = backoffSince.value;
    if (now.status !== 'failed' || now.part !== 'first' || success.value === null) return false;
    return hasBegun || success.value !== now.success;
  });
  whenever(isRetryDue, () => void read('first'));

  readAgainForResults({
    rows: computed(() => answer.value?.reports ?? []),
    read() {
      const rows = answer.value?.reports ?? [];
      // A list with several pages is not read again, because every page would need a request.
      const isOnePage = rows.length <= query.value.perPage;
      const canRead = !isReading.value && success.value !== null;
      if (isOnePage && canRead && !rows.every(hasResult)) void read('first');
    },
  });

  return {
    query,
    shown,
    site,
    rows: computed(() => list.value?.reports ?? []),
    findingsOf: reports.findingsOf,
    isReading,
    isKnown: computed(
      () =>
        shown.value?.isAnswer === true &&
        list.value?.requestedAt !== storedAt &&
        !isReading.value &&
        request.value.failure === null,
    ),
    failure: computed(() => request.value.failure),
    isFresh: computed(() => 'isFresh' in request.value && request.value.isFresh),
    change(fields) {
      if (fields.project !== undefined) site.forget();
      change(fields, fields.search || fields.project ? TYPING_PAUSE_MS : 0);
    },
    searchOnce: (search) => searchAll(search, TYPING_PAUSE_MS, null),
    searchPage: (url) => searchAll(pageQuery(url).search, 0, pageKey(url)),
    canShowMore: computed(
      () => shown.value?.isPart === true && (larger.value !== undefined || hasNextPage.value),
    ),
    showMore,
    clearFilters() {
      site.forget();
      change({ project: '', result: null }, 0);
    },
    refresh: () => read('first'),
    refreshAloud: () => read('first', { isAloud: true }),
  };
}

/** Adds a reply, a newer newest list, and finished operations to the known list. */
function nextKnown(former: Known, { reply, newest, recentOperations, batches }: Inputs): Known {
  const replied = reply === former.reply ? former.list : reply;
  const list = replied && withEndedBatches(withLaterOperations(replied, recentOperations), batches);
  const inputs = { reply, newest };
  if (newest === null) return { ...inputs, list };
  if (list === null) return { ...inputs, list: firstList(newest, recentOperations) };
  // The reply to *Show more* continues the list as it was at the press. Newest lists since the
  // press are added here.
  const isNewer = reply !== former.reply && newest.requestedAt > list.requestedAt;
  if (newest === former.newest && !isNewer) return { ...inputs, list };
  return { ...inputs, list: withNewest(list, mergedNewest(newest, recentOperations)) };
}

/** Returns the list with which an extension page opens. The page always reads this list again. */
function firstList(newest: NewestReports, recent: readonly RecentOperation[]): LoadedList {
  return { ...loadedNewest(newest, recent), isStale: false };
}

interface ResultReads {
  rows: ReadonlySignal<readonly Report[]>;
  read(): void;
}

/** Reads a list again after some time if it has a report without a result. */
function readAgainForResults({ rows, read }: ResultReads): void {
  /** Ids of the reports for which further reads were planned. */
  const noted = new Set<string>();
  let timers: ReturnType<typeof setTimeout>[] = [];
  effect(() => {
    const added = rows.value.filter((row) => !hasResult(row) && !noted.has(row.id));
    if (added.length === 0) return;
    for (const { id } of added) noted.add(id);
    for (const timer of timers) clearTimeout(timer);
    timers = RESULT_READS_MS.map((pause) => setTimeout(read, pause));
  });
}
