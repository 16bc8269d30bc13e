import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { attempt } from '@/components/ui/state/attempt';
import { createLatest } from '@/components/ui/state/latest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import type { RecentOperation } from '@/lib/jobs/job';
import type { QueueSummary } from '@/lib/jobs/queue';
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

interface ListStateTools {
  background: Pick<BackgroundApi, 'listReports' | 'listFurtherReports'>;
  connectionId: ReadonlySignal<string>;
  /** The newest reports as the worker has stored them. */
  newest: ReadonlySignal<NewestReports | null>;
  queue: ReadonlySignal<Pick<QueueSummary, 'recentOperations' | 'batches'>>;
  /** Ids of the reports that are about to be deleted. */
  deleting: ReadonlySignal<readonly string[]>;
  /**
   * Another value after each request that succeeds, whoever has made it: then the list that could not
   * be read is read again. Null while the service is out of reach.
   */
  success: ReadonlySignal<unknown>;
  /** The page in front; null where there is none. */
  pageUrl: string | null;
  /** What the list shows at first. */
  query: ReportQuery;
  /** Called with what is to be remembered. */
  remember(query: ReportQuery): void;
}

/** How long typing must pause before the service is asked, in milliseconds. */
export const TYPING_PAUSE_MS = 250;

/** A list with a report without a result is read again so many milliseconds later. */
const RESULT_READS_MS = [5_000, 15_000, 60_000];

/** So many pages of a hundred rows are read at the most: a longer list is better searched. */
export const MAX_PAGES = 20;

/** The list of reports: what it is asked to show, and what it shows. */
export type ListState = ReturnType<typeof createListState>;

