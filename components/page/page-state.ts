import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { fold } from '@/components/app/fold';
import { createHistoryState } from '@/components/app/history-state';
import { createNotices, type Notice } from '@/components/app/notices';
import { type PageKernel, subjectOf } from '@/components/app/page-kernel';
import type { Routes } from '@/components/app/route';
import { stableValue } from '@/components/app/stable-value';
import type { FormDraft, FormPage } from '@/components/form/form-draft';
import { createReportForm, type ReportForm } from '@/components/form/form-state';
import { createListState } from '@/components/list/list-state';
import { createPageJobs, type PageJobs } from '@/components/queue/page-jobs';
import { phaseOf } from '@/components/queue/page-operation';
import { createQueueState, type QueueState } from '@/components/queue/queue-state';
import { differsFrom } from '@/components/report/open-report';
import { createReportState, type ReportState } from '@/components/report/report-state';
import { attempt } from '@/components/ui/state/attempt';
import type { SettingsField } from '@/lib/browser/extension-pages';
import type { View } from '@/lib/browser-ui/reports-request';
import { lastSummaryDays } from '@/lib/history/marks';
import { type PageHistory, withoutReports, withReports } from '@/lib/history/page-history';
import type { ChangedMarks } from '@/lib/history/stored-marks';
import { isOpen } from '@/lib/jobs/job';
import { isFinished, reportOfOperation } from '@/lib/jobs/operation';
import { resultUpdates } from '@/lib/jobs/result-updates';
import type { Operation } from '@/lib/jobs/types';
import { clientName } from '@/lib/report/compare/client-names';
import type { Headline } from '@/lib/report/compare/headlines';
import { dayOf } from '@/lib/report/compare/local-day';
import {
  baseOfReport,
  type PageInBrief,
  type PageSince,
  pageInBrief,
  pageSince,
} from '@/lib/report/compare/page-change';
import type { PageFinding } from '@/lib/report/mute-targets';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import { isSuperseded, type PastResult } from '@/lib/report/past-result';
import { hasMore, type Report } from '@/lib/report/report';
import { reportLink } from '@/lib/report/report-link';
import { pageQuery, type ReportQuery } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import { policyFor } from '@/lib/settings/policy';
import type { Preferences } from '@/lib/settings/preferences';
import { mergedNewest } from '@/lib/shared-state/loaded-list';
import { isMatch, sortedReports } from '@/lib/shared-state/matching-reports';
import type { StoredItem } from '@/lib/storage/stored-item';
import { pageKey } from '@/lib/url/page-key';

/** The browser functions of an extension page. */
export interface PageActions {
  /** @param field the field to open the options page at */
  onOpenSettings(field?: SettingsField): void;
  onCopy(text: string): Promise<void>;
  onOpenPage(url: string): void;
  /** Opens a batch of creations. */
  onOpenBatch(id: string): void;
  /** Opens a report in a new tab; absent if the window shows no other extension page. */
  onOpenInTab?(reportId: string): void;
  /** Opens a view of *All reports*. */
  onOpenView(view: View, inNewTab: boolean): void;
  /** Prints the extension page; absent if the page cannot print. */
  onPrint?(): void;
}

/** The options of an extension page. */
export interface PageOptions {
  actions: PageActions;
  routes: Routes;
  /**
   * The query with which the list opens. A new value replaces the query that a person has chosen.
   */
  query: ReadonlySignal<ReportQuery>;
  /** Called with the query to store, after each change of the query. */
  remember(query: ReportQuery): void;
  /** An address on the site of the filter *This site*; null to offer no such filter. */
  siteUrl: string | null;
  /** Whether the extension page shows the form that creates a report. */
  hasForm: boolean;
  /** The web page that the form reports; null if unknown. */
  formPage: FormPage | null;
  /** The first content of the form. Replaces the address of `formPage`. */
  draft?: Pick<FormDraft, 'url' | 'privacy'> | undefined;
  /** The item that stores a half-filled form; absent to store none. */
  draftItem?: StoredItem<FormDraft> | undefined;
  /** A signal, because preferences may change while an extension page is open. */
  preferences: ReadonlySignal<Preferences>;
}

/** The unknown fields of a report, if only its id is known. */
const NO_RESULT = { page: '', url: null, result: null, score: null, generatedAt: null };

