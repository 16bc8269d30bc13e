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
  type Problem,
  problemsOf,
} from './findings';
import { comparedOf, kindOfRise, newChecks } from './page-change';

/** A client: the pages of one project, or of one host if the service names no project. */
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

/** Returns the name of a report's client as one line, because a service may send any text. */
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

/** A client with the results of its pages in total. */
export interface ClientRow extends Client {
  /** The hosts of the pages, in the order of the pages. */
  hosts: readonly string[];
  /** Null until the pasts of all pages are loaded. */
  overview: Overview | null;
}

/** The clients of pages by the kind of their change. */
interface GroupedClients {
  /** Clients with a change, the most urgent first. Until all are loaded: all clients, by name. */
  moved: ClientRow[];
  /** Clients without a change, by name. */
  unchanged: ClientRow[];
  /** Clients without a page that has two results to compare, by name. */
  notCompared: ClientRow[];
}

/**
 * Groups the clients of pages. Urgency depends on the importance of the worst new problem, then on
 * the number of its pages, then on the fall of the average score.
 */
export function clientRows(pages: readonly PageRow[]): GroupedClients {
  const rows = clientsOf(pages)
    .map((client): ClientRow => {
      const isLoaded = client.pages.every(({ change }) => change !== null);
      const hosts = new Set(client.pages.map(({ report }) => hostOfReport(report)).filter(Boolean));
      return { ...client, hosts: [...hosts], overview: isLoaded ? overviewOf(client.pages) : null };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
  if (rows.some(({ overview }) => overview === null)) {
    return { moved: rows, unchanged: [], notCompared: [] };
  }
  const others = rows.filter((row) => !hasMoved(row));
  return {
    moved: rows.filter(hasMoved).sort(byUrgency),
    unchanged: others.filter(isCompared),
    notCompared: others.filter((row) => !isCompared(row)),
  };
}

function byUrgency(one: ClientRow, other: ClientRow): number {
  const otherKeys = urgencyOf(other);
  const differences = urgencyOf(one).map((key, index) => key - (otherKeys[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Whether a page of a client became worse or better, or has new or fixed checks. */
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

/** Returns the sort keys of a client. More urgent clients have lower keys. */
function urgencyOf({ overview }: ClientRow): number[] {
  const [worst] = overview?.appeared ?? [];
  const rank = worst === undefined ? IMPORTANCES.length : IMPORTANCES.indexOf(worst.importance);
  return [rank, -(worst?.pages ?? 0), averageRise(overview)];
}

/** Returns the rise of the average score; 0 if unknown. */
function averageRise(overview: Overview | null): number {
  const development = overview?.development ?? null;
  return development === null ? 0 : development.now - development.before;
}

/**
 * Returns whether a client became worse or better. With a new problem of high importance, it became
 * worse. Otherwise the average score decides, then the numbers of better and worse pages.
 */
export function clientKind(overview: Overview): 'worse' | 'better' | 'same' {
  const { kinds, appeared } = overview;
  if (appeared[0]?.importance === 'high') return 'worse';
  return kindOfRise(averageRise(overview) || kinds.better - kinds.worse);
}

/** The numbers of clients that became worse and better. */
export interface ClientNews {
  worse: number;
  better: number;
  /** The base day, as `daySince` returns it. */
  since: string | null;
}

/** Counts the clients of pages that became worse and better. */
export function clientNews(pages: readonly PageRow[], since: string | null): ClientNews {
  const kinds = clientsOf(pages).map((client) => clientKind(overviewOf(client.pages)));
  const count = (counted: ReturnType<typeof clientKind>) =>
    kinds.filter((kind) => kind === counted).length;
  return { worse: count('worse'), better: count('better'), since };
}

/** A new or fixed check with its pages. */
export interface SpreadCheck extends CheckCount {
  /** The pages by client. The client with the most pages is first. */
  clients: readonly Client[];
}

/** A fixed check with its pages. */
export interface FixedCheck extends SpreadCheck {
  /** The times of a check that failed only between base and now; null for other checks. */
  between: { foundAt: string; fixedAt: string } | null;
}

/** A problem that is new on some pages. The check may fail on other pages, too. */
export interface NewProblem extends SpreadCheck {
  /** The number of other pages on which the check already failed in the base. */
  failedBefore: number;
  /** The number of other pages that have no earlier result. */
  firstMeasured: number;
}

/**
 * The problems of pages, of one or all clients. All lists are sorted by importance, then by number
 * of pages.
 */
export interface WhatIsWrong {
  /** New problems of high importance. */
  important: NewProblem[];
  /** New problems of medium and low importance. */
  also: NewProblem[];
  /** Problems that are new on no page. */
  remaining: Problem[];
  /** All problems. */
  all: Problem[];
  /** The checks that failed in the base or since, and pass now. */
  fixed: FixedCheck[];
}

/** Returns the problems of pages. */
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
    important: newProblems.filter(({ importance }) => importance === 'high'),
    also: newProblems.filter(({ importance }) => importance !== 'high'),
    remaining: all.filter(({ appeared }) => appeared === 0),
    all,
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

function isSameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Whether a check that fails on a page also failed in the base. */
function failedBefore({ change }: PageRow, { name }: Pick<FailedCheck, 'name'>): boolean {
  // The base is the same result.
  if (change?.kind === 'notChecked') return true;
  return hasCheck(comparedOf(change)?.checks?.remaining ?? [], { name });
}
