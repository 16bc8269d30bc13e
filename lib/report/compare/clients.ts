import { type FailedCheck, IMPORTANCES, importantFirst } from '@/lib/report/importance';
import { shownProject } from '@/lib/report/project';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { failsIn } from '@/lib/report/verdict';
import { pageHost } from '@/lib/url/page-key';
import {
  type CheckCount,
  type FixedBetweenCount,
  fixedBetweenOn,
  type Overview,
  overviewOf,
  type PageRow,
  type Problem,
  problemsOf,
} from './findings';
import { comparedOf, kindOfRise, newChecks } from './page-change';

/** The pages of one project, or of one host if the service names no project. */
export interface Client {
  name: string;
  pages: PageRow[];
}

/** Groups pages by client, in the order of the pages. */
export function clientsOf(pages: readonly PageRow[]): Client[] {
  const clients = new Map<string, Client>();
  for (const page of pages) {
    const name = clientName(page.report);
    const known = clients.get(name) ?? { name, pages: [] };
    known.pages.push(page);
    clients.set(name, known);
  }
  return [...clients.values()];
}

/** Returns one line, because a service may send any text. */
export function clientName(report: Pick<Report, 'project' | 'fullUrl' | 'url' | 'id'>): string {
  const { project, url, id } = report;
  return untrustedLine(shownProject(project ?? (hostOfReport(report) || (url ?? id))));
}

/** Returns the host without `www.`; empty if the address is unknown. */
export function hostOfReport({ fullUrl }: Pick<Report, 'fullUrl'>): string {
  return pageHost(URL.parse(fullUrl ?? '')?.hostname ?? '');
}

export function failsOn({ report }: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  return failsIn(report, check.name) ?? false;
}

/** Whether a check fails on a page, and passed in the base. */
export function isNewOn({ change }: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  return hasCheck(newChecks(change), check);
}

/** Whether a check passes on a page, and failed in the base or in between. */
export function isFixedOn(page: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  const fixed = comparedOf(page.change)?.checks?.fixed ?? [];
  return hasCheck(fixed, check) || hasCheck(fixedBetweenOn(page), check);
}

function hasCheck(checks: readonly FailedCheck[], { name }: Pick<FailedCheck, 'name'>): boolean {
  return checks.some((one) => one.name === name);
}

/** In display order. A client without two results to compare is `notComparable`. */
export const CLIENT_KINDS = ['worse', 'better', 'same', 'notComparable'] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

export interface ClientRow extends Client {
  /** In the order of the pages. */
  hosts: readonly string[];
  /** Null until the pasts of all pages are loaded. */
  overview: Overview | null;
  /** Null until all reports of the client are loaded. */
  kind: ClientKind | null;
}

export interface ClientGroup {
  kind: ClientKind;
  clients: readonly ClientRow[];
}

export interface GroupedClients {
  /** By group. While a client is not loaded, by name. */
  all: readonly ClientRow[];
  /** The groups that have clients; null while a client is not loaded. */
  groups: readonly ClientGroup[] | null;
}

/**
 * Worse and better clients are sorted by urgency, other clients by name.
 * @param pages pages of clients that are not loaded have no `change`
 */
export function groupedClients(pages: readonly PageRow[]): GroupedClients {
  const rows = clientsOf(pages)
    .map(clientRow)
    .sort((one, other) => one.name.localeCompare(other.name));
  if (rows.some(({ kind }) => kind === null)) return { all: rows, groups: null };
  const groups = CLIENT_KINDS.map((kind) => {
    const clients = rows.filter((row) => row.kind === kind);
    const isChange = kind === 'worse' || kind === 'better';
    return { kind, clients: isChange ? clients.sort(byUrgency) : clients };
  });
  return {
    all: groups.flatMap(({ clients }) => clients),
    groups: groups.filter(({ clients }) => clients.length > 0),
  };
}

function clientRow(client: Client): ClientRow {
  const isLoaded = client.pages.every(({ change }) => change !== null);
  const hosts = new Set(client.pages.map(({ report }) => hostOfReport(report)).filter(Boolean));
  const overview = isLoaded ? overviewOf(client.pages) : null;
  return { ...client, hosts: [...hosts], overview, kind: overview && clientKind(overview) };
}

/**
 * A new problem of high importance means worse. Otherwise, these numbers decide in order: the
 * average score, worse and better pages, new and fixed problems.
 */
