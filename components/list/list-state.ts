import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { createProjectFilter, type ProjectFilter } from '@/components/list/find/project-state';
import { attempt } from '@/components/ui/state/attempt';
import { answerTo, listedReports, type ResolvedList } from '@/lib/archive/stored-list';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import {
  NEWEST_QUERY,
  PAGE_SIZES,
  pageQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import type { StoredItem } from '@/lib/storage/stored-item';
import type { TaskOutcome } from '@/lib/task/view';
import { pageKey } from '@/lib/url/page-key';
import { createFurtherRows } from './further-rows-state';
import { type ShownList, shownList } from './shown-list';

/** The list of reports: what it is asked to show, and what it shows. */
export interface ListState {
  query: ReadonlySignal<ReportQuery>;
  /** Undefined until any list has ever been read. */
  shown: ReadonlySignal<ShownList | undefined>;
  project: ProjectFilter;
  isReading: ReadonlySignal<boolean>;
  /** Why the last request failed; what is shown is older than that. */
  failure: ReadonlySignal<Failure | null>;
  /** Asks for something else; typed text waits until the typing pauses. */
  change(change: Partial<ReportQuery>): void;
  /** Searches all reports for a text that came from elsewhere: the query is not remembered. */
  searchOnce(search: string): void;
  /**
   * Shows the reports of a page alone, until another search or page size is asked for. The query is
   * not remembered.
   */
  searchPage(url: string): void;
  /** Whether there is a way to more rows. */
  canShowMore: ReadonlySignal<boolean>;
  /** Shows a larger page of the list, and beyond the largest the next one as well. */
  showMore(): void;
  /** Takes the filters off, and leaves the search. */
  clearFilters(): void;
  /** Whether the last thing that happened is that Refresh brought the list up to date. */
  isFresh: ReadonlySignal<boolean>;
  /** Asks the service again. */
  refresh(): Promise<void>;
  /** The same at a person's wish, who wants to hear that it is done. */
  refreshAloud(): Promise<void>;
}

interface ListStateTools {
  /** The lists as the background stores them, the newest first. */
  stored: ReadonlySignal<readonly ResolvedList[]>;
  /** Ids of the reports that are being deleted. */
  deleting: ReadonlySignal<readonly string[]>;
  /** What became of the last tasks, the latest last. */
  outcomes: ReadonlySignal<readonly TaskOutcome[]>;
  /** The page in front; null where there is none, or none is to be shown. */
  pageUrl: string | null;
  /** What the list was last asked to show. */
  query: ReportQuery | undefined;
  /** Where that is remembered; null where nothing is. */
  queryItem: StoredItem<ReportQuery> | null;
  /**
   * Another value after each request that succeeds, whoever has made it: then the list that could not
   * be read is read again. Null while the service is out of reach.
   */
  success: ReadonlySignal<string | null>;
  /** Has the background read a list into the store. */
  read(query: ReportQuery): Promise<Outcome<null>>;
  /** Has it read a further page of a list, which the store does not hold. */
  readPage(query: ReportQuery, page: number): Promise<Outcome<ReportList>>;
}

/** How long typing must pause before the service is asked, in milliseconds. */
export const TYPING_PAUSE_MS = 250;

/** Makes the list. It shows what is stored for its query, or else what is known here that matches. */
export function createListState(tools: ListStateTools): ListState {
  const { stored, deleting, pageUrl, queryItem, success, read } = tools;
  const wanted = signal(tools.query ?? RECENT_REPORTS_QUERY);
  /** The page whose reports alone are shown; a search for it finds those below it, too. */
  const page = signal<string | null>(null);
  const query = computed<ReportQuery>(() =>
    page.value === null ? wanted.value : { ...wanted.value, perPage: NEWEST_QUERY.perPage },
  );
  const waiting = signal(0);
  const failure = signal<Failure | null>(null);
  const isFresh = signal(false);
  const isTyping = signal(false);
  /** When the answer was read that was there before the query was chosen. */
  const formerReadAt = signal<string | undefined>(undefined);
  let requests = 0;
  let typing: ReturnType<typeof setTimeout> | undefined;

  const further = createFurtherRows({ ...tools, query });
  const shown = computed(() =>
    shownList({
      ...{ query: query.value, page: page.value, stored: stored.value },
      ...{ further: further.pages.value, deleting: deleting.value },
      formerReadAt: formerReadAt.value,
    }),
  );
  const larger = computed(() => PAGE_SIZES.find((size) => size > query.value.perPage));
  const project = createProjectFilter({
    project: computed(() => wanted.value.project),
    seen: computed(() => listedReports(stored.value).flatMap((one) => one.project ?? [])),
    pageUrl,
    ask: (name) => change({ project: name }, 0),
  });

  /**
   * @param reading what is asked for; absent: the first page of the list
   * @returns whether the answer is there, and nothing was asked after it
   */
  async function ask(reading?: () => Promise<Outcome<unknown>>): Promise<boolean> {
    clearTimeout(typing);
    isTyping.value = false;
    requests += 1;
    const request = requests;
    const asked = query.value;
    waiting.value += 1;
    isFresh.value = false;
    const outcome = await attempt<unknown>(reading ?? (() => read(asked)));
    batch(() => {
      waiting.value -= 1;
      // What an earlier request came to is of no interest any more.
      if (request === requests) failure.value = hasFailed(outcome) ? outcome.failure : null;
    });
    return request === requests && !hasFailed(outcome);
  }

  function change(fields: Partial<ReportQuery>, pause: number): void {
    const staysOnPage = !('search' in fields || 'perPage' in fields);
    set({ ...wanted.value, ...fields }, pause, staysOnPage ? page.value : null);
    // A full store costs the memory of what was asked for.
    void queryItem?.write({ ...wanted.value, project: project.kept() }).catch(() => {});
  }

  function set(changed: ReportQuery, pause: number, ofPage: string | null): void {
    batch(() => {
      wanted.value = changed;
      page.value = ofPage;
      formerReadAt.value = answerTo(query.value, stored.value)?.readAt;
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
    project.forget();
    set({ ...wanted.value, search, project: '', result: null }, pause, ofPage);
  }

  effect(() => {
    if (success.value !== null && failure.peek() !== null) void untracked(() => ask());
  });

  let wasDeleting = false;
  let lastDeleted = idOfLastDeletion(tools.outcomes.peek());
  effect(() => {
    const isDeleting = deleting.value.length > 0;
    const last = idOfLastDeletion(tools.outcomes.value);
    if (wasDeleting && !isDeleting && last !== lastDeleted) void untracked(() => ask());
    if (!isDeleting) lastDeleted = last;
    wasDeleting = isDeleting;
  });

  return {
    query,
    shown,
    project,
    isReading: computed(() => waiting.value > 0 || isTyping.value),
    failure,
    isFresh,
    change(fields) {
      change(fields, fields.search ? TYPING_PAUSE_MS : 0);
    },
    searchOnce: (search) => searchAll(search, TYPING_PAUSE_MS, null),
    searchPage: (url) => searchAll(pageQuery(url).search, 0, pageKey(url)),
    canShowMore: computed(
      () =>
        shown.value?.isPart === true && (larger.value !== undefined || further.canReadNext.value),
    ),
    showMore() {
      if (larger.value !== undefined) change({ perPage: larger.value }, 0);
      else if (further.canReadNext.value && waiting.value === 0) void ask(further.readNext);
    },
    clearFilters() {
      project.forget();
      change({ project: '', result: null }, 0);
    },
    async refresh() {
      await ask();
    },
    async refreshAloud() {
      if (!(await ask())) return;
      isFresh.value = true;
      further.clear();
    },
  };
}

function idOfLastDeletion(outcomes: readonly TaskOutcome[]): string | undefined {
  return outcomes.findLast(({ kind, end }) => kind === 'delete' && end === 'done')?.id;
}
