import { isDeepStrictEqual } from 'node:util';
import { signal } from '@preact/signals';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { i18n } from '#i18n';
import { createCommands } from '@/components/app/page-commands';
import { sheetDocument } from '@/components/export/client-sheet';
import {
  type ClientFacts,
  type ClientSummary,
  clientFacts,
  clientSummary,
  fileHead,
  type ListedBy,
  letterDocument,
} from '@/components/export/client-summary';
import {
  type DocumentTable,
  documentText,
  type ExportDocument,
  valueOfCell,
} from '@/components/export/document';
import { createExports } from '@/components/export/exports';
import { proofDocument } from '@/components/export/proof';
import { reportsDocument, tableRows } from '@/components/export/reports-csv';
import { partReadText } from '@/components/export/rows-age';
import { failingPages, ticketDocument, ticketTable } from '@/components/export/ticket';
import { UNFILTERED } from '@/components/table/overview-state';
import { createTable } from '@/components/table/table-state';
import { lastSummaryDays } from '@/lib/history/marks';
import { clientsOf } from '@/lib/report/compare/clients';
import { type PageRow, problemsOf } from '@/lib/report/compare/findings';
import { dayOf as localDayOf } from '@/lib/report/compare/local-day';
import { trendOf } from '@/lib/report/compare/page-change';
import { judgedPages } from '@/lib/report/compare/tickets';
import type { Check } from '@/lib/report/content/checks';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { useMessages } from '../support/messages';
import { NO_MARKS } from '../support/no-marks';
import { openPlace } from '../support/open-place';
import { sampleDetails } from '../support/sample-report';
import { settle, waitUntil } from '../support/wait-until';
import type { ClientHistory, RawReport } from './client-histories';
import {
  expectEquallyBad,
  expectExplained,
  expectFixes,
  expectKinds,
  expectLetter,
  expectMeasured,
  expectNew,
  expectNewFirst,
  expectNext,
  expectNumbers,
  expectOldProblems,
  expectPartRead,
  expectProblems,
  expectReturned,
  failureKey,
  failureOf,
  hasSentence,
  listedProblems,
  pageAt,
  scoreBefore,
  sentencesOf,
} from './expected-documents';
import {
  type ExtensionValues,
  foundIn,
  marksOf,
  namesOf,
  ticketOf,
  valuesOf,
} from './extension-values';
import {
  clientOf,
  dayOf,
  importanceOf,
  type KindsTruth,
  kindsBeforeFix,
  kindsInProof,
  kindsNow,
  labelOf,
  type PagesTruth,
  type PageTruth,
  type TicketPageTruth,
  type TicketTruth,
  ticketsOf,
  truthOf,
  weeksOf,
} from './plain-truth';
import { createReaders, type ExplainedFacts, linkTo } from './read-documents';
import { checkHistories, expectSame, HISTORIES, TIMEOUT } from './runs';
import { openTemplates, type Templates } from './texts';

let templates: Templates;
let readers: ReturnType<typeof createReaders>;

beforeAll(async () => {
  templates = await openTemplates();
  readers = createReaders(templates);
});
beforeEach(() => useMessages('en'));

const linkOf = ({ id }: Report) => linkTo(id);
const ALL: ListedBy = { ...UNFILTERED, isOfBatch: false, hasExceptions: false, isSelected: false };

interface ClientCase {
  history: ClientHistory;
  values: ExtensionValues;
  client: string;
  rows: readonly PageRow[];
  truth: PagesTruth;
}

function partReadOf({ reports, read }: ClientHistory) {
  return read < reports.length ? { read, total: reports.length } : null;
}

function factsOf(
  { history, values, rows }: ClientCase,
  listed = rows,
  listedBy = ALL,
): ClientFacts {
  const partRead = partReadOf(history);
  const [facts, ...others] = clientFacts({
    all: values.rows,
    listed,
    listedBy,
    partRead,
    linkOf,
    failingAgain: values.failingAgain,
  });
  if (facts === undefined || others.length > 0) throw new Error('not one client');
  return facts;
}

