import { signal } from '@preact/signals';
import { expect, onTestFinished, vi } from 'vitest';
import { i18n } from '#i18n';
import { createCommands } from '@/components/app/page-commands';
import type { PartRead } from '@/components/export/client-pages';
import { type DocumentTable, type ExportDocument, valueOfCell } from '@/components/export/document';
import { createExports } from '@/components/export/exports';
import { createTable } from '@/components/table/table-state';
import { lastSummaryDays, type Marks, NO_MARKS } from '@/lib/history/marks';
import { pageHistory } from '@/lib/history/page-history';
import { dayOf } from '@/lib/report/compare/local-day';
import { type Since, trendOf } from '@/lib/report/compare/page-change';
import { type ClosedTicket, failingAgainTickets, type Ticket } from '@/lib/report/compare/tickets';
import type { Check } from '@/lib/report/content/checks';
import { NO_MUTES } from '@/lib/report/mutes';
import { type PastResult, resultOf } from '@/lib/report/past-result';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { type ReportReference, referTo } from '@/lib/report/report-reference';
import { SINGLE_CLIENTS } from '../../support/no-marks';
import { openPlace } from '../../support/open-place';
import { reportOn, sampleDetails } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

/** The afternoon of November 29. The base day is November 22 for a week, and October 30 for a month. */
export const NOW = new Date(2026, 10, 29, 15);

/** The days of the columns below, in November. Day -3 is October 28. */
const DAYS = [-3, 22, 24, 27, 29] as const;
const DAY_IDS = ['1028', '1122', '1124', '1127', '1129'];

/**
 * The results of each page at 8:00: score and failed checks. An empty text: not measured on this day. `title`,
 * `noindex` and `robots` have high importance, `load_time` has medium and `sitemap` low importance.
 */
const RESULTS: readonly (readonly [page: string, ...results: string[]])[] = [
  // Columns: Oct 28, Nov 22, Nov 24, Nov 27, Nov 29.
  // Each page of this client has one report, which is updated.
  ['nordlicht.example/', '', '60', '', '', '88'],
  ['nordlicht.example/sofas', '', '60 title', '', '', ''],
  ['nordlicht.example/betten', '', '60 title', '', '', ''],
  ['nordlicht.example/tische', '50', '60', '', '', ''],
  ['nordlicht.example/stuehle', '', '60', '', '', ''],
  ['nordlicht.example/lampen', '', '60', '', '', ''],
  ['nordlicht.example/regale', '', '60', '', '', ''],
  ['nordlicht.example/teppiche', '', '60', '', '', ''],
  ['nordlicht.example/spiegel', '', '60', '', '', ''],
  ['nordlicht.example/bad', '', '60', '', '', ''],
  ['alpen.example/', '', '50', '', '', '88 noindex'],
  ['alpen.example/huette', '', '60', '', '', '64 load_time'],
  ['alpen.example/gipfel', '', '70 sitemap', '', '', '70'],
  ['alpen.example/tal', '', '61', '', '', '61 title'],
  ['bergblick.example/', '', '80', '60 robots', '80', '82'],
  ['bergblick.example/suite', '', '70', '55 robots', '70', ''],
  ['bergblick.example/spa', '', '70', '50 robots', '50 robots', '70'],
  ['bergblick.example/bar', '', '60 robots', '60', '60 robots', '64'],
  ['bergblick.example/lift', '66', '', '60 robots', '', '66'],
  ['fahrrad.example/', '', '60 noindex', '70', '', '58 noindex'],
  ['fahrrad.example/rad', '', '60 noindex', '66', '', '66'],
  ['fahrrad.example/helm', '', '60 noindex', '', '', '60 noindex'],
  ['fahrrad.example/licht', '', '60 noindex', '', '', ''],
  ['fahrrad.example/kette', '50 title', '60', '', '', '52 title'],
  ['fahrrad.example/sattel', '50 title', '55', '', '55', ''],
  ['lumen.example/', '', '60', '', '', '55 title'],
  ['lumen.example/alt', '', '50 title sitemap', '', '', '50 title sitemap'],
  ['lumen.example/still', '', '52 title', '', '', ''],
  ['lumen.example/neu', '', '', '', '', '40 title'],
  ['lumen.example/frisch', '', '', '', '', '45 title sitemap'],
  ['lumen.example/jung', '', '', '', '70 robots', ''],
  ['zahnarzt.example/', '', '60', '', '', '55 title'],
  ['zahnarzt.example/team', '70', '', '', '64 title', ''],
  ['zahnarzt.example/praxis', '60 title', '60 title', '', '', '62 title'],
  ['zahnarzt.example/preise', '', '', '66', '', '60 title'],
  ['zahnarzt.example/kontakt', '80', '', '', '', ''],
];

