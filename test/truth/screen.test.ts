import { signal } from '@preact/signals';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { measuredAgainText } from '@/components/export/client-summary';
import { briefTexts } from '@/components/report/content/check-names';
import { notComparableText } from '@/components/reports/not-comparable';
import { createOverview, type OverviewState } from '@/components/table/overview-state';
import { newsText } from '@/components/text/labels';
import { lastSummaryDays } from '@/lib/history/marks';
import {
  clientNews,
  type FixedCheck,
  type NewProblem,
  type OldProblem,
  oldestBases,
} from '@/lib/report/compare/clients';
import type { CheckCount, Overview, PageRow } from '@/lib/report/compare/findings';
import { dayOf as localDayOf } from '@/lib/report/compare/local-day';
import { comparedOf, daySince, pageInBrief, trendOf } from '@/lib/report/compare/page-change';
import { judgedPages } from '@/lib/report/compare/tickets';
import { referTo } from '@/lib/report/report-reference';
import { useMessages } from '../support/messages';
import { NO_MARKS } from '../support/no-marks';
import { openPlace } from '../support/open-place';
import type { ClientHistory } from './client-histories';
import {
  type ExtensionValues,
  marksOf,
  namesOf,
  sinceOf,
  ticketOf,
  valuesOf,
} from './extension-values';
import {
  type BriefTruth,
  baseDayOf,
  briefOf,
  clientKind,
  dayOf,
  type FixedTruth,
  importanceOf,
  knownReports,
  labelOf,
  type PagesTruth,
  type PageTruth,
  type ProblemTruth,
  oldestBases as plainBases,
  stillFailing,
  type TicketTruth,
  ticketsOf,
  truthOf,
  uncompared as uncomparedIn,
} from './plain-truth';
import { checkHistories, expectSame, TIMEOUT } from './runs';
import { dayInYear, numberIn, openTemplates, type Templates, Unrecognised } from './texts';

let templates: Templates;

beforeAll(async () => {
  templates = await openTemplates();
});
beforeEach(() => useMessages('en'));
afterEach(() => void vi.useRealTimers());

interface OpenOverview {
  overview: OverviewState;
  lookAt(client: string | null, check?: string): void;
}

/** Creates the overview of *All reports*, and waits until its numbers are known. */
async function openOverview(
  history: ClientHistory,
  { reports, resultsOf, mutesOf }: ExtensionValues,
): Promise<OpenOverview> {
  const { place, lookAt } = openPlace();
  const overview = createOverview({
    reports: signal(reports),
    source: signal('a'),
    place,
    awaitsRows: signal(false),
    since: signal(history.since),
    compareSince() {},
    readTrends: async (references, since) =>
      references.map((report) => {
        const { page } = referTo(report);
        return trendOf(report, resultsOf(page), since, history.now, mutesOf(page));
      }),
    ...NO_MARKS,
    mutes: { of: mutesOf, statusOf: () => 'ready' as const },
    clientNames: signal(namesOf(history)),
    lastSummaries: signal(lastSummaryDays(marksOf(history).summaries, localDayOf(history.now))),
    deleted: signal([]),
    afterPaint: (work) => work(),
  });
  for (let turn = 0; turn < 10 && !overview.isKnown.value; turn += 1) await Promise.resolve();
  expectSame(overview.isKnown.value, true);
  return { overview, lookAt };
}

it('clients, What is wrong and This page have correct numbers and dates', TIMEOUT, () =>
  checkHistories(async (history) => {
    vi.useFakeTimers({ now: history.now, toFake: ['Date'] });
    const values = valuesOf(history);
    const truth = truthOf(history);
    const { overview, lookAt } = await openOverview(history, values);
    expectClients(overview, truth.clients, history);
    expectFindings(overview, truth.all);
    expectOverview(overview.overview.value, truth.all);
    for (const [client, clientTruth] of truth.clients) {
      lookAt(client);
      expectFindings(overview, clientTruth);
      expectOverview(overview.overview.value, clientTruth);
    }
    lookAt(null);
    expectFilters({ overview, lookAt }, truth.all);
    expectBriefs(values, history);
    expectNews(values, truth.clients, history);
    for (const ticket of ticketsOf(history)) expectJudged(values, ticket);
  }),
);