it('letters, sheets, tickets, proofs and CSV files have correct numbers and dates', TIMEOUT, () =>
  checkHistories((history) => {
    const values = valuesOf(history);
    const { all, clients } = truthOf(history);
    const found = clientsOf(values.rows);
    expectSame(new Set(found.map(({ name }) => name)), new Set(clients.keys()));
    for (const { name: client, pages: rows } of found) {
      const truth = clients.get(client);
      if (truth === undefined) throw new Error(client);
      const one: ClientCase = { history, values, client, rows, truth };
      const summary = clientSummary(factsOf(one), i18n);
      checkLetter(one, summary);
      checkSheet(one);
      checkChosenPages(one);
      if (partReadOf(history) === null) expectSame(fileHead([summary], i18n), []);
      else checkHeadOfFile(one, summary);
      for (const check of new Set([...history.tickets.map((ticket) => ticket.check), 'title']))
        checkTicket(one, check);
    }
    for (const ticket of ticketsOf(history)) checkProof(values, ticket, history);
    const shown = values.rows.map((page) => ({ report: page.report, page }));
    expectCsv(reportsDocument(tableRows(shown), linkOf), all.pages);
  }),
);

it('exports write the letter, the sheet, the ticket and the file head of a client', TIMEOUT, () =>
  checkHistories(async (history) => {
    const values = valuesOf(history);
    const { clients } = truthOf(history);
    const { lookAt, exports, texts, documents } = await openExports(history, values);
    const [check = 'title'] = history.tickets.map((ticket) => ticket.check);
    lookAt(null, check);
    for (const client of clientsOf(values.rows)) {
      const truth = clients.get(client.name);
      if (truth === undefined) throw new Error(client.name);
      const one: ClientCase = { history, values, client: client.name, rows: client.pages, truth };
      const facts = factsOf(one);
      const summary = clientSummary(facts, i18n);
      exports.copySummary(client);
      await settle();
      expectSame(texts.splice(0), [documentText(letterDocument(summary, i18n), i18n)]);
      exports.print(client);
      await settle();
      expectSame(documents.splice(0), [sheetDocument(facts, true, history.now, i18n)]);
      exports.save(client);
      await settle();
      expectSame(
        documents.splice(0).map(({ head }) => head),
        [fileHead([summary], i18n)],
      );
      const problem = truth.problems.find((other) => other.check === check);
      if (problem === undefined) continue;
      exports.copyTicket(client.name);
      await settle();
      const [title = ''] = (texts.splice(0)[0] ?? '').split('\n');
      const { pages, client: named } = readers.ticketTitle(title);
      expectSame([pages, named], [problem.pages.length, client.name]);
      documents.length = 0;
    }
  }, HISTORIES / 10),
);

/** Opens the exports of a table of all clients, which write into `texts` and `documents`. */
async function openExports(history: ClientHistory, values: ExtensionValues) {
  const { place, lookAt } = openPlace();
  const clientNames = signal(namesOf(history));
  const table = createTable({
    reports: signal(values.reports),
    awaitsRows: signal(false),
    isReading: signal(false),
    since: signal(history.since),
    source: signal('a'),
    deleted: signal([]),
    ...NO_MARKS,
    mutes: { of: values.mutesOf, statusOf: () => 'ready' as const },
    place,
    clientNames,
    lastSummaries: signal(lastSummaryDays(marksOf(history).summaries, localDayOf(history.now))),
    historyOf: () => undefined,
    readTrends: async (reports, since) =>
      reports.map((one) => {
        const { page } = referTo(one);
        return trendOf(one, values.resultsOf(page), since, history.now, values.mutesOf(page));
      }),
    afterPaint: (work) => work(),
    compareSince() {},
    createBatch: async () => ({ value: null }),
    reportAgain() {},
  });
  const texts: string[] = [];
  const documents: ExportDocument[] = [];
  const exports = createExports({
    commands: createCommands(signal(new Set())),
    table: signal(table),
    clientNames,
    isOfBatch: () => false,
    storedAge: () => null,
    isServiceDown: () => false,
    partRead: signal(partReadOf(history)),
    readClients: async () => ({ value: { all: [], partRead: null } }),
    get: async (report) => ({ value: { ...sampleDetails(report.id), ...report } }),
    findingsOf: () => [],
    readFindings: async () => {},
    linkOf,
    mutesOf: (report) => values.mutesOf(referTo(report).page),
    reportOf: () => null,
    failingAgain: values.failingAgain,
    async onTicketCopied() {},
    languages: { wordsFor: () => i18n, load: async () => {} },
    onSummariesCopied() {},
    save: (document) => void documents.push(document),
    saveWorkbook: async () => {},
    copyLater: async (text) => void texts.push(await text),
    print: () => void documents.push(...exports.onPaper(true).map(({ document }) => document)),
    announce() {},
    now: () => history.now,
  });
  await waitUntil(() => expect(table.overview.isKnown.value).toBe(true));
  return { lookAt, exports, texts, documents };
}

