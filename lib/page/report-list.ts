import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Failure } from '@/lib/failure';
import { matchingReports } from '@/lib/list/local-list';
import { pageOf } from '@/lib/list/page-history';
import { offeredProjects } from '@/lib/list/project-suggestions';
import { answerTo, listedReports, oldestSource, type StoredList } from '@/lib/list/stored-list';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { distinctReports, type Report } from '@/lib/report/report';
import {
  NEWEST_QUERY,
  pageQuery,
  RECENT_REPORTS_QUERY,
  type ReportQuery,
} from '@/lib/report/report-query';
import type { StoredItem } from '@/lib/storage/stored-item';
import { pageKey } from '@/lib/url/page-key';
import { otherSpellings } from '@/lib/url/search-spellings';
import { attempt } from './attempt';

/** The rows to show, and how far they can be trusted. */
export interface ShownList {
  reports: Report[];
  /**
   * Whether these are the service's rows for this very query; if not, they are its rows from before
   * the query was chosen, or what is known here meanwhile.
   */
  isAnswer: boolean;
  /** Rows of the answer that could not be read. */
  unreadable: number;
  /** Rows of the answer that are out of sight: being deleted, repeating another, of other pages. */
  hidden: number;
  /** How many reports match in all, without such rows, where the service says so. */
  total: number | null;
  /** When the service was asked for the oldest of them, ISO 8601 in UTC. */
  readAt: string;
}

/** The list of reports: what it is asked to show, and what it shows. */
export interface ReportList {
  query: ReadonlySignal<ReportQuery>;
  /** Undefined until any list has ever been read. */
  shown: ReadonlySignal<ShownList | undefined>;
  /** What is typed in the filter by project; the query has it once it is asked for. */
  project: ReadonlySignal<string>;
  /** Of the projects seen in reports, a few that go with what is typed. */
  projects: ReadonlySignal<string[]>;
  /** Types a project, which the service matches whole: it is asked at once for one that is known. */
  enterProject(text: string): void;
  /** Asks for the project as it is typed, or for another one that was chosen. */
  applyProject(chosen?: string): void;
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
  /** Takes the filters off, and leaves the search. */
  clearFilters(): void;
  /** Whether the last thing that happened is that Refresh brought the list up to date. */
  isFresh: ReadonlySignal<boolean>;
  /** Asks the service again. */
  refresh(): Promise<void>;
  /** The same at a person's wish, who wants to hear that it is done. */
  refreshAloud(): Promise<void>;
}

interface ReportListTools {
  /** The lists as the background stores them, the newest first. */
  stored: ReadonlySignal<readonly StoredList[]>;
  /** Ids of the reports that are being deleted. */
  deleting: ReadonlySignal<readonly string[]>;
  /** What the list was last asked to show. */
  query: ReportQuery | undefined;
  /** Where that is remembered; null in private windows. */
  queryItem: StoredItem<ReportQuery> | null;
  /**
   * Another value after each request that succeeds, whoever has made it: then the list that could not
   * be read is read again. Null while the service is out of reach.
   */
  success: ReadonlySignal<string | null>;
  /** Has the background read a list into the store. */
  read(query: ReportQuery): Promise<Outcome<null>>;
}

/** How long typing must pause before the service is asked, in milliseconds. */
export const TYPING_PAUSE_MS = 250;

/** Makes the list. It shows what is stored for its query, or else what is known here that matches. */
export function createReportList(tools: ReportListTools): ReportList {
  const { stored, deleting, queryItem, success, read } = tools;
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

  const knownReports = computed(() => listedReports(stored.value));

  const shown = computed<ShownList | undefined>(() => {
    const [newest] = stored.value;
    if (newest === undefined) return undefined;
    const answer = answerTo(query.value, stored.value);
    if (answer === undefined) {
      const reports = withoutHidden(matchingReports(knownReports.value, query.value));
      const { readAt } = oldestSource(reports, stored.value) ?? newest;
      return { reports, isAnswer: false, unreadable: 0, hidden: 0, total: null, readAt };
    }
    const { unreadable, readAt } = answer;
    const isAnswer = readAt !== formerReadAt.value;
    const rows = rowsOf(answer);
    const reports = withoutHidden(distinctReports(rows));
    const hidden = rows.length - reports.length;
    // A service may count reports or rows, and other pages' among those that it has not sent.
    const isCounted = page.value === null && rows === answer.reports;
    const counted = isCounted ? answer.total : null;
    const total = counted === null ? null : Math.max(counted - hidden, reports.length);
    return { reports, isAnswer, unreadable, hidden, total, readAt };
  });

  /** Services search addresses as they were sent, and people as they are shown. */
  function rowsOf({ reports, query: asked }: StoredList): Report[] {
    const isUnfound = reports.length === 0 && otherSpellings(asked.search).length > 0;
    return isUnfound ? matchingReports(knownReports.value, asked) : reports;
  }

  const project = signal(wanted.value.project);
  const knownProjects = computed(() => knownReports.value.flatMap((one) => one.project ?? []));

  /** The service matches names exactly; nobody has to type a known one with its capitals. */
  function properName(typed: string): string {
    const known = knownProjects.value;
    const isAlike = (name: string) => name.toLowerCase() === typed.toLowerCase();
    return known.includes(typed) ? typed : (known.find(isAlike) ?? typed);
  }

  function withoutHidden(reports: readonly Report[]): Report[] {
    const isOfPage = (report: Report) => page.value === null || pageOf(report) === page.value;
    return reports.filter((report) => !deleting.value.includes(report.id) && isOfPage(report));
  }

  /** Whether the answer is there, and nothing was asked after it. */
  async function ask(): Promise<boolean> {
    clearTimeout(typing);
    isTyping.value = false;
    requests += 1;
    const request = requests;
    const asked = query.value;
    waiting.value += 1;
    isFresh.value = false;
    const outcome = await attempt(() => read(asked));
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
    void queryItem?.write(wanted.value).catch(() => {});
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
    project.value = '';
    set({ ...wanted.value, search, project: '', result: null }, pause, ofPage);
  }

  effect(() => {
    if (success.value !== null && failure.peek() !== null) void untracked(ask);
  });

  return {
    query,
    shown,
    project,
    projects: computed(() => offeredProjects(knownProjects.value, project.value)),
    isReading: computed(() => waiting.value > 0 || isTyping.value),
    failure,
    isFresh,
    change(fields) {
      change(fields, fields.search ? TYPING_PAUSE_MS : 0);
    },
    enterProject(text) {
      project.value = text;
      const name = text.trim();
      if (name === '' || knownProjects.value.includes(name)) change({ project: name }, 0);
    },
    applyProject(chosen = properName(project.value.trim())) {
      project.value = chosen;
      change({ project: chosen }, 0);
    },
    searchOnce: (search) => searchAll(search, TYPING_PAUSE_MS, null),
    searchPage: (url) => searchAll(pageQuery(url).search, 0, pageKey(url)),
    clearFilters() {
      project.value = '';
      change({ project: '', result: null }, 0);
    },
    async refresh() {
      await ask();
    },
    async refreshAloud() {
      if (await ask()) isFresh.value = true;
    },
  };
}
