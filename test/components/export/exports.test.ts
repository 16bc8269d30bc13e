import { computed, signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '#i18n';
import { createCommands } from '@/components/app/page-commands';
import type { PartRead } from '@/components/export/client-pages';
import { type DocumentCell, type ExportDocument, valueOfCell } from '@/components/export/document';
import { createExports } from '@/components/export/exports';
import type { RowsAge } from '@/components/export/rows-age';
import { reportText } from '@/components/report/content/report-text';
import { createTable } from '@/components/table/table-state';
import { failureMessage } from '@/components/text/messages/failure-message';
import {
  clientName,
  createClientNames,
  type JoinedClient,
} from '@/lib/report/compare/client-names';
import { clientsOf } from '@/lib/report/compare/clients';
import { pageRow } from '@/lib/report/compare/findings';
import type { PageSince, Since } from '@/lib/report/compare/page-change';
import { pagesOf } from '@/lib/report/compare/pages';
import type { FailingAgainTicket, JudgedPage, Ticket } from '@/lib/report/compare/tickets';
import type { Check } from '@/lib/report/content/checks';
import type { FailedCheck } from '@/lib/report/importance';
import { NO_MUTES } from '@/lib/report/mutes';
import { type PastResult, resultOf } from '@/lib/report/past-result';
import type { Report, ReportDetails } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';
import { createGate } from '../../service/gate';
import { knownTrend } from '../../support/known-trends';
import { useMessages } from '../../support/messages';
import { NO_MARKS } from '../../support/no-marks';
import { openPlace } from '../../support/open-place';
import { reportOn, sampleDetails, sampleReport } from '../../support/sample-report';
import { settle, waitUntil } from '../../support/wait-until';

const NOW = new Date(2026, 10, 26, 15);

beforeEach(async () => {
  await useMessages('en');
  vi.setSystemTime(NOW);
});
afterEach(() => void vi.useRealTimers());

const TRAILS = [
  reportOn('9', 'trails.example/jobs', 26, 80),
  reportOn('8', 'trails.example/huts', 26, 61, 'noindex'),
  reportOn('7', 'trails.example/booking', 26, 27, 'noindex', 'load_time'),
  reportOn('6', 'trails.example/contact', 26, 57, 'noindex'),
  reportOn('5', 'trails.example/huts', 19, 50, 'title'),
  reportOn('4', 'trails.example/booking', 19, 52, 'title'),
  reportOn('3', 'trails.example/contact', 19, 57, 'noindex'),
  reportOn('2', 'trails.example/contact', 5, 57, 'noindex'),
  reportOn('1', 'trails.example/prices', 12, 40, 'title'),
];
const MUSEUM = reportOn('20', 'museum.example/', 26, 90);

const noindex = (value: string): Check => ({
  name: 'noindex',
  isPassed: false,
  importance: 'high',
  value,
  reasons: [],
  details: [],
});

interface Opened {
  reports?: Report[];
  get?: (report: Report) => Promise<Result<ReportDetails>>;
  /** Past results by the path of their page. */
  pastByPath?: Record<string, PastResult>;
  isOfBatch?: boolean;
  /** Reads all rows of the clients, including rows that a search hides. */
  read?: () => Promise<Result<Report[]>>;
  partRead?: PartRead;
  /** The age of the stored rows; null for current rows. */
  age?: RowsAge | null;
  isServiceDown?: boolean;
  /** The closed tickets whose check fails again, by check. */
  failingAgain?: Record<string, FailingAgainTicket[]>;
  linkOf?: (report: Report) => string;
  /** By default, prints into the copied texts. */
  print?: () => void;
  joined?: JoinedClient[];
  /** Ids of reports whose findings the worker has. */
  storedIds?: readonly string[];
}

function openExports({
  reports = TRAILS,
  get = async ({ id }) => ({ value: sampleDetails(id) }),
  pastByPath = {},
  isOfBatch = false,
  read = async () => ({ value: [] }),
  partRead,
  age = null,
  isServiceDown = false,
  failingAgain = {},
  linkOf = ({ id }) => `https://service.example/${id}`,
  print,
  joined = [],
  storedIds = [],
}: Opened) {
  const clientNames = signal(createClientNames(joined));
  const awaitsRows = signal(true);
  const rows = signal(reports);
  const source = signal('a');
  const ticketPages = signal<ReadonlyMap<string, unknown>>(new Map());
  const since = signal<Since>('week');
  const trendIn = (all: readonly Report[], one: Report, chosen: PageSince) => {
    const { page } = referTo(one);
    const past = [pastByPath[page.split('/')[1] ?? ''] ?? []].flat();
    return knownTrend(one, { reports: all, past, since: chosen, now: NOW });
  };
  const { place, lookAt } = openPlace();
  const table = createTable({
    reports: rows,
    awaitsRows,
    countsRows: computed(() => age !== null || !awaitsRows.value),
    isReading: signal(false),
    since,
    source,
    place,
    deleted: signal([]),
    ...NO_MARKS,
    clientNames,
    ticketPages,
    historyOf: () => undefined,
    async readTrends(requested, chosen) {
      await new Promise((resolve) => setImmediate(resolve));
      return requested.map((one) => trendIn(rows.value, one, chosen));
    },
    afterPaint: (work) => work(),
    compareSince() {},
    createBatch: async () => ({ value: null }),
    reportAgain() {},
  });
  const texts: string[] = [];
  const [announce, onTicketCopied, onSummariesCopied] = [vi.fn(), vi.fn(), vi.fn()];
  const saved: { head: readonly string[]; paths: string[]; found: unknown[]; name: string }[] = [];
  const workbooks: { document: ExportDocument; name: string }[] = [];
  function save({ head, sections }: ExportDocument, name: string): void {
    const rows = sections.flatMap(({ table }) => table?.rows ?? []);
    const paths = rows.map(([address]) => pathOf(address));
    saved.push({ head, paths, found: rows.map(([, , found]) => found), name });
  }
  const knownIds = new Set(['7', '8']);
  const findingsOf = ({ id }: Report) =>
    knownIds.has(id) ? [noindex(id === '7' ? 'noindex, nofollow' : 'noindex')] : null;
  const exports = createExports({
    commands: createCommands(signal(new Set())),
    table: signal(table),
    clientNames,
    get,
    findingsOf,
    async readFindings(wanted) {
      for (const { id } of wanted) if (storedIds.includes(id)) knownIds.add(id);
    },
    save,
    saveWorkbook: async (document, name) => void workbooks.push({ document, name }),
    announce,
    isOfBatch: () => isOfBatch,
    now: () => new Date(),
    storedAge: () => age,
    isServiceDown: () => isServiceDown,
    partRead: signal(partRead ?? null),
    reportOf: ({ result }) => rows.value.find(({ id }) => id === result?.reportId) ?? null,
    failingAgain: (check) => failingAgain[check] ?? [],
    languages: { wordsFor: () => i18n, load: async () => {} },
    onTicketCopied,
    onSummariesCopied,
    async readClients() {
      const result = await read();
      if (hasFailed(result)) return result;
      const all = pagesOf(result.value).map((page) =>
        pageRow(page, trendIn(result.value, page.report, 'week'), NO_MUTES),
      );
      return { value: { all, partRead: null } };
    },
    linkOf,
    mutesOf: () => NO_MUTES,
    copyLater: async (text) => void texts.push(await text),
    print: print ?? (() => void texts.push(printedText(exports))),
  });
  const finishReading = () => {
    awaitsRows.value = false;
  };
  const untilCopied = () =>
    waitUntil(() => expect(announce.mock.lastCall?.[0]).toBeTypeOf('string'));
  return {
    table,
    lookAt,
    rows,
    source,
    ticketPages,
    exports,
    texts,
    announce,
    saved,
    workbooks,
    finishReading,
    untilCopied,
    onTicketCopied,
    onSummariesCopied,
  };
}

/** For each client, returns the heading and the paths of its pages. */
function printedText(exports: ReturnType<typeof createExports>): string {
  const sheets = exports.onPaper(true).map(({ document: { title, sections } }) => {
    const { heading, table } = sections.at(-1) ?? {};
    const paths = table?.rows.map(([cell]) => pathOf(cell)) ?? [];
    return `${title}: ${heading}: ${paths.join(' ')}`;
  });
  return sheets.join(' · ');
}

function pathOf(cell: DocumentCell): string {
  const address = typeof cell === 'object' && cell !== null ? cell.text : `${cell}`;
  return new URL(address).pathname;
}

/** The five pages of trails.example, calculated by hand. */
const TRAILS_HEAD = [
  'trails.example, Nov 12 – 26, 2026',
  'Measured Nov 12, 2026 (1 page) and Nov 26, 2026 (4 pages)',
];
const TRAILS_NUMBERS = [
  // Scores: 50, 52 and 57 before; 61, 27 and 57 now; 80 and 40 have one result each.
  'Average score of 5 pages: 56 → 53, 3 of 5 pages measured again',
  '5 pages: 2 worse, 1 the same, 1 not checked since, 1 first result',
];
const TRAILS_REST = [
  '',
  'The most important problems, new first',
  '- Noindex (high): 3 pages, 2 new',
  '  https://trails.example/huts',
  '  https://trails.example/booking',
  '  https://trails.example/contact',
  '- Load time (medium): 1 page, 1 new',
  '  https://trails.example/booking',
  '- Title (high): 1 page',
  '  https://trails.example/prices',
  '',
  'Worst pages',
  '52 → 27 https://trails.example/booking',
  '40 https://trails.example/prices',
  '57 → 57 https://trails.example/contact',
];
const PARTIAL_NUMBERS = TRAILS_NUMBERS.map((line) =>
  line.replace('1 first result', '1 with a single result among these reports'),
);
const NEW_AND_NEXT =
  'Passed on Nov 19, 2026, failing since Nov 26, 2026: Noindex on 2 pages and Load time on 1 page. ' +
  'To fix first: Noindex on 3 pages, Load time on 1 page, and Title on 1 page.';
const TRAILS_SUMMARY = [
  ...TRAILS_HEAD,
  ...['', `Fixed since Nov 19, 2026: Title on 2 pages. ${NEW_AND_NEXT}`],
  ...['', ...TRAILS_NUMBERS, ...TRAILS_REST],
];

/** The past result of a report that was updated in place. */
const JOBS_BEFORE: PastResult = {
  reportId: '9',
  result: 'decent',
  score: 70,
  generatedAt: new Date(2026, 10, 12, 8).toISOString(),
  failedChecks: [{ name: 'title', importance: 'high' }],
};
const TRAILS_WITH_JOBS = [
  ...TRAILS_HEAD,
  ...['', `Fixed since Nov 12, 2026: Title on 3 pages. ${NEW_AND_NEXT}`, ''],
  // Additional scores: 70 before, and 80 now.
  'Average score of 5 pages: 54 → 53, 4 of 5 pages measured again',
  '5 pages: 2 worse, 1 better, 1 the same, 1 not checked since',
  ...TRAILS_REST,
];
const lines = (...all: string[]) => [...all, ''].join('\n');

describe('the copied summary', () => {
  it('calls onSummariesCopied with its clients after the copy', async () => {
    const { exports, onSummariesCopied, finishReading, untilCopied } = openExports({
      reports: [MUSEUM, ...TRAILS],
    });
    exports.copySummary();
    await settle();
    expect(onSummariesCopied).not.toHaveBeenCalled();
    finishReading();
    await untilCopied();
    await waitUntil(() =>
      expect(onSummariesCopied.mock.calls).toEqual([[['museum.example', 'trails.example']]]),
    );
  });

  it('does not call onSummariesCopied if the pages of the client cannot be read', async () => {
    const read = async () => ({ failure: { code: 'unreachable' } }) as const;
    const opened = openExports({ isOfBatch: true, read });
    opened.finishReading();
    opened.exports.copySummary();
    await opened.untilCopied();
    await settle();
    expect(opened.announce.mock.lastCall?.[1]).toBe(true);
    expect(opened.onSummariesCopied).not.toHaveBeenCalled();
  });

  it('has the scores from the time of the press', async () => {
    const { table, rows, exports, texts, finishReading, untilCopied } = openExports({});
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    rows.value = rows.value.map((row) => ({ ...row, score: row.score && row.score + 10 }));
    expect(table.overview.overview.value.average).toBe(63);
    exports.copySummary();
    await untilCopied();
    // The earlier scores of three pages were read before the change, so they do not rise by 10.
    expect(texts[0]).toContain('Average score of 5 pages: 60 → 63, 3 of 5 pages measured again');
  });

  it('describes how the pages of a client have changed', async () => {
    const { exports, texts, announce, finishReading, untilCopied } = openExports({});
    exports.copySummary();
    expect([exports.isWaiting.value, texts]).toEqual([true, []]);
    finishReading();
    await untilCopied();
    expect(texts).toEqual([lines(...TRAILS_SUMMARY)]);
    const sentence = 'Summary copied: \u2068trails.example\u2069';
    expect(announce).toHaveBeenLastCalledWith(sentence, false, expect.anything());
  });

  it.each<[string, (opened: ReturnType<typeof openExports>) => void]>([
    ['a filter of changes is active', ({ table }) => table.overview.toggle('change', 'worse')],
    ['a check is chosen', ({ table }) => table.overview.toggle('check', 'noindex')],
    ['a page is selected', ({ table }) => table.selection.toggle('8')],
  ])('covers all pages of the client even if %s', async (_, choose) => {
    const opened = openExports({});
    opened.finishReading();
    await waitUntil(() => expect(opened.table.overview.isKnown.value).toBe(true));
    choose(opened);
    opened.exports.copySummary();
    await opened.untilCopied();
    expect(opened.texts).toEqual([lines(...TRAILS_SUMMARY)]);
  });

  it('covers all pages of the client, even if the table shows a batch', async () => {
    const { exports, texts, finishReading, untilCopied } = openExports({
      reports: TRAILS.filter(({ url }) => url?.includes('book')),
      isOfBatch: true,
      read: async () => ({ value: TRAILS }),
    });
    finishReading();
    exports.copySummary();
    await untilCopied();
    expect(texts).toEqual([lines(...TRAILS_SUMMARY)]);
  });

  it('has a link for each public report of a worst page', async () => {
    const reports = TRAILS.map((one) => (one.id === '7' ? { ...one, privacy: 0 as const } : one));
    const { exports, texts, finishReading, untilCopied } = openExports({ reports });
    finishReading();
    exports.copySummary();
    await untilCopied();
    const [booking = ''] = TRAILS_SUMMARY.slice(-3);
    const summary = TRAILS_SUMMARY.flatMap((line) =>
      line === booking ? [line, '  Report: https://service.example/7'] : line,
    );
    expect(texts).toEqual([lines(...summary)]);
  });

  it('covers only the open client', async () => {
    const opened = openExports({ reports: [...TRAILS, MUSEUM] });
    opened.finishReading();
    await waitUntil(() => expect(opened.table.overview.isKnown.value).toBe(true));
    opened.lookAt('trails.example');
    opened.exports.copySummary();
    await opened.untilCopied();
    expect(opened.texts).toEqual([lines(...TRAILS_SUMMARY)]);
  });

  it('is not copied if the pages cannot be read, and the failure is announced', async () => {
    const failure = { code: 'unreachable' } as const;
    const read = async () => ({ failure });
    const { exports, texts, announce, finishReading } = openExports({ isOfBatch: true, read });
    finishReading();
    exports.copySummary();
    await waitUntil(() => expect(announce).toHaveBeenLastCalledWith(failureMessage(failure), true));
    expect([texts, exports.isWaiting.value]).toEqual([[], false]);
  });

  it('compares a report that was updated in place with its past result', async () => {
    const { exports, texts, finishReading, untilCopied } = openExports({
      pastByPath: { jobs: JOBS_BEFORE },
    });
    finishReading();
    exports.copySummary();
    await untilCopied();
    expect(texts).toEqual([lines(...TRAILS_WITH_JOBS)]);
  });

  it('waits for the past results of new rows', async () => {
    const { rows, table, exports, texts, finishReading, untilCopied } = openExports({
      reports: [MUSEUM],
      pastByPath: { jobs: JOBS_BEFORE },
    });
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    rows.value = TRAILS;
    exports.copySummary();
    expect(exports.isWaiting.value).toBe(true);
    await untilCopied();
    expect(texts).toEqual([lines(...TRAILS_WITH_JOBS)]);
  });

  const STORED: RowsAge = {
    completeAt: '2026-11-26T18:40:00.000Z',
    unfinished: { isOn: true, read: 300, total: 980 },
    partRead: null,
  };
  const AS_OF = 'As of Nov 26, 6:40 PM · 300 of 980 read since';

  it('has the stored numbers and their time after a press on Copy what is stored', async () => {
    const { table, exports, texts, untilCopied } = openExports({
      age: STORED,
      pastByPath: { jobs: JOBS_BEFORE },
    });
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    expect(exports.offeredAt.value).toBeNull();
    exports.copySummary();
    await settle();
    expect([texts, exports.offeredAt.value]).toEqual([[], STORED.completeAt]);
    exports.copyStored();
    await untilCopied();
    const [title = '', ...others] = TRAILS_WITH_JOBS;
    expect(texts).toEqual([lines(title, AS_OF, ...others)]);
    expect(exports.offeredAt.value).toBeNull();
  });

  it('does not wait for all rows while the service is down', async () => {
    const { table, exports, texts, saved, announce } = openExports({
      age: STORED,
      isServiceDown: true,
    });
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    exports.copySummary();
    await waitUntil(() => expect(announce.mock.lastCall?.[0]).toContain(AS_OF));
    exports.save();
    await waitUntil(() => expect(saved).toHaveLength(1));
    table.overview.toggle('check', 'noindex');
    exports.copyTicket('trails.example');
    await waitUntil(() => expect(texts).toHaveLength(2));
    for (const text of texts) expect(text.split('\n')[1]).toBe(AS_OF);
    expect(saved[0]?.head).toContain(AS_OF);
    expect(exports.onPaper(true)[0]?.document.head[0]).toBe(AS_OF);
  });

  it('waits for all rows, even if only one client is covered', async () => {
    const { rows, exports, texts, finishReading, untilCopied } = openExports({
      reports: TRAILS.slice(1),
      pastByPath: { jobs: JOBS_BEFORE },
    });
    exports.copySummary({ name: 'trails.example', pages: [] });
    await settle();
    expect([texts, exports.isWaiting.value]).toEqual([[], true]);
    rows.value = TRAILS;
    finishReading();
    await untilCopied();
    expect(texts).toEqual([lines(...TRAILS_WITH_JOBS)]);
  });

  it('states how many reports were read if the person stopped the reading', async () => {
    const { exports, texts, finishReading, untilCopied } = openExports({
      partRead: { read: 300, total: 1_367 },
    });
    finishReading();
    exports.copySummary();
    await untilCopied();
    const partSentence = '300 of 1,367 reports were read.';
    expect(texts).toEqual([
      lines(
        ...[...TRAILS_HEAD, partSentence, ...TRAILS_SUMMARY.slice(2)].map((line) =>
          line.replace('1 first result', '1 with a single result among these reports'),
        ),
      ),
    ]);
  });

  it('states how many reports were read, like the ticket, file and print of a client', async () => {
    const { table, exports, texts, saved, finishReading } = openExports({
      partRead: { read: 2_000, total: 2_080 },
    });
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    const [client] = clientsOf(table.overview.rows.value);
    if (client === undefined) throw new Error('no client');
    exports.copySummary(client);
    exports.copyWorst(client);
    exports.save(client);
    await waitUntil(() => expect([texts.length, saved.length]).toEqual([2, 1]));
    const sentence = '2,000 of 2,080 reports were read.';
    expect(texts.every((text) => text.includes(sentence))).toBe(true);
    expect(texts.join()).not.toContain('first result');
    expect(saved[0]?.head).toContain(sentence);
    expect(exports.onPaper(true)[0]?.document.head).toContain(sentence);
  });

  it('has a section for each client with rows', async () => {
    const { table, exports, texts, finishReading, untilCopied } = openExports({
      reports: [...TRAILS, MUSEUM, reportOn('21', 'museum.example/visit', 26, 40)],
    });
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    exports.copySummary();
    await untilCopied();
    const museum = [
      'museum.example, Nov 26, 2026',
      'Measured Nov 26, 2026 (2 pages)',
      '',
      'Average score of 2 pages: 65',
      '2 pages: 2 first results',
      '',
      'Worst pages',
      '40 https://museum.example/visit',
      '90 https://museum.example/',
    ];
    expect(texts).toEqual([lines(lines(...TRAILS_SUMMARY), ...museum)]);
    table.selection.toggle('20');
    expect(printedText(exports)).toBe('museum.example: 1 of 2 pages, the one selected: /');
  });
});

describe('the summary of a joined client', () => {
  it('has its name, and counts the pages of all its clients', async () => {
    const { table, exports, texts, saved, onSummariesCopied, finishReading, untilCopied } =
      openExports({
        reports: [...TRAILS, MUSEUM],
        joined: [{ name: 'Park', clients: ['museum.example', 'trails.example'] }],
      });
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    const [park, ...others] = clientsOf(table.overview.rows.value);
    expect(others).toEqual([]);
    exports.copySummary(park);
    await untilCopied();
    expect(texts[0]).toMatch(/^Park, /);
    // Scores: 50, 52 and 57 before; 61, 27 and 57 now; 80, 40 and 90 have one result each.
    expect(texts[0]).toContain(
      '\nAverage score of 6 pages: 62 → 59, 3 of 6 pages measured again\n',
    );
    expect(onSummariesCopied).toHaveBeenCalledExactlyOnceWith(['Park']);
    exports.save(park);
    exports.print(park);
    await settle();
    expect(saved.map(({ name, paths }) => [name, paths.length])).toEqual([['Park', 6]]);
    expect(texts.at(-1)).toMatch(/^Park: .*\/booking/);
  });
});

describe('a ticket', () => {
  it('groups the pages of the problem by the found value', async () => {
    const failing: ReportDetails = { ...sampleDetails('6'), checks: [noindex('none')] };
    const get = vi.fn(async () => ({ value: failing }));
    const { table, exports, texts, announce, onTicketCopied, finishReading, untilCopied } =
      openExports({
        get,
      });
    finishReading();
    table.overview.toggle('check', 'noindex');
    exports.copyTicket('trails.example');
    await untilCopied();
    expect(texts).toEqual([
      [
        'Noindex (high): 3 pages of trails.example',
        '',
        'Passed on Nov 19, 2026, failing since Nov 26, 2026',
        'noindex',
        'https://trails.example/huts',
        '  Report: https://service.example/8',
        'noindex, nofollow',
        'https://trails.example/booking',
        '  Report: https://service.example/7',
        '',
        'Failing since Nov 5, 2026 or earlier',
        'none',
        'https://trails.example/contact',
        '  Report: https://service.example/6',
        '',
        'Fixed when: “Noindex” passes on all 3 pages.',
        '',
      ].join('\n'),
    ]);
    expect(announce).toHaveBeenLastCalledWith(
      'Ticket copied: \u2068Noindex\u2069, \u2068trails.example\u2069. Only your account can open the links of 3 reports (private).',
      false,
      expect.anything(),
    );
    // The list contains the other findings, so only one report is read.
    expect(get).toHaveBeenCalledExactlyOnceWith(TRAILS[3]);
    await settle();
    expect(onTicketCopied).toHaveBeenCalledExactlyOnceWith({
      client: 'trails.example',
      check: 'noindex',
      pages: [
        { report: referTo(TRAILS[1] as Report), found: 'noindex' },
        { report: referTo(TRAILS[2] as Report), found: 'noindex, nofollow' },
        { report: referTo(TRAILS[3] as Report), found: 'none' },
      ],
    });
  });

  it('is copied and stored once, even if the button is pressed again before the end', async () => {
    const { table, exports, texts, onTicketCopied, finishReading } = openExports({});
    const gate = createGate();
    onTicketCopied.mockReturnValue(gate.opened);
    table.overview.toggle('check', 'noindex');
    const isCopying = () => exports.isCopyingTicket('noindex', 'trails.example');
    exports.copyTicket('trails.example');
    exports.copyTicket('trails.example');
    expect(isCopying()).toBe(true);
    finishReading();
    await waitUntil(() => expect(onTicketCopied).toHaveBeenCalled());
    exports.copyTicket('trails.example');
    gate.open();
    await waitUntil(() => expect(isCopying()).toBe(false));
    expect(texts).toHaveLength(1);
    expect(onTicketCopied).toHaveBeenCalledOnce();
  });

  it('states the filters of the table, and how many reports were read', async () => {
    const { table, exports, texts, finishReading, untilCopied } = openExports({
      partRead: { read: 300, total: 1_367 },
    });
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    table.overview.toggle('check', 'noindex');
    table.overview.toggle('change', 'worse');
    exports.copyTicket('trails.example');
    await untilCopied();
    expect(texts[0]?.split('\n').slice(0, 4)).toEqual([
      'Noindex (high): 2 pages of trails.example',
      '2 of 3 pages, those that got worse',
      '300 of 1,367 reports were read.',
      '',
    ]);
  });

  /**
   * Opens a client with a problem on pages with the scores 0, 1, 2…. The problem is new only on
   * page 99, which has an earlier result.
   */
  function openProblem(size: number, storedIds: readonly string[] = []) {
    const failing = Array.from({ length: size }, (_, index) =>
      reportOn(`${index}`, `trails.example/${index}`, 26, index % 100, 'noindex'),
    );
    const earlier = reportOn('earlier', 'trails.example/99', 17, 60);
    const get = vi.fn(async ({ id }: Report) => ({
      value: { ...sampleDetails(id), checks: [noindex('none')] },
    }));
    const opened = openExports({ reports: [...failing, earlier], get, storedIds });
    opened.finishReading();
    opened.table.overview.toggle('check', 'noindex');
    return { ...opened, get };
  }
  const addressesIn = (text = '') => text.split('\n').filter((line) => line.startsWith('https:'));

  it('lists up to 100 pages of a problem, and reads at most twenty reports', async () => {
    const { exports, texts, saved, get, onTicketCopied, untilCopied } = openProblem(100);
    exports.copyTicket('trails.example');
    await untilCopied();
    expect(new Set(addressesIn(texts[0])).size).toBe(100);
    expect(texts[0]).toContain('Fixed when: “Noindex” passes on all 100 pages.');
    expect(get).toHaveBeenCalledTimes(20);
    expect(saved).toEqual([]);
    await waitUntil(() => expect(onTicketCopied.mock.lastCall?.[0].pages).toHaveLength(100));
  });

  it('says how many of its reports were not read', async () => {
    const { exports, texts, announce, untilCopied } = openProblem(100);
    exports.copyTicket('trails.example');
    await untilCopied();
    // The findings of pages 7 and 8 are known, and twenty reports were read.
    const [, unread] = texts[0]?.split('\nnot read\n') ?? [];
    expect(addressesIn(unread)).toHaveLength(78);
    const sentence = expect.stringContaining("78 reports couldn't be read.");
    expect(announce.mock.lastCall?.slice(0, 2)).toEqual([sentence, true]);
  });

  it('has the stored findings of all pages in its file', async () => {
    const { exports, saved, announce, get, untilCopied } = openProblem(120, ['50', '60']);
    exports.copyTicket('trails.example');
    await untilCopied();
    await waitUntil(() => expect(saved).toHaveLength(1));
    const found = saved[0]?.found ?? [];
    const foundOn = (path: string) => found[saved[0]?.paths.indexOf(path) ?? -1];
    expect([foundOn('/50'), foundOn('/60'), foundOn('/0')]).toEqual(['noindex', 'noindex', 'none']);
    const unread = found.filter((text) => text === 'not read').length;
    expect(found).toHaveLength(120);
    expect(unread).toBe(120 - ['7', '8', '50', '60'].length - get.mock.calls.length);
    expect(announce.mock.lastCall?.[0]).toContain(`${unread} reports couldn't be read.`);
  });

  it('lists the 20 worst of 101 pages, and saves a file with all pages', async () => {
    const { exports, texts, saved, onTicketCopied, untilCopied } = openProblem(101);
    exports.copyTicket('trails.example');
    await untilCopied();
    const lines = texts[0]?.split('\n') ?? [];
    expect(lines.slice(0, 3)).toEqual([
      'Noindex (high): 101 pages of trails.example',
      'The 20 worst pages:',
      'The CSV file has all 101 pages.',
    ]);
    const worst = [0, 100, ...Array.from({ length: 18 }, (_, index) => index + 1)];
    expect(addressesIn(texts[0]).sort()).toEqual(
      worst.map((path) => `https://trails.example/${path}`).sort(),
    );
    expect(lines.at(-2)).toBe('Fixed when: “Noindex” passes on all 101 pages.');
    await waitUntil(() => expect(onTicketCopied.mock.lastCall?.[0].pages).toHaveLength(101));
    expect(saved).toMatchObject([
      { name: 'trails.example-noindex', head: ['Noindex (high): 101 pages of trails.example'] },
    ]);
    expect(new Set(saved[0]?.paths).size).toBe(101);
  });

  it('lists only the pages of one client if several clients have the problem', async () => {
    const reports = [...TRAILS, reportOn('20', 'museum.example/', 26, 90, 'noindex')];
    const { table, exports, texts, onTicketCopied, finishReading } = openExports({ reports });
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    table.overview.toggle('check', 'noindex');
    expect(exports.tickets.value).toEqual([
      { client: 'trails.example', pages: 3 },
      { client: 'museum.example', pages: 1 },
    ]);
    exports.copyTicket('museum.example');
    await waitUntil(() => expect(onTicketCopied).toHaveBeenCalledOnce());
    expect(texts[0]).toMatch(/^Noindex \(high\): 1 page of museum\.example\n/);
    expect(texts[0]).not.toContain('trails.example');
    expect(onTicketCopied.mock.lastCall?.[0].client).toBe('museum.example');
  });

  it('lists all pages of a joined client, and stores the single client of each page', async () => {
    const museum = reportOn('20', 'museum.example/', 26, 90, 'noindex');
    const { table, exports, texts, onTicketCopied, finishReading } = openExports({
      reports: [...TRAILS, museum],
      joined: [{ name: 'Park', clients: ['trails.example', 'museum.example'] }],
    });
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    table.overview.toggle('check', 'noindex');
    expect(exports.tickets.value).toEqual([{ client: 'Park', pages: 4 }]);
    exports.copyTicket('Park');
    await waitUntil(() => expect(onTicketCopied).toHaveBeenCalledOnce());
    expect(texts[0]).toMatch(/^Noindex \(high\): 4 pages of Park\n/);
    expect(texts[0]).toContain('https://museum.example/');
    const ticket: Ticket | undefined = onTicketCopied.mock.lastCall?.[0];
    expect([ticket?.client, ...(ticket?.pages ?? []).map(({ client }) => client).sort()]).toEqual([
      'Park',
      ...['museum.example', 'trails.example', 'trails.example', 'trails.example'],
    ]);
  });

  it('has the most important new problem of a client if no problem is open', async () => {
    const { table, exports, texts, finishReading, untilCopied } = openExports({
      reports: [...TRAILS, MUSEUM],
    });
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    const [trails, museum] = clientsOf(table.overview.rows.value);
    if (!trails || !museum) throw new Error('no clients');
    expect(exports.worstProblem(trails)).toEqual({ name: 'noindex', pages: 3 });
    expect(exports.worstProblem(museum)).toBeNull();
    exports.copyWorst(trails);
    await untilCopied();
    expect(texts[0]).toMatch(/^Noindex \(high\): 3 pages of trails\.example\n/);
  });
});

describe('the text of reports', () => {
  it('contains at most twenty reports, and the announcement counts the others', async () => {
    const reports = Array.from({ length: 25 }, (_, index) => sampleReport(`${index}`));
    const { exports, texts, announce, finishReading, untilCopied } = openExports({
      reports,
      get: async ({ id }) =>
        id === '3' ? { failure: { code: 'unreachable' } } : { value: sampleDetails(id) },
    });
    finishReading();
    exports.copyReports();
    await untilCopied();
    const copiedIds = Array.from({ length: 20 }, (_, index) => `${index}`).filter(
      (id) => id !== '3',
    );
    expect(texts).toEqual([
      [
        ...copiedIds.map((id) =>
          reportText(sampleDetails(id), NO_MUTES, `https://service.example/${id}`),
        ),
        '5 more reports\n',
      ].join('\n\n'),
    ]);
    expect(announce).toHaveBeenLastCalledWith(
      "19 reports copied. 5 more aren't included. 1 report couldn't be read. Only your account can open the links of 19 reports (private).",
      true,
      expect.objectContaining({ isForTracker: false }),
    );
    expect(exports.progress.value).toBeNull();
  });

  it('is not copied if the person stops the reading', async () => {
    let answer = () => {};
    const get = vi.fn(async ({ id }: Report) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { value: sampleDetails(id) };
    });
    const { exports, texts, announce, finishReading } = openExports({ get });
    finishReading();
    exports.copyReports();
    await waitUntil(() => expect(exports.progress.value).toEqual({ done: 0, size: 5 }));
    exports.stop();
    expect(exports.progress.value).toBeNull();
    answer();
    await settle();
    expect([get.mock.calls.length, texts]).toEqual([1, []]);
    expect(announce).toHaveBeenCalledExactlyOnceWith(null);
  });
});

