import { type FailedCheck, IMPORTANCES, importantFirst } from '@/lib/report/importance';
import { hostOfReport } from './client-names';
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

/** The pages of one client: see `ReportedPage.client`. */
export interface Client {
  name: string;
  pages: PageRow[];
}

/** Groups pages by client, in the order of the pages. */
export function clientsOf(pages: readonly PageRow[]): Client[] {
  const clients = new Map<string, Client>();
  for (const page of pages) {
    const client = clients.get(page.client) ?? { name: page.client, pages: [] };
    client.pages.push(page);
    clients.set(page.client, client);
  }
  return [...clients.values()];
}

export function failsOn({ verdict }: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  return hasCheck(verdict.failing ?? [], check);
}

/** Whether a check passed in the base of a page, and fails now. */
export function isNewOn({ change }: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  return hasCheck(newChecks(change), check);
}

/** Whether a check failed in the base of a page or later, and passes now. */
export function isFixedOn(page: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  const fixed = comparedOf(page.change)?.checks?.fixed ?? [];
  return hasCheck(fixed, check) || hasCheck(fixedBetweenOn(page), check);
}

function hasCheck(checks: readonly FailedCheck[], { name }: Pick<FailedCheck, 'name'>): boolean {
  return checks.some((one) => one.name === name);
}

/** In display order. A client whose pages have no base is `notComparable`. */
export const CLIENT_KINDS = ['worse', 'better', 'same', 'notComparable'] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

export interface ClientRow extends Client {
  hosts: readonly string[];
  /** Null until the trends of all pages are loaded. */
  overview: Overview | null;
  /** Null until all reports of the client are loaded. */
  kind: ClientKind | null;
}

export interface ClientGroup {
  kind: ClientKind;
  clients: readonly ClientRow[];
}

export interface GroupedClients {
  /** Sorted by group or, while a client is not loaded, by name. */
  all: readonly ClientRow[];
  /** The groups that have clients; null while a client is not loaded. */
  groups: readonly ClientGroup[] | null;
}

/**
 * Sorts worse and better clients by urgency, unchanged clients by average, other clients by name.
 * @param pages `change` is null on the pages of a client that is not loaded
 */