function checkLetter({ history, client, truth }: ClientCase, summary: ClientSummary): void {
  const letter = readers.letterDocument(letterDocument(summary, i18n));
  expectSame([letter.client, letter.period], [client, truth.period]);
  expectMeasured(letter.measured, truth);
  expectPartRead(letter.partRead, history);
  expectLetter(letter.letter, truth);
  expectNumbers(letter.numbers, truth, letter.partRead !== null);
  expectProblems(letter.problems, truth, history);
  expectNewFirst(letter.isNewFirst, truth);
  expectExplained(letter.explained, letter.letter, truth);
  const scores = truth.pages.flatMap(({ result }) => result?.score ?? []);
  expectEquallyBad(letter.equallyBad, scores);
  const lowest = scores.sort((score, other) => score - other).slice(0, 3);
  expectSame(
    letter.worst.map(({ now }) => now),
    lowest,
  );
  expectSame(new Set(letter.worst.map(({ address }) => address)).size, lowest.length);
  for (const { address, before, now, ids } of letter.worst) {
    const page = pageAt(address, truth);
    expectSame([before, now], [scoreBefore(page), page.result?.score]);
    expectSame(ids, page.report.isPublic ? [page.report.id] : []);
  }
}

function checkSheet(one: ClientCase): void {
  const { history, client, truth } = one;
  const sheet = readers.sheetDocument(sheetDocument(factsOf(one), true, history.now, i18n));
  expectSame([sheet.client, sheet.period], [client, truth.period]);
  expectMeasured(sheet.measured, truth);
  expectPartRead(sheet.partRead, history);
  expectNumbers(sheet.numbers, truth, sheet.partRead !== null);
  expectNext(sheet, truth);
  expectSame(sheet.trend, weeksOf(truth.pages, history));
  expectFixes(sheet.fixes, truth);
  expectNew(sheet.fresh, truth, history);
  expectOldProblems(sheet.problems, truth, history);
  expectSame(sheet.explained, []);
  const isNew = truth.problems.some(({ fresh }) => fresh.length > 0);
  expectSame(sheet.isOther, sheet.problems.length > 0 && isNew);
  expectUnlisted(sheet.unlisted, truth);
  expectSheetRows(sheet.pages, truth.pages, truth);
  expectHeading(sheet.heading, truth.pages.length, truth.pages.length, null);
}

/** Checks a sheet and a file of the worse pages. If no page got worse, checks the better pages. */
function checkChosenPages(one: ClientCase): void {
  const { rows, truth } = one;
  const kind = truth.kinds.worse > 0 ? 'worse' : 'better';
  const listed = rows.filter(({ change }) => change?.kind === kind);
  if (listed.length === 0) return;
  const facts = factsOf(one, listed, { ...ALL, change: kind });
  const sheet = readers.sheetDocument(sheetDocument(facts, true, one.history.now, i18n));
  const own = truth.pages.filter((page) => page.kind === kind);
  expectNumbers(sheet.numbers, truth, sheet.partRead !== null);
  expectSheetRows(sheet.pages, own, truth);
  expectHeading(sheet.heading, own.length, truth.pages.length, kind);
  if (listed.length < rows.length) checkHeadOfFile(one, clientSummary(facts, i18n), kind);
}

