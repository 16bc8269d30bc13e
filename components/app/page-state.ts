import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { FormDraft, FormPage } from '@/components/form/form-draft';
import { createReportForm } from '@/components/form/form-state';
import { createListState } from '@/components/list/list-state';
import { createPageJobs } from '@/components/queue/page-jobs';
import { updatesOf, updatesResults } from '@/components/queue/page-operation';
import { createQueueState } from '@/components/queue/queue-state';
import { createReportState } from '@/components/report/report-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { SettingsField } from '@/lib/browser/own-pages';
import type { Connection } from '@/lib/connection/connection';
import type { Failure } from '@/lib/failure';
import {
  newestFirst,
  type PageHistory,
  withoutReports,
  withReports,
} from '@/lib/history/page-history';
import { isOpen } from '@/lib/jobs/job';
import { isIn, type Operation } from '@/lib/jobs/operation';
import { resultBefore } from '@/lib/report/compare/changes';
import { type PageAnswer, pageAnswer } from '@/lib/report/compare/page-change';
import { isSuperseded, type PastResult } from '@/lib/report/past-result';
import { distinctReports, hasMore, type Report } from '@/lib/report/report';
import { reportLink } from '@/lib/report/report-link';
import type { ReportQuery } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import type { Preferences } from '@/lib/settings/preferences';
import { mergedNewest } from '@/lib/shared-state/loaded-list';
import { isMatch } from '@/lib/shared-state/matching-reports';
import type { StoredItem } from '@/lib/storage/stored-item';
import { pageKey } from '@/lib/url/page-key';
import { followForm } from './followed-form';
import type { FollowedState } from './followed-state';
import { createHistoryState } from './history-state';
import { createSetPasswords } from './set-passwords';

/** What a page asks of the browser. */
export interface PageActions {
  /** @param field the one that a person is to change there */
  onOpenSettings(field?: SettingsField): void;
  onCopy(text: string): Promise<void>;
  onOpenPage(url: string): void;
  /** Shows a batch of reports that are created. */
  onOpenBatch(id: string): void;
  /** Prints what is open; absent where that is no page. */
  onPrint?(): void;
}

interface PageTools {
  state: FollowedState;
  connection: Connection;
  background: BackgroundApi;
  actions: PageActions;
  /** Whether the page's window is private, and its jobs with it. */
  isPrivate: boolean;
  /** What the list shows at first, and what is done with each query after it. */
  query: ReportQuery;
  remember(query: ReportQuery): void;
  /** An address of the site whose reports are offered at one press; null for none. */
  siteUrl: string | null;
  /** Whether the page shows the form that creates a report. */
  hasForm: boolean;
  /** The page that the form is about; null where none is known. */
  formPage: FormPage | null;
  /** What the form holds at first, in place of that page. */
  draft?: Pick<FormDraft, 'url' | 'privacy'> | undefined;
  /** Where a half-filled form is remembered; none where it is not. */
  draftItem?: StoredItem<FormDraft> | undefined;
  /** What a person prefers, as it changes: a page may stay open for days. */
  preferences: ReadonlySignal<Preferences>;
  /** When the page has been painted for the first time. */
  firstPaint: Promise<unknown>;
}

/** What a page with a list of reports holds once a service is connected. */
export type PageState = ReturnType<typeof createPage>;

