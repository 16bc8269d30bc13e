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
import { baseOfReport, type Since } from '@/lib/report/compare/page-change';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import { createSideBySide } from './comparison/side-by-side-state';
import { createFound } from './found-state';
import { type Compared, createPlaces } from './places-state';
import { createReadingOn } from './reading-on-state';
import type { NewBatch } from './table/many-state';
import { type BatchUpdate, createTable } from './table/table-state';
import { updateSentence } from './table/update-words';
import { readClientPages } from './take-along/client-pages';
import { type ClientSummary, hostOf } from './take-along/clients';
import { createHandOver } from './take-along/hand-over';

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
  const { state, connection, archive, isPrivate, defaultPrivacy } = given;
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
  /** Reads the list once, when something first needs it. */
  let reading: Promise<void> | undefined;
  /** Whether that has ended: the stored rows may be of another day. */
  const isListed = signal(false);
  function listed(): Promise<void> {
    reading ??= list.refresh().then(() => {
      isListed.value = true;
    });
    return reading;
  }

  const ground = computed(() => places.now.value.ground.name);
  const readingOn = createReadingOn(
    list,
    computed(() => ground.value === 'list'),
    state.isIdle,
  );
  const bulk = createBulkPage({
    ...{ background, connectionId, state, archive, isPrivate, defaultPrivacy },
    ...{ handedTabs, linkOf, listed },
    onShow: (id, isNew) => places.goTo({ name: 'batch', id }, isNew),
  });

  const histories = {
    historyOf: page.historyOf,
    readHistories: (pages: readonly string[]) => archive.read(...pages),
    now: () => new Date(),
  };
  const inTable = {
    ...{ ...histories, since, compareSince },
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
    reports: computed(() => list.shown.value?.reports ?? []),
    isReadingOn: computed(
      () => list.shown.value?.isAnswer !== true || !isListed.value || readingOn.isUnfinished.value,
    ),
  });
  const ofBatch = createTable({
    ...{ ...inTable, reports: bulk.result.reports },
    ...{ isReading: signal(false), isReadingOn: signal(false) },
  });
  /** The table that is in sight, or that lies below what is. */
  const table = computed(() => (ground.value === 'batch' ? ofBatch : ofList));

  const batchId = computed(() => {
    const { ground } = places.now.value;
    return ground.name === 'batch' ? ground.id : null;
  });
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
      return { read: shown.reports.length, total: shown.total };
    }),
    readClients: (clients) =>
      readClientPages(clients, {
        ...{ ...histories, background, connectionId, since: () => since.value },
        deleting: () => state.deleting.value,
      }),
    get: getReport,
    foundOf,
    save: (rows, above) => saveCsv(reportsCsv(tableRows(rows), linkOf, above), 'reports'),
    print: () => print(),
  });

  return {
    ...page,
    ...{ places, ground, readingOn, bulk, sideBySide, table, foundOf },
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