function expectClients(
  overview: OverviewState,
  clients: ReadonlyMap<string, PagesTruth>,
  history: ClientHistory,
): void {
  const { all, groups } = overview.clients.value;
  expectSame(all.length, clients.size);
  const kinds = [...clients].map(([name, truth]) => `${clientKind(truth)} ${name}`);
  const found = (groups ?? []).flatMap((group) =>
    group.clients.map(({ name }) => `${group.kind} ${name}`),
  );
  expectSame(found.sort(), kinds.sort());
  for (const row of all) {
    const truth = clients.get(row.name);
    if (truth === undefined || row.overview === null) throw new Error(row.name);
    expectSame(row.pages.length, truth.pages.length);
    expectOverview(row.overview, truth);
    expectSame(oldestBases(row.pages).map(dayOf), plainBases(truth.pages));
    if (row.kind === 'notComparable') expectReason(row.pages, truth, history);
  }
}

/**
 * Expects the reason why a client is not comparable, such as "no result since Oct 30". If pages have different
 * reasons, expects the number of pages with each.
 */
function expectReason(rows: readonly PageRow[], truth: PagesTruth, history: ClientHistory): void {
  const isPart = history.read < history.reports.length;
  const text = notComparableText(rows, isPart, history.now);
  const { noSummary, notChecked, first, unrated } = truth.kinds;
  if (noSummary > 0) {
    expectSame(text, templates.textOf('clients.reason.noSummary'));
    return;
  }
  const counts = { notChecked, first, unrated };
  const expected = Object.entries(counts).filter(([, count]) => count > 0);
  const parts = text.split(/(?<=\)), /);
  const found = parts.map((part) => {
    const [, reason = part, pages] = /^(.+) \((.+)\)$/.exec(part) ?? [];
    const count = pages === undefined ? null : templates.readCounted('reports.pages', pages);
    const kind = reasonIn(reason, truth, history);
    return [kind, expected.length === 1 ? counts[kind] : numberOf(count)];
  });
  expectSame(found.sort(), expected.sort());
}

/** Checks the days in a reason, and returns the kind of the pages that the reason describes. */
function reasonIn(
  text: string,
  { pages }: PagesTruth,
  history: ClientHistory,
): 'notChecked' | 'first' | 'unrated' {
  const daysOf = (wanted: string) =>
    pages.flatMap(({ kind, result }) => (kind === wanted && result ? dayOf(result.at) : [])).sort();
  if (text === templates.textOf('clients.reason.unrated')) return 'unrated';
  const notChecked = templates.read('clients.reason.notChecked', text);
  if (notChecked !== null) {
    expectSame(dayInYear(notChecked[1], history.now), daysOf('notChecked').at(-1));
    return 'notChecked';
  }
  const days = daysOf('first');
  const found = templates.read(`clients.reason.${reasonOfFirstResults(days, history)}`, text);
  if (found === null) throw new Unrecognised(text);
  if (found[1] !== undefined) expectSame(dayInYear(found[1], history.now), days[0]);
  if (found[2] !== undefined) expectSame(dayInYear(found[2], history.now), days.at(-1));
  return 'first';
}

function reasonOfFirstResults(
  days: readonly string[],
  { now, read, reports }: ClientHistory,
): string {
  if (read < reports.length) return 'noneKnown';
  if (days[0] === dayOf(now.toISOString())) return 'firstToday';
  return days[0] === days.at(-1) ? 'firstOn' : 'firstFrom';
}

function expectFilters({ overview, lookAt }: OpenOverview, all: PagesTruth): void {
  const count = (isCounted: (page: PageTruth) => boolean) => all.pages.filter(isCounted).length;
  const byRating = (wanted: string) => count(({ result }) => result?.rating === wanted);
  expectSame(overview.counts.value, {
    good: byRating('good'),
    decent: byRating('decent'),
    bad: byRating('bad'),
    worse: all.kinds.worse,
    better: all.kinds.better,
    starred: 0,
  });
  overview.toggle('change', 'worse');
  expectSame(overview.shown.value.length, all.kinds.worse);
  overview.toggle('rating', 'bad');
  expectSame(
    overview.shown.value.length,
    count(({ kind, result }) => kind === 'worse' && result?.rating === 'bad'),
  );
  for (const { check, pages } of all.problems) {
    lookAt(null, check);
    expectSame(
      [overview.problem.value?.pages, overview.shown.value.length],
      [pages.length, pages.length],
    );
  }
}

function expectBriefs(
  { reportsOf, resultsOf, mutesOf }: ExtensionValues,
  history: ClientHistory,
): void {
  for (const page of new Set(knownReports(history).map((report) => report.page))) {
    const [newest] = reportsOf(page);
    const truth = briefOf(page, history);
    if (newest === undefined) throw new Error(page);
    const brief = pageInBrief(
      newest,
      resultsOf(page),
      sinceOf(newest, history),
      history.now,
      mutesOf(page),
    );
    const texts = briefTexts(brief);
    if (truth === null) {
      expectSame(texts, { comparedWith: null, appeared: null, others: [], remaining: null });
      continue;
    }
    expectSame(newest.generatedAt, truth.result.at);
    expectSame(comparedOf(brief.change)?.difference ?? null, truth.difference);
    expectBrief(texts, truth, history.now);
  }
}