export const CLIENTS = [
  'nordlicht.example',
  'alpen.example',
  'bergblick.example',
  'fahrrad.example',
  'lumen.example',
  'zahnarzt.example',
] as const;
export type ClientName = (typeof CLIENTS)[number];

/** The days on which summaries were copied. On the day itself, a summary is not a base yet. */
const SUMMARIES: Marks['summaries'] = [
  { client: 'nordlicht.example', days: ['2026-11-24'] },
  { client: 'alpen.example', days: ['2026-11-27', '2026-11-29'] },
  { client: 'bergblick.example', days: ['2026-11-24'] },
  { client: 'fahrrad.example', days: ['2026-11-29'] },
  { client: 'zahnarzt.example', days: ['2026-11-22'] },
];

/** A page with its reports, newest first, and the past results of reports that were updated. */
interface StoredPage {
  reports: Report[];
  past: PastResult[];
}

const PAGES: readonly StoredPage[] = RESULTS.map(([page, ...results], row) => {
  const measured = results.flatMap((result, column) =>
    result === '' ? [] : [reportFrom(page, row, column, result)],
  );
  const [first] = measured;
  const last = measured.at(-1);
  if (first === undefined || last === undefined) throw new Error(`no result of ${page}`);
  if (!page.startsWith('nordlicht')) return { reports: measured.reverse(), past: [] };
  const updates = measured.map((report) => ({ ...report, id: first.id }));
  return {
    reports: [{ ...last, id: first.id }],
    past: updates.slice(0, -1).flatMap(resultOf),
  };
});

/**
 * Returns the report of a cell. The id is month, day, and two digits that fall from row to row: the report of
 * `alpen.example/` (row 10) on November 29 is 112989. Reports of home pages are public.
 */
function reportFrom(page: string, row: number, column: number, result: string): Report {
  const [score, ...failed] = result.split(' ');
  const report = reportOn(
    `${DAY_IDS[column]}${99 - row}`,
    page,
    DAYS[column] ?? 0,
    Number(score),
    ...failed,
  );
  return { ...report, privacy: page.endsWith('/') ? Privacy.Public : Privacy.Private };
}

/** All 69 reports, newest first. Reports of the same day have the order of `RESULTS`. */
export const REPORTS: readonly Report[] = PAGES.flatMap(({ reports }) => reports).sort(
  (one, other) => Number(other.id) - Number(one.id),
);

/** Returns the history of a page by its key. */
export function historyOf(key: string, reports = REPORTS) {
  const own = reports.filter((report) => referTo(report).page === key);
  const past = PAGES.flatMap((page) => page.past).filter(({ reportId }) =>
    own.some(({ id }) => id === reportId),
  );
  return pageHistory(own, past);
}

/** Returns the newest report of a page, such as `alpen.example/tal`. */
export function newestOf(page: string): Report {
  const report = REPORTS.find(({ url }) => url === `https://${page}`);
  if (report === undefined) throw new Error(`no report of ${page}`);
  return report;
}

/** Returns the report of a page on a day, such as `1122`. */
function reportAt(page: string, day: string): ReportReference {
  const reports = REPORTS.filter(({ url }) => url === `https://${page}`);
  const report = reports.find(({ id }) => id.startsWith(day));
  if (report === undefined) throw new Error(`no report of ${page}`);
  return referTo(report);
}

const at = (day: number) => new Date(2026, 10, day, 10).toISOString();

/** The page whose reports were deleted. */
const GONE: ReportReference = {
  id: '1',
  page: 'fahrrad.example/alt',
  url: 'https://fahrrad.example/alt',
  generatedAt: new Date(2026, 10, 22, 8).toISOString(),
};

/** The open tickets, newest first. */
export const TICKETS: readonly Ticket[] = [
  {
    id: 'open-robots',
    client: 'bergblick.example',
    check: 'robots',
    at: at(24),
    pages: ['', 'suite', 'spa', 'lift'].map((path) => ({
      report: reportAt(`bergblick.example/${path}`, '1124'),
      found: null,
    })),
  },
  {
    id: 'open-noindex',
    client: 'fahrrad.example',
    check: 'noindex',
    at: at(22),
    pages: [
      ...['', 'rad', 'helm', 'licht'].map((path) => reportAt(`fahrrad.example/${path}`, '1122')),
      GONE,
    ].map((report) => ({ report, found: null })),
  },
];

/** A ticket of October 28 that was closed on November 24. */
const CLOSED: readonly ClosedTicket[] = [
  {
    id: 'closed-title',
    check: 'title',
    at: at(-3),
    closedAt: at(24),
    pages: ['kette', 'sattel'].map((path) => {
      const { page, generatedAt } = reportAt(`fahrrad.example/${path}`, '1028');
      return { page, generatedAt };
    }),
  },
];