export function groupedClients(pages: readonly PageRow[]): GroupedClients {
  const rows = clientsOf(pages)
    .map(clientRow)
    .sort((one, other) => one.name.localeCompare(other.name));
  if (rows.some(({ kind }) => kind === null)) return { all: rows, groups: null };
  const groups = CLIENT_KINDS.map((kind) => {
    const clients = rows.filter((row) => row.kind === kind);
    const order = ORDERS[kind];
    return { kind, clients: order === null ? clients : clients.sort(order) };
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
 * A client with a new problem of high importance is worse. Otherwise, the first difference decides:
 * average score, numbers of worse and better pages, numbers of new and fixed problems. Without a
 * difference, a client with a worse page or a new problem is worse.
 */
export function clientKind({ kinds, appeared, fixed, ...overview }: Overview): ClientKind {
  const { worse, better, same } = kinds;
  if (worse + better + same === 0) return 'notComparable';
  if (appeared[0]?.importance === 'high') return 'worse';
  const rise = averageRise(overview) || better - worse || pagesIn(fixed) - pagesIn(appeared);
  const isBalanced = rise === 0 && worse + appeared.length > 0;
  return isBalanced ? 'worse' : kindOfRise(rise);
}

function pagesIn(checks: readonly CheckCount[]): number {
  return checks.reduce((sum, { pages }) => sum + pages, 0);
}

const ORDERS: Record<ClientKind, ((one: ClientRow, other: ClientRow) => number) | null> = {
  worse: byUrgency,
  better: byUrgency,
  same: worstFirst,
  notComparable: null,
};

/** A client without an average is last. */
function worstFirst(one: ClientRow, other: ClientRow): number {
  const averageOf = ({ overview }: ClientRow) => overview?.average ?? Number.MAX_VALUE;
  return averageOf(one) - averageOf(other);
}

function byUrgency(one: ClientRow, other: ClientRow): number {
  const otherKeys = urgencyOf(other);
  const differences = urgencyOf(one).map((key, index) => key - (otherKeys[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Returns sort keys: importance and pages of the worst new problem, rise of the average score. */
function urgencyOf({ overview }: ClientRow): number[] {
  const [worst] = overview?.appeared ?? [];
  const rank = worst === undefined ? IMPORTANCES.length : IMPORTANCES.indexOf(worst.importance);
  return [rank, -(worst?.pages ?? 0), averageRise(overview)];
}

/** Returns the rise of the average score since the base; 0 if unknown. Muted falls do not count. */
function averageRise(overview: Pick<Overview, 'development'> | null): number {
  const development = overview?.development ?? null;
  if (development === null) return 0;
  const { before, now, beforeWithoutIntended = before } = development;
  return now - beforeWithoutIntended;
}

/** Why pages have no comparison. `pages` is the number of these pages. */
export type NotComparable =
  /** The client has no summary before today. */
  | { reason: 'noSummary'; pages: number }
  /** `at`: time of the newest result. */
  | { reason: 'notChecked'; pages: number; at: string }
  /** `from`, `to`: times of the earliest and the latest first result. */
  | { reason: 'first'; pages: number; from: string; to: string }
  | { reason: 'unrated'; pages: number };

/** Returns the reasons, the most frequent first. */
export function notComparable(pages: readonly PageRow[]): NotComparable[] {
  const reasons = (['noSummary', 'notChecked', 'first', 'unrated'] as const).flatMap(
    (reason): NotComparable | [] => {
      const affected = pages.filter(({ change }) => change?.kind === reason);
      if (affected.length === 0) return [];
      const times = affected.flatMap(({ report }) => report.generatedAt ?? []).sort();
      const from = times[0] ?? '';
      const to = times.at(-1) ?? '';
      if (reason === 'notChecked') return { reason, pages: affected.length, at: to };
      if (reason === 'first') return { reason, pages: affected.length, from, to };
      return { reason, pages: affected.length };
    },
  );
  return reasons.sort((one, other) => other.pages - one.pages);
}

/**
 * Returns the times of the bases if each base is the oldest result of its page. Otherwise, returns an
 * empty list.
 */
export function oldestBases(pages: readonly PageRow[]): string[] {
  const compared = pages.flatMap(({ change, trend }) => {
    const base = comparedOf(change)?.base;
    return base === undefined ? [] : { at: base.generatedAt, isOldest: isOldestBase(trend) };
  });
  return compared.every(({ isOldest }) => isOldest) ? compared.map(({ at }) => at).sort() : [];
}

/** Whether no result of the page is as old as the base day. The base is then the oldest result. */
export function isOldestBase(trend: PageRow['trend']): boolean {
  return trend?.missing === 'earlierResult';
}

/** The numbers of clients that became worse or better since a day. */
export interface ClientNews {
  worse: number;
  better: number;
  /**
   * The base day, or the time of the oldest base if no base is as old; ISO 8601. Null if pages or clients
   * have different base days.
   */
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

/** Counts of pages on which a check fails now, and its earlier outcome is unknown. */
interface UncomparedPages {
  /** The number of pages that have no earlier result. */
  firstMeasured: number;
  /** The number of other pages. */
  notCompared: number;
}

/** A problem that is new on some pages. The check may also fail on other pages. */
export interface NewProblem extends SpreadCheck, UncomparedPages {
  /** The number of other pages on which the check already failed in the base. */
  failedBefore: number;
}

/** A problem that is new on no page. */
export interface OldProblem extends CheckCount, UncomparedPages {}

/** All lists are sorted by importance, then by number of pages. */
export interface ProblemLists {
  /** New problems of high importance. */
  important: NewProblem[];
  /** New problems of medium and low importance. */
  lessImportant: NewProblem[];
  /** Problems that are new on no page. `pages` counts pages on which the base has the problem. */
  remaining: OldProblem[];
  /** Problems whose earlier outcome is unknown on all pages. */
  uncompared: OldProblem[];
  all: Problem[];
  /** All problems if no page has a base with known failed checks; otherwise none. */
  current: SpreadCheck[];
  /** The checks that failed in the base or later, and pass now. */
  fixed: FixedCheck[];
}

export function problemLists(rows: readonly PageRow[]): ProblemLists {
  const problems = problemsOf(rows);
  const all = IMPORTANCES.flatMap((importance) => problems[importance]);
  const failing = pagesByCheck(rows, ({ verdict }) => verdict.failing ?? []);
  const appeared = pagesByCheck(rows, ({ change }) => newChecks(change));
  const fixed = pagesByCheck(rows, ({ change }) => comparedOf(change)?.checks?.fixed ?? []);
  const fixedBetween = pagesByCheck(rows, fixedBetweenOn);
  const spreadOver = (check: CheckCount, pages: readonly PageRow[] = []): SpreadCheck => ({
    name: check.name,
    importance: check.importance,
    pages: check.pages,
    clients: clientsOf(pages).sort((one, other) => other.pages.length - one.pages.length),
  });
  const newProblems = all
    .filter((problem) => problem.appeared > 0)
    .map((problem): NewProblem => {
      const { name } = problem;
      const otherPages = failing.get(name)?.filter((row) => !isNewOn(row, problem)) ?? [];
      return {
        ...spreadOver({ ...problem, pages: problem.appeared }, appeared.get(name)),
        ...countsOfOldFailures(problem, otherPages),
      };
    });
  const oldProblems = all
    .filter((problem) => problem.appeared === 0)
    .map(({ name, importance, pages }) => {
      return { name, importance, pages, ...countsOfOldFailures({ name }, failing.get(name) ?? []) };
    });
  const overview = overviewOf(rows);
  const isFixedBetween = (row: PageRow, { name, foundAt, fixedAt }: FixedBetweenCount) =>
    fixedBetweenOn(row).some(
      (one) =>
        one.name === name && isSameDay(one.foundAt, foundAt) && isSameDay(one.fixedAt, fixedAt),
    );
  return {
    important: newProblems.filter(({ importance }) => importance === 'high'),
    lessImportant: newProblems.filter(({ importance }) => importance !== 'high'),
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
        : all.map((problem) => spreadOver(problem, failing.get(problem.name))),
    fixed: [
      ...overview.fixed.map((check): FixedCheck => {
        return { ...spreadOver(check, fixed.get(check.name)), between: null };
      }),
      ...overview.fixedBetween.map((check): FixedCheck => {
        const { name, foundAt, fixedAt } = check;
        const pages = fixedBetween.get(name)?.filter((row) => isFixedBetween(row, check));
        return { ...spreadOver(check, pages), between: { foundAt, fixedAt } };
      }),
    ],
  };
}

/** Groups pages by the checks of each page. */
function pagesByCheck(
  rows: readonly PageRow[],
  checksOf: (row: PageRow) => readonly FailedCheck[],
): ReadonlyMap<string, readonly PageRow[]> {
  const pages = new Map<string, PageRow[]>();
  for (const row of rows) {
    for (const { name } of checksOf(row)) {
      const known = pages.get(name);
      if (known === undefined) pages.set(name, [row]);
      // A page may have a check twice.
      else if (known.at(-1) !== row) known.push(row);
    }
  }
  return pages;
}

/** @param pages the pages on which the check fails and is not new */
function countsOfOldFailures(check: Pick<FailedCheck, 'name'>, pages: readonly PageRow[]) {
  const failedBefore = pages.filter((row) => failedInBase(row, check)).length;
  const firstMeasured = pages.filter(({ change }) => change?.kind === 'first').length;
  return {
    failedBefore,
    firstMeasured,
    notCompared: pages.length - failedBefore - firstMeasured,
  };
}

function isSameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Whether a check that fails on a page also failed in the base. */
function failedInBase({ change }: PageRow, { name }: Pick<FailedCheck, 'name'>): boolean {
  // Without a result since the base day, the newest result is the base.
  if (change?.kind === 'notChecked') return true;
  return hasCheck(comparedOf(change)?.checks?.remaining ?? [], { name });
}