/** Makes the list. It shows the reply to its query, and until that comes which of the rows it has match. */
export function createListState(tools: ListStateTools) {
  const { background, connectionId, newest, queue, deleting, success, remember } = tools;
  const wanted = signal(tools.query);
  /** The page whose reports alone are shown; a search for it finds those below it, too. */
  const page = signal<string | null>(null);
  const query = computed<ReportQuery>(() =>
    page.value === null ? wanted.value : { ...wanted.value, perPage: NEWEST_QUERY.perPage },
  );
  const stored = newest.peek();
  const loaded = signal(stored && atFirst(stored, queue.peek().recentOperations));
  /** When the stored list was requested. */
  const storedRequest = stored?.requestedAt;
  const waiting = signal(0);
  const failure = signal<Failure | null>(null);
  const isFresh = signal(false);
  const isTyping = signal(false);
  const requests = createLatest();
  /** Whether the last request was for a page that follows; what reads on asks for it again. */
  let wasFurther = false;
  /** Whether more rows are to be read once the list is there that is being read. */
  let wantsMore = false;
  /** Whether a reply of the page's own has come: the rows that it begins with may be of another day. */
  let hasReply = false;
  let typing: ReturnType<typeof setTimeout> | undefined;

  const shown = computed(() =>
    shownList({
      ...{ query: query.value, page: page.value, deleting: deleting.value },
      loaded: loaded.value,
    }),
  );
  const larger = computed(() => PAGE_SIZES.find((size) => size > query.value.perPage));
  /** The list of the query as it was read last; null while it was not. */
  const answer = computed(() =>
    loaded.value !== null && isSameQuery(loaded.value.query, query.value) ? loaded.value : null,
  );
  const canReadOn = computed(
    () => answer.value?.next != null && answer.value.next <= MAX_PAGES && isLargest(query.value),
  );
  const site = createSiteToggle({
    pageUrl: tools.pageUrl,
    project: computed(() => wanted.value.project),
    ask: (project) => change({ project }, 0),
  });

  /** Keeps a list, merged with what has ended since; one that is stale is read again. */
  function keep(list: LoadedList): void {
    const { recentOperations, batches } = queue.peek();
    const now = placed(merged(list, recentOperations), batches);
    // Once: the next operation is no further reason.
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
   * @param reading what is asked for; absent: the first page of the list
   * @returns whether the reply is there, and nothing was asked after it
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
      // What an earlier request came to is of no interest any more.
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
    const reply = await attempt(() => background.listReports(connectionId.value, requested));
    if (!hasFailed(reply) && isSameQuery(requested, query.value)) {
      hasReply = true;
      keep(loadedList(requested, reply.value));
    }
    return reply;
  }

  /** Reads the next page, and after that those whose rows have moved up since. */
  async function readOn(): Promise<Result<unknown>> {
    const list = answer.value;
    if (list === null || list.next === null) return { value: null };
    const isLatest = requests.follow();
    const readPage = (page: number) =>
      attempt(() =>
        background.listFurtherReports(connectionId.value, list.requested ?? list.query, page),
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
    // The pages follow on the list as it was: what has ended since then comes before or leaves both.
    keep(withNextPage(list, next.value, repeated));
    return next;
  }

  function showMore(): void {
    if (larger.value !== undefined) change({ perPage: larger.value }, 0);
    else if (!canReadOn.value) return;
    // A second press while rows are read on wants the same rows.
    else if (waiting.value > 0) wantsMore = !wasFurther;
    else if (hasReply) void ask(readOn);
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

  /** Ids of the reports without a result for which the list is read again, or was. */
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

  /** Not a list that was read on: its further pages would have to be read again as well. */
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
    /** Undefined until any list has ever been read. */
    shown,
    site,
    /** The rows that the page has, whatever it shows of them. */
    rows: computed(() => loaded.value?.reports ?? newest.value?.reports ?? []),
    /** What a reply says of the checks that failed in a report as it is; null where none does. */
    foundOf({ id, generatedAt }: Report): readonly Check[] | null {
      const found = loaded.value?.found?.[id];
      return found?.generatedAt === generatedAt ? found.checks : null;
    },
    isReading,
    /** Whether the rows are the service's answer to the last request, made since the page was opened. */
    isKnown: computed(
      () =>
        shown.value?.isAnswer === true &&
        loaded.value?.requestedAt !== storedRequest &&
        !isReading.value &&
        failure.value === null,
    ),
    /** Why the last request failed; what is shown is older than that. */
    failure: failure as ReadonlySignal<Failure | null>,
    /** Whether the last thing that happened is that Refresh brought the list up to date. */
    isFresh: isFresh as ReadonlySignal<boolean>,
    /** Asks for something else; typed text waits until the typing pauses. */
    change(fields: Partial<ReportQuery>): void {
      if (fields.project !== undefined) site.forget();
      change(fields, fields.search || fields.project ? TYPING_PAUSE_MS : 0);
    },
    /** Searches all reports for a text that came from elsewhere: the query is not remembered. */
    searchOnce: (search: string): void => searchAll(search, TYPING_PAUSE_MS, null),
    /**
     * Shows the reports of a page alone, until another search or page size is asked for. The query is
     * not remembered.
     */
    searchPage: (url: string): void => searchAll(pageQuery(url).search, 0, pageKey(url)),
    /** Whether there is a way to more rows. */
    canShowMore: computed(
      () => shown.value?.isPart === true && (larger.value !== undefined || canReadOn.value),
    ),
    /** Shows a larger page of the list, and beyond the largest the next one as well. */
    showMore,
    /** Takes the filters off, and leaves the search. */
    clearFilters(): void {
      site.forget();
      change({ project: '', result: null }, 0);
    },
    /** Asks the service again. */
    async refresh(): Promise<void> {
      await ask();
    },
    /** The same at a person's wish, who wants to hear that it is done. */
    async refreshAloud(): Promise<void> {
      if (await ask()) isFresh.value = true;
    },
  };
}

/** The rows that a page begins with. Where operations are missing, its own reply will make up for them. */
function atFirst(newest: NewestReports, recent: readonly RecentOperation[]): LoadedList {
  return { ...loadedNewest(newest, recent), isStale: false };
}