export function clientKind({ kinds, appeared, fixed, ...overview }: Overview): ClientKind {
  const { worse, better, same } = kinds;
  if (worse + better + same === 0) return 'notComparable';
  if (appeared[0]?.importance === 'high') return 'worse';
  const rise = averageRise(overview) || better - worse || pagesIn(fixed) - pagesIn(appeared);
  const isTie = rise === 0 && worse + appeared.length > 0;
  return isTie ? 'worse' : kindOfRise(rise);
}

function pagesIn(checks: readonly CheckCount[]): number {
  return checks.reduce((sum, { pages }) => sum + pages, 0);
}

function byUrgency(one: ClientRow, other: ClientRow): number {
  const otherKeys = urgencyOf(other);
  const differences = urgencyOf(one).map((key, index) => key - (otherKeys[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Returns sort keys: importance of the worst new problem, its pages, rise of the average score. */
function urgencyOf({ overview }: ClientRow): number[] {
  const [worst] = overview?.appeared ?? [];
  const rank = worst === undefined ? IMPORTANCES.length : IMPORTANCES.indexOf(worst.importance);
  return [rank, -(worst?.pages ?? 0), averageRise(overview)];
}

/** Returns 0 if the rise of the average score is unknown. */
function averageRise(overview: Pick<Overview, 'development'> | null): number {
  const development = overview?.development ?? null;
  return development === null ? 0 : development.now - development.before;
}

/** `pages` is the number of pages that cannot be compared for the reason. */
export type NotComparable =
  /** The client has no summary before today. */
  | { reason: 'noSummary'; pages: number }
  /** @param at time of the newest result */
  | { reason: 'notChecked'; pages: number; at: string }
  /** @param from time of the earliest of the first results */
  | { reason: 'first'; pages: number; from: string; to: string }
  | { reason: 'unrated'; pages: number };

/** Returns the most frequent reason first. */
export function notComparable(pages: readonly PageRow[]): NotComparable[] {
  const reasons = (['noSummary', 'notChecked', 'first', 'unrated'] as const).flatMap(
    (reason): NotComparable | [] => {
      const own = pages.filter(({ change }) => change?.kind === reason);
      if (own.length === 0) return [];
      const times = own.flatMap(({ report }) => report.generatedAt ?? []).sort();
      const [from = '', to = ''] = [times[0], times.at(-1)];
      if (reason === 'notChecked') return { reason, pages: own.length, at: to };
      return reason === 'first'
        ? { reason, pages: own.length, from, to }
        : { reason, pages: own.length };
    },
  );
  return reasons.sort((one, other) => other.pages - one.pages);
}

/** Returns the times of the bases if every base is its page's oldest result; otherwise none. */
export function oldestBases(pages: readonly PageRow[]): string[] {
  const compared = pages.flatMap(({ change, past }) => {
    const base = comparedOf(change)?.base;
    return base === undefined ? [] : { at: base.generatedAt, isOldest: isOldestBase(past) };
  });
  return compared.every(({ isOldest }) => isOldest) ? compared.map(({ at }) => at).sort() : [];
}

/** Whether the base of a page is its oldest result, because the base day is earlier. */
export function isOldestBase(past: PageRow['past']): boolean {
  return past?.missing === 'earlierResult';
}

/** The number of clients that became worse or better since a day. */
export interface ClientNews {
  worse: number;
  better: number;
  /** The base day, ISO 8601; null if each page or client has its own. */
  since: string | null;
}

/** @param since see `daySince` */
export function clientNews(pages: readonly PageRow[], since: string | null): ClientNews {
  const clients = clientsOf(pages).map((client) => ({
    pages: client.pages,
    kind: clientKind(overviewOf(client.pages)),
  }));
  const worse = clients.filter(({ kind }) => kind === 'worse');
  const better = clients.filter(({ kind }) => kind === 'better');
  const [oldest = since] = oldestBases([...worse, ...better].flatMap((client) => client.pages));
  return { worse: worse.length, better: better.length, since: since && oldest };
}

export interface SpreadCheck extends CheckCount {
  /** The client with the most pages is first. */
  clients: readonly Client[];
}

export interface FixedCheck extends SpreadCheck {
  /** The times of a check that failed only between base and now; null for other checks. */
  between: { foundAt: string; fixedAt: string } | null;
}

/** The pages of a problem whose failed checks are not compared with an earlier result. */
interface UncomparedPages {
  /** The number of pages that have no earlier result. */
  firstMeasured: number;
  /** The number of other pages. */
  notCompared: number;
}

/** A problem that is new on some pages. The check may fail on other pages, too. */
export interface NewProblem extends SpreadCheck, UncomparedPages {
  /** The number of other pages on which the check already failed in the base. */
  failedBefore: number;
}

/** A problem that is new on no page. */
export interface OldProblem extends CheckCount, UncomparedPages {}

/** All lists are sorted by importance, then by number of pages. */
export interface WhatIsWrong {
  /** New problems of high importance. */
  important: NewProblem[];
  /** New problems of medium and low importance. */
  also: NewProblem[];
  /** Problems that already failed in the base, and are new on no page. `pages` counts only pages of the base. */
  remaining: OldProblem[];
  /** Problems on none of whose pages the check is compared with an earlier result. */
  uncompared: OldProblem[];
  all: Problem[];
  /** All problems if no failed check can be compared with an earlier result; otherwise none. */
  current: SpreadCheck[];
  /** The checks that failed in the base or since, and pass now. */
  fixed: FixedCheck[];
}

export function whatIsWrong(rows: readonly PageRow[]): WhatIsWrong {
  const problems = problemsOf(rows);
  const all = IMPORTANCES.flatMap((importance) => problems[importance]);
  const spreadOver = (check: CheckCount, isOn: (row: PageRow) => boolean): SpreadCheck => ({
    name: check.name,
    importance: check.importance,
    pages: check.pages,
    clients: clientsOf(rows.filter(isOn)).sort(
      (one, other) => other.pages.length - one.pages.length,
    ),
  });
  const newProblems = all
    .filter(({ appeared }) => appeared > 0)
    .map((problem): NewProblem => {
      const others = rows.filter((row) => failsOn(row, problem) && !isNewOn(row, problem));
      return {
        ...spreadOver({ ...problem, pages: problem.appeared }, (row) => isNewOn(row, problem)),
        ...countsOf(problem, others),
      };
    });
  const oldProblems = all
    .filter(({ appeared }) => appeared === 0)
    .map(({ name, importance, pages }) => {
      const failing = rows.filter((row) => failsOn(row, { name }));
      return { name, importance, pages, ...countsOf({ name }, failing) };
    });
  const overview = overviewOf(rows);
  const isFixedSince = (row: PageRow, check: CheckCount) =>
    hasCheck(comparedOf(row.change)?.checks?.fixed ?? [], check);
  const isFixedBetween = (row: PageRow, { name, foundAt, fixedAt }: FixedBetweenCount) =>
    fixedBetweenOn(row).some(
      (one) =>
        one.name === name && isSameDay(one.foundAt, foundAt) && isSameDay(one.fixedAt, fixedAt),
    );
  return {
    important: newProblems.filter(({ importance }) => importance === 'high'),
    also: newProblems.filter(({ importance }) => importance !== 'high'),
    remaining: oldProblems
      .filter(({ failedBefore }) => failedBefore > 0)
      .map(({ failedBefore, ...problem }) => ({ ...problem, pages: failedBefore }))
      .sort((one, other) => importantFirst(one, other) || other.pages - one.pages),
    uncompared: oldProblems
      .filter(({ failedBefore }) => failedBefore === 0)
      .map(({ failedBefore: _, ...problem }) => problem),
    all,
    current:
      overview.checksCompared > 0
        ? []
        : all.map((problem) => spreadOver(problem, (row) => failsOn(row, problem))),
    fixed: [
      ...overview.fixed.map((check): FixedCheck => {
        const spread = spreadOver(check, (row) => isFixedSince(row, check));
        return { ...spread, between: null };
      }),
      ...overview.fixedBetween.map((check): FixedCheck => {
        const { foundAt, fixedAt } = check;
        const spread = spreadOver(check, (row) => isFixedBetween(row, check));
        return { ...spread, between: { foundAt, fixedAt } };
      }),
    ],
  };
}

/** Counts pages on which a check fails and is not new. */
function countsOf(check: Pick<FailedCheck, 'name'>, pages: readonly PageRow[]) {
  const before = pages.filter((row) => failedBefore(row, check)).length;
  const firstMeasured = pages.filter(({ change }) => change?.kind === 'first').length;
  return {
    failedBefore: before,
    firstMeasured,
    notCompared: pages.length - before - firstMeasured,
  };
}

function isSameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Whether a check that fails on a page also failed in the base. */
function failedBefore({ change }: PageRow, { name }: Pick<FailedCheck, 'name'>): boolean {
  // The base is the same result.
  if (change?.kind === 'notChecked') return true;
  return hasCheck(comparedOf(change)?.checks?.remaining ?? [], { name });
}
