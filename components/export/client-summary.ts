import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-words';
import type { Filters } from '@/components/table/overview-state';
import { dayInYear, daysText, shortDay } from '@/components/text/dates';
import { ratingLabel, resultLabel } from '@/components/text/labels';
import { counted, countText, labelled, series } from '@/components/text/language';
import { copyableAddress, reportAddress, reportName } from '@/components/text/report-name';
import { clientsOf, failsOn } from '@/lib/report/compare/clients';
import {
  type Overview,
  overviewOf,
  type PageRow,
  problemsOf,
  worstFirst,
  worstOf,
} from '@/lib/report/compare/findings';
import { CHANGE_KINDS, comparedOf } from '@/lib/report/compare/page-change';
import { foreignLine } from '@/lib/report/foreign-line';
import type { FailedCheck } from '@/lib/report/importance';
import type { PartRead } from './client-pages';

/** So many of the worst pages are named, and so many pages of a problem. */
const MOST_WORST = 3;
const MOST_NAMED = 5;
/** So many pages are listed in a text. */
const MOST_LISTED = 20;

/** By what pages were chosen: a list of them may be shorter than their client's. */
export interface ListedBy extends Filters {
  /** A part of their addresses; empty: not by this. */
  search: string;
  /** Whether they are those of a batch. */
  isOfBatch: boolean;
  /** Whether there are others among them, which were updated since and stay in sight. */
  hasKept: boolean;
  /** Whether a person has selected them; then nothing else is said of them. */
  isSelected: boolean;
}

interface Chosen {
  /** All pages of the clients of those that were chosen, maybe with others; null where these are not known. */
  all: readonly PageRow[] | null;
  listed: readonly PageRow[];
  listedBy: ListedBy;
  /** Null where all reports were read. */
  partRead: PartRead | null;
}

/** What is said of a client, in words: the same whether it is copied, printed or saved. */
export type ClientSummary = ReturnType<typeof clientSummary>;

/** Sums up the clients that chosen pages belong to, in the order of the pages. */
export function clientSummaries(facts: Chosen): ClientSummary[] {
  const { all, listed } = facts;
  const keys = new Set(all?.map(({ key }) => key));
  const chosen = new Set(listed.map(({ key }) => key));
  // What was chosen may have been made since all were read.
  const further = listed.filter(({ key }) => !keys.has(key));
  return clientsOf([...(all ?? []), ...further]).flatMap(({ name, pages }) => {
    const ofClient = pages.filter(({ key }) => chosen.has(key));
    if (ofClient.length === 0) return [];
    return clientSummary(name, all && pages, { ...facts, listed: ofClient });
  });
}

/** @param pages all pages of the client; null where these are not known */
function clientSummary(name: string, pages: readonly PageRow[] | null, chosen: Chosen) {
  const { listed, listedBy, partRead } = chosen;
  return {
    name,
    /** From when the results are, and those they are compared with; empty where no date is known. */
    measured: measuredText(pages ?? listed),
    /** Null where not all pages of the client are known: then no number is said of it. */
    numbers: pages && numbersOf(pages),
    /** That no number is about all reports, a sentence; null where all were read. */
    partRead: partReadText(partRead),
    /** "23 of 60 pages, those that got worse"; null where all pages of the client are listed. */
    fewer: chosenText(listed.length, pages?.length ?? null, listedBy),
    /** The pages that were chosen, the worst first. */
    listed: worstFirst(listed).map(pageSummary),
  };
}

/** How a client stands and has developed, by all its pages. */
function numbersOf(pages: readonly PageRow[]) {
  const overview = overviewOf(pages);
  const { high, medium, low } = problemsOf(pages);
  const { kinds } = overview;
  const counts = CHANGE_KINDS.filter((kind) => kinds[kind] > 0);
  return {
    pages: pages.length,
    averageLabel: averageLabel(overview),
    /** "58 → 54", of the pages that have both; the score of today where none has. */
    average: averageText(overview),
    /** "5 worse, 3 better, 10 the same, 2 first results". */
    kinds: series(counts.map((kind) => counted(`summary.${kind}`, kinds[kind]))),
    ...{ appeared: overview.appeared, fixed: overview.fixed },
    worst: worstOf(pages, MOST_WORST).map(pageSummary),
    /** The problems that matter most, with the addresses of the first pages, and how many more these are. */
    problems: high.map((problem) => {
      const failing = pages.filter((page) => failsOn(page, problem));
      const where = failing.slice(0, MOST_NAMED).map(({ report }) => reportAddress(report));
      return { ...problem, where, more: failing.length - where.length };
    }),
    /** How many problems matter less. */
    others: { medium: medium.length, low: low.length },
  };
}

export type PageSummary = ReturnType<typeof pageSummary>;

function pageSummary({ report, change }: PageRow) {
  const { id, score, generatedAt } = report;
  const base = change !== null && 'base' in change ? change.base : null;
  const before = comparedOf(change)?.base.score ?? null;
  const high = report.failedChecks?.filter(({ importance }) => importance === 'high');
  const result = resultLabel(report);
  return {
    ...{ id, name: reportName(report), address: reportAddress(report) },
    ...{ rating: report.result, result },
    generatedOn: generatedAt && shortDay(generatedAt),
    /** The result that it is compared with, and its day; null where there is none. */
    before: base && `${resultLabel(base)} (${dayInYear(base.generatedAt)})`,
    /** "52 → 27", or the one result that is known. */
    scores: score === null ? result : before === null ? countText(score) : arrow(before, score),
    /** The names of the failed checks that matter most; absent where they are not known. */
    important: high && series(high.map(checkName)),
  };
}

