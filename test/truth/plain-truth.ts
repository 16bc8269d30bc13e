// Computes every number and date a second time. This file imports no code of the extension, so it
// cannot repeat an error of the extension.
import {
  CHECKS,
  type ClientHistory,
  kindsIn,
  type RawReport,
  type RawResult,
  type RawTicket,
} from './client-histories';

export type Importance = 'high' | 'medium' | 'low';

/** A failed check of a page, with the time since which it fails. */
export interface FailureTruth {
  check: string;
  /** The time of the first failing result. */
  since: string;
  /** The time of the last passing result before `since`; null if unknown. */
  passed: string | null;
  /** Whether the check also failed before it passed. */
  isAgain: boolean;
}

export interface RepairTruth {
  check: string;
  found: string;
  fixed: string;
  /** The last failing result before the fix. */
  last: RawResult;
}

/** A check that failed in the base and passes now. */
export interface FixTruth {
  check: string;
  found: string;
  /** Whether no earlier result passed. */
  mayBeOlder: boolean;
  fixed: string;
}

export type PageKind =
  | 'worse'
  | 'better'
  | 'same'
  | 'notChecked'
  | 'first'
  | 'noSummary'
  | 'unrated';

export interface PageTruth {
  page: string;
  /** The report with the newest result. */
  report: RawReport;
  /** The result of this report; null if no report of the page has a result. */
  result: RawResult | null;
  client: string;
  kind: PageKind;
  /** The past result with which the page is compared; `result` if the page was not measured since. */
  base: RawResult | null;
  /** Whether the base is the page's oldest result and later than the base day. */
  isOldestBase: boolean;
  /** The rise of the score; null unless two scores are compared. */
  difference: number | null;
  /** Whether the failed checks of both results are known. */
  areChecksCompared: boolean;
  appeared: string[];
  /** The muted checks that passed in the base. */
  appearedMuted: string[];
  fixed: string[];
  /** The dates of `fixed`. */
  fixes: FixTruth[];
  remaining: string[];
  between: RepairTruth[];
  failures: FailureTruth[];
}

/** A check that fails on pages of a client, or of all clients. */
export interface ProblemTruth {
  check: string;
  importance: Importance;
  pages: PageTruth[];
  /** The pages on which the check passed in the base. */
  fresh: PageTruth[];
  /** The other pages that failed already in the base. */
  failedBefore: PageTruth[];
  /** The other pages whose only result is newer than the base day. */
  firstMeasured: PageTruth[];
  /** The other pages. It is unknown whether the check passed in their bases. */
  notCompared: PageTruth[];
}

export interface FixedTruth {
  check: string;
  importance: Importance;
  /** The days between which the check failed; null if it failed in the base. */
  between: { found: string; fixed: string } | null;
  pages: PageTruth[];
}

export interface PagesTruth {
  pages: PageTruth[];
  scored: number;
  averageNow: number | null;
  /** Null if no page was measured again. */
  averageThen: number | null;
  measuredAgain: number;
  /** Like `averageThen`, but a score that fell only because of muted checks counts as unchanged. */
  averageThenUnmuted: number | null;
  /** The number of muted findings. */
  intended: number;
  kinds: Record<PageKind, number>;
  problems: ProblemTruth[];
  fixed: FixedTruth[];
  /** The first and the last day of all results that are compared or shown. */
  period: [from: string, to: string] | null;
  /** The numbers of pages, by the day of the result. */
  measured: Map<string, number>;
  /** The day of the oldest base of the pages with fixed checks; null without fixed checks. */
  fixedSince: string | null;
}

export interface HistoryTruth {
  all: PagesTruth;
  clients: Map<string, PagesTruth>;
  /** The number of reports that were read, and the number of all reports; null if all were read. */
  partRead: { read: number; total: number } | null;
}