function checkTicket(one: ClientCase, check: string): void {
  const { history, rows, truth } = one;
  const problems = Object.values(problemsOf(rows)).flat();
  const problem = problems.find(({ name }) => name === check);
  const expected = truth.problems.find((other) => other.check === check);
  expectSame(problem?.pages, expected?.pages.length);
  if (problem === undefined || expected === undefined) return;
  const pages = failingPages(problem, rows);
  const checkOf = (report: Report) => checkIn(report, check, expected.pages);
  const note = partReadText(partReadOf(history));
  const facts = {
    notes: note === null ? [] : [note],
    failingAgain: one.values.failingAgain(check, pages),
    checkOf,
    linkOf,
  };
  expectTicket(ticketDocument(problem, pages, facts, i18n), check, expected.pages, one);
  expectTicketTable(ticketTable(problem, pages, facts, i18n), check, expected.pages, one);
}

function checkHeadOfFile(
  { history, client, truth }: ClientCase,
  summary: ClientSummary,
  kind: 'worse' | 'better' | null = null,
): void {
  const [title = '', ...lines] = fileHead([summary], i18n);
  expectSame(readers.clientAndPeriod(title), { client, period: truth.period });
  if (kind !== null) {
    expectHeading(lines.pop() ?? '', truth.kinds[kind], truth.pages.length, kind);
  }
  const intended = readers.intended(lines.at(-1) ?? '');
  if (intended !== null) lines.pop();
  expectSame(intended ?? 0, truth.intended);
  const [average = '', kinds = ''] = lines.splice(-2);
  const [, label = '', text = '', note = null] = /^(.+?): ([^,]+)(?:, (.+))?$/.exec(average) ?? [];
  const isPart = partReadOf(history) !== null;
  expectNumbers(
    { ...readers.numbers([{ label, text, note }, { text: kinds }]), intended: truth.intended },
    truth,
    isPart,
  );
  const head = readers.head(lines);
  expectMeasured(head.measured, truth);
  expectPartRead(head.partRead, history);
}

function checkProof(values: ExtensionValues, truth: TicketTruth, history: ClientHistory): void {
  const ticket = { ...ticketOf(truth), client: truth.client };
  const pages = judgedPages(ticket, values.resultsOf, values.mutesOf);
  if (pages === null) throw new Error('not judged');
  const document = proofDocument(
    ticket,
    pages,
    {
      clientOf: namesOf(history).of,
      reportOf: ({ report: { page }, result }) => {
        const reports = values.reportsOf(page);
        return reports.find(({ id }) => id === result?.reportId) ?? reports[0] ?? null;
      },
      checkOf: (report) => checkNow(report, ticket.check),
      unreadIds: new Set(),
      linkOf,
    },
    i18n,
  );
  expectProof(document, truth, history);
}

function expectUnlisted(
  facts: ReturnType<typeof readers.sheetDocument>['unlisted'],
  truth: PagesTruth,
): void {
  const listed = listedProblems(truth);
  const others = truth.problems.filter(
    (problem) => problem.fresh.length === 0 && !listed.includes(problem),
  );
  const count = (wanted: string) => others.filter(({ importance }) => importance === wanted).length;
  expectSame(facts, others.length > 0 ? { medium: count('medium'), low: count('low') } : null);
}

type SheetRows = ReturnType<typeof readers.sheetDocument>['pages'];

function expectSheetRows(rows: SheetRows, pages: readonly PageTruth[], truth: PagesTruth): void {
  expectSame(rows.length, pages.length);
  expectSame(new Set(rows.map(({ address }) => address)).size, pages.length);
  for (const { address, ...row } of rows) {
    const { result, base, report } = pageAt(address, truth);
    const high = result?.failed?.filter((check) => importanceOf(check) === 'high');
    expectSame(row, {
      before: base && { rating: base.rating, score: base.score, day: dayOf(base.at) },
      result: { rating: result?.rating ?? null, score: result?.score ?? null },
      day: result && dayOf(result.at),
      important: high ?? null,
      id: report.isPublic ? report.id : null,
      idText: report.isPublic ? String(report.id) : null,
    });
  }
  const scores = rows.map(({ result }) => result.score ?? 1000);
  expectSame(
    scores,
    scores.toSorted((one, other) => one - other),
  );
}

