import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { i18n } from '#i18n';
import { fold, whenever } from '@/components/app/fold';
import { createPageKernel, type PageInputs } from '@/components/app/page-kernel';
import { createRoutes } from '@/components/app/route';
import { undoOf } from '@/components/app/undo-marks';
import { createBatchModel } from '@/components/batch/batch-model';
import { createBatchRows } from '@/components/batch/run/batch-rows-state';
import { createComparison } from '@/components/compare/comparison-state';
import { createLostComparison } from '@/components/compare/lost-comparison';
import { createClientLanguages } from '@/components/export/client-languages';
import { readClientPages } from '@/components/export/client-pages';
import { type CopiedDocuments, createCopiedText } from '@/components/export/copied-text';
import { documentCsv, plainDocument, type WrittenDocument } from '@/components/export/document';
import { createExports, problemName } from '@/components/export/exports';
import type { RowsAge } from '@/components/export/rows-age';
import { saveWorkbook } from '@/components/export/save-workbook';
import { leaveLostRoute } from '@/components/page/lost-route';
import { createPage, type PageActions, type PageOptions } from '@/components/page/page-state';
import type { Ending } from '@/components/queue/batches-state';
import { dueName } from '@/components/ready/due-words';
import { reportText } from '@/components/report/content/report-text';
import { asListed } from '@/components/report/open-report';
import type { NewBatch } from '@/components/table/batch-actions';
import { findingOn } from '@/components/table/mutable-findings';
import type { TableOrder } from '@/components/table/table-order';
import { type BatchUpdate, createTable } from '@/components/table/table-state';
import { createReadTrends } from '@/components/table/trends';
import { updateSentence } from '@/components/table/update-words';
import { isolated } from '@/components/text/isolation';
import { labelled } from '@/components/text/language';
import type { CopiedView } from '@/components/text/messages/copy-message';
import { failureMessage } from '@/components/text/messages/failure-message';
import { addressInSentence, copyableAddress, reportAddress } from '@/components/text/report-name';
import { painted } from '@/components/ui/state/painted';
import { copyFormattedLater, copyLater } from '@/lib/browser/clipboard';
import { saveCsv } from '@/lib/browser/download';
import { Route, routeTo, type View } from '@/lib/browser-ui/reports-request';
import { backupTimesItem } from '@/lib/history/backup-times';
import type { MarkChange } from '@/lib/history/marks-undo';
import { removedReportId } from '@/lib/jobs/job';
import { hostOfReport } from '@/lib/report/compare/client-names';
import { type Headline, headlinesOf } from '@/lib/report/compare/headlines';
import { baseOfReport, type Since } from '@/lib/report/compare/page-change';
import { type JudgedPage, pagesWith } from '@/lib/report/compare/tickets';
import type { PageFinding } from '@/lib/report/mute-targets';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import {
  filterCount,
  isNewestFirst,
  NEWEST_QUERY,
  RECENT_REPORTS_QUERY,
} from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import type { Agency } from '@/lib/settings/agency';
import { changePreferences, type Preferences } from '@/lib/settings/preferences';
import { asksForNewest } from '@/lib/shared-state/loaded-list';
import { createBackupReminder } from './backup-reminder-state';
import { createDueMarks } from './due-marks-state';
import { createFailingSince } from './failing-since-state';
import { createJoinedClients } from './joined-clients-state';
import { createListRows } from './list-rows-state';
import { createListSource } from './list-source-state';
import { createOpenParts } from './open-parts-state';
import { createReportFindings } from './report-findings-state';
import { FIRST_PLACES, placesAfter } from './route-places';
import { isTableInUse } from './table-scroll';
import { createTicketState } from './ticket-state';

/** The number of reports whose reading takes about half a minute. */
const LONG_READING = 500;

const WORST_FIRST: TableOrder = { column: 'change', isAscending: true };