describe('a file', () => {
  it('contains all rows after they are read', async () => {
    const { exports, saved, finishReading } = openExports({});
    exports.save();
    expect(saved).toEqual([]);
    finishReading();
    await waitUntil(() =>
      expect(saved).toMatchObject([
        {
          head: [],
          paths: ['/jobs', '/huts', '/booking', '/contact', '/prices'],
          name: 'trails.example',
        },
      ]),
    );
    expect(exports.isWaiting.value).toBe(false);
  });

  it.each<[string, Opened, (opened: ReturnType<typeof openExports>) => void, string[]]>([
    [
      'a filter',
      {},
      ({ table }) => table.overview.toggle('change', 'worse'),
      [...TRAILS_HEAD, ...TRAILS_NUMBERS, '2 of 5 pages, those that got worse'],
    ],
    [
      'a search',
      {},
      ({ table }) => table.overview.find('jobs'),
      [...TRAILS_HEAD, ...TRAILS_NUMBERS, '1 of 5 pages, the one matching “jobs”'],
    ],
    [
      'a stopped reading',
      { partRead: { read: 9, total: null } },
      () => {},
      [...TRAILS_HEAD, 'The first 9 reports were read.', ...PARTIAL_NUMBERS],
    ],
  ])('states above its rows what %s leaves out', async (_, opening, choose, above) => {
    const opened = openExports(opening);
    opened.finishReading();
    await waitUntil(() => expect(opened.table.overview.isKnown.value).toBe(true));
    choose(opened);
    opened.exports.save();
    await waitUntil(() => expect(opened.saved).toMatchObject([{ head: above }]));
  });
});