function expectHeading(
  heading: string,
  listed: number,
  all: number,
  kind: 'worse' | 'better' | null,
): void {
  const fewer = templates.readCounted('summary.fewer', heading);
  const whole = templates.readCounted('print.allPages', heading);
  if (listed === all) {
    expectSame(whole?.[1], String(all));
    return;
  }
  expectSame(fewer, {
    1: String(listed),
    2: String(all),
    3: templates.textOf(`summary.by.${kind}`),
  });
}

/** Returns a failed check of a report; null if the report has no result or its findings were not read. */
function checkIn(report: Report, check: string, pages: readonly PageTruth[]): Check | null {
  const page = pages.find((one) => String(one.report.id) === report.id);
  if (page?.result == null || isUnread(page.report)) return null;
  return sampleCheck(check, foundIn(page.result, check));
}

/** Whether a report's findings were not read. */
function isUnread({ id }: RawReport): boolean {
  return id % 7 === 0;
}

function sampleCheck(name: string, value: string): Check {
  return { name, isPassed: false, importance: 'high', value, reasons: [], details: [] };
}

function expectTicket(
  document: ExportDocument,
  check: string,
  pages: readonly PageTruth[],
  { history, client, truth }: ClientCase,
): void {
  const ticket = readers.ticketDocument(document);
  const isCut = pages.length > 100;
  const listed = isCut ? 20 : pages.length;
  expect(ticket).toMatchObject({
    check,
    importance: importanceOf(check),
    pages: pages.length,
    client,
    fixedWhen: { check, pages: pages.length },
    worst: isCut ? listed : null,
    inFile: isCut ? pages.length : null,
    measured: null,
  });
  expectPartRead(ticket.partRead, history);
  expectKinds(ticket.kinds, kindsNow(check, pages));
  expectReturned(ticket.returned, check, pages, history);
  expectSame(new Set(ticket.listed.map(({ address }) => address)).size, listed);
  expectSame(ticket.listed.length, listed);
  for (const { address, ...facts } of ticket.listed) {
    const page = pageAt(address, truth);
    const found = page.result && foundIn(page.result, check);
    expectSame(facts, {
      dates: failureKey(failureOf(page, check)),
      found: isUnread(page.report) ? templates.textOf('reports.notRead') : found,
      id: page.report.id,
    });
  }
  const scoresIn = (all: readonly PageTruth[]) =>
    all.map(({ result }) => result?.score ?? 1000).sort((one, other) => one - other);
  const shown = ticket.listed.map(({ address }) => pageAt(address, truth));
  expectSame(scoresIn(shown), scoresIn(pages).slice(0, listed));
}

function expectTicketTable(
  document: ExportDocument,
  check: string,
  pages: readonly PageTruth[],
  { history, client }: ClientCase,
): void {
  const [title = '', ...notes] = document.head;
  expectSame(readers.ticketTitle(title), {
    check,
    importance: importanceOf(check),
    pages: pages.length,
    client,
  });
  const facts = readers.notes(check, notes);
  expectPartRead(facts.partRead, history);
  expectKinds(facts.kinds, kindsNow(check, pages));
  expectReturned(facts.returned, check, pages, history);
  const expected = pages.map((page) => {
    const failure = failureOf(page, check);
    const { report, result } = page;
    return {
      'batch.column.address': report.address,
      'batch.column.score': result?.score ?? null,
      'reports.column.found': isUnread(report) ? 'not read' : result && foundIn(result, check),
      'reports.column.passedOn': failure?.passed ? minuteOf(failure.passed) : null,
      'reports.column.since': failure && minuteOf(failure.since),
      'batch.column.report': String(report.id),
      'batch.column.link': linkTo(report.id),
    };
  });
  expectTable(tableIn(document), expected);
}