/** The model of a connected extension page with a list of reports. */
export type PageState = ReturnType<typeof createPage>;

/** Creates the model of an extension page. */
export function createPage(kernel: PageKernel, options: PageOptions) {
  const { state, connection, connectionId, background, isPrivate, commands, passwords, newId } =
    kernel;
  const { actions, routes, hasForm, formPage, draft, draftItem, preferences } = options;
  const { queue, recentOperations, deleting, newest } = state;
  const history = createHistoryState(kernel);
  const jobs = createPageJobs(kernel);
  const list = createListState(kernel, {
    query: options.query,
    remember: options.remember,
    pageUrl: options.siteUrl,
  });
  /** The newest list, updated by the operations that finished after its request. */
  const updatedNewest = computed(
    () => newest.value && mergedNewest(newest.value, recentOperations.value),
  );
  const form = createReportForm(kernel, {
    jobs,
    draft,
    draftItem,
    page: formPage,
    defaultPrivacy: computed(() => preferences.value.defaultPrivacy),
  });
  const reportState = createReportState(kernel, {
    jobs,
    openId: computed(() => routes.now.value.reportId),
    isOlder,
    reportById,
  });
  effect(() => {
    const id = reportState.deletedId.value;
    if (id !== null) void routes.leave(id);
  });
  const queueState = createQueueState(kernel, {
    jobs,
    openId: computed(() => reportState.open.value?.report.id),
    onPossibleChange: () => void list.refresh(),
  });
  const notices = createNotices(
    kernel.clock,
    noticeContext({ jobs, form, reportState, queue: queueState }),
  );

  /** Returns a report that a route names; null while the history is being read. */
  function reportById(id: string): Report | null {
    const version = kernel.reports.get(id);
    if (version) return version;
    const stored = version === null ? undefined : history.reportAt({ id });
    // The view reads the report from the service, like every open report.
    return stored === undefined ? reportOfOperation({ id, ...NO_RESULT }, null) : stored;
  }

  /**
   * Returns the reports and results of a page, without reports that are about to be deleted. Adds
   * the reports of the newest list, which the history may not contain yet. Undefined until read.
   */
  function historyOf(page: string): PageHistory | undefined {
    const stored = history.historyOf(page);
    const rows = (updatedNewest.value?.reports ?? []).filter(
      (report) => referTo(report).page === page,
    );
    if (stored === undefined && rows.length === 0) return undefined;
    const whole = withReports(stored ?? { reports: [], results: [] }, rows);
    const reports = whole.reports.flatMap(newestVersionOf);
    return withoutReports({ ...whole, reports }, deleting.value);
  }

  /** Returns the newer of a stored report and its version on this page; empty if the report is gone. */
  function newestVersionOf(report: Report): Report | [] {
    const version = kernel.reports.get(report.id);
    if (version === null) return [];
    const isOlder = (version?.generatedAt ?? '') < (report.generatedAt ?? '');
    const isNews = version !== undefined && !isOlder && differsFrom(version, report);
    return isNews ? version : report;
  }

  const firstRequestedAt = newest.value?.requestedAt;
  /** The newest list, if it was read after this page opened; null otherwise. */
  const freshNewest = computed(() =>
    updatedNewest.value?.requestedAt === firstRequestedAt ? null : updatedNewest.value,
  );

  /**
   * Whether this browser may have created a report of a page, although no list contains the report.
   */
  function mayHaveCreated(page: string): boolean {
    const { all, batches, singles } = queue.value;
    const isOfPage = ({ subject }: Operation) =>
      subject.kind === 'create' && pageKey(subject.url) === page;
    return (
      all.create > 0 ||
      batches.some((line) => line.kind === 'create' && isOpen(line)) ||
      singles.some(({ first }) => isOfPage(first)) ||
      recentOperations.value.some(({ operation }) => isOfPage(operation))
    );
  }

  /**
   * Returns the number of newest reports that were searched for a page without a match; `all` if
   * all reports were searched. Null if the page has a report, or may have one.
   */
  function searchedFor(page: string): number | 'all' | null {
    const fresh = freshNewest.value;
    const hasReport = (historyOf(page)?.reports.length ?? 0) > 0;
    if (fresh === null || hasReport || mayHaveCreated(page)) return null;
    const isPartial = fresh.next !== null || fresh.unreadable > 0 || hasMore(fresh, fresh.perPage);
    return isPartial ? fresh.reports.length : 'all';
  }

  /** Returns the past results of a report's page, oldest first. */
  function pastOf(report: Report): readonly PastResult[] {
    return history.historyOf(referTo(report).page)?.results ?? [];
  }

  /** Returns the mutes of a report's page; none until read. */
  function mutesOf(report: Report): readonly PageMute[] {
    return history.mutes.of(referTo(report).page) ?? NO_MUTES;
  }

  /** Whether another report of the same page has a newer result. */
  async function isOlder(report: Report): Promise<boolean> {
    const { page } = referTo(report);
    await history.read(page);
    return isSuperseded(report, historyOf(page)?.results ?? []);
  }

  const isSearching = signal(false);
  /**
   * Reads the service's list of a page's reports. The worker adds the answer to the history.
   * @returns whether the page has a report, or the failure
   */
  async function searchReports(url: string): Promise<Result<boolean>> {
    isSearching.value = true;
    const result = await attempt(() => background.listReports(connectionId, pageQuery(url)));
    isSearching.value = false;
    if (hasFailed(result)) return result;
    await history.read(pageKey(url));
    return { value: (historyOf(pageKey(url))?.reports.length ?? 0) > 0 };
  }

  /** The last day before today on which the summary of each client was copied; null until read. */
  const lastSummaries = computed(() => {
    const summaries = history.summaries();
    return summaries === undefined ? null : lastSummaryDays(summaries, dayOf(new Date()));
  });

  /** Returns the preference for bases, for the page of a report. */
  function sinceOf(report: Report): PageSince {
    const since = preferences.value.comparedSince;
    if (since !== 'summary') return since;
    return pageSince(since, lastSummaries.value?.get(clientName(report)) ?? null);
  }

  const starredKeys = fold<readonly string[] | null, readonly string[] | null>(
    computed(() => (isPrivate ? null : (history.marks()?.starred ?? null))),
    null,
    stableValue,
  );
  /** The keys of the starred pages; null until read, and in private windows. */
  const starred = computed(() => starredKeys.value && new Set(starredKeys.value));

  /** Whether the list shows only starred pages, each with its newest report. */
  const isStarredOnly = signal(false);
  const starredReports = computed(() => {
    const query = list.query.value;
    const newestOfPages = [...(starred.value ?? [])].flatMap(
      (key) => historyOf(key)?.reports[0] ?? [],
    );
    const matches = newestOfPages.filter((report) => isMatch(report, query));
    return sortedReports(matches, query);
  });

  /** Whether the reports of all starred pages have been read from the history. */
  const isStarredKnown = computed(
    () => starred.value !== null && [...starred.value].every(history.isRead),
  );

  /** Adds or removes the star of a page. */
  function toggleStar(page: string): Promise<Result<ChangedMarks>> {
    const kind = starred.value?.has(page) ? 'unstar' : 'star';
    return history.changeMarks({ kind, page });
  }

  function show(report: Report): void {
    kernel.reports.addShown(report);
    routes.open(report.id);
  }

  return {
    kernel,
    connectionId,
    background,
    actions,
    isPrivate,
    hasForm,
    list,
    form,
    reportState,
    queue: queueState,
    notices,
    history,
    historyOf,
    searchedFor,
    pastOf,
    mutesOf,
    /** Reads the service's list of a page's reports, after a press. */
    reportSearch: { isBusy: isSearching as ReadonlySignal<boolean>, start: searchReports },
    starred,
    toggleStar,
    isStarredOnly,
    starredReports,
    isStarredKnown,
    lastSummaries,
    /** Returns the password of a report that was entered on this page; null if unknown. */
    passwordOf: passwords.of,
    /** Returns the password of a batch that was entered on this page; null if unknown. */
    passwordOfBatch: passwords.ofBatch,
    /** Returns the base of a report, the same as in *All reports*; null if there is none. */
    baseOf: (report: Report): PastResult | null =>
      baseOfReport(report, pastOf(report), sinceOf(report), new Date()),
    /**
     * Returns how a page has changed since its base.
     * @param report the newest report of the page
     */
    inBrief: (report: Report): PageInBrief =>
      pageInBrief(report, pastOf(report), sinceOf(report), new Date(), mutesOf(report)),
    /** Returns how many clients are worse and better, compared as in *All reports*. */
    news: () => history.newsSince(preferences.value.comparedSince),
    /** Returns the problem that has become worse, the worst one of several; null for none. */
    headline: (): Headline | null => state.headline.value,
    /** Opens the comparison of a report with its base; null if this page has no comparison. */
    onCompare: null as ((report: Report, base: PastResult) => void) | null,
    /** Returns the view of a report's copied text; null if this page has no such view. */
    viewOfText: null as ((report: Report) => Notice['view']) | null,
    /**
     * Returns the findings of a check on the pages of a report's client; null if this extension page does
     * not know these pages.
     */
    findingsOfClient: null as ((report: Report, check: string) => readonly PageFinding[]) | null,
    /** Fills the form with the page and the privacy of a report. */
    reportAnew({ url, fullUrl, privacy }: Report): void {
      routes.goTo({ name: 'list' });
      if (url !== null) form.fill({ url: fullUrl ?? url, ...(privacy !== null && { privacy }) });
    },
    /** The id of the newest report that was created since the page opened; null for none. */
    createdId: createdSinceNow(queueState),
    /** Whether new results of a report are being requested. Another press does nothing. */
    isUpdating: (id: string): boolean => commands.isBusy(subjectOf('results', id)),
    routes,
    reportById,
    /** Opens a report in place of the list. */
    show,
    /** Opens a report in place of the list or, where the window allows, in a new tab. */
    openReport(report: Report, inNewTab: boolean): void {
      if (inNewTab && actions.onOpenInTab) actions.onOpenInTab(report.id);
      else show(report);
    },
    back: routes.back,
    /** Requests new results of a report. If a confirmation is necessary, opens the report first. */
    update: (report: Report): Promise<void> =>
      reportState.updateResultsOf(report, () => show(report)),
    /** Requests new results of reports in a batch, without a confirmation. */
    requestResults: (reports: readonly Report[]) =>
      queueState.batches.create({ id: newId(), subjects: resultUpdates(reports) }),
    remove: (report: Report): void =>
      void jobs.create({ id: newId(), subject: { kind: 'delete', report: referTo(report) } }),
    /** Returns the address of a report on the service; null if *Report link* is empty. */
    linkOf: (report: Report): string | null =>
      reportLink(
        report,
        policyFor(preferences.value.policy, connection.baseUrl).reportLink ??
          state.connection.value?.reportLink ??
          null,
        connection.baseUrl,
      ),
  };
}