function expectNews(
  { rows }: ExtensionValues,
  clients: ReadonlyMap<string, PagesTruth>,
  history: ClientHistory,
): void {
  const withKind = (wanted: string) =>
    [...clients.values()].filter((truth) => clientKind(truth) === wanted);
  const [worse, better] = [withKind('worse'), withKind('better')];
  const news = clientNews(rows, daySince(history.since, history.now));
  expectSame([news.worse, news.better], [worse.length, better.length]);
  const isCommonDay = history.since === 'week' || history.since === 'month';
  const [oldest] = plainBases([...worse, ...better].flatMap(({ pages }) => pages));
  const since = isCommonDay ? (oldest ?? baseDayOf('', history)) : null;
  expectNewsText(newsText(news), since, history.now, worse.length, better.length);
}

function expectJudged({ resultsOf, mutesOf }: ExtensionValues, truth: TicketTruth): void {
  const pages = judgedPages(ticketOf(truth), resultsOf, mutesOf);
  expectSame(
    pages?.map(({ report, status, result }) => [report.page, status, result?.generatedAt]),
    truth.pages.map(({ page, status, decisive }) => [page, status, decisive?.at]),
  );
}

function expectOverview(overview: Overview, truth: PagesTruth): void {
  const { averageNow, averageThen, measuredAgain, scored } = truth;
  const isCompared = averageThen !== null && averageNow !== null;
  expect(overview).toMatchObject({
    pages: truth.pages.length,
    average: averageNow,
    scored,
    development: isCompared ? { before: averageThen, now: averageNow, measuredAgain } : null,
    kinds: truth.kinds,
    checksCompared: truth.pages.filter(({ areChecksCompared }) => areChecksCompared).length,
  });
  const text = measuredAgainText(overview);
  const again = text === null ? null : templates.readCounted('summary.measuredAgain', text);
  const isPart = measuredAgain > 0 && measuredAgain < scored;
  expectSame(again, isPart ? { 1: String(scored), 2: String(measuredAgain) } : null);
  const fresh = truth.problems.filter((problem) => problem.fresh.length > 0);
  expectCounts(
    overview.appeared,
    fresh.map(({ check, fresh: { length } }) => [check, length]),
  );
  const since = truth.fixed.filter(({ between }) => between === null);
  expectCounts(
    overview.fixed,
    since.map(({ check, pages }) => [check, pages.length]),
  );
  const between = overview.fixedBetween.map(fixedLine);
  const repairs = truth.fixed.filter(({ between: days }) => days !== null);
  expectSame(between.sort(), repairs.map(fixedTruthLine).sort());
}

/** Expects checks with their numbers of pages, the most important first. */
function expectCounts(counts: readonly CheckCount[], expected: [string, number][]): void {
  expectSame(new Map(counts.map(({ name, pages }) => [name, pages])), new Map(expected));
  const ranks = counts.map(({ name }) => ['high', 'medium', 'low'].indexOf(importanceOf(name)));
  expectSame(ranks, ranks.toSorted());
}

function fixedLine({ name, pages, ...days }: CheckCount & { foundAt: string; fixedAt: string }) {
  return [name, dayOf(days.foundAt), dayOf(days.fixedAt), pages].join(' ');
}

function fixedTruthLine({ check, between, pages }: FixedTruth): string {
  return [check, between?.found, between?.fixed, pages.length].join(' ');
}

function expectFindings(overview: OverviewState, truth: PagesTruth): void {
  const { important, lessImportant, remaining, uncompared, all, current, fixed } =
    overview.findings.value;
  const fresh = truth.problems.filter((problem) => problem.fresh.length > 0);
  const isHigh = ({ importance }: ProblemTruth) => importance === 'high';
  expectNew(important, fresh.filter(isHigh));
  expectNew(
    lessImportant,
    fresh.filter((problem) => !isHigh(problem)),
  );
  const counted = ({ check, pages }: ProblemTruth): [string, number] => [check, pages.length];
  expectOld(remaining, stillFailing(truth), ({ failedBefore }) => failedBefore.length);
  expectOld(uncompared, uncomparedIn(truth), ({ pages }) => pages.length);
  expectCounts(all, truth.problems.map(counted));
  const areCompared = truth.pages.some(({ areChecksCompared }) => areChecksCompared);
  expectCounts(current, areCompared ? [] : truth.problems.map(counted));
  const lineOf = ({ name, pages, clients, between }: FixedCheck) => [
    between ? fixedLine({ name, pages, importance: 'high', ...between }) : `${name}   ${pages}`,
    clients.map((client) => [client.name, client.pages.length]).sort(),
  ];
  const lines = truth.fixed.map((one) => [fixedTruthLine(one), byClient(one.pages)]);
  expectSame(fixed.map(lineOf).sort(), lines.sort());
}