function tableIn({ sections }: ExportDocument): DocumentTable {
  const [table, ...others] = sections.flatMap((section) => section.table ?? []);
  if (table === undefined || others.length > 0) throw new Error('not one table');
  return { ...table, rows: table.rows.map((row) => row.map(valueOfCell)) };
}

/** Expects the rows of a table in any order. The keys are the headings of the columns. */
function expectTable(
  { columns, rows }: DocumentTable,
  expected: readonly Record<string, string | number | null>[],
): void {
  const [first] = expected;
  const keys = Object.keys(first ?? {});
  if (first !== undefined) expectSame(columns, keys.map(templates.textOf));
  const cells = (row: readonly unknown[]) => row.map((cell) => cell ?? null);
  const byAddress = (one: readonly unknown[], other: readonly unknown[]) =>
    String(one[0]).localeCompare(String(other[0]));
  expectSame(
    rows.map(cells).sort(byAddress),
    expected.map((row) => cells(keys.map((key) => row[key]))).sort(byAddress),
  );
}

/** Returns a local time as spreadsheets read it: `2026-11-20 10:11`. */
function minuteOf(time: string): string {
  const date = new Date(time);
  const [hours, minutes] = [date.getHours(), date.getMinutes()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${dayOf(time)} ${hours}:${minutes}`;
}

const NO_RESULT = { score: null, rating: null, failed: null, muted: [], variant: 0 };

/** Returns a check of a report with its present data; null if the check passes. */
function checkNow(report: Report, check: string): Check | null {
  const fails = report.failedChecks?.some(({ name }) => name === check);
  if (!fails || report.generatedAt === null) return null;
  const result = { ...NO_RESULT, at: report.generatedAt };
  return sampleCheck(check, foundIn(result, check));
}

function expectProof(document: ExportDocument, truth: TicketTruth, history: ClientHistory): void {
  const { check, at } = truth.ticket;
  const proof = readers.proofDocument(document);
  const { client } = truth;
  const pages = truth.pages.filter(({ status }) => status !== 'muted');
  const withStatus = (wanted: string) => pages.filter(({ status }) => status === wanted);
  const days = pages
    .flatMap(({ decisive }) => (decisive === null ? [] : dayOf(decisive.at)))
    .sort();
  const [from, to] = [days[0], days.at(-1)];
  expect(proof).toMatchObject({
    check,
    client,
    pages: pages.length,
    fixed: withStatus('fixed').length,
    measured: from === undefined || to === undefined ? null : [from, to],
    copiedOn: dayOf(at),
  });
  expectProofKinds(proof.explained, truth);
  const statuses = ['fixed', 'failingAgain', 'failing', 'unmeasured', 'gone'].filter(
    (status) => withStatus(status).length > 0,
  );
  expectSame(proof.sections.length, statuses.length);
  for (const [index, status] of statuses.entries()) {
    const section = proof.sections[index];
    expectSame(section?.heading, statuses.length === 1 ? null : status);
    const own = withStatus(status);
    expectSame(section?.pages.length, own.length);
    for (const page of own) {
      const shown = section?.pages.find(({ address }) => address === page.report.address);
      expectSame(shown, { address: page.report.address, ...proofOf(page, truth, history) });
    }
  }
}

function expectProofKinds(facts: readonly ExplainedFacts[], truth: TicketTruth): void {
  const [before, now] = [true, false].map((isFixed) => sentencesOf(kindsInProof(truth, isFixed)));
  // If both groups of pages have the same sentences, the proof contains the sentences once.
  const expected = [true, false].filter(
    (isFixed) =>
      hasSentence(kindsInProof(truth, isFixed)) && !(isFixed && isDeepStrictEqual(before, now)),
  );
  expectSame(
    facts.map(({ check, isFixed }) => [check, isFixed]),
    expected.map((isFixed) => [truth.ticket.check, isFixed]),
  );
  for (const { isFixed, kinds } of facts) expectKinds(kinds, kindsInProof(truth, isFixed));
}

/** Returns what a proof says about a page. */
function proofOf(
  { page, status, decisive }: TicketPageTruth,
  { client, ticket: { check } }: TicketTruth,
  history: ClientHistory,
): { now: string | null; ids: number[] } {
  const none = { now: null, ids: [] };
  if (status === 'unmeasured') return none;
  const known = history.reports.filter(
    (report, index) => report.page === page && (history.knowsUnread || index < history.read),
  );
  const newest = known.find(({ results }) => results.length === 0) ?? known[0];
  const report =
    known.find(({ results }) => decisive !== null && results.includes(decisive)) ?? newest;
  if (report === undefined || clientOf(report, history) !== client) return none;
  const current = report.results.at(-1);
  return {
    now: current?.failed?.includes(check) ? foundIn(current, check) : null,
    ids: report.isPublic ? [report.id] : [],
  };
}

function expectCsv(document: ExportDocument, pages: readonly PageTruth[]): void {
  const names = (checks: readonly string[]) => checks.map(labelOf).join(' · ');
  const expected = pages.map((page) => {
    const { report, result, base, areChecksCompared } = page;
    const failed = result?.failed ?? null;
    const count = (wanted: string) =>
      failed === null ? null : failed.filter((check) => importanceOf(check) === wanted).length;
    const repairs = page.between.map(({ check, found, fixed }) =>
      [labelOf(check), `found ${minuteOf(found)}, fixed ${minuteOf(fixed)}`].join(': '),
    );
    return {
      'batch.column.address': report.address,
      'batch.column.result': result?.rating ? templates.textOf(`rating.${result.rating}`) : null,
      'batch.column.score': result?.score ?? null,
      'reports.column.high': count('high'),
      'reports.column.medium': count('medium'),
      'reports.column.low': count('low'),
      'privacy.label': templates.textOf(`privacy.${report.isPublic ? 'public' : 'private'}`),
      'list.project': report.project,
      'sort.generated_at': result && minuteOf(result.at),
      'reports.column.comparedWith': base && minuteOf(base.at),
      'reports.column.change': page.difference,
      'past.appeared': areChecksCompared ? names(page.appeared) : null,
      'past.fixed': areChecksCompared ? names(page.fixed) : null,
      'reports.column.foundAndFixed': repairs.sort().join(' · '),
      'batch.column.report': String(report.id),
      'batch.column.link': linkTo(report.id),
      'report.failed': failed && names(failed),
      'intended.label': names(result?.muted ?? []),
      'checks.inPlainWords': explainedText(page),
    };
  });
  const table = tableIn(document);
  for (const row of table.rows) {
    for (const line of String(row.at(-1) ?? '').split(' · ')) if (line) readers.explained(line);
  }
  const at = table.columns.indexOf(templates.textOf('reports.column.foundAndFixed'));
  const isList = (index: number) => index === at || index === table.columns.length - 1;
  const rows = table.rows.map((row) =>
    row.map((cell, index) =>
      isList(index) && typeof cell === 'string' ? cell.split(' · ').sort().join(' · ') : cell,
    ),
  );
  expectTable({ ...table, rows }, expected);
}

/** Returns the explanations of the failed and fixed checks of a page. */
function explainedText(page: PageTruth): string {
  const { result, fixed, between } = page;
  const repaired = [...fixed, ...between.map(({ check }) => check)];
  const lines = [
    ...(result?.failed ?? []).map((check) => explainedLine(check, kindsNow(check, [page]))),
    ...repaired.map((check) =>
      explainedLine(check, kindsBeforeFix(check, [page]), ', before the fix'),
    ),
  ];
  return lines.filter(Boolean).sort().join(' · ');
}

function explainedLine(check: string, kinds: KindsTruth, added = ''): string {
  if (!hasSentence(kinds)) return '';
  const texts = [...kinds.byKind.keys()].flatMap(
    (kind) =>
      templates.textsAfter(`checks.kind.${check}_`).find(([own]) => own === kind)?.[1] ?? [],
  );
  return `${labelOf(check)}${added}: ${texts.join(' ')}`;
}
