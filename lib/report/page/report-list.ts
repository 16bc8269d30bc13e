import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { attempt } from '@/lib/attempt';
import { type Deletion, isHidden } from '@/lib/deletion/deletion';
import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { matchingReports } from '@/lib/report/local-list';
import { offeredProjects } from '@/lib/report/project-suggestions';
import { distinctReports, type Report } from '@/lib/report/report';
import { isSameQuery, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { StoredList } from '@/lib/report/stored-list';
import type { StoredItem } from '@/lib/stored-item';

/** The rows to show, and how far they can be trusted. */
export interface ShownList {
  reports: Report[];
  /** Whether these are the service's rows for this very query, or what is known here meanwhile. */
  isAnswer: boolean;
  /** Rows of the answer that could not be read. */
  unreadable: number;
  /** Rows of the answer that are out of sight: they are being deleted, or repeat another. */
  hidden: number;
  /** How many reports match in all, without such rows, where the service says so. */
  total: number | null;
  /** When the service was asked for them, ISO 8601 in UTC. */
  readAt: string;
}

/** The list of reports: what it is asked to show, and what it shows. */
export interface ReportList {
  query: ReadonlySignal<ReportQuery>;
  /** Undefined until any list has ever been read. */
  shown: ReadonlySignal<ShownList | undefined>;
  /** Of the projects seen in reports, a few that go with what is typed. */
  projects: ReadonlySignal<string[]>;
  isReading: ReadonlySignal<boolean>;
  /** Why the last request failed; what is shown is older than that. */
  failure: ReadonlySignal<Failure | null>;
  /** Asks for something else; typed text waits until the typing pauses. */
  change(change: Partial<ReportQuery>): void;
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
  /** The list as the background stores it. */
  stored: ReadonlySignal<StoredList | undefined>;
  deletions: ReadonlySignal<readonly Deletion[]>;
  /** What the list was last asked to show. */
  query: ReportQuery | undefined;
  queryItem: StoredItem<ReportQuery>;
  /** Has the background read a list into the store. */
  read(query: ReportQuery): Promise<Outcome<null>>;
}

/** How long typing must pause before the service is asked, in milliseconds. */
export const TYPING_PAUSE_MS = 250;

/** Makes the list. It shows what is stored for its query, and what is known here until then. */
export function createReportList(tools: ReportListTools): ReportList {
  const { stored, deletions, queryItem, read } = tools;
  const query = signal(tools.query ?? RECENT_REPORTS_QUERY);
  const waiting = signal(0);
  const failure = signal<Failure | null>(null);
  const isFresh = signal(false);
  const isTyping = signal(false);
  const known = new Map<string, Report>();
  const deletedIds = new Set<string>();
  /** The answer to what is asked here: another window may ask for something else, which is stored then. */
  let answer: StoredList | undefined;
  let requests = 0;
  let typing: ReturnType<typeof setTimeout> | undefined;

  /** Every report that was listed while the page is open, the freshest version of each. */
  const knownReports = computed(() => {
    for (const report of stored.value?.reports ?? []) {
      known.set(report.id, report);
      deletedIds.delete(report.id);
    }
    for (const { report, state } of deletions.value) {
      if (state === 'sending') deletedIds.add(report.id);
      else deletedIds.delete(report.id);
    }
    return [...known.values()].filter(({ id }) => !deletedIds.has(id));
  });

  /** The service's rows for this very query, or until they come what else is known that matches. */
  const shown = computed<ShownList | undefined>(() => {
    const list = stored.value;
    // Read in any case: it learns from each list that comes by.
    const others = knownReports.value;
    if (list === undefined) return undefined;
    if (isSameQuery(list.query, query.value)) answer = list;
    else if (answer && !isSameQuery(answer.query, query.value)) answer = undefined;
    if (answer === undefined) {
      const reports = withoutHidden(matchingReports(others, query.value));
      const { readAt } = list;
      return { reports, isAnswer: false, unreadable: 0, hidden: 0, total: null, readAt };
    }
    const rows =
      answer === list
        ? list.reports
        : answer.reports
            .filter(({ id }) => !deletedIds.has(id))
            .map((report) => known.get(report.id) ?? report);
    const reports = withoutHidden(distinctReports(rows));
    const hidden = answer.reports.length - reports.length;
    const { unreadable, readAt } = answer;
    // A service may count reports or rows.
    const total = answer.total === null ? null : Math.max(answer.total - hidden, reports.length);
    return { reports, isAnswer: true, unreadable, hidden, total, readAt };
  });

  function withoutHidden(reports: readonly Report[]): Report[] {
    return reports.filter(({ id }) => !isHidden(deletions.value, id));
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

  function set(changed: ReportQuery, pause: number): void {
    query.value = changed;
    // A full store costs the memory of what was asked for.
    void queryItem.write(changed).catch(() => {});
    clearTimeout(typing);
    if (pause === 0) {
      void ask();
    } else {
      isTyping.value = true;
      typing = setTimeout(() => void ask(), pause);
    }
  }

  return {
    query,
    shown,
    projects: computed(() =>
      offeredProjects(
        knownReports.value.flatMap(({ project }) => project ?? []),
        query.value.project,
      ),
    ),
    isReading: computed(() => waiting.value > 0 || isTyping.value),
    failure,
    isFresh,
    change(change) {
      const isTyped = 'search' in change || 'project' in change;
      set({ ...query.value, ...change }, isTyped ? TYPING_PAUSE_MS : 0);
    },
    clearFilters() {
      set({ ...query.value, project: '', result: null }, 0);
    },
    async refresh() {
      await ask();
    },
    async refreshAloud() {
      if (await ask()) isFresh.value = true;
    },
  };
}