/** Expects problems that are not new on any page, the most important and most frequent first. */
function expectOld(
  actual: readonly OldProblem[],
  expected: readonly ProblemTruth[],
  pagesOf: (problem: ProblemTruth) => number,
): void {
  expectCounts(
    actual,
    expected.map((problem) => [problem.check, pagesOf(problem)]),
  );
  for (const { name, firstMeasured, notCompared } of actual) {
    const problem = expected.find(({ check }) => check === name);
    expectSame(firstMeasured, problem?.firstMeasured.length);
    expectSame(notCompared, problem?.notCompared.length);
  }
  const weights = actual.map(
    ({ name, pages }) => ['high', 'medium', 'low'].indexOf(importanceOf(name)) * 10_000 - pages,
  );
  expectSame(
    weights,
    weights.toSorted((one, other) => one - other),
  );
}

function expectNew(actual: readonly NewProblem[], expected: readonly ProblemTruth[]): void {
  const facts = actual.map(({ name, pages, clients, ...others }) => ({
    name,
    pages,
    failedBefore: others.failedBefore,
    firstMeasured: others.firstMeasured,
    notCompared: others.notCompared,
    clients: clients.map((client) => [client.name, client.pages.length]).sort(),
  }));
  const byName = (one: { name: string }, other: { name: string }) =>
    one.name.localeCompare(other.name);
  const truths = expected.map(({ check, fresh, ...others }) => ({
    name: check,
    pages: fresh.length,
    failedBefore: others.failedBefore.length,
    firstMeasured: others.firstMeasured.length,
    notCompared: others.notCompared.length,
    clients: byClient(fresh),
  }));
  expectSame(facts.sort(byName), truths.sort(byName));
}

function byClient(pages: readonly PageTruth[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { client } of pages) counts.set(client, (counts.get(client) ?? 0) + 1);
  return [...counts].sort();
}

function expectBrief(
  { comparedWith, appeared, others, remaining }: ReturnType<typeof briefTexts>,
  truth: BriefTruth,
  now: Date,
): void {
  const { base, result } = truth;
  const compared = comparedWith === null ? null : templates.read('page.comparedWith', comparedWith);
  expectSame(compared && dayInYear(compared[1], now), base && dayOf(base.at));
  const first = appeared === null ? null : templates.read('page.appeared', appeared);
  const named = first === null ? [] : [first[1]?.split(' · ')[0], ...others];
  expectSame(new Set(named), new Set(truth.appeared.map(labelOf)));
  const isKnown = base === null || truth.areChecksCompared;
  const failing = (base === null ? result.failed?.length : truth.remaining.length) ?? 0;
  const still = remaining === null ? null : templates.readCounted('page.remaining', remaining);
  const issues = remaining === null ? null : templates.readCounted('issues.count', remaining);
  if (base !== null && isKnown) {
    expectSame([numberOf(still), issues], [failing, null]);
  } else {
    // Without a base, or if its checks are unknown, the text does not say that checks "still" fail.
    expectSame([still, numberOf(issues)], [null, result.failed?.length ?? 0]);
  }
}

const numberOf = (found: Record<number, string> | null): number =>
  found === null ? 0 : numberIn(found[1]);

function expectNewsText(
  text: string | null,
  since: string | null,
  now: Date,
  worse: number,
  better: number,
): void {
  if (worse + better === 0) {
    expectSame(text, null);
    return;
  }
  const [counts = '', label] = (text ?? '').split(': ').reverse();
  const day = label === undefined ? null : templates.read('summary.failingSince', label);
  expectSame(day && dayInYear(day[1], now), since);
  const parts = counts.split(/, (?=\d+ better)/);
  const found = parts.map((part) => {
    const worsePart = templates.readCounted('news.worse', part);
    if (worsePart !== null) return `worse ${worsePart[1]}`;
    const key = parts.length === 1 ? 'news.better' : 'summary.better';
    return `better ${templates.readCounted(key, part)?.[1]}`;
  });
  expectSame(found, [
    ...(worse > 0 ? [`worse ${worse}`] : []),
    ...(better > 0 ? [`better ${better}`] : []),
  ]);
}