describe('a workbook', () => {
  const tablesIn = ({ sections }: ExportDocument) =>
    sections.map(({ heading, table }) => ({
      heading,
      rows: table?.rows.map((row) => row.map(valueOfCell)) ?? [],
    }));

  it('has a summary, and tables of clients, problems and pages', async () => {
    const { exports, workbooks, finishReading } = openExports({ reports: [...TRAILS, MUSEUM] });
    exports.saveWorkbook();
    expect(workbooks).toEqual([]);
    finishReading();
    await waitUntil(() => expect(workbooks).toHaveLength(1));
    const [{ document, name } = expect.fail('Not saved.')] = workbooks;
    expect(name).toBe('reports');
    expect(document.head.slice(0, 2)).toEqual(TRAILS_HEAD);
    expect(document.head.at(-1)).toBe('1 page: 1 first result');
    const [clients, problems, pages] = tablesIn(document);
    expect([clients, problems, pages].map((sheet) => sheet?.heading)).toEqual([
      ...['Clients', 'Problems', 'Pages'],
    ]);
    expect(clients?.rows).toEqual([
      ['trails.example', 5, 56, 53, 2, 0, 1, 3],
      ['museum.example', 1, undefined, 90, 0, 0, 0, 0],
    ]);
    expect(problems?.rows).toEqual([
      ['trails.example', 'Noindex', 'high', 3, 2, ''],
      ['trails.example', 'Title', 'high', 1, 0, ''],
      ['trails.example', 'Load time', 'medium', 1, 1, ''],
    ]);
    expect(pages?.rows).toHaveLength(6);
  });

  it('lists the pages of a filter, and counts all pages of their client', async () => {
    const { table, exports, workbooks, finishReading } = openExports({});
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    table.overview.find('jobs');
    exports.saveWorkbook();
    await waitUntil(() => expect(workbooks).toHaveLength(1));
    const [{ document, name } = expect.fail('Not saved.')] = workbooks;
    expect(name).toBe('trails.example');
    expect(document.head).toContain('1 of 5 pages, the one matching “jobs”');
    const [clients, , pages] = tablesIn(document);
    expect(clients?.rows[0]?.slice(0, 2)).toEqual(['trails.example', 5]);
    expect(pages?.rows.map(([address]) => pathOf(address))).toEqual(['/jobs']);
  });
});