/** How pages have developed, for a mail: client by client, as plain text. */
export function summaryText(clients: readonly ClientSummary[]): string {
  return clients.map(clientText).join('\n');
}

function clientText(client: ClientSummary): string {
  const { numbers, fewer, listed } = client;
  const { appeared = [], fixed = [], worst = [] } = numbers ?? {};
  const more = listed.length - MOST_LISTED;
  return [
    ...headLines(client),
    ...section(i18n.t('past.appeared'), appeared.map(checkLine)),
    ...section(i18n.t('past.fixed'), fixed.map(checkLine)),
    ...section(i18n.t('summary.worst'), worst.map(pageLine)),
    ...(fewer === null ? [] : section(fewer, listed.slice(0, MOST_LISTED).map(pageLine))),
    ...(fewer !== null && more > 0 ? [counted('summary.morePages', more)] : []),
    '',
  ].join('\n');
}

/** What stands above the rows of a file that leaves something out, line by line; else nothing. */
export function fileHead(clients: readonly ClientSummary[]): string[] {
  if (clients.every(({ partRead, fewer }) => partRead === null && fewer === null)) return [];
  return clients.flatMap((client) => [...headLines(client), ...one(client.fewer), '']);
}

/** What stands above all that goes to a client: whose pages, since when, and how they have developed. */
function headLines({ name, measured, numbers, partRead }: ClientSummary): string[] {
  return [
    series([foreignLine(name), measured].filter(Boolean)),
    ...(numbers === null ? [] : [labelled(numbers.averageLabel, numbers.average)]),
    ...(numbers === null ? [] : [labelled(counted('reports.pages', numbers.pages), numbers.kinds)]),
    ...one(partRead),
  ];
}

const one = (line: string | null): string[] => (line === null ? [] : [line]);

function section(head: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', head, ...lines];
}

function checkLine(check: FailedCheck & { pages: number }): string {
  return `- ${labelled(weightedName(check), counted('reports.pages', check.pages))}`;
}

/** "52 → 27 https://trails.example/booking". */
function pageLine({ scores, address }: PageSummary): string {
  return `${scores} ${copyableAddress(address)}`;
}

/** "Noindex (high)". */
export function weightedName(check: FailedCheck): string {
  return foreignLine(`${checkName(check)} (${importanceText(check.importance)})`);
}

function measuredText(pages: readonly PageRow[]): string {
  const results = daysText(pages.flatMap(({ report }) => report.generatedAt ?? []));
  const bases = daysText(pages.flatMap(({ change }) => comparedOf(change)?.base.generatedAt ?? []));
  if (results === null) return '';
  return bases === null
    ? i18n.t('summary.resultsOf', [results])
    : i18n.t('summary.comparedWith', [results, bases]);
}

/** What the average is of: "Average score", or "Average score (3 pages compared)" where not all are. */
export function averageLabel({ development, pages }: Overview): string {
  return development === null || development.pages === pages
    ? i18n.t('wrong.average')
    : counted('summary.averageOf', development.pages);
}

function averageText({ average, development }: Overview): string {
  if (development === null) return average === null ? '–' : countText(average);
  return arrow(development.before, development.now);
}

function arrow(before: number, now: number): string {
  return `${countText(before)} ${i18n.t('summary.arrow')} ${countText(now)}`;
}

/** That no number is about all reports, as a sentence; null where all were read. */
export function partReadText(partRead: PartRead | null): string | null {
  if (partRead === null) return null;
  const { read, total } = partRead;
  return total === null
    ? i18n.t('summary.readFirst', [countText(read)])
    : i18n.t('summary.readOf', [countText(read), countText(total)]);
}

/**
 * How pages were chosen, where that leaves some out; else null.
 * @param all how many they were chosen from; null where that is not known
 */
export function chosenText(listed: number, all: number | null, by: ListedBy): string | null {
  if (listed === all) return null;
  if (all !== null) return counted('summary.fewer', listed, countText(all), listedByText(by));
  const text = listedByText({ ...by, isOfBatch: false });
  return text === '' ? null : counted('summary.chosen', listed, text);
}

/** What pages have in common that were chosen, behind "those": "that got worse, rated Bad". */
function listedByText(by: ListedBy): string {
  if (by.isSelected) return i18n.t('summary.by.selected');
  const search = foreignLine(by.search.trim());
  const parts = [
    by.change !== null && i18n.t(`summary.by.${by.change}`),
    by.rating !== null && i18n.t('summary.by.rating', [ratingLabel(by.rating)]),
    by.check !== null && i18n.t('summary.by.check', [foreignLine(checkName({ name: by.check }))]),
    search !== '' && i18n.t('summary.by.search', [search]),
    by.isOfBatch && i18n.t('summary.by.batch'),
    by.hasKept && i18n.t('summary.by.kept'),
  ];
  return series(parts.filter((part) => part !== false));
}