interface NoticeSources {
  jobs: Pick<PageJobs, 'pressed'>;
  form: Pick<ReportForm, 'problems' | 'confirmation'>;
  reportState: Pick<ReportState, 'open' | 'fields' | 'risks'>;
  queue: Pick<QueueState, 'first'>;
}

/** Returns the context of a notice. The context changes when the page shows newer information. */
function noticeContext({ jobs, form, reportState, queue }: NoticeSources): ReadonlySignal<object> {
  const openId = computed(() => reportState.open.value?.report.id);
  const lacksPassword = computed(() => reportState.fields.value?.lacksPassword ?? false);
  const firstPhase = computed(() => queue.first.value && phaseOf(queue.first.value));
  return computed(() => ({
    press: jobs.pressed.value,
    openId: openId.value,
    firstPhase: firstPhase.value,
    problems: form.problems.value,
    confirmation: form.confirmation.value,
    risks: reportState.risks.value,
    lacksPassword: lacksPassword.value,
  }));
}

/**
 * Returns the id of the report that the operation of the first line has created since this call;
 * null for none.
 */
function createdSinceNow({ first }: Pick<QueueState, 'first'>): ReadonlySignal<string | null> {
  const opening = first.value;
  const formerId = opening !== null && isFinished(opening) ? opening.id : null;
  return computed(() => {
    const line = first.value;
    if (line === null || line.id === formerId || line.subject.kind !== 'create') return null;
    return isFinished(line) ? (line.report?.id ?? null) : null;
  });
}