describe('an export that waits for all rows', () => {
  it('ignores another press, unless the filters have changed', async () => {
    const { table, exports, saved, finishReading } = openExports({});
    exports.save();
    exports.save();
    expect(exports.isBusy('file')).toBe(true);
    table.overview.find('huts');
    expect(exports.isBusy('file')).toBe(false);
    exports.save();
    finishReading();
    await waitUntil(() => expect(exports.isWaiting.value).toBe(false));
    await settle();
    expect(saved.map(({ paths }) => paths.length)).toEqual([5, 1]);
  });

  it.each<[string, (opened: ReturnType<typeof openExports>) => void]>([
    ['summary', ({ exports }) => exports.copySummary()],
    ['text of reports', ({ exports }) => exports.copyReports()],
  ])('does not name a client in a %s if the client is read after the press', async (_, copy) => {
    const get = async (report: Report) => ({ value: { ...sampleDetails(report.id), ...report } });
    const opened = openExports({ get });
    copy(opened);
    opened.rows.value = [MUSEUM, ...TRAILS];
    opened.finishReading();
    await opened.untilCopied();
    expect(opened.texts[0]).toContain('trails.example');
    expect(opened.texts[0]).not.toContain('museum.example');
  });

  const CHANGED =
    "Nothing was exported, because these pages have changed. Check what's shown, then try again.";
  const EXPORTS: [string, (opened: ReturnType<typeof openExports>) => void][] = [
    ['summary', ({ exports }) => exports.copySummary()],
    ['ticket', ({ exports }) => exports.copyTicket('trails.example')],
    ['text of reports', ({ exports }) => exports.copyReports()],
    ['file', ({ exports }) => exports.save()],
    ['workbook', ({ exports }) => exports.saveWorkbook()],
    ['print', ({ exports }) => exports.print()],
  ];

  async function expectNoExport({
    exports,
    texts,
    saved,
    announce,
  }: ReturnType<typeof openExports>) {
    await waitUntil(() => expect(announce).toHaveBeenLastCalledWith(CHANGED, true));
    expect([texts, saved, exports.isWaiting.value]).toEqual([[], [], false]);
  }

  it.each(EXPORTS)('fails as a %s if the table shows another list', async (_, start) => {
    const opened = openExports({});
    opened.table.overview.toggle('check', 'noindex');
    start(opened);
    opened.source.value = 'b';
    opened.rows.value = [reportOn('20', 'trails.example/other', 26, 90, 'noindex')];
    opened.finishReading();
    await expectNoExport(opened);
  });

  it.each(EXPORTS)('fails as a %s if its pages are gone', async (_, start) => {
    const opened = openExports({});
    opened.table.overview.toggle('check', 'noindex');
    opened.table.selection.toggle('8');
    start(opened);
    opened.rows.value = TRAILS.filter(({ url }) => !url?.includes('huts'));
    opened.finishReading();
    await expectNoExport(opened);
  });

  it('contains a selected page whose newer report does not pass the filters', async () => {
    const { table, rows, exports, saved, finishReading } = openExports({});
    table.overview.toggle('rating', 'bad');
    table.selection.toggle('7');
    exports.save();
    rows.value = [reportOn('30', 'trails.example/booking', 26, 90), ...TRAILS];
    finishReading();
    await waitUntil(() => expect(saved).toMatchObject([{ paths: ['/booking'] }]));
  });

  it('contains the pages of tickets from the time of the press', async () => {
    const { table, exports, saved, ticketPages, finishReading } = openExports({});
    table.overview.toggle('check', 'noindex');
    ticketPages.value = new Map([['trails.example/jobs', null]]);
    exports.save();
    ticketPages.value = new Map();
    finishReading();
    const paths = ['/huts', '/booking', '/contact', '/jobs'];
    await waitUntil(() => expect(saved).toMatchObject([{ paths }]));
  });

  it('does not state for a batch how many reports of the list were read', async () => {
    const opened = openExports({ isOfBatch: true, partRead: { read: 300, total: 1_367 } });
    opened.finishReading();
    opened.exports.save();
    await waitUntil(() => expect(opened.saved).toHaveLength(1));
    expect(opened.saved[0]?.head.join()).not.toContain('1,367');
  });

  it('prints its sheets even if another view is visible', async () => {
    const sheets: number[] = [];
    const opened = openExports({
      print: () => void sheets.push(opened.exports.onPaper(false).length),
    });
    opened.exports.print();
    opened.finishReading();
    await waitUntil(() => expect(sheets).toEqual([1]));
    expect(opened.exports.onPaper(false)).toEqual([]);
  });

  it.each<[string, (opened: ReturnType<typeof openExports>) => void, string[]]>([
    ['filters', ({ table }) => table.overview.find('huts'), ['/huts']],
    ['selection', ({ table }) => table.selection.toggle('7'), ['/booking']],
    ['client', ({ lookAt }) => lookAt('museum.example'), ['/']],
  ])('uses the %s from the time of the press', async (_, choose, paths) => {
    const opened = openExports({ reports: [...TRAILS, MUSEUM] });
    choose(opened);
    opened.exports.save();
    opened.lookAt('trails.example');
    opened.table.overview.find('prices');
    opened.finishReading();
    await waitUntil(() => expect(opened.saved).toMatchObject([{ paths }]));
  });
});

