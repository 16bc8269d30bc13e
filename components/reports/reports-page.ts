import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createBulkPage } from '@/components/bulk/bulk-page';
import { createPage, type PageActions } from '@/components/page/page-state';
import { plain } from '@/components/report/open-report';
import { reportsCsv, tableRows } from '@/components/report/reports-csv';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import { painted } from '@/components/ui/state/painted';
import { copyLater } from '@/lib/browser/clipboard';
import { saveCsv } from '@/lib/browser/download';
import { removedReportId } from '@/lib/jobs/job';
import { baseOfReport, type Since } from '@/lib/report/compare/page-change';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { asksForNewest } from '@/lib/shared-state/loaded-list';
import { createSideBySide } from './comparison/side-by-side-state';
import { createFound } from './found-state';
import { createHistoryRows } from './history-rows-state';
import { createReadPasts } from './pasts';
import { type Compared, createPlaces } from './places-state';
import { createReadingOn } from './reading-on-state';
import type { NewBatch } from './table/many-state';
import { type BatchUpdate, createTable } from './table/table-state';
import { updateSentence } from './table/update-words';
import { readClientPages } from './take-along/client-pages';
import { type ClientSummary, hostOf } from './take-along/clients';
import { createHandOver } from './take-along/hand-over';

/** The service takes thirty requests a minute, and a person's own go first. */
const READING_PAUSE_MS = 5_000;

type PageTools = Parameters<typeof createPage>[0];

interface Given extends Omit<PageTools, 'query' | 'remember' | 'siteUrl' | 'actions'> {
  actions: Omit<PageActions, 'onOpenBatch'>;
  /** The host whose reports are offered at one press; null where no page is in front. */
  site: string | null;
  /** The tabs that the popup has handed over, to be reported. */
  handedTabs: readonly number[];
  /** With what pages are compared. */
  since: ReadonlySignal<Since>;
  compareSince(chosen: Since): void;
}

/** The model of the page of all reports. */
export type ReportsPage = ReturnType<typeof createReportsPage>;

