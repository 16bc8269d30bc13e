import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { PageKernel } from '@/components/app/page-kernel';
import { attempt } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import type { Failure } from '@/lib/failure';
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
  merged,
  mergedNewest,
  pagesToRepeat,
  placed,
  withNewest,
  withNextPage,
} from '@/lib/shared-state/loaded-list';
import type { NewestReports } from '@/lib/shared-state/shared-items';
import { pageKey } from '@/lib/url/page-key';
import { createSiteToggle } from './list-query';
import { shownList } from './shown-list';

interface ListOptions {
  /** The URL of the tab's page; null if there is none. */
  pageUrl: string | null;
  /** The query with which the list opens. */
  query: ReportQuery;
  /** Called with the query to store. */
  remember(query: ReportQuery): void;
}

/** Pause in typing before a request, in milliseconds. */
export const TYPING_PAUSE_MS = 250;

/** Times of further reads if a report has no result yet, in milliseconds after the first read. */
const RESULT_READS_MS = [5_000, 15_000, 60_000];

/** Limit of pages of a hundred rows. A search is better for longer lists. */
export const MAX_PAGES = 20;

/** The list of reports: its query and its rows. */
export type ListState = ReturnType<typeof createListState>;

/** Creates the list. Before the reply to a query, the list shows the known rows that match the query. */
export function createListState(kernel: PageKernel, options: ListOptions) {
  const { background, connectionId } = kernel;
  const { newest, queue, deleting, success } = kernel.state;
  const { remember } = options;
  const wanted = signal(options.query);
  /**
   * The page whose reports alone are shown; null for all. The service's search also finds pages below
   * this page.
   */
  const page = signal<string | null>(null);
  const query = computed<ReportQuery>(() =>
    page.value === null ? wanted.value : { ...wanted.value, perPage: NEWEST_QUERY.perPage },
  );
  const stored = newest.peek();
  const loaded = signal(stored && atFirst(stored, queue.peek().recentOperations));
  /** The request time of the stored list with which the page opened. */
  const storedRequest = stored?.requestedAt;
  const waiting = signal(0);
  const failure = signal<Failure | null>(null);
  const isFresh = signal(false);
  const isTyping = signal(false);
  const requests = createLatest();
  /** Whether the last request was for a further page. After its failure, *Show more* repeats it. */
  let wasFurther = false;
  /** Whether *Show more* was pressed during a read, so that the next page is read afterwards. */
  let wantsMore = false;
  /** Whether a reply has come since the page opened. The first rows are stored ones, and may be days old. */
  let hasReply = false;
  let typing: ReturnType<typeof setTimeout> | undefined;

  const shown = computed(() =>
    shownList({
      ...{ query: query.value, page: page.value, deleting: deleting.value },
      loaded: loaded.value,
    }),
  );
  const larger = computed(() => PAGE_SIZES.find((size) => size > query.value.perPage));
  /** The latest reply to the current query; null before the reply. */
  const answer = computed(() =>
    loaded.value !== null && isSameQuery(loaded.value.query, query.value) ? loaded.value : null,
  );
  const canReadOn = computed(
    () => answer.value?.next != null && answer.value.next <= MAX_PAGES && isLargest(query.value),
  );
  const site = createSiteToggle({
    pageUrl: options.pageUrl,
    project: computed(() => wanted.value.project),
    ask: (project) => change({ project }, 0),
  });

  /** Shows a list, after merging the operations that ended since. Reads a stale list again. */
  function keep(list: LoadedList): void {
    const { recentOperations, batches } = queue.peek();
    const now = placed(merged(list, recentOperations), batches);
    // Only one read: the next operation must not cause another.
    loaded.value = now.isStale ? { ...now, isStale: false } : now;
    if (now.isStale) void ask();
  }

  let former = stored;
  effect(() => {
    const [now, { recentOperations }] = [newest.value, queue.value];
    untracked(() => {
      if (loaded.value !== null) keep(loaded.value);
      if (now === null || now === former) return;
      former = now;
      const list =
        loaded.value === null
          ? atFirst(now, recentOperations)
          : withNewest(loaded.value, mergedNewest(now, recentOperations));
      if (!list.isStale) loaded.value = list;
      else if (waiting.peek() === 0) void ask();
    });
  });

  /**
   * Sends a request.
   * @param reading the request; absent: the first page of the list
   * @returns whether the request has succeeded, and no newer request was sent
   */
  async function ask(reading: () => Promise<Result<unknown>> = read): Promise<boolean> {
    clearTimeout(typing);
    isTyping.value = false;
    const isLatest = requests.begin();
    wasFurther = reading === readOn;
    waiting.value += 1;
    isFresh.value = false;
    const result = await reading();
    batch(() => {
      waiting.value -= 1;
      // Ignores the outcome if there is a newer request.
      if (isLatest()) failure.value = hasFailed(result) ? result.failure : null;
    });
    if (!isLatest()) return false;
    const readsOn = wantsMore && !hasFailed(result);
    wantsMore = false;
    if (readsOn) showMore();
    return !hasFailed(result);
  }

  async function read(): Promise<Result<unknown>> {
    const requested = query.value;
    const reply = await attempt(() => background.listReports(connectionId, requested));
    if (!hasFailed(reply) && isSameQuery(requested, query.value)) {
      hasReply = true;
      keep(loadedList(requested, reply.value));
    }
    return reply;
  }

  /** Reads the next page. Then reads the pages again whose rows have moved up because of deletions. */
  async function readOn(): Promise<Result<unknown>> {
    const list = answer.value;
    if (list === null || list.next === null) return { value: null };
    const isLatest = requests.follow();
    const readPage = (page: number) =>
      attempt(() =>
        background.listFurtherReports(connectionId, list.requested ?? list.query, page),
      );
    const current = () =>
      isLatest() && isSameQuery(list.query, query.value) ? answer.peek() : null;
    const next = await readPage(list.next);
    const now = current();
    if (hasFailed(next) || now === null) return next;
    const first = Math.max(1, list.next - pagesToRepeat(list, now, deleting.peek()));
    const repeated: ReportList[] = [];
    for (let page = list.next - 1; page >= first; page -= 1) {
      const again = await readPage(page);
      if (hasFailed(again) || current() === null) return again;
      repeated.unshift(again.value);
    }
    // Adds the pages to the earlier list. `keep` then applies the operations that ended since.
    keep(withNextPage(list, next.value, repeated));
    return next;
  }

  function showMore(): void {
    if (larger.value !== undefined) change({ perPage: larger.value }, 0);
    else if (!canReadOn.value) return;
    // During the read of a further page, a second press means the same page.
    else if (waiting.value > 0) wantsMore = !wasFurther;
    else if (hasReply) void ask(readOn);
    else if (failure.value !== null) {
      // The stored rows may be older than the next page.
      wantsMore = true;
      void ask();
    }
  }

  function change(fields: Partial<ReportQuery>, pause: number): void {
    const staysOnPage = !('search' in fields || 'perPage' in fields);
    set({ ...wanted.value, ...fields }, pause, staysOnPage ? page.value : null);
    remember({ ...wanted.value, project: site.remembered() });
  }

  function set(changed: ReportQuery, pause: number, ofPage: string | null): void {
    wantsMore = false;
    batch(() => {
      wanted.value = changed;
      page.value = ofPage;
    });
    clearTimeout(typing);
    if (pause === 0) {
      void ask();
    } else {
      isTyping.value = true;
      typing = setTimeout(() => void ask(), pause);
    }
  }

  function searchAll(search: string, pause: number, ofPage: string | null): void {
    site.forget();
    set({ ...wanted.value, search, project: '', result: null }, pause, ofPage);
  }

  /** Ids of the reports without a result that have caused further reads. */
  const withoutResult = new Set<string>();
  let resultReads: ReturnType<typeof setTimeout>[] = [];
  effect(() => {
    const rows = answer.value?.reports ?? [];
    const isNew = (row: Report) => !hasResult(row) && !withoutResult.has(row.id);
    if (!rows.some(isNew)) return;
    for (const { id } of rows.filter(isNew)) withoutResult.add(id);
    for (const timer of resultReads) clearTimeout(timer);
    resultReads = RESULT_READS_MS.map((pause) => setTimeout(readResults, pause));
  });

  /** Reads the list again, but not a list with further pages, whose pages would all be read again. */
  function readResults(): void {
    const rows = answer.peek()?.reports ?? [];
    const isOnePage = rows.length <= query.peek().perPage;
    const canRead = waiting.peek() === 0 && success.peek() !== null;
    if (isOnePage && canRead && !rows.every(hasResult)) void ask();
  }

  effect(() => {
    const isAgain = success.value !== null && failure.peek() !== null && !wasFurther;
    if (isAgain) void untracked(() => ask());
  });

  const isReading = computed(() => waiting.value > 0 || isTyping.value);

  return {
    query,
    /** The rows to show; undefined before the first list of the connection. */
    shown,
    site,
    /** All known rows, including those that are not shown. */
    rows: computed(() => loaded.value?.reports ?? newest.value?.reports ?? []),
    /** Returns the failed checks of a report's current result from a reply; null if no reply has them. */
    foundOf({ id, generatedAt }: Report): readonly Check[] | null {
      const found = loaded.value?.found?.[id];
      return found?.generatedAt === generatedAt ? found.checks : null;
    },
    isReading,
    /** Whether the rows are the service's answer to a request that was sent after the page opened. */
    isKnown: computed(
      () =>
        shown.value?.isAnswer === true &&
        loaded.value?.requestedAt !== storedRequest &&
        !isReading.value &&
        failure.value === null,
    ),
    /** The failure of the last request; null after a success. The shown rows are older than a failure. */
    failure: failure as ReadonlySignal<Failure | null>,
    /** Whether *Refresh* has succeeded, and no request followed. */
    isFresh: isFresh as ReadonlySignal<boolean>,
    /** Changes the query. After typing, the request waits for a pause. */
    change(fields: Partial<ReportQuery>): void {
      if (fields.project !== undefined) site.forget();
      change(fields, fields.search || fields.project ? TYPING_PAUSE_MS : 0);
    },
    /** Searches all reports for a text that was not typed into the search field. Does not store the query. */
    searchOnce: (search: string): void => searchAll(search, TYPING_PAUSE_MS, null),
    /**
     * Shows only the reports of a page, until the search or the page size changes. Does not store the
     * query.
     */
    searchPage: (url: string): void => searchAll(pageQuery(url).search, 0, pageKey(url)),
    /** Whether *Show more* is available. */
    canShowMore: computed(
      () => shown.value?.isPart === true && (larger.value !== undefined || canReadOn.value),
    ),
    /** Raises the page size. At the largest page size, reads the next page. */
    showMore,
    /** Clears the filters, but not the search. */
    clearFilters(): void {
      site.forget();
      change({ project: '', result: null }, 0);
    },
    /** Reads the list again. */
    async refresh(): Promise<void> {
      await ask();
    },
    /** Reads the list again, and announces the success. */
    async refreshAloud(): Promise<void> {
      if (await ask()) isFresh.value = true;
    },
  };
}

/** Returns the first rows of a page. The page reads the list itself, so stale rows need no extra read. */
function atFirst(newest: NewestReports, recent: readonly RecentOperation[]): LoadedList {
  return { ...loadedNewest(newest, recent), isStale: false };
}