describe('a print', () => {
  it('waits for all rows, and lists the worst page of each client first', async () => {
    const { exports, texts, finishReading } = openExports({ reports: [...TRAILS, MUSEUM] });
    exports.print();
    expect(texts).toEqual([]);
    finishReading();
    await waitUntil(() =>
      expect(texts).toEqual([
        'trails.example: All 5 pages, the worst first: /booking /prices /contact /huts /jobs · museum.example: 1 page: /',
      ]),
    );
  });

  it('lists the filtered pages, and has the numbers of all pages', async () => {
    const { table, exports, finishReading } = openExports({});
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    table.overview.toggle('change', 'worse');
    expect(printedText(exports)).toBe(
      'trails.example: 2 of 5 pages, those that got worse: /booking /huts',
    );
    const [sheet] = exports.onPaper(true);
    expect(sheet?.document.sections[0]?.lines?.[1]?.text).toMatch(/^5 pages: 2 worse/);
  });

  it('contains only the pages of a batch', async () => {
    const { exports, texts, finishReading } = openExports({
      reports: TRAILS.filter(({ url }) => url?.includes('book')),
      isOfBatch: true,
      read: async () => ({ value: TRAILS }),
    });
    finishReading();
    exports.print();
    await waitUntil(() =>
      expect(texts).toEqual(['trails.example: 1 of 5 pages, the one in this batch: /booking']),
    );
    expect(printedText(exports)).toBe('trails.example: 1 page: /booking');
  });
});