/** Returns the local day of a time: `2026-11-29`. */
export function dayOf(time: string): string {
  const known = days.get(time);
  if (known !== undefined) return known;
  const date = new Date(time);
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`;
  days.set(time, day);
  return day;
}

const days = new Map<string, string>();

export function importanceOf(check: string): Importance {
  for (const one of CHECKS) if (one.name === check) return one.importance;
  throw new Error(`unknown check ${check}`);
}

export function labelOf(check: string): string {
  for (const one of CHECKS) if (one.name === check) return one.label;
  throw new Error(`unknown check ${check}`);
}

/** Computes everything that documents and screens say about a history. */
export function truthOf(history: ClientHistory): HistoryTruth {
  const read = history.reports.slice(0, history.read);
  const pages: PageTruth[] = [];
  const seen: string[] = [];
  for (const { page } of read) {
    if (seen.includes(page)) continue;
    seen.push(page);
    pages.push(pageTruth(page, read, history));
  }
  const clients = new Map<string, PagesTruth>();
  for (const { client } of pages) {
    if (clients.has(client)) continue;
    clients.set(client, pagesTruth(pages.filter((one) => one.client === client)));
  }
  const total = history.reports.length;
  return {
    all: pagesTruth(pages),
    clients,
    partRead: history.read < total ? { read: history.read, total } : null,
  };
}

/** Returns all stored results of a page, oldest first. */
export function resultsOf(page: string, history: ClientHistory): RawResult[] {
  const results: RawResult[] = [];
  for (const report of knownReports(history)) {
    if (report.page !== page) continue;
    for (const result of report.results) if (result.rating !== null) results.push(result);
  }
  results.sort((one, other) => (one.at < other.at ? -1 : 1));
  return results;
}

/** Returns the reports that the history knows, newest first. */
export function knownReports({ reports, read, knowsUnread }: ClientHistory): readonly RawReport[] {
  return knowsUnread ? reports : reports.slice(0, read);
}

/** @param reports the reports that are searched for the page's newest result */
function pageTruth(page: string, reports: readonly RawReport[], history: ClientHistory): PageTruth {
  let report: RawReport | null = null;
  let result: RawResult | null = null;
  for (const one of reports) {
    if (one.page !== page) continue;
    const current = one.results.at(-1) ?? null;
    // Selects the report with the newest result. If no report has a result, selects the newest report.
    if (report === null || (current !== null && (result === null || current.at > result.at))) {
      report = one;
      result = current;
    }
  }
  if (report === null) throw new Error(`no report of ${page}`);
  const truth: PageTruth = {
    page,
    report,
    result,
    client: clientOf(report, history),
    kind: 'unrated',
    base: null,
    isOldestBase: false,
    difference: null,
    areChecksCompared: false,
    appeared: [],
    appearedMuted: [],
    fixed: [],
    fixes: [],
    remaining: [],
    between: [],
    failures: [],
  };
  if (result === null) return truth;
  const earlier: RawResult[] = [];
  for (const one of resultsOf(page, history)) if (one.at < result.at) earlier.push(one);
  addFailures(truth, earlier, result);
  if (result.rating === null) return truth;
  const day = baseDayOf(truth.client, history);
  if (day === 'noSummary') {
    truth.kind = 'noSummary';
    return truth;
  }
  const base = baseOf(result, earlier, day);
  truth.base = base;
  if (base === null) truth.kind = 'first';
  else if (base === result) truth.kind = 'notChecked';
  else {
    truth.isOldestBase = day !== null && dayOf(base.at) > day;
    compare(truth, result, base, earlier);
  }
  return truth;
}

/** Returns the joined client of a report, or else its project or host. */
export function clientOf({ project, page }: RawReport, { joined }: ClientHistory): string {
  const single = project ?? page.slice(0, page.indexOf('/'));
  for (const { name, clients } of joined) if (clients.includes(single)) return name;
  return single;
}

/**
 * Returns the day with which the pages of a client are compared; null if each page is compared with its
 * previous result.
 */
export function baseDayOf(client: string, history: ClientHistory): string | 'noSummary' | null {
  const { since, now } = history;
  if (since === 'before') return null;
  if (since === 'summary') return lastSummaryOf(client, history) ?? 'noSummary';
  const baseDay = new Date(now);
  baseDay.setDate(baseDay.getDate() - (since === 'week' ? 7 : 30));
  return dayOf(baseDay.toISOString());
}

function lastSummaryOf(client: string, { now, summaries, joined }: ClientHistory): string | null {
  const lastOf = (name: string, all: readonly { client: string; days: readonly string[] }[]) => {
    let last: string | null = null;
    for (const one of all) {
      if (one.client !== name) continue;
      for (const day of one.days) if (day < dayOf(now.toISOString())) last = day;
    }
    return last;
  };
  for (const { name, clients, days } of joined) {
    if (name !== client) continue;
    const own = lastOf(name, [{ client: name, days }]);
    if (own !== null) return own;
    let earliest: string | null = null;
    for (const single of clients) {
      const day = lastOf(single, summaries);
      if (day !== null && (earliest === null || day < earliest)) earliest = day;
    }
    return earliest;
  }
  return lastOf(client, summaries);
}

function baseOf(
  result: RawResult,
  earlier: readonly RawResult[],
  day: string | null,
): RawResult | null {
  if (day === null) return earlier.at(-1) ?? null;
  let base: RawResult | null = null;
  for (const one of [...earlier, result]) if (dayOf(one.at) <= day) base = one;
  return base ?? earlier[0] ?? null;
}

function compare(
  truth: PageTruth,
  result: RawResult,
  base: RawResult,
  earlier: readonly RawResult[],
): void {
  if (result.failed !== null && base.failed !== null) {
    truth.areChecksCompared = true;
    for (const check of result.failed) {
      if (base.failed.includes(check)) truth.remaining.push(check);
      else truth.appeared.push(check);
    }
    for (const check of base.failed) {
      const isGone = !result.failed.includes(check) && !result.muted.includes(check);
      if (isGone) truth.fixed.push(check);
    }
    for (const check of result.muted) {
      const hasPassed = !base.failed.includes(check) && !base.muted.includes(check);
      if (hasPassed) truth.appearedMuted.push(check);
    }
    addRepairs(truth, result, base, earlier);
    for (const check of truth.fixed) addFix(truth, check, [...earlier, result]);
  }
  const ranks = ['bad', 'decent', 'good'];
  let rise = ranks.indexOf(result.rating ?? '') - ranks.indexOf(base.rating ?? '');
  if (result.score !== null && base.score !== null) {
    rise = result.score - base.score;
    truth.difference = rise;
  }
  truth.kind = rise > 0 ? 'better' : rise < 0 ? 'worse' : 'same';
  if (rise < 0 && truth.appeared.length === 0 && truth.appearedMuted.length > 0)
    truth.kind = 'same';
  for (const check of truth.appeared) if (importanceOf(check) === 'high') truth.kind = 'worse';
}

/** Adds the dates of the last series of failures of a fixed check. */
function addFix(truth: PageTruth, check: string, results: readonly RawResult[]): void {
  let found: string | null = null;
  let fixed: string | null = null;
  let mayBeOlder = true;
  let hasPassed = false;
  for (const one of results) {
    if (one.failed === null || one.muted.includes(check)) continue;
    if (one.failed.includes(check)) {
      if (found === null || fixed !== null) {
        found = one.at;
        fixed = null;
        mayBeOlder = !hasPassed;
      }
    } else {
      hasPassed = true;
      if (found !== null && fixed === null) fixed = one.at;
    }
  }
  if (found !== null && fixed !== null) truth.fixes.push({ check, found, mayBeOlder, fixed });
}

/** Adds the checks that passed in the base, failed later, and pass now. */
function addRepairs(
  truth: PageTruth,
  result: RawResult,
  base: RawResult,
  earlier: readonly RawResult[],
): void {
  for (const { name: check } of CHECKS) {
    if (base.failed?.includes(check) || result.failed?.includes(check)) continue;
    if (base.muted.includes(check) || result.muted.includes(check)) continue;
    let found: string | null = null;
    let fixed: string | null = null;
    let last: RawResult | null = null;
    for (const one of [...earlier, result]) {
      if (one.at <= base.at || one.failed === null || one.muted.includes(check)) continue;
      const fails = one.failed.includes(check);
      if (fails) last = one;
      if (fails && (found === null || fixed !== null)) {
        found = one.at;
        fixed = null;
      }
      if (!fails && found !== null && fixed === null) fixed = one.at;
    }
    if (found !== null && fixed !== null && last !== null) {
      truth.between.push({ check, found, fixed, last });
    }
  }
}

/**
 * Adds the time since which each check fails. Ignores results without a rating (the extension does not store
 * them), results without checks, and results in which the check is muted.
 */
function addFailures(truth: PageTruth, earlier: readonly RawResult[], result: RawResult): void {
  const stored = result.rating === null ? earlier : [...earlier, result];
  for (const check of result.failed ?? []) {
    let since: string | null = null;
    let passed: string | null = null;
    let isAgain = false;
    let hasEnded = false;
    for (const one of stored.toReversed()) {
      if (one.failed === null || one.muted.includes(check)) continue;
      const fails = one.failed.includes(check);
      if (!hasEnded && fails) since = one.at;
      else if (!hasEnded) {
        hasEnded = true;
        passed = one.at;
      } else if (fails) isAgain = true;
    }
    if (since !== null) truth.failures.push({ check, since, passed, isAgain });
  }
}

function pagesTruth(pages: PageTruth[]): PagesTruth {
  const kinds = {
    worse: 0,
    better: 0,
    same: 0,
    notChecked: 0,
    first: 0,
    noSummary: 0,
    unrated: 0,
  };
  let [scored, sumNow, sumThen, measuredAgain] = [0, 0, 0, 0];
  let [sumThenUnmuted, intended] = [0, 0];
  const dates: string[] = [];
  const measured = new Map<string, number>();
  let fixedSince: string | null = null;
  for (const { kind, result, base, fixed, difference } of pages) {
    kinds[kind] += 1;
    intended += result?.muted.length ?? 0;
    const isCompared = kind === 'worse' || kind === 'better' || kind === 'same';
    if (result !== null) {
      dates.push(dayOf(result.at));
      measured.set(dayOf(result.at), (measured.get(dayOf(result.at)) ?? 0) + 1);
    }
    if (isCompared && base !== null) dates.push(dayOf(base.at));
    if (base !== null && fixed.length > 0) {
      if (fixedSince === null || dayOf(base.at) < fixedSince) fixedSince = dayOf(base.at);
    }
    if (result === null || result.score === null) continue;
    const then = isCompared ? (base?.score ?? null) : null;
    if (then !== null) measuredAgain += 1;
    scored += 1;
    sumNow += result.score;
    sumThen += then ?? result.score;
    // A page with a lower score has the kind `same` only if muted checks explain the fall.
    const isIntended = kind === 'same' && (difference ?? 0) < 0;
    sumThenUnmuted += isIntended ? result.score : (then ?? result.score);
  }
  dates.sort();
  const [from, to] = [dates[0], dates.at(-1)];
  return {
    pages,
    scored,
    averageNow: scored === 0 ? null : rounded(sumNow, scored),
    averageThen: measuredAgain === 0 ? null : rounded(sumThen, scored),
    averageThenUnmuted: measuredAgain === 0 ? null : rounded(sumThenUnmuted, scored),
    measuredAgain,
    intended,
    kinds,
    problems: problemsOf(pages),
    fixed: fixedOf(pages),
    period: from === undefined || to === undefined ? null : [from, to],
    measured,
    fixedSince,
  };
}

export interface WeeksTruth {
  days: string[];
  averages: number[];
  /** The index of the week with the newest result. */
  lastMeasured: number;
}

/**
 * Returns the average scores of eight weeks, which end today; null if fewer than two are known. Before its
 * first score, a page counts with this score.
 */
export function weeksOf(pages: readonly PageTruth[], history: ClientHistory): WeeksTruth | null {
  const weeks: WeeksTruth = { days: [], averages: [], lastMeasured: 0 };
  const scored = pages.filter(({ result }) => (result?.score ?? null) !== null);
  const newest =
    scored
      .map(({ result }) => dayOf(result?.at ?? ''))
      .sort()
      .at(-1) ?? '';
  for (let weeksAgo = 7; weeksAgo >= 0; weeksAgo -= 1) {
    const date = new Date(history.now);
    date.setDate(date.getDate() - 7 * weeksAgo);
    const day = dayOf(date.toISOString());
    let [sum, known] = [0, 0];
    for (const { page, result } of scored) {
      let score: number | null = null;
      let first: number | null = null;
      for (const one of resultsOf(page, history)) {
        if (one.score === null || one.at > (result?.at ?? '')) continue;
        first ??= one.score;
        if (dayOf(one.at) <= day) score = one.score;
      }
      if (weeksAgo === 0) score = result?.score ?? null;
      if (score !== null) known += 1;
      sum += score ?? first ?? result?.score ?? 0;
    }
    if (known === 0) continue;
    if (newest > day) weeks.lastMeasured += 1;
    weeks.days.push(day);
    weeks.averages.push(rounded(sum, scored.length));
  }
  return weeks.days.length < 2 ? null : weeks;
}

/** Divides and rounds half up, in whole numbers. */
function rounded(sum: number, count: number): number {
  const rest = sum % count;
  return (sum - rest) / count + (rest * 2 >= count ? 1 : 0);
}

function problemsOf(pages: readonly PageTruth[]): ProblemTruth[] {
  const problems: ProblemTruth[] = [];
  for (const { name: check, importance } of CHECKS) {
    const problem: ProblemTruth = {
      check,
      importance,
      pages: [],
      fresh: [],
      failedBefore: [],
      firstMeasured: [],
      notCompared: [],
    };
    for (const page of pages) {
      if (page.result?.failed?.includes(check) !== true) continue;
      problem.pages.push(page);
      if (page.appeared.includes(check)) problem.fresh.push(page);
      else if (page.kind === 'first') problem.firstMeasured.push(page);
      else if (page.kind === 'notChecked') problem.failedBefore.push(page);
      else if (page.remaining.includes(check)) problem.failedBefore.push(page);
      else problem.notCompared.push(page);
    }
    if (problem.pages.length > 0) problems.push(problem);
  }
  return problems;
}

/** Returns the problems that still fail: they are new on no page, and failed on some pages in the base. */
export function stillFailing({ problems }: PagesTruth): ProblemTruth[] {
  return problems.filter(
    ({ fresh, failedBefore }) => fresh.length === 0 && failedBefore.length > 0,
  );
}

/** Returns the problems that fail only on pages that cannot be compared. */
export function uncompared({ problems }: PagesTruth): ProblemTruth[] {
  return problems.filter(({ fresh, failedBefore }) => fresh.length + failedBefore.length === 0);
}

function fixedOf(pages: readonly PageTruth[]): FixedTruth[] {
  const all = new Map<string, FixedTruth>();
  function add(check: string, between: FixedTruth['between'], page: PageTruth): void {
    const key = [check, between?.found, between?.fixed].join(' ');
    const known = all.get(key) ?? { check, importance: importanceOf(check), between, pages: [] };
    known.pages.push(page);
    all.set(key, known);
  }
  for (const page of pages) {
    for (const check of page.fixed) add(check, null, page);
    for (const { check, found, fixed } of page.between) {
      add(check, { found: dayOf(found), fixed: dayOf(fixed) }, page);
    }
  }
  return [...all.values()];
}

/** Returns the number of pages on which each check is muted, by check. */
export function intendedOn(pages: readonly PageTruth[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { result } of pages) {
    for (const check of result?.muted ?? []) counts.set(check, (counts.get(check) ?? 0) + 1);
  }
  return counts;
}

/** What the popup and a report say about a page. */
export interface BriefTruth {
  result: RawResult;
  /** Null if there is no earlier result. */
  base: RawResult | null;
  difference: number | null;
  areChecksCompared: boolean;
  appeared: string[];
  /** See `PageTruth`. */
  appearedMuted: string[];
  fixed: string[];
  remaining: string[];
}

/**
 * Returns what the popup says about a page; null if the newest report has no result. A page that was not
 * measured after the base day is compared with its previous result.
 */
export function briefOf(page: string, history: ClientHistory): BriefTruth | null {
  const known = knownReports(history).filter((report) => report.page === page);
  const truth = pageTruth(page, known, history);
  const isAwaited = known[0]?.results.length === 0;
  if (truth.result === null || isAwaited) return null;
  const { result, kind } = truth;
  if (kind === 'notChecked' || kind === 'noSummary') {
    const earlier = resultsOf(page, history).filter(({ at }) => at < result.at);
    truth.base = earlier.at(-1) ?? null;
    if (truth.base !== null) compare(truth, result, truth.base, earlier);
  }
  const { base, difference, areChecksCompared, appeared, appearedMuted, fixed, remaining } = truth;
  return { result, base, difference, areChecksCompared, appeared, appearedMuted, fixed, remaining };
}

/**
 * Returns the group of a client. The first criterion with a difference decides: new problems of high
 * importance, the average, the numbers of pages, the numbers of new and fixed problems.
 */
export function clientKind(truth: PagesTruth): 'worse' | 'better' | 'same' | 'notComparable' {
  const { worse, better, same } = truth.kinds;
  if (worse + better + same === 0) return 'notComparable';
  let appeared = 0;
  for (const { importance, fresh } of truth.problems) {
    if (importance === 'high' && fresh.length > 0) return 'worse';
    appeared += fresh.length;
  }
  let fixed = 0;
  for (const { between, pages } of truth.fixed) if (between === null) fixed += pages.length;
  const { averageThenUnmuted: then, averageNow: now } = truth;
  const rise = then === null ? 0 : (now ?? 0) - then;
  for (const balance of [rise, better - worse, fixed - appeared, worse + appeared > 0 ? -1 : 0]) {
    if (balance !== 0) return balance < 0 ? 'worse' : 'better';
  }
  return 'same';
}

/** Returns the days of the bases if each compared page has its oldest result as base; otherwise none. */
export function oldestBases(pages: readonly PageTruth[]): string[] {
  const bases: string[] = [];
  for (const { kind, base, isOldestBase } of pages) {
    if (base === null || kind === 'notChecked') continue;
    if (!isOldestBase) return [];
    bases.push(dayOf(base.at));
  }
  return bases.sort();
}

/** The numbers of failures, by kind of error. */
export interface KindsTruth {
  failures: number;
  byKind: Map<string, number>;
}

/** Counts kinds of error. A missing text is also too short, and counts only as missing. */
function kindsOf(check: string, failures: readonly RawResult[]): KindsTruth {
  const byKind = new Map<string, number>();
  for (const result of failures) {
    for (const kind of kindsIn(result, check) ?? []) {
      if (kind === 'length' && kindsIn(result, check)?.includes('missing')) continue;
      byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
    }
  }
  return { failures: failures.length, byKind };
}

/** Returns the kinds of error with which a check fails on pages. */
export function kindsNow(check: string, pages: readonly PageTruth[]): KindsTruth {
  const failures: RawResult[] = [];
  for (const { result } of pages) if (result?.failed?.includes(check)) failures.push(result);
  return kindsOf(check, failures);
}

/** Returns the kinds of error with which a check failed on the pages on which it was fixed. */
export function kindsBeforeFix(check: string, pages: readonly PageTruth[]): KindsTruth {
  const failures: RawResult[] = [];
  for (const { base, fixed, between } of pages) {
    if (fixed.includes(check) && base !== null) failures.push(base);
    else for (const one of between) if (one.check === check) failures.push(one.last);
  }
  return kindsOf(check, failures);
}

/**
 * Returns the kinds of error with which a check failed on the fixed pages of a ticket, or on the other pages.
 */
export function kindsInProof({ ticket, pages }: TicketTruth, isFixed: boolean): KindsTruth {
  const failures: RawResult[] = [];
  for (const { status, result, isResultKnown, decisive } of pages) {
    if (status === 'gone' || status === 'muted' || (status === 'fixed') !== isFixed) continue;
    if (!isFixed && decisive !== null) failures.push(decisive);
    else if (isResultKnown) failures.push(result);
  }
  return kindsOf(ticket.check, failures);
}

export type TicketStatus = 'failing' | 'failingAgain' | 'unmeasured' | 'fixed' | 'muted' | 'gone';

/** A page of a ticket: the result with the problem, and the present status of the problem. */
export interface TicketPageTruth {
  page: string;
  report: RawReport;
  /** The result with the problem. */
  result: RawResult;
  /** Whether the history has this result. */
  isResultKnown: boolean;
  status: TicketStatus;
  /** The result that determines the status. */
  decisive: RawResult | null;
}

export interface TicketTruth {
  /** The client under which people see the ticket. */
  client: string;
  /** The single client for which the problem was copied. */
  single: string;
  ticket: RawTicket;
  pages: TicketPageTruth[];
}

/** Returns the tickets of each client, as if a person had copied each problem at the time of its ticket. */
export function ticketsOf(history: ClientHistory): readonly TicketTruth[] {
  const known = knownTickets.get(history);
  if (known !== undefined) return known;
  const tickets = history.tickets.flatMap((ticket) => ticketsAt(ticket, history));
  knownTickets.set(history, tickets);
  return tickets;
}

const knownTickets = new WeakMap<ClientHistory, readonly TicketTruth[]>();

function ticketsAt(ticket: RawTicket, history: ClientHistory): TicketTruth[] {
  const { check, at } = ticket;
  const tickets = new Map<string, TicketTruth>();
  const pages = [...new Set(history.reports.map(({ page }) => page))];
  for (const page of pages) {
    let shown: { report: RawReport; result: RawResult } | null = null;
    for (const report of history.reports) {
      if (report.page !== page) continue;
      for (const result of report.results) {
        if (result.rating === null || result.at > at) continue;
        if (shown === null || result.at > shown.result.at) shown = { report, result };
      }
    }
    // A problem may be muted after it was copied.
    const wasFailing = shown?.result.failed?.includes(check) || shown?.result.muted.includes(check);
    if (shown === null || !wasFailing) continue;
    const client = clientOf(shown.report, history);
    const single = clientOf(shown.report, { ...history, joined: [] });
    const known = tickets.get(single) ?? { client, single, ticket, pages: [] };
    const isResultKnown = resultsOf(page, history).includes(shown.result);
    const judgement = judgementOf(page, check, shown.result, history);
    known.pages.push({ page, ...shown, isResultKnown, ...judgement });
    tickets.set(single, known);
  }
  return [...tickets.values()];
}

/** A closed ticket, and the number of pages on which its check fails again. */
export interface ReturnedTruth {
  at: string;
  closedAt: string;
  pages: number;
}

/** Returns the closed tickets whose check fails again on pages. Considers only the newest ticket of a page. */
export function returnedOn(
  check: string,
  pages: readonly PageTruth[],
  history: ClientHistory,
): ReturnedTruth[] {
  const counts = new Map<TicketTruth, number>();
  const tickets = ticketsOf(history).filter(({ ticket }) => ticket.check === check);
  for (const { page, result, failures } of pages) {
    if (result?.failed?.includes(check) !== true) continue;
    const passed = failures.find((one) => one.check === check)?.passed ?? null;
    for (const one of tickets) {
      const ticketPage = one.pages.find((other) => other.page === page);
      if (ticketPage === undefined) continue;
      const hasPassed = passed !== null && passed > ticketPage.result.at;
      const isClosed = one.ticket.closedAt !== null;
      if (isClosed && hasPassed) counts.set(one, (counts.get(one) ?? 0) + 1);
      // The newest ticket comes first.
      break;
    }
  }
  return [...counts].map(([{ ticket }, count]) => {
    return { at: dayOf(ticket.at), closedAt: dayOf(ticket.closedAt ?? ''), pages: count };
  });
}

function judgementOf(
  page: string,
  check: string,
  reported: RawResult,
  history: ClientHistory,
): Pick<TicketPageTruth, 'status' | 'decisive'> {
  const known = resultsOf(page, history);
  if (known.length === 0) return { status: 'gone', decisive: null };
  const isReportedKnown = known.includes(reported);
  let status: TicketStatus = 'unmeasured';
  let decisive: RawResult | null = null;
  let hasPassed = false;
  for (const one of known) {
    if (one.at <= reported.at || one.failed === null) continue;
    decisive = one;
    const fails = one.failed.includes(check);
    if (one.muted.includes(check)) {
      status = 'muted';
      continue;
    }
    if (!fails) hasPassed = true;
    if (!fails) status = 'fixed';
    else status = hasPassed ? 'failingAgain' : 'failing';
  }
  const isStillFailing = status === 'failing' || status === 'failingAgain';
  const wasMuted = isReportedKnown && reported.muted.includes(check);
  return { status: wasMuted && !isStillFailing ? 'muted' : status, decisive };
}
