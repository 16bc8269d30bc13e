import { type FailedCheck, IMPORTANCES } from '@/lib/report/importance';
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

/** Returns the client of a report, as one line: a service may send any text as project. */
export function clientName(report: Pick<Report, 'project' | 'fullUrl' | 'url' | 'id'>): string {
  const { project, url, id } = report;
  return untrustedLine(shownProject(project ?? (hostOfReport(report) || (url ?? id))));
}

/** Returns the host of a report's page without `www.`; empty if the address is unknown. */
export function hostOfReport({ fullUrl }: Pick<Report, 'fullUrl'>): string {
  return pageHost(URL.parse(fullUrl ?? '')?.hostname ?? '');
}

/** Whether a check fails on a page. */
export function failsOn({ report }: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  return failsIn(report, check.name) ?? false;
}

/** Whether a check fails on a page and passed in the base. */
export function isNewOn({ change }: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  return hasCheck(newChecks(change), check);
}

/** Whether a check passes on a page, and failed in the base or since. */
export function isFixedOn(page: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  const fixed = comparedOf(page.change)?.checks?.fixed ?? [];
  return hasCheck(fixed, check) || hasCheck(fixedBetweenOn(page), check);
}

function hasCheck(checks: readonly FailedCheck[], { name }: Pick<FailedCheck, 'name'>): boolean {
  return checks.some((one) => one.name === name);
}

/** The result of a client, and its change. */
export interface ClientRow extends Client {
  /** The hosts of the pages, in the order of the pages. */
  hosts: readonly string[];
  /**
   * Null until all reports of the client are loaded. `appeared` and `fixed` list the most important
   * checks first.
   */
  overview: Overview | null;
}

/**
 * Sorts the clients of pages by urgency: importance of the worst new problem, number of its pages,
 * fall of the average score. While one client is not loaded, `moved` lists all clients by name.
 * @param pages pages of clients that are not loaded have no `change`
 * @returns clients that changed; by name, clients without a change, and clients without a
 * comparison
 */
export function clientRows(pages: readonly PageRow[]) {
  const rows = clientsOf(pages)
    .map((client): ClientRow => {
      const isRead = client.pages.every(({ change }) => change !== null);
      const hosts = new Set(client.pages.map(({ report }) => hostOfReport(report)).filter(Boolean));
      return { ...client, hosts: [...hosts], overview: isRead ? overviewOf(client.pages) : null };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
  if (rows.some(({ overview }) => overview === null)) {
    return { moved: rows, unchanged: [], notCompared: [] };
  }
  const others = rows.filter((row) => !hasMoved(row));
  return {
    moved: rows.filter(hasMoved).sort((one, other) => {
      const otherKeys = urgencyOf(other);
      const differences = urgencyOf(one).map((key, index) => key - (otherKeys[index] ?? 0));
      return differences.find((difference) => difference !== 0) ?? 0;
    }),
    unchanged: others.filter(isCompared),
    notCompared: others.filter((row) => !isCompared(row)),
  };
}

function hasMoved({ overview }: ClientRow): boolean {
  if (overview === null) return false;
  const { kinds, appeared, fixed } = overview;
  return kinds.worse + kinds.better + appeared.length + fixed.length > 0;
}

/** Whether a page of a client has two results to compare. */
function isCompared({ overview }: ClientRow): boolean {
  return (
    overview !== null && overview.kinds.worse + overview.kinds.better + overview.kinds.same > 0
  );
}

/** Returns the sort keys of a client; lower keys come first. */
function urgencyOf({ overview }: ClientRow): number[] {
  const [problem] = overview?.appeared ?? [];
  const rank = problem === undefined ? IMPORTANCES.length : IMPORTANCES.indexOf(problem.importance);
  return [rank, -(problem?.pages ?? 0), riseOf(overview)];
}

function riseOf(overview: Overview | null): number {
  const development = overview?.development ?? null;
  return development === null ? 0 : development.now - development.before;
}

/**
 * Returns whether a client became worse or better. A new problem of high importance means worse.
 * Otherwise the average score decides; if equal, the number of pages.
 */
export function clientKind(overview: Overview): 'worse' | 'better' | 'same' {
  const { kinds, appeared } = overview;
  if (appeared[0]?.importance === 'high') return 'worse';
  return kindOfRise(riseOf(overview) || kinds.better - kinds.worse);
}

/** The number of clients that became worse or better since a day, see `daySince`. */
export type ClientNews = ReturnType<typeof clientNews>;

/** Counts the clients of pages that became worse or better. */
export function clientNews(pages: readonly PageRow[], since: string | null) {
  const kinds = clientsOf(pages).map((client) => clientKind(overviewOf(client.pages)));
  const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
  return { worse: count('worse'), better: count('better'), since };
}

/** A new or fixed check with its pages, by client; the client with most pages first. */
export interface SpreadCheck extends CheckCount {
  clients: readonly Client[];
}

/** A fixed check with its pages, by client. */
export interface FixedCheck extends SpreadCheck {
  /**
   * The days of a check that was found and fixed since the base, ISO 8601; null for other checks.
   */
  between: { foundAt: string; fixedAt: string } | null;
}

/** A problem that is new on pages, and the other pages on which the check fails. */
export interface NewProblem extends SpreadCheck {
  /** The number of pages on which the check failed in an earlier result. */
  failedBefore: number;
  /** The number of pages without an earlier result. */
  firstMeasured: number;
}

/** The problems of pages, of one or all clients. */
export type WhatIsWrong = ReturnType<typeof whatIsWrong>;

/** Returns the problems of pages, by importance, and by number of pages within one importance. */
export function whatIsWrong(rows: readonly PageRow[]) {
  const problems = problemsOf(rows);
  const all = IMPORTANCES.flatMap((importance) => problems[importance]);
  const spread = (check: CheckCount, isOn: (row: PageRow) => boolean): SpreadCheck => ({
    name: check.name,
    importance: check.importance,
    pages: check.pages,
    clients: clientsOf(rows.filter(isOn)).sort(
      (one, other) => other.pages.length - one.pages.length,
    ),
  });
  const fresh = all
    .filter(({ appeared }) => appeared > 0)
    .map((problem): NewProblem => {
      const others = rows.filter((row) => failsOn(row, problem) && !isNewOn(row, problem));
      return {
        ...spread({ ...problem, pages: problem.appeared }, (row) => isNewOn(row, problem)),
        failedBefore: others.filter((row) => failedBefore(row, problem)).length,
        firstMeasured: others.filter(({ change }) => change?.kind === 'first').length,
      };
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
    /** New problems of high importance, by number of new pages. */
    important: fresh.filter(({ importance }) => importance === 'high'),
    /** New problems of medium and low importance. */
    also: fresh.filter(({ importance }) => importance !== 'high'),
    /** Problems that are new on no page. */
    remaining: all.filter(({ appeared }) => appeared === 0),
    all,
    fixed: [
      ...overview.fixed.map((check): FixedCheck => {
        return { ...spread(check, (row) => isFixedSince(row, check)), between: null };
      }),
      ...overview.fixedBetween.map((check): FixedCheck => {
        const { foundAt, fixedAt } = check;
        const all = spread(check, (row) => isFixedBetween(row, check));
        return { ...all, between: { foundAt, fixedAt } };
      }),
    ],
  };
}

function isSameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Whether a check that fails on a page failed in the base, which may be the result itself. */
function failedBefore({ change }: PageRow, { name }: Pick<FailedCheck, 'name'>): boolean {
  if (change?.kind === 'notChecked') return true;
  return hasCheck(comparedOf(change)?.checks?.remaining ?? [], { name });
}