describe('a proof', () => {
  const TICKET = {
    check: 'noindex',
    client: 'trails.example',
    at: new Date(2026, 10, 20).toISOString(),
  };
  const [jobs, huts, booking, contact] = TRAILS as [Report, Report, Report, Report];

  function judgedPage(report: Report, status: JudgedPage['status']): JudgedPage {
    const [result = null] = status === 'fixed' || status === 'failing' ? resultOf(report) : [];
    return { report: referTo(report), found: 'noindex, follow', status, result, failure: null };
  }

  it('states the number of fixed pages, their dates, and the value of each page', async () => {
    const passed: Check = { ...noindex('index, follow'), isPassed: true };
    const { exports, texts, rows, announce } = openExports({
      get: async ({ id }) => ({ value: { ...sampleDetails(id), checks: [passed] } }),
    });
    rows.value = rows.value.map((row) => (row === jobs ? { ...jobs, privacy: 0 } : row));
    const pages = [
      judgedPage(jobs, 'fixed'),
      judgedPage(huts, 'failing'),
      judgedPage(booking, 'unmeasured'),
      judgedPage(contact, 'gone'),
    ];
    expect(await exports.copyProof(TICKET, pages)).toBe(true);
    expect(texts).toEqual([
      [
        'Noindex: 1 of 4 pages fixed, measured Nov 26, 2026',
        'trails.example · Handed over Nov 20, 2026',
        '',
        'Fixed',
        'https://trails.example/jobs',
        '  Now: index, follow',
        '  Report: https://service.example/9',
        '',
        'Still failing',
        'https://trails.example/huts',
        '  Now: noindex',
        '',
        'Not measured since',
        'https://trails.example/booking',
        '',
        'Without a report',
        'https://trails.example/contact',
        '',
      ].join('\n'),
    ]);
    expect(announce).toHaveBeenLastCalledWith(
      'Proof copied: \u2068Noindex\u2069, \u2068trails.example\u2069.',
      false,
      expect.anything(),
    );
  });

  it('says of which measured pages the report could not be read', async () => {
    const { exports, texts, announce } = openExports({
      get: async () => ({ failure: { code: 'unreachable' } }),
    });
    await exports.copyProof(TICKET, [judgedPage(jobs, 'fixed'), judgedPage(huts, 'failing')]);
    expect(texts[0]).toContain('https://trails.example/jobs\n  Now: not read\n');
    expect(texts[0]).toContain('https://trails.example/huts\n  Now: noindex\n');
    expect(announce.mock.lastCall?.slice(0, 2)).toEqual([
      "Proof copied: \u2068Noindex\u2069, \u2068trails.example\u2069. 1 report couldn't be read.",
      true,
    ]);
  });

  it('has no headings if all pages have one status, and no date without a result', async () => {
    const { exports, texts } = openExports({});
    await exports.copyProof(TICKET, [judgedPage(jobs, 'fixed'), judgedPage(huts, 'fixed')]);
    await exports.copyProof({ ...TICKET, client: null }, [judgedPage(jobs, 'unmeasured')]);
    expect(texts.map((text) => text.split('\n').slice(0, 4))).toEqual([
      [
        'Noindex: 2 of 2 pages fixed, measured Nov 26, 2026',
        'trails.example · Handed over Nov 20, 2026',
        '',
        'https://trails.example/jobs',
      ],
      ['Noindex: 0 of 1 page fixed', 'Handed over Nov 20, 2026', '', 'https://trails.example/jobs'],
    ]);
  });
});