/** Makes it for a connection. */
export function createReportsPage({ site, handedTabs, since, compareSince, ...given }: Given) {
  const { state, connection, isPrivate, defaultPrivacy } = given;
  const connectionId = connection.id;
  const places = createPlaces(window, connectionId);
  const page = createPage({
    ...given,
    actions: { ...given.actions, onOpenBatch: (id) => places.goTo({ name: 'batch', id }) },
    query: NEWEST_QUERY,
    remember() {},
    siteUrl: site === null ? null : `https://${site}/`,
  });
  const { background, hasForm, list, reportState, activity, linkOf, pastOf } = page;
  const foundOf = createFound({
    ...{ background, connectionId, recentOperations: state.recentOperations },
    foundInList: list.foundOf,
  });
  const getReport = (report: Report) => background.getReport(connectionId, referTo(report));
  const sideBySide = createSideBySide({ get: getReport, pastOf });
  const historyRows = createHistoryRows({
    ...{ background, connectionId, list, deleting: state.deleting },
    recentOperations: state.recentOperations,
  });
  /** Reads the history and then the list, once, when something first needs them. */
  let reading: Promise<void> | undefined;
  /** Whether that has ended: the stored rows may be of another day. */
  const isListed = signal(false);
  function listed(): Promise<void> {
    reading ??= historyRows
      .read()
      .then(list.refresh)
      .then(() => {
        isListed.value = true;
      });
    return reading;
  }

  const ground = computed(() => places.now.value.ground.name);
  const isOfAll = computed(() => asksForNewest(list.query.value));
  const bulk = createBulkPage({
    ...{ background, connectionId, state, isPrivate, defaultPrivacy },
    ...{ handedTabs, linkOf, listed, reportAt: page.history.reportAt },
    comparedWith: computed(() => {
      const shown = list.shown.value;
      if (!isOfAll.value || !shown?.isAnswer || shown.total === null) return null;
      const read = historyRows.rows.value.length;
      return read + shown.unreadable < shown.total ? { read, total: shown.total } : null;
    }),
    onShow: (id, isNew) => places.goTo({ name: 'batch', id }, isNew),
  });

  const readingOn = createReadingOn({
    list,
    // A preview is compared with all reports.
    isInSight: computed(
      () =>
        ground.value === 'list' ||
        (ground.value === 'many' && isOfAll.value && bulk.preview.preview.value !== null),
    ),
    isIdle: state.isIdle,
    isComplete: historyRows.isComplete,
    // What a person has asked for is waited for.
    pauseMs: computed(() => (isOfAll.value ? READING_PAUSE_MS : 0)),
  });

  // Once all reports are known, so is which addresses are reported already.
  effect(() => {
    const isKnown = isListed.value && isOfAll.value && !readingOn.isUnfinished.value;
    if (isKnown) untracked(() => void bulk.preview.compareAgain());
  });

  const readPasts = createReadPasts(background, connectionId);
  const inTable = {
    ...{ historyOf: page.historyOf, readPasts, since, compareSince },
    deleted: computed(() =>
      state.recentOperations.value.flatMap((one) => removedReportId(one) ?? []),
    ),
    afterPaint: (work: () => void) => void painted().then(work),
    createBatch: (batch: NewBatch, update?: BatchUpdate) =>
      activity.batches.create(
        batch,
        update && (({ counts }) => updateSentence(update, counts.done)),
      ),
    /** Puts the addresses of reports into the form for many pages. */
    reportAgain(reports: readonly Report[]): void {
      places.goTo({ name: 'many' });
      void bulk.take(reports.map(reportAddress).map(copyableAddress));
    },
  };
  const ofList = createTable({
    ...{ ...inTable, isReading: list.isReading },
    ...{ reports: historyRows.rows, source: list.query },
    isReadingOn: computed(
      () => list.shown.value?.isAnswer !== true || !isListed.value || readingOn.isUnfinished.value,
    ),
  });
  const batchId = computed(() => {
    const { ground } = places.now.value;
    return ground.name === 'batch' ? ground.id : null;
  });
  const ofBatch = createTable({
    ...{ ...inTable, reports: bulk.result.reports, source: batchId },
    ...{ isReading: signal(false), isReadingOn: signal(false) },
  });
  /** The table that is in sight, or that lies below what is. */
  const table = computed(() => (ground.value === 'batch' ? ofBatch : ofList));

  effect(() => {
    bulk.result.open(batchId.value);
    // What was chosen was chosen among the reports of another batch.
    ofBatch.reset();
  });

  let shownSides: Compared | null = null;
  effect(() => {
    const { report, compared } = places.now.value;
    untracked(() => {
      if (batchId.value === null) void listed();
      if (report === null) reportState.close();
      else if (report.id !== reportState.open.value?.report.id) page.show(report);
      if (compared === shownSides) return;
      shownSides = compared;
      if (compared === null) sideBySide.close();
      else if (compared.before === null) void sideBySide.show(compared.left, compared.right);
      else void sideBySide.showPast(compared.left, compared.before);
    });
  });
  effect(() => {
    const report = reportState.open.value?.report;
    if (report === undefined || !page.isUpdating(report.id)) return;
    untracked(() => table.value.overview.keepInSight([referTo(report).page]));
  });
  effect(() => {
    // A report that is deleted closes by itself.
    if (reportState.open.value === null) {
      untracked(() => {
        if (places.now.value.report !== null) places.back();
      });
    }
  });

  const handOver = createHandOver({
    ...{ table, linkOf, copyLater, announce: activity.announce },
    rowsBy: () => ({
      search: ground.value === 'batch' ? '' : list.query.value.search,
      isOfBatch: ground.value === 'batch',
    }),
    partRead: computed(() => {
      const shown = list.shown.value;
      if (ground.value === 'batch' || shown?.isPart !== true) return null;
      const read = historyRows.rows.value.length;
      return shown.total !== null && read >= shown.total ? null : { read, total: shown.total };
    }),
    readClients: (clients) =>
      readClientPages(clients, {
        ...{ readPasts, background, connectionId, since: () => since.value },
        deleting: () => state.deleting.value,
      }),
    get: getReport,
    foundOf,
    save: (rows, above) => saveCsv(reportsCsv(tableRows(rows), linkOf, above), 'reports'),
    print: () => print(),
  });

  return {
    ...page,
    ...{ places, ground, readingOn, historyRows, bulk, sideBySide, table, foundOf },
    /** Whether what is read now cannot be stored. */
    historyFails: computed(() => state.queue.value.historyFails),
    /** Reads all reports anew, at a person's wish. */
    refresh(): void {
      historyRows.force();
      readingOn.goOn();
      void list.refreshAloud();
    },
    show: places.open,
    back: places.back,
    update: (report: Report) => page.update(report, places.open),
    /** Whether a project is filtered whose pages are all of one host. */
    isOneHost: computed(() => {
      if (ground.value === 'batch' || list.query.value.project.trim() === '') return false;
      const hosts = ofList.overview.rows.value.map(({ report }) => hostOf(report));
      return new Set(hosts).size === 1;
    }),
    /** With what the result of a report is compared. */
    baseOf: (report: Report): PastResult | null =>
      baseOfReport(report, pastOf(report), since.value, new Date()),
    reportAnew(report: Report): void {
      if (hasForm) {
        places.goTo({ name: 'list' });
        page.reportAnew(report);
      } else inTable.reportAgain([report]);
    },
    onCompare(report: Report, before: PastResult): void {
      places.compare({ left: plain(report), right: plain(report), before });
    },
    handOver,
    /** The clients that have a sheet on paper; none where something else than a table is in sight. */
    clientsOnPaper(): readonly ClientSummary[] {
      const { report, compared } = places.now.value;
      const isTable = ground.value !== 'many' && report === null && compared === null;
      return isTable ? handOver.onPaper() : [];
    },
  };
}

/** Gives the views below it the model of the page of all reports. */
export const ReportsContext = createContext<ReportsPage | null>(null);

/** The model of the page of all reports, for its own views. */
export function useReports(): ReportsPage {
  const page = useContext(ReportsContext);
  if (page === null) throw new Error('There is no page of reports around this view.');
  return page;
}