export const MARKS: Marks = {
  ...NO_MARKS,
  tickets: [...TICKETS],
  closed: [...CLOSED],
  summaries: SUMMARIES,
};

const LAST_SUMMARIES = lastSummaryDays(SUMMARIES, dayOf(NOW));

/** The link of a report on the service. */
export const linkOf = ({ id }: Pick<Report, 'id'>): string =>
  `https://service.example/reports/${id}`;

/** The number of reports of November 27 and 29. A table reads these reports first. */
export const READ = 26;

interface Reading {
  /** The reports that were read. The history knows no other reports. */
  reports?: readonly Report[];
  partRead?: PartRead | null;
}

/**
 * Opens a table of all clients and its exports, which write into `texts`, `sheets`, `files`,
 * `workbooks` and `tickets`.
 */
export async function openExports(since: Since, reading: Reading = {}) {
  const { reports = REPORTS, partRead = null } = reading;
  const { place, lookAt } = openPlace();
  const table = createTable({
    reports: signal(reports),
    awaitsRows: signal(false),
    isReading: signal(false),
    since: signal(since),
    source: signal('a'),
    deleted: signal([]),
    place,
    starred: signal(new Set<string>()),
    ticketPages: signal(new Map()),
    lastSummaries: signal(LAST_SUMMARIES),
    clientNames: signal(SINGLE_CLIENTS),
    mutes: { of: () => NO_MUTES, statusOf: () => 'ready' as const },
    historyOf: () => undefined,
    readTrends: async (requested, compared) =>
      requested.map((one) =>
        trendOf(one, historyOf(referTo(one).page, reports).results, compared, NOW),
      ),
    afterPaint: (work) => work(),
    compareSince() {},
    createBatch: async () => ({ value: null }),
    reportAgain() {},
  });
  const texts: string[] = [];
  const sheets: ExportDocument[] = [];
  const files: { document: ExportDocument; name: string }[] = [];
  const workbooks: { document: ExportDocument; name: string }[] = [];
  const tickets: Omit<Ticket, 'id' | 'at'>[] = [];
  const exports = createExports({
    commands: createCommands(signal(new Set())),
    table: signal(table),
    clientNames: signal(SINGLE_CLIENTS),
    isOfBatch: () => false,
    storedAge: () => null,
    isServiceDown: () => false,
    partRead: signal(partRead),
    readClients: async () => ({ value: { all: [], partRead: null } }),
    get: async (report) => ({ value: { ...sampleDetails(report.id), ...report } }),
    findingsOf,
    readFindings: async () => {},
    linkOf,
    mutesOf: () => NO_MUTES,
    reportOf: ({ report, result }) =>
      REPORTS.find(({ id }) => id === result?.reportId) ??
      REPORTS.find((one) => referTo(one).page === report.page) ??
      null,
    failingAgain: (check, rows) => failingAgainTickets(check, rows, TICKETS, CLOSED),
    languages: { wordsFor: () => i18n, load: async () => {} },
    onSummariesCopied() {},
    onTicketCopied: async (ticket) => void tickets.push(ticket),
    save: (document, name) => void files.push({ document, name }),
    saveWorkbook: async (document, name) => void workbooks.push({ document, name }),
    copyLater: async (text) => void texts.push(await text),
    print: () => void sheets.push(...exports.onPaper(true).map(({ document }) => document)),
    announce() {},
    now: () => NOW,
  });
  await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
  const clientOf = (name: string) => {
    const client = table.overview.clients.value.all.find((one) => one.name === name);
    if (client === undefined) throw new Error(`no client ${name}`);
    return client;
  };
  return { table, lookAt, exports, texts, sheets, files, workbooks, tickets, clientOf };
}

/** Returns the only table of saved files. */
export function tableIn(files: readonly { document: ExportDocument }[]): DocumentTable {
  const [table, ...others] = files.flatMap(({ document }) =>
    document.sections.flatMap((section) => section.table ?? []),
  );
  if (table === undefined || others.length > 0) throw new Error('not one table');
  return { ...table, rows: table.rows.map((row) => row.map(valueOfCell)) };
}

/** Stops the clock at `NOW` until the end of the test. */
export function stopClock(): void {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Returns the findings of a report, as a list contains them. */
function findingsOf({ failedChecks }: Report): Check[] {
  return (failedChecks ?? []).map(({ name, importance }) => ({
    name,
    importance,
    isPassed: false,
    value: `${name} as found`,
    reasons: [],
    details: [],
  }));
}