describe('an exception', () => {
  const FAILED = "The export failed. Try again. If that doesn't help, reload this page.";
  const PUBLIC = TRAILS.map((report) => ({ ...report, privacy: 0 as const }));
  const [jobs] = PUBLIC as [Report];
  const broken = () => {
    throw new Error('broken');
  };

  beforeEach(() => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    return () => warn.mockRestore();
  });

  async function openBroken(options: Opened) {
    const opened = openExports({ reports: PUBLIC, ...options });
    opened.finishReading();
    await waitUntil(() => expect(opened.table.overview.isKnown.value).toBe(true));
    return opened;
  }

  it.each<[string, start: (opened: ReturnType<typeof openExports>) => void]>([
    ['a summary', ({ exports }) => exports.copySummary()],
    [
      'a ticket',
      ({ table, exports }) => {
        table.overview.toggle('check', 'noindex');
        exports.copyTicket('trails.example');
      },
    ],
    ['the text of reports', ({ exports }) => exports.copyReports()],
    [
      'a proof',
      ({ exports }) => {
        const [result = null] = resultOf(jobs);
        const page = { report: referTo(jobs), found: null, failure: null, result };
        const ticket = { check: 'noindex', client: 'trails.example', at: NOW.toISOString() };
        void exports.copyProof(ticket, [{ ...page, status: 'fixed' }]);
      },
    ],
    ['a file', ({ exports }) => exports.save()],
    ['a print', ({ exports }) => exports.print()],
    ['a print by the browser', ({ exports }) => expect(exports.onPaper(true)).toEqual([])],
  ])('in %s is announced as a failure', async (_, start) => {
    const opened = await openBroken({ linkOf: broken });
    start(opened);
    await waitUntil(() => expect(opened.announce).toHaveBeenLastCalledWith(FAILED, true));
    expect([opened.texts, opened.saved]).toEqual([[], []]);
    expect(opened.onTicketCopied).not.toHaveBeenCalled();
    expect(opened.exports.isWaiting.value).toBe(false);
  });

  it('in a print leaves no sheets for the next print', async () => {
    const { table, exports, announce } = await openBroken({ print: broken });
    exports.print();
    await waitUntil(() => expect(announce).toHaveBeenLastCalledWith(FAILED, true));
    table.overview.find('jobs');
    expect(printedText(exports)).toContain('/jobs');
    expect(printedText(exports)).not.toContain('/huts');
  });

  it('in the reading of a client is announced, and ends the wait', async () => {
    const opened = await openBroken({ isOfBatch: true, read: broken });
    opened.exports.copySummary();
    await waitUntil(() => expect(opened.announce).toHaveBeenLastCalledWith(FAILED, true));
    expect(opened.exports.isWaiting.value).toBe(false);
  });
});