/** Makes it of what is stored, and of what the page's window is. */
export function createPage(tools: PageTools) {
  const { state, connection, actions, isPrivate, hasForm } = tools;
  const { formPage, draft, draftItem, preferences } = tools;
  const { queue, recentOperations, deleting, newest, success } = state;
  // A page that has not reloaded after Connect reaches no other service.
  const connectionId = connection.id;
  const passwords = createSetPasswords(() => recentOperations.value);
  const background = calledFrom(tools.background, isPrivate, passwords.remember);
  const newId = () => crypto.randomUUID();
  const history = createHistoryState({
    ...{ background, connectionId, recentOperations, firstPaint: tools.firstPaint },
    revision: computed(() => queue.value.historyRevision),
  });
  const jobs = createPageJobs(background, connectionId, queue, isPrivate);
  const list = createListState({
    ...{ background, connectionId: signal(connectionId), newest, queue, deleting, success },
    ...{ query: tools.query, remember: tools.remember, pageUrl: tools.siteUrl },
  });
  /** The newest list with the operations that finished after its request. */
  const newestNow = computed(
    () => newest.value && mergedNewest(newest.value, recentOperations.value),
  );
  const listed = computed(() =>
    distinctReports([...list.rows.value, ...(newestNow.value?.reports ?? [])]),
  );
  const form = createReportForm({
    ...{ jobs, queue, newId, draft, draftItem, page: formPage },
    defaultPrivacy: computed(() => preferences.value.defaultPrivacy),
  });
  const reportState = createReportState({
    ...{ background, connectionId, jobs, queue, newId, listed, isOlder },
  });
  const queueState = createQueueState({
    ...{ background, connectionId, jobs, queue, listed },
    openId: computed(() => reportState.open.value?.report.id),
    formPage: form.pageKey,
    onDoubt: () => void list.refresh(),
  });

  /**
   * The history of the page of a key, without the reports that are being deleted. The newest list may have
   * reports that the worker's answer lacks.
   */
  function historyOf(page: string): PageHistory | undefined {
    const answer = history.historyOf(page);
    const rows = (newestNow.value?.reports ?? []).filter((report) => referTo(report).page === page);
    if (answer === undefined && rows.length === 0) return undefined;
    const whole = withReports(answer ?? { reports: [], results: [] }, rows);
    return withoutReports(whole, deleting.value);
  }

  const firstRequest = newest.peek()?.requestedAt;
  /** The newest list; null until the service has listed it since this page was opened. */
  const freshNewest = computed(() =>
    newestNow.value?.requestedAt === firstRequest ? null : newestNow.value,
  );

  /** Whether a report of a page may exist that no list has shown. */
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
   * How many of the newest reports were searched for a page without finding it; `all` if the service has no
   * others. Null while that is not known, and for a page with a report.
   */
  function searchedFor(page: string): number | 'all' | null {
    const fresh = freshNewest.value;
    const hasReport = (historyOf(page)?.reports.length ?? 0) > 0;
    if (fresh === null || hasReport || mayHaveCreated(page)) return null;
    const isPart = fresh.next !== null || fresh.unreadable > 0 || hasMore(fresh, fresh.perPage);
    return isPart ? fresh.reports.length : 'all';
  }

  /** The results that a report's page has had, oldest first. */
  function pastOf(report: Report): readonly PastResult[] {
    return history.historyOf(referTo(report).page)?.results ?? [];
  }

  /** Whether another report shows a later result of a report's page. */
  async function isOlder(report: Report): Promise<boolean> {
    const { page } = referTo(report);
    await history.read(page);
    return isSuperseded(report, historyOf(page)?.results ?? []);
  }

  /** The keys of the starred pages; null where that is not known, and in private windows. */
  const starred = computed(() => {
    const marks = isPrivate ? undefined : history.marks();
    return marks === undefined ? null : new Set(marks.starred);
  });

  /** Whether the list shows the newest reports of starred pages alone. */
  const isStarredAlone = signal(false);
  const starredReports = computed(() =>
    [...(starred.value ?? [])]
      .flatMap((key) => historyOf(key)?.reports[0] ?? [])
      .filter((report) => isMatch(report, list.query.value))
      .sort(newestFirst),
  );

  /** Whether the newest reports of all starred pages have been read. */
  const isStarredKnown = computed(
    () => starred.value !== null && [...starred.value].every(history.isRead),
  );

  /** Stars a page, or takes the star away; gives why that failed. */
  async function toggleStar(page: string): Promise<Failure | 'full' | null> {
    const kind = starred.peek()?.has(page) ? 'unstar' : 'star';
    const result = await history.changeMarks({ kind, page });
    if (hasFailed(result)) return result.failure;
    return kind === 'star' && !result.value.starred.includes(page) ? 'full' : null;
  }

  /** Shows a report in place of the list. */
  function show(report: Report): void {
    void reportState.show(report);
  }

  /**
   * Requests new results of a report; what has to be confirmed first is so where the report is shown.
   * @param open shows it
   */
  async function update(report: Report, open: (report: Report) => void = show): Promise<void> {
    if (await isOlder(report)) {
      open(report);
      await reportState.updateResults();
    } else {
      const subject = { kind: 'update', report: referTo(report), update: { results: 1 } } as const;
      await jobs.create({ id: newId(), subject });
    }
  }

  return {
    /** The service's base URL. */
    service: connection.baseUrl,
    ...{ connectionId, background, actions, isPrivate, hasForm },
    ...{ list, form, reportState, queue: queueState, history, historyOf, searchedFor, pastOf },
    ...{ starred, toggleStar, isStarredAlone, starredReports, isStarredKnown },
    /** The password of a report, or of a batch, where it was entered on this page; null where it is not known. */
    passwordOf: passwords.of,
    passwordOfBatch: passwords.ofBatch,
    /** The earlier result that says what has changed with a report; null where there is none. */
    baseOf: (report: Report): PastResult | null => resultBefore(report, pastOf(report)),
    /** How the newest report of a page answers for it. */
    answerOf: (report: Report): PageAnswer =>
      pageAnswer(report, pastOf(report), preferences.value.comparedSince, new Date()),
    /** How many clients have become worse and better since what the table of all reports compares with. */
    news: () => history.newsSince(preferences.value.comparedSince),
    /** Puts a report beside that result; null where the page has no room for both. */
    onCompare: null as ((report: Report, base: PastResult) => void) | null,
    /** Makes a report's page ready to be reported once more, with the same privacy. */
    reportAnew({ url, fullUrl, privacy }: Report): void {
      reportState.close();
      if (url !== null) form.fill({ url: fullUrl ?? url, ...(privacy !== null && { privacy }) });
    },
    /** The report that was created last; null for none. */
    createdId: followForm({ form, reportState, queue: queueState }),
    /** Whether new results of a report are on their way. */
    isUpdating: (id: string): boolean =>
      updatesOf(queue.value.singles, id).some(
        (one) => updatesResults(one.subject) && !isIn(one, 'needsAttention'),
      ),
    show,
    /** Goes back, as from a report to the list. */
    back: reportState.close,
    update,
    remove: (report: Report): void =>
      void jobs.create({ id: newId(), subject: { kind: 'delete', report: referTo(report) } }),
    /** The report's own address on the service, null where none is wanted. */
    linkOf: (report: Report): string | null =>
      reportLink(report, preferences.value.reportLink, connection.baseUrl),
  };
}

/**
 * The background, as a window calls it: the jobs of a private window are private.
 * @param remember called with each password that is set
 */
function calledFrom(
  background: BackgroundApi,
  isPrivate: boolean,
  remember: (jobId: string, password: string | undefined) => void,
): BackgroundApi {
  const own: Pick<BackgroundApi, 'createJob'> = {
    createJob(connectionId, job) {
      remember(job.id, job.password);
      return background.createJob(connectionId, { ...job, isPrivate });
    },
  };
  return Object.assign(Object.create(background), own);
}
