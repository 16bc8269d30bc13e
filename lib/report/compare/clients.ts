import { foreignLine } from '@/lib/report/foreign-line';
import { type FailedCheck, IMPORTANCES } from '@/lib/report/importance';
import { shownProject } from '@/lib/report/project';
import type { Report } from '@/lib/report/report';
import { pageHost } from '@/lib/url/page-key';
import { type CheckCount, type Overview, overviewOf, type PageRow, problemsOf } from './findings';
import { comparedOf, newChecks } from './page-change';

/** A client's pages: those of one project, or of one host where the service names no project. */
export interface Client {
  name: string;
  pages: PageRow[];
}

/** The clients that pages belong to, in the order of the pages. */
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

/** The name of the client that a report's page belongs to, in a line: services name projects as they like. */
export function clientName(report: Pick<Report, 'project' | 'fullUrl' | 'url' | 'id'>): string {
  const { project, url, id } = report;
  return foreignLine(shownProject(project ?? (hostOf(report) || (url ?? id))));
}

/** The host of a report's page, without `www.`; empty where its address is not known. */
export function hostOf({ fullUrl }: Pick<Report, 'fullUrl'>): string {
  return pageHost(URL.parse(fullUrl ?? '')?.hostname ?? '');
}

/** Whether a check fails on a page. */
export function failsOn({ report }: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  return hasCheck(report.failedChecks ?? [], check);
}

/** Whether a check fails on a page, and did not before. */
export function isNewOn({ change }: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  return hasCheck(newChecks(change), check);
}

/** Whether a check failed on a page, and does not now. */
export function isFixedOn({ change }: PageRow, check: Pick<FailedCheck, 'name'>): boolean {
  return hasCheck(comparedOf(change)?.checks?.fixed ?? [], check);
}

function hasCheck(checks: readonly FailedCheck[], { name }: Pick<FailedCheck, 'name'>): boolean {
  return checks.some((one) => one.name === name);
}

/** How a client stands and has developed. */
export interface ClientRow extends Client {
  /** The hosts of its pages, in the order of the pages. */
  hosts: readonly string[];
  /** What is new and fixed in it begins with what matters most. Null until all reports of the client are read. */
  overview: Overview | null;
}

/**
 * How the clients stand that pages belong to: by how much the worst new problem matters, by the pages that it
 * is on, and by how far the average has fallen.
 * While reports of one are not read, all of them stand in `moved`, by name.
 * @param pages those of clients that are not read have no change
 * @returns those that have moved; by name those of which no page has become worse or better, and those of
 * which no page is compared
 */
export function clientRows(pages: readonly PageRow[]) {
  const rows = clientsOf(pages)
    .map((client): ClientRow => {
      const isRead = client.pages.every(({ change }) => change !== null);
      const hosts = new Set(client.pages.map(({ report }) => hostOf(report)).filter(Boolean));
      return { ...client, hosts: [...hosts], overview: isRead ? overviewOf(client.pages) : null };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
  if (rows.some(({ overview }) => overview === null)) {
    return { moved: rows, unchanged: [], notCompared: [] };
  }
  const others = rows.filter((row) => !hasMoved(row));
  return {
    moved: rows.filter(hasMoved).sort((one, other) => {
      const [keys, others] = [urgencyOf(one), urgencyOf(other)];
      const differences = keys.map((key, at) => key - (others[at] ?? 0));
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

/** What clients are sorted by, the lowest first. */
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
 * Whether a client has become worse or better, by what its row shows. As with a page, a new problem of high
 * importance makes it worse; else the average decides, and then the pages.
 */
export function clientKind(overview: Overview): 'worse' | 'better' | 'same' {
  const { kinds, appeared } = overview;
  if (appeared[0]?.importance === 'high') return 'worse';
  const rise = riseOf(overview) || kinds.better - kinds.worse;
  return rise < 0 ? 'worse' : rise > 0 ? 'better' : 'same';
}

/** How many clients have become worse and better since a day, see `daySince`. */
export type ClientNews = ReturnType<typeof clientNews>;

/** Counts the clients of pages. */
export function clientNews(pages: readonly PageRow[], since: string | null) {
  const kinds = clientsOf(pages).map((client) => clientKind(overviewOf(client.pages)));
  const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
  return { worse: count('worse'), better: count('better'), since };
}

/** A check that is new or fixed, with the pages on which it is, client by client; the one with most first. */
export interface SpreadCheck extends CheckCount {
  clients: readonly Client[];
}

/** What is wrong with pages, be they of all clients or of one. */
export type WhatIsWrong = ReturnType<typeof whatIsWrong>;

/** What is wrong with pages, the important first, then what is on most pages. */
export function whatIsWrong(rows: readonly PageRow[]) {
  const problems = problemsOf(rows);
  const all = IMPORTANCES.flatMap((importance) => problems[importance]);
  const spread = (check: CheckCount, isOn: (row: PageRow) => boolean): SpreadCheck => ({
    ...{ name: check.name, importance: check.importance, pages: check.pages },
    clients: clientsOf(rows.filter(isOn)).sort(
      (one, other) => other.pages.length - one.pages.length,
    ),
  });
  const fresh = all
    .filter(({ appeared }) => appeared > 0)
    .map((problem) => ({
      ...spread({ ...problem, pages: problem.appeared }, (row) => isNewOn(row, problem)),
      others: problem.pages - problem.appeared,
    }));
  return {
    /** New problems of high importance, by the pages on which they are new; on `others` they failed before. */
    important: fresh.filter(({ importance }) => importance === 'high'),
    /** The other new problems. */
    also: fresh.filter(({ importance }) => importance !== 'high'),
    /** What fails and is new on no page. */
    remaining: all.filter(({ appeared }) => appeared === 0),
    all,
    fixed: overviewOf(rows).fixed.map((check) => spread(check, (row) => isFixedOn(row, check))),
  };
}