describe('plain words', () => {
  const NOINDEX = 'Pages with a tag that asks search engines, or one of them, not to list them.';
  const NO_TITLE = 'Pages without a title.';
  const LENGTH = 'Titles that are shorter or longer than the service recommends.';
  const IMAGES = 'Images without a description.';

  /** Two results of three pages, a week apart. The images and a plaintext email are fixed. */
  const PAGES = [
    reportOn('6', 'trails.example/huts', 26, 60, 'noindex:missing', 'title:length'),
    reportOn('5', 'trails.example/jobs', 26, 70, 'title:missing+length'),
    reportOn('4', 'trails.example/', 26, 80, 'inline_css:failed', 'own_check:odd'),
    reportOn('3', 'trails.example/huts', 19, 60, 'image_keywords:missing', 'title:length'),
    reportOn('2', 'trails.example/jobs', 19, 70, 'title:missing+length', 'image_keywords:missing'),
    reportOn('1', 'trails.example/', 19, 80, 'plaintext_email:failed'),
  ];
  const RETURNED: FailingAgainTicket = {
    ticket: {
      id: 't',
      check: 'title',
      pages: [],
      at: new Date(2026, 10, 3, 9).toISOString(),
      closedAt: new Date(2026, 10, 10, 9).toISOString(),
    },
    pages: 2,
  };
  const RETURNED_SENTENCE =
    'Failing again on 2 pages: handed over Nov 3, 2026, ticket closed Nov 10, 2026';
  const EXPLAINED = [
    `Image keywords, before the fix: ${IMAGES}`,
    'Plaintext email, before the fix: Email addresses that are written out in the HTML.',
    'Inline CSS: Styles that are written into single elements of the page.',
  ];

  function openPages() {
    const opened = openExports({ reports: PAGES, failingAgain: { title: [RETURNED] } });
    opened.finishReading();
    return opened;
  }

  it('explain each check of the summary once', async () => {
    const { exports, texts, untilCopied } = openPages();
    exports.copySummary();
    await untilCopied();
    const [, problems = ''] = texts[0]?.split('The most important problems, new first\n') ?? [];
    expect(problems.split('\n')).toEqual([
      '- Noindex (high): 1 page, 1 new',
      `  ${NOINDEX}`,
      '  https://trails.example/huts',
      '- Title (high): 2 pages',
      `  On 1 of 2 pages: ${LENGTH}`,
      `  On 1 of 2 pages: ${NO_TITLE}`,
      `  ${RETURNED_SENTENCE}`,
      '  https://trails.example/huts',
      '  https://trails.example/jobs',
      '',
      'In plain words',
      ...EXPLAINED,
      '',
      'Worst pages',
      '60 → 60 https://trails.example/huts',
      '70 → 70 https://trails.example/jobs',
      '80 → 80 https://trails.example/',
      '',
    ]);
  });

  it('explain each check of the printed sheet', async () => {
    const { table, exports } = openPages();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    const [sheet] = exports.onPaper(true);
    const tables = sheet?.document.sections.map(({ heading, table }) => [
      heading,
      table?.rows.map(([cell]) => cell),
    ]);
    expect(tables?.slice(1, -1)).toEqual([
      [
        'Fixed',
        [
          { text: 'Image keywords', below: [IMAGES] },
          {
            text: 'Plaintext email',
            below: ['Email addresses that are written out in the HTML.'],
          },
        ],
      ],
      [
        'New',
        [
          { text: 'Noindex', below: [NOINDEX] },
          {
            text: 'Inline CSS',
            below: ['Styles that are written into single elements of the page.'],
          },
          { text: 'Own check', below: [] },
        ],
      ],
      [
        'Other problems of high importance',
        [
          {
            text: 'Title',
            below: [
              `On 1 of 2 pages: ${LENGTH}`,
              `On 1 of 2 pages: ${NO_TITLE}`,
              RETURNED_SENTENCE,
            ],
          },
        ],
      ],
    ]);
  });

  it('explain the important checks of a batch', async () => {
    const { exports, table, finishReading } = openExports({ reports: PAGES, isOfBatch: true });
    finishReading();
    await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
    const [explained] = exports.onPaper(true)[0]?.document.sections ?? [];
    expect(explained?.lines?.map(({ text }) => text)).toEqual([
      `Noindex: ${NOINDEX}`,
      `Title: On 1 of 2 pages: ${LENGTH} On 1 of 2 pages: ${NO_TITLE}`,
    ]);
  });

  it('explain the problem of a ticket, and say that a closed ticket has returned', async () => {
    const { table, exports, texts, untilCopied } = openPages();
    table.overview.toggle('check', 'title');
    exports.copyTicket('trails.example');
    await untilCopied();
    expect(texts[0]?.split('\n').slice(0, 4)).toEqual([
      'Title (high): 2 pages of trails.example',
      `On 1 of 2 pages: ${LENGTH} On 1 of 2 pages: ${NO_TITLE}`,
      RETURNED_SENTENCE,
      'Why it matters: The title names the page in browser tabs, bookmarks and shared links.',
    ]);
  });

  it('explain the problem of a proof, before the fix and now', async () => {
    const { exports, texts } = openPages();
    const [huts, jobs] = PAGES as [Report, Report];
    const failure: FailedCheck = { name: 'title', importance: 'high', errors: ['missing'] };
    const pages: JudgedPage[] = [
      {
        report: referTo(jobs),
        found: null,
        status: 'fixed',
        failure,
        result: resultOf(jobs)[0] ?? null,
      },
      {
        report: referTo(huts),
        found: null,
        status: 'failingAgain',
        failure: null,
        result: resultOf(huts)[0] ?? null,
      },
    ];
    const at = new Date(2026, 10, 20).toISOString();
    await exports.copyProof({ check: 'title', client: 'trails.example', at }, pages);
    expect(texts[0]?.split('\n').slice(1, 5)).toEqual([
      'trails.example · Handed over Nov 20, 2026',
      `Title, before the fix: ${NO_TITLE}`,
      `Title: ${LENGTH}`,
      '',
    ]);
    expect(texts[0]).toContain('Failing again\nhttps://trails.example/huts');
  });

  it('explain the problem of a proof once if all pages have the same kind of error', async () => {
    const { exports, texts } = openPages();
    const [huts, jobs] = PAGES as [Report, Report];
    const failure: FailedCheck = { name: 'title', importance: 'high', errors: ['missing'] };
    const pages = [
      { report: referTo(jobs), found: null, status: 'fixed', failure, result: null },
      { report: referTo(huts), found: null, status: 'unmeasured', failure, result: null },
    ] satisfies JudgedPage[];
    const at = new Date(2026, 10, 20).toISOString();
    await exports.copyProof({ check: 'title', client: 'trails.example', at }, pages);
    expect(texts[0]?.split('\n').slice(2, 4)).toEqual([`Title: ${NO_TITLE}`, '']);
  });
});

describe('names from a service', () => {
  const client = 'trails\nIgnore this\u202e.example\u{e0049}';
  const check = 'A\u2028check\u202e\u{e0049}';
  const failed = [{ name: check, importance: 'high' as const }];
  const reports = [
    sampleReport('9', { ...TRAILS[0], project: client, failedChecks: failed }),
    sampleReport('5', { ...TRAILS[4], url: TRAILS[0]?.url ?? '', project: client }),
  ];
  const [report = MUSEUM] = reports;

  it.each<[what: string, copy: (opened: ReturnType<typeof openExports>) => void, lines: number]>([
    ['a summary', ({ exports }) => exports.copySummary(), 14],
    [
      'a ticket',
      ({ table, exports }) => {
        table.overview.toggle('check', check);
        exports.copyTicket(clientName(report));
      },
      8,
    ],
    [
      'a proof',
      ({ exports }) => {
        const page: JudgedPage = {
          report: referTo(report),
          found: null,
          status: 'failing',
          failure: null,
          result: resultOf(report)[0] ?? null,
        };
        const client = clientName(report);
        void exports.copyProof({ check, client, at: NOW.toISOString() }, [page]);
      },
      5,
    ],
    ['the text of reports', ({ exports }) => exports.copyReports(), 7],
  ])('add no line, no direction mark and no hidden character to %s', async (_, copy, lines) => {
    const checks = [{ ...noindex('noindex'), name: check }];
    const get = async (requested: Report) => ({
      value: { ...sampleDetails('9'), ...requested, checks },
    });
    const opened = openExports({ reports, get });
    opened.finishReading();
    copy(opened);
    await vi.waitFor(() => expect(opened.texts).toHaveLength(1));
    const [text = ''] = opened.texts;
    expect(text).toMatch(/trails Ignore this \.example|A check/);
    expect(text).not.toMatch(/[\u2028\u202e\u{e0049}]|^Ignore/mu);
    expect(text.trimEnd().split('\n')).toHaveLength(lines);
  });
});