interface ReportsPageInputs
  extends PageInputs,
    Omit<PageOptions, 'query' | 'remember' | 'siteUrl' | 'actions' | 'routes'> {
  actions: Omit<PageActions, 'onOpenBatch' | 'onOpenView'>;
  /** The route of a newly opened tab; null for none. */
  route: Route | null;
  /** Opens *All reports* in a new tab. */
  openTab(route: Route): void;
  /** The host whose reports *This site* offers; null without a current page. */
  site: string | null;
  /** Ids of the selected tabs when the popup opened this page; empty for none. */
  tabsFromPopup: readonly number[];
  /** Whether the page is too narrow for a table beside a form. */
  isNarrow: ReadonlySignal<boolean>;
  /** Whether a person has allowed access to tabs, so that the form follows the current page. */
  hasTabsPermission: ReadonlySignal<boolean>;
  /** Requests access to tabs. Called in the handler of a press. */
  requestTabs(): void;
  /** Name, logo and colour of the agency for printed sheets. */
  agency: ReadonlySignal<Agency>;
}

export type ReportsPage = ReturnType<typeof createReportsPage>;

export function createReportsPage({
  route,
  openTab,
  site,
  tabsFromPopup,
  ...given
}: ReportsPageInputs) {
  const { state, connection, isPrivate, preferences, hasTabsPermission, requestTabs } = given;
  const connectionId = connection.id;
  const routes = createRoutes(window, {
    connectionId,
    first: route,
    parse: (stored) => Route.safeParse(stored).data ?? null,
    hashOf: (kind) => kind && `#${kind}`,
  });
  const view = computed(() => routes.now.value.view.name);
  /** Whether the page shows the popup's list below the form, without table, numbers and history. */
  const hasPlainList = computed(
    () => given.hasForm && given.isNarrow.value && view.value !== 'many',
  );
  const batchId = computed(() => {
    const { view } = routes.now.value;
    return view.name === 'batch' ? view.id : null;
  });
  const kernel = createPageKernel(given);
  const page = createPage(kernel, {
    ...given,
    routes,
    actions: {
      ...given.actions,
      onOpenBatch: (id) => routes.goTo({ name: 'batch', id }),
      onOpenView: openView,
    },
    query: computed(() => (hasPlainList.value ? RECENT_REPORTS_QUERY : NEWEST_QUERY)),
    remember() {},
    siteUrl: site === null ? null : `https://${site}/`,
  });
  const { background, hasForm, list, reportState, queue, notices, linkOf, pastOf } = page;
  const announceLostRoute = leaveLostRoute(page);
  const comparisonState = createComparison({
    routes,
    reports: kernel.reports,
    reportById: page.reportById,
    get: kernel.getReport,
    pastOf,
    mutesOf: page.history.mutes.of,
  });
  const batch = createBatchModel({
    background,
    connectionId,
    commands: kernel.commands,
    createJob: kernel.createJob,
    state,
    openId: batchId,
    isPrivate,
    defaultPrivacy: computed(() => preferences.value.defaultPrivacy),
    tabsFromPopup,
    linkOf,
    mutesOf: page.mutesOf,
    reportAt: page.history.reportAt,
    openList,
    likelySite,
    comparedWith,
    onShow: (id, isNew) => routes.goTo({ name: 'batch', id }, isNew),
    announce: notices.announce,
  });

  const joinedClients = createJoinedClients({
    history: page.history,
    commands: kernel.commands,
    isPrivate,
    clients: () => listTable.overview.clients.value.all.map(({ name }) => name),
    onPrivate: () => announce(i18n.t('joined.private'), true),
    onJoined: (name) => announce(i18n.t('joined.done', [isolated(name)])),
    onTakenApart: (name, changes) =>
      announceUndoable(i18n.t('joined.apart', [isolated(name)]), changes),
    onFailure: (failure) => announce(failureMessage(failure), true),
  });
  const dueMarks = createDueMarks({
    history: page.history,
    commands: kernel.commands,
    onSet: (question) =>
      announce(labelled(i18n.t(`due.isSet.${question.every}`), isolated(dueName(question)))),
    onEnded: (choice, every, changes) =>
      announceUndoable(labelled(i18n.t(`due.ended.${every}`), isolated(dueName(choice))), changes),
    onFailure: (failure) => announce(failureMessage(failure), true),
  });
  const source = createListSource(kernel, {
    list,
    clientNames: joinedClients.names,
    hasPlainList,
    isInSight: computed(
      () =>
        (view.value === 'list' && !hasPlainList.value) ||
        // A preview of a batch is compared with all reports.
        (view.value === 'many' &&
          asksForNewest(list.query.value) &&
          batch.preview.preview.value !== null),
    ),
  });
  whenever(
    computed(() => batchId.value === null),
    () => void openList(),
  );
  const { rows, reading, isOfAll, awaitsRows, hasStoredRows, isClientRead } = source;
  // Other windows may have changed the reports meanwhile.
  whenever(isUsedAgain(state.isInUse), () => void list.refresh());
  const partRead = computed(() => rows.value.partRead);
  const findings = createReportFindings({
    background,
    connectionId,
    recentOperations: state.recentOperations,
    revision: source.revision,
    findingsInList: list.findingsOf,
  });

  function openList(): Promise<void> {
    return source.open();
  }

  function openView(view: View, inNewTab: boolean): void {
    if (inNewTab) openTab(routeTo(view));
    else routes.goTo(view);
  }

  /** Returns the host of the shown client, or of the current page; empty without either. */
  function likelySite(): string {
    const { client, rows } = listTable.overview;
    const [row] = client.value === null ? [] : rows.value;
    if (row !== undefined) return hostOfReport(row.report);
    return site ?? URL.parse(given.formPage?.url ?? '')?.host ?? '';
  }

  /** Returns how many of all reports a preview is compared with; null for all. */
  function comparedWith(): { read: number; total: number } | null {
    const part = partRead.value;
    if (!isOfAll.value || part === null || part.total === null) return null;
    return { read: part.read, total: part.total };
  }

  const isAllKnown = computed(() => !hasPlainList.value && isOfAll.value && !awaitsRows.value);
  // The preview can now mark the addresses that were reported already.
  whenever(isAllKnown, () => void batch.preview.compareAgain());

  /** The chosen base of the comparison, and the preferences before the choice. */
  const chosenSince = signal<{ since: Since; before: Preferences } | null>(null);
  const since = computed(() =>
    chosenSince.value?.before === preferences.value
      ? chosenSince.value.since
      : preferences.value.comparedSince,
  );
  function compareSince(comparedSince: Since): void {
    chosenSince.value = { since: comparedSince, before: preferences.value };
    // If storage is full, the choice lasts only until the page closes.
    void changePreferences({ comparedSince }).catch(() => {});
  }

  /** Announces the outcome of an action. Null removes the last outcome. */
  function announce(
    sentence: string | null,
    isFailure = false,
    copied: CopiedDocuments | null = null,
  ): void {
    const view = copied && copiedText.viewOf(copied);
    if (sentence === null) notices.dismiss();
    else notices.announce(sentence, { isFailure, view });
  }

  const clientLanguages = createClientLanguages({ history: page.history, isPrivate });
  const copiedText = createCopiedText({ languages: clientLanguages, copyLater: copyFormatted });
  // The browser's own print cannot wait for words.
  effect(clientLanguages.loadChosen);

  /** Announces a press that has changed marks, with *Undo*. */
  function announceUndoable(sentence: string, changes: readonly MarkChange[]): void {
    notices.announce(sentence, { onUndo: undoOf(page, changes) });
  }

  /**
   * Adds *Undo* to the notice of a copy.
   * @param storing the changes of marks by this copy
   */
  async function addUndo(storing: Promise<readonly MarkChange[]>): Promise<void> {
    const notice = notices.shown.value;
    const onUndo = undoOf(page, await storing);
    if (onUndo !== null) notices.addUndo(notice, onUndo);
  }

  /** Stores that the summaries of clients were copied. A private window stores nothing. */
  async function noteSummaries(clients: readonly string[]): Promise<readonly MarkChange[]> {
    // Without a database, the page says that nothing is stored.
    if (isPrivate || state.queue.value.historyState === 'unavailable') return [];
    const result = await page.history.changeMarks({ kind: 'addSummaries', clients });
    if (!hasFailed(result)) return result.value.changes;
    announce(failureMessage(result.failure), true);
    return [];
  }

  const ticketState = createTicketState({
    history: page.history,
    isPrivate,
    route: routes.now,
    clientNames: joinedClients.names,
    client: computed(() => listTable.overview.client.value),
    onClosed: ({ check, client }, changes) =>
      announceUndoable(
        i18n.t('handedOver.closed', [problemName({ name: check }, client)]),
        changes,
      ),
    onFailure: (failure) => announce(failureMessage(failure), true),
  });

  /** Returns the sentence and the buttons for an ended update of a problem's pages. */
  function endingOf(update: BatchUpdate): Ending {
    const at = new Date().toISOString();
    return {
      sentence: ({ counts }) => updateSentence(update, counts.done),
      buttons() {
        const { check } = update;
        const updated = update.updates();
        const pages = updated.map(({ before }) => ({ report: referTo(before), found: null }));
        const judged = check && ticketState.judge({ check, pages });
        if (!judged) return [];
        const fixed = pagesWith('fixed', judged);
        const keysOf = (of: readonly JudgedPage[]) => of.map(({ report }) => report.page);
        const { overview } = table.value;
        const [client, ...otherClients] = new Set(
          updated.map(({ before }) => joinedClients.names.value.of(before)),
        );
        return [
          ...(fixed.length > 0
            ? [
                {
                  label: i18n.t('update.showFixed'),
                  onPress: () => overview.toggleFixedByUpdate(keysOf(fixed), keysOf(judged)),
                },
              ]
            : []),
          ...(client !== undefined && otherClients.length === 0
            ? [
                {
                  label: i18n.t('handedOver.proof'),
                  onPress: () => void exports.copyProof({ check, client, at }, judged),
                },
              ]
            : []),
        ];
      },
    };
  }

  const readTrends = createReadTrends(background, connectionId);
  const places = fold(routes.now, FIRST_PLACES, placesAfter);
  /** The page of the open report, while new results are requested. */
  const updating = computed(() => {
    const report = reportState.open.value?.report;
    return report && page.isUpdating(report.id) ? referTo(report).page : null;
  });
  const tableTools = {
    historyOf: page.historyOf,
    clientNames: joinedClients.names,
    mutes: page.history.mutes,
    readTrends,
    revision: source.revision,
    since,
    compareSince,
    updating,
    lastSummaries: page.lastSummaries,
    deleted: computed(() =>
      state.recentOperations.value.flatMap((one) => removedReportId(one) ?? []),
    ),
    afterPaint: (work: () => void) => void painted().then(work),
    starred: page.starred,
    ticketPages: ticketState.shownPages,
    createBatch: (batch: NewBatch, update?: BatchUpdate) =>
      queue.batches.create(batch, update && endingOf(update)),
    /** Opens the form for many pages with the addresses of reports. */
    reportAgain(reports: readonly Report[]): void {
      routes.goTo({ name: 'many' });
      void batch.previewAddresses(reports.map((report) => copyableAddress(reportAddress(report))));
    },
  };
  const listTable = createTable({
    ...tableTools,
    isReading: list.isReading,
    reports: computed(() => rows.value.reports),
    source: list.query,
    place: computed(() => places.value.list),
    firstOrder: computed(() => (isNewestFirst(list.query.value) ? WORST_FIRST : null)),
    isInUse: isTableInUse,
    // The plain list shows no numbers, so none are computed.
    awaitsRows: computed(() => hasPlainList.value || awaitsRows.value),
    countsRows: computed(
      () =>
        !hasPlainList.value &&
        joinedClients.isKnown.value &&
        (hasStoredRows.value || !awaitsRows.value),
    ),
    isClientRead,
  });
  if (batchId.value !== null && !state.queue.value.batches.some(({ id }) => id === batchId.value)) {
    routes.goTo({ name: 'list' }, true);
    announceLostRoute();
  }
  const batchTable = createTable({
    ...tableTools,
    reports: batch.result.reports,
    source: batchId,
    place: computed(() => places.value.batch),
    isReading: signal(false),
    awaitsRows: signal(false),
    countsRows: joinedClients.isKnown,
  });
  const batchRows = createBatchRows(batch.result, batchTable);
  /** The visible table, or the table below the visible view. */
  const table = computed(() => (view.value === 'batch' ? batchTable : listTable));

  /** Requests new results of reports in a batch. The rows of their pages keep their places. */
  function requestResults(reports: readonly Report[]): ReturnType<typeof page.requestResults> {
    return table.value.recheck(reports);
  }

  const isComparisonLost = createLostComparison({
    compared: computed(() => routes.now.value.compared),
    sides: comparisonState.sides,
    history: page.history,
    reportById: page.reportById,
    pastOf,
  });
  whenever(isComparisonLost, () => {
    routes.back();
    announceLostRoute();
  });

  const rowsAge = computed<RowsAge>(() => {
    const { reports, completeAt, partRead } = rows.value;
    const { status, read, total } = reading.now.value;
    const isOn = ['reading', 'waiting'].includes(status) && state.backoff.value === null;
    // After a reading, pages are compared with the results that were read.
    const isComparing = hasStoredRows.value && listTable.overview.isOutdated.value;
    const count = reports.length;
    const comparing = isComparing ? { isOn: true, read: count, total: count } : null;
    return {
      completeAt,
      unfinished: status === 'idle' ? comparing : { isOn, read, total },
      partRead,
    };
  });

  /** The worst headline of the counted rows; until all rows are counted, the published headline. */
  const worst = computed<Headline | null>(() => {
    const { isKnown, sortedClients } = listTable.overview;
    const { tickets, closed } = ticketState;
    const isCounted = isOfAll.value && isKnown.value && page.history.marks() !== undefined;
    if (!isCounted) return page.headline();
    const marks = { openTickets: tickets.value, closedTickets: closed.value };
    return headlinesOf(sortedClients.value.all, marks)[0] ?? null;
  });

  function keepUpToDate(): void {
    void changePreferences({ keepsUpToDate: true }).catch(() =>
      announce(failureMessage({ code: 'notStored' }), true),
    );
  }

  /** Returns the worst headline; null for none, and while its problem is open. */
  function headline(): Headline | null {
    const { view } = routes.now.value;
    const shown = worst.value;
    if (shown === null || view.name !== 'list' || view.check !== shown.check) return shown;
    // Without a client, the view has the problem's pages of all clients.
    return view.client === shown.client || view.client === undefined ? null : shown;
  }

  /** Whether no reading was complete before, and the first one takes half a minute or more. */
  const isInLongFirstReading = computed(() => {
    const { completeAt, unfinished } = rowsAge.value;
    const isFirst = source.isStoredRead.value && completeAt === null;
    return isFirst && (unfinished?.total ?? 0) >= LONG_READING;
  });
  /** Stays true after the reading, because without the offer the content would move up. */
  const wasFirstReadingLong = fold(isInLongFirstReading, false, (former, isNow) => former || isNow);

  /**
   * Returns how old the rows of a client are; null if the rows are up to date.
   * @param client null for all clients
   */
  function storedAge(client: string | null): RowsAge | null {
    const age = rowsAge.value;
    const isOfNow = !awaitsRows.value && age.unfinished === null;
    if (isOfNow || age.completeAt === null) return null;
    return client !== null && isClientRead(client) ? null : age;
  }

  const exports = createExports({
    storedAge,
    isServiceDown: () => list.failure.value !== null || state.backoff.value !== null,
    commands: kernel.commands,
    table,
    clientNames: joinedClients.names,
    linkOf,
    mutesOf: page.mutesOf,
    copyLater: copyFormatted,
    announce,
    isOfBatch: () => view.value === 'batch',
    partRead,
    readClients: (clients) =>
      readClientPages(clients, {
        readTrends,
        background,
        connectionId,
        clientNames: joinedClients.names.value,
        sinceOf: listTable.overview.sinceOf,
        deleting: () => state.deleting.value,
      }),
    get: kernel.getReport,
    findingsOf: findings.of,
    readFindings: findings.read,
    reportOf: ({ report: { page: key }, result }) => {
      const reports = page.historyOf(key)?.reports ?? [];
      return reports.find(({ id }) => id === result?.reportId) ?? reports[0] ?? null;
    },
    failingAgain: ticketState.failingAgain,

    languages: clientLanguages,
    onSummariesCopied: (clients) => void addUndo(noteSummaries(clients)),
    onTicketCopied: (ticket) => addUndo(ticketState.add(ticket)),
    save: (document, name) => saveCsv(documentCsv(document), name),
    saveWorkbook,
    print: () => print(),
    now: () => new Date(),
  });

  return {
    ...page,
    routes,
    view,
    reading,
    allRows: rows,
    batch,
    comparisonState,
    table,
    findingsOf: findings.of,
    listRows: createListRows(list, listTable, awaitsRows),
    batchRows,
    hasPlainList,
    hasTabsPermission,
    requestTabs,
    joinedClients,
    dueMarks,
    ticketState,
    rowsAge,
    /** How many reports were read; null if all were read. */
    partRead: computed(() => (view.value === 'batch' ? null : partRead.value)),
    backupReminder: createBackupReminder({
      background,
      connectionId,
      times: backupTimesItem,
      firstPaint: given.firstPaint,
    }),
    failingSince: createFailingSince({ failure: list.failure, backoff: state.backoff }),
    openParts: createOpenParts(),
    /** Whether the problems are unfolded when the page opens; null if a person has never chosen. */
    unfoldsProblems: computed(() => preferences.value.unfoldsProblems),
    rememberUnfolding(unfoldsProblems: boolean): void {
      // If storage is full, the choice lasts only until the page closes.
      void changePreferences({ unfoldsProblems }).catch(() => {});
    },
    openBackup: (): void => given.actions.onOpenSettings('backup'),
    /** The state of the history's database. */
    historyStatus: computed(() => state.queue.value.historyState),
    /** Reads all reports again after a press. */
    refresh(): void {
      reading.readAgain();
      void list.refreshAloud();
    },
    requestResults,
    /** Requests new results of reports, without a confirmation. */
    async recheck(reports: readonly Report[]): Promise<void> {
      const result = await kernel.commands.run(recheckOf(reports), () => requestResults(reports));
      if (result !== null && hasFailed(result)) announce(failureMessage(result.failure), true);
    },
    /** Whether a re-check of the reports is being stored. */
    isRechecking: (reports: readonly Report[]): boolean =>
      kernel.commands.isBusy(recheckOf(reports)),
    /** Whether *This site* is offered: while it is on, and in views without client and problem. */
    offersSite: computed(() => {
      const { client, filters } = listTable.overview;
      const { check, fixed } = filters.value;
      return list.site.isOn.value || (client.value ?? check ?? fixed) === null;
    }),
    /** Whether *Clear filters* shows more rows. */
    hasFilters: computed(
      () => listTable.overview.canClear.value || filterCount(list.query.value) > 0,
    ),
    clearFilters(): void {
      listTable.overview.clear();
      if (filterCount(list.query.value) > 0) list.clearFilters();
    },
    openView,
    headline,
    /** Whether the page offers *Keep up to date*. */
    offersUpToDate: computed(() => wasFirstReadingLong.value && !preferences.value.keepsUpToDate),
    keepUpToDate,
    openReport(report: Report, inNewTab: boolean): void {
      if (inNewTab) openTab({ ...routes.now.value, reportId: report.id, compared: null });
      else page.show(report);
    },
    compare: comparisonState.compare,
    findingsOfClient: (report: Report, check: string): PageFinding[] =>
      table.value.overview
        .rowsIn({ client: joinedClients.names.value.of(report) })
        .flatMap((row) => findingOn(row, check)),
    /** Whether the table shows one client, and all its pages have one host. */
    isOneHost: computed(() => {
      if (view.value === 'batch' || listTable.overview.client.value === null) return false;
      const hosts = listTable.overview.rows.value.map(({ report }) => hostOfReport(report));
      return new Set(hosts).size === 1;
    }),
    baseOf: (report: Report): PastResult | null =>
      baseOfReport(
        report,
        pastOf(report),
        listTable.overview.sinceOf(report) ?? 'noSummary',
        new Date(),
      ),
    reportAnew(report: Report): void {
      if (hasForm) page.reportAnew(report);
      else tableTools.reportAgain([report]);
    },
    /** Announces a removed star with *Undo*. */
    async toggleStar(key: string): ReturnType<typeof page.toggleStar> {
      const isRemoval = page.starred.value?.has(key);
      const result = await page.toggleStar(key);
      if (isRemoval && !hasFailed(result)) {
        const sentence = i18n.t('star.removed', [addressInSentence(key)]);
        announceUndoable(sentence, result.value.changes);
      }
      return result;
    },
    viewOfText: (report: Report): CopiedView =>
      copiedText.viewOf({
        documents: [
          {
            client: null,
            documentIn: (words) =>
              plainDocument(reportText(report, page.mutesOf(report), linkOf(report), words)),
          },
        ],
        isForTracker: false,
      }),
    onCompare: (report: Report, before: PastResult): void =>
      comparisonState.comparePast(asListed(report), before),
    exports,
    copiedText,
    agency: given.agency,
    /** Returns the sheets to print; none for a view without a table, unless *Print* was pressed. */
    sheetsOnPaper(): readonly WrittenDocument[] {
      const { reportId, compared } = routes.now.value;
      const isTable = view.value !== 'many' && reportId === null && compared === null;
      return exports.onPaper(isTable);
    },
  };
}

/** Returns whether a connection is in use, and was not in use earlier. */
function isUsedAgain(isInUse: ReadonlySignal<boolean>): ReadonlySignal<boolean> {
  const wasUnused = fold(isInUse, false, (former, isNow) => former || !isNow);
  return computed(() => wasUnused.value && isInUse.value);
}

/**
 * Copies a text that is still loading.
 * @param html the same text for programs that take formatted text; null for plain text only
 */
function copyFormatted(text: Promise<string>, html: Promise<string> | null): Promise<void> {
  return html === null ? copyLater(text) : copyFormattedLater(text, html);
}

/** Returns the subject of a re-check. */
function recheckOf(reports: readonly Report[]): string {
  return `recheck:${reports.map(({ id }) => id).sort()}`;
}

/** The model of *All reports*, for its views. */
export const ReportsContext = createContext<ReportsPage | null>(null);

export function useReports(): ReportsPage {
  const page = useContext(ReportsContext);
  if (page === null) throw new Error('useReports() needs a ReportsContext around the view.');
  return page;
}
