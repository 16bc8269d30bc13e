import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-names';
import { explainedCheck, kindSentences } from '@/components/report/content/kind-words';
import { linkLine } from '@/components/report/content/report-text';
import type { Filters } from '@/components/table/overview-state';
import { daysText, shortDay } from '@/components/text/dates';
import { failingAgainText, failureDates, fixDates } from '@/components/text/failure-dates';
import { ratingLabel, resultLabel } from '@/components/text/labels';
import {
  counted,
  countText,
  labelled,
  language,
  listOf,
  sentences,
  series,
} from '@/components/text/language';
import { copyableAddress, reportAddress, reportName } from '@/components/text/report-name';
import { clientsOf, failsOn } from '@/lib/report/compare/clients';
import {
  type CheckCount,
  failuresBeforeFix,
  failuresOn,
  type Overview,
  overviewOf,
  type PageRow,
  type Problem,
  problemsOf,
  worstFirst,
} from '@/lib/report/compare/findings';
import { countIntended } from '@/lib/report/compare/intended';
import { CHANGE_KINDS, comparedOf, newChecks } from '@/lib/report/compare/page-change';
import type { FailingAgainTicket } from '@/lib/report/compare/tickets';
import { type FailedCheck, importantFirst } from '@/lib/report/importance';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import type { PartRead } from './client-pages';
import {
  type DocumentCell,
  type DocumentLine,
  type DocumentSection,
  type ExportDocument,
  textOfLine,
} from './document';

/** Maximum number of checks in a sentence of the letter. */
const MAX_IN_SENTENCE = 5;

/** Maximum numbers of worst pages, of addresses of a problem, and of problems to fix next. */
const MAX_WORST = 3;
const MAX_NAMED = 5;
const MAX_NEXT = 3;
/** The limit of different dates of new problems in a letter. */
const MAX_DATES = 5;
/** Maximum number of days for which the measured pages are counted. */
const MAX_DAYS = 3;

/** How pages were chosen. The chosen pages may be fewer than all pages of their client. */
export interface ListedBy extends Filters {
  /** Whether the pages belong to a batch. */
  isOfBatch: boolean;
  /** Whether some pages stay visible although the filters would hide them. */
  hasExceptions: boolean;
  /** Whether a person has selected the pages. A text about selected pages names no filter. */
  isSelected: boolean;
}

interface Chosen {
  /** All pages of the clients of `listed`, possibly with others; null if unknown. */
  all: readonly PageRow[] | null;
  listed: readonly PageRow[];
  listedBy: ListedBy;
  /** Null if all reports were read. */
  partRead: PartRead | null;
  /** "As of Nov 26, 18:40"; absent if the pages are up to date. */
  asOf?: string | null;
  /** Returns the closed tickets of a check that fails again on pages. */
  failingAgain(check: string, pages: readonly PageRow[]): readonly FailingAgainTicket[];
  /** Returns the report's address on the service; null if unknown. */
  linkOf(report: Report): string | null;
}

/** A check that a text names. */
interface NamedCheck {
  name: string;
  /** Whether the text says that the check was fixed. */
  isFixed: boolean;
}

/** The summary of a client in words, for copies, prints and files. */
export type ClientSummary = ReturnType<typeof clientSummary>;

/** Returns the summaries of the clients of `listed`, by all pages of each client. */
export function clientSummaries(facts: Chosen): ClientSummary[] {
  const { all, listed } = facts;
  const keys = new Set(all?.map(({ key }) => key));
  const chosen = new Set(listed.map(({ key }) => key));
  // `listed` may have pages that were reported after `all` was read.
  const further = listed.filter(({ key }) => !keys.has(key));
  return clientsOf([...(all ?? []), ...further]).flatMap(({ name, pages }) => {
    const ofClient = pages.filter(({ key }) => chosen.has(key));
    if (ofClient.length === 0) return [];
    return clientSummary(name, all && pages, { ...facts, listed: ofClient });
  });
}

/** @param pages all pages of the client; null if unknown */
function clientSummary(name: string, pages: readonly PageRow[] | null, chosen: Chosen) {
  const { listed, listedBy, partRead, asOf = null, linkOf } = chosen;
  const own = pages ?? listed;
  const all = worstFirst(own).map((page) => pageSummary(page, linkOf));
  const numbers = pages && numbersOf(pages, all, chosen);
  const fewer = chosenText(listed.length, pages?.length ?? null, listedBy);
  const named = [
    ...(numbers?.named ?? importantOf(listed)),
    ...(fewer === null ? [] : filteredBy(listedBy)),
  ].filter(
    ({ name, isFixed }) => isFixed || !numbers?.problems.some((problem) => problem.name === name),
  );
  return {
    name,
    /** "Nov 16 – 27, 2026": from the first compared result to the last; empty without dates. */
    period: daysText(own.flatMap(({ report, change }) => datesOf(report, change))) ?? '',
    /** "Measured Nov 23 (33 pages) and Nov 27 (27 pages)"; empty without dates. */
    measured: measuredText(own),
    /** Null if not all pages of the client are known. */
    numbers,
    /** A sentence that the score counts intended findings; null if it counts none. */
    intended: intendedText(countIntended(own)),
    /** What the named checks mean, one line each, without the checks of `numbers.problems`. */
    explained: explanationsOf(named, own),
    /** "As of Nov 26, 18:40"; null if the pages are up to date. */
    asOf,
    /** A sentence that not all reports were read; null if all were read, or with `asOf`. */
    partRead: asOf === null ? partReadText(partRead) : null,
    /** "23 of 60 pages, those that got worse"; null if all pages of the client are listed. */
    fewer,
    /** The listed pages, worst first. */
    pages: worstFirst(listed).map((page) => pageSummary(page, linkOf)),
  };
}

/** Returns the state and the development of a client, by all its pages. */
function numbersOf(
  pages: readonly PageRow[],
  summaries: readonly PageSummary[],
  { partRead, failingAgain }: Chosen,
) {
  const overview = overviewOf(pages);
  const { high, medium, low } = problemsOf(pages);
  const { kinds } = overview;
  const counts = CHANGE_KINDS.filter((kind) => kinds[kind] > 0);
  const [fresh, freshMedium] = [high, medium].map((all) => all.filter((one) => one.appeared > 0));
  const problems = [...new Set([...(fresh ?? []), ...(freshMedium ?? []), ...high])];
  const { text, named } = letterOf(pages, overview, problems);
  return {
    /** Sentences about changes and next steps. */
    letter: text,
    /** The checks that the letter names. */
    named,
    pages: pages.length,
    averageLabel: counted('summary.averageOfPages', overview.scored),
    /** "58 → 54"; the current average alone without a comparison. */
    average: averageText(overview),
    /** "1 of 10 pages measured again"; null if all or none were. */
    measuredAgain: measuredAgainText(overview),
    /** "5 worse, 3 better, 10 the same, 2 first results". */
    kinds: series(
      counts.map((kind) => {
        // The reports that were not read may contain earlier results.
        const key = kind === 'first' && partRead !== null ? 'firstOfRead' : kind;
        return counted(`summary.${key}`, kinds[kind]);
      }),
    ),
    ...worstOf(summaries),
    /**
     * The new problems of high and medium importance, then the other problems of high importance.
     * Each has plain words, the addresses of its first pages, and the number of further pages.
     */
    problems: problems.map((problem) => {
      const failing = pages.filter((page) => failsOn(page, problem));
      const where = failing.slice(0, MAX_NAMED).map(({ report }) => reportAddress(report));
      const below = [
        ...kindSentences(failuresOn(problem.name, failing)),
        ...failingAgain(problem.name, failing).map((one) => failingAgainText(one, shortDay)),
      ];
      const parts = overview.checksCompared > 0 ? partsText(problem, failing, partRead) : null;
      return { ...problem, parts, below, where, more: failing.length - where.length };
    }),
    /** The number of problems that are not in `problems`. */
    others: { medium: medium.length - (freshMedium ?? []).length, low: low.length },
  };
}

/** Returns the worst pages, and a sentence if more pages have the score of the last worst page. */
function worstOf(summaries: readonly PageSummary[]) {
  const scored = summaries.filter(({ score }) => score !== null);
  const worst = scored.slice(0, MAX_WORST);
  const score = worst.at(-1)?.score ?? null;
  const withScore = (pages: readonly PageSummary[]) =>
    pages.filter((page) => page.score === score).length;
  const equal = withScore(scored);
  const listed = withScore(worst);
  return {
    worst,
    /** "Listed: 3 of 6 pages with a score of 41." Null if no other page has this score. */
    equallyBad:
      score === null || listed === equal
        ? null
        : counted('summary.equallyBad', equal, countText(listed), countText(score)),
  };
}

/**
 * Returns on how many pages a problem is new or first measured; null if on none. Example: "2 new, 1
 * first measured".
 */
function partsText(
  { appeared }: Problem,
  failing: readonly PageRow[],
  partRead: PartRead | null,
): string | null {
  const first = failing.filter(({ change }) => change?.kind === 'first').length;
  // The reports that were not read may contain earlier results.
  const firstKey = partRead === null ? 'wrong.firstMeasured' : 'summary.firstOfRead';
  const parts = [
    ...(appeared > 0 ? [counted('summary.new', appeared)] : []),
    ...(first > 0 ? [counted(firstKey, first)] : []),
  ];
  return parts.length === 0 ? null : series(parts);
}

/** A sentence of the letter about checks. */
interface LetterSentence {
  checks: readonly CheckCount[];
  isFixed: boolean;
  /** @param checks the checks in words */
  text(checks: string): string;
}

/** Returns sentences about fixed problems, new problems and the next steps. */
function letterOf(pages: readonly PageRow[], all: Overview, next: readonly Problem[]) {
  const bases = pages.flatMap(({ change }) => {
    const compared = comparedOf(change);
    return compared?.checks?.fixed.length ? compared.base.generatedAt : [];
  });
  const between = grouped(all.fixedBetween, (check) => capitalized(fixDates(check, shortDay)));
  const dated = newProblemsByDates(pages);
  const others = dated.slice(MAX_DATES).flatMap(([, ofDates]) => ofDates);
  const datedText = (dates: string) => (checks: string) => i18n.t('summary.dated', [dates, checks]);
  const parts: LetterSentence[] = [
    {
      checks: all.fixed,
      isFixed: true,
      text: (checks) => i18n.t('summary.fixedOnSince', [shortDay(earliest(bases)), checks]),
    },
    ...between.map(([dates, checks]) => ({ checks, isFixed: true, text: datedText(dates) })),
    ...dated.slice(0, MAX_DATES).map(([dates, findings]) => ({
      checks: countFindings(findings),
      isFixed: false,
      text: datedText(dates),
    })),
    {
      checks: countFindings(others),
      isFixed: false,
      text: (checks) => i18n.t('summary.newOnOtherDays', [checks]),
    },
    {
      checks: next.slice(0, MAX_NEXT),
      isFixed: false,
      text: (checks) => i18n.t('summary.fixFirst', [checks]),
    },
  ];
  const said = parts.filter(({ checks }) => checks.length > 0);
  return {
    text: sentences(...said.map(({ checks, text }) => text(checksText(checks)))),
    named: said.flatMap(({ checks, isFixed }) =>
      checks.slice(0, MAX_IN_SENTENCE).map(({ name }): NamedCheck => ({ name, isFixed })),
    ),
  };
}

/** Returns the failed checks of high importance. The table of pages names these checks. */
function importantOf(pages: readonly PageRow[]): NamedCheck[] {
  return problemsOf(pages).high.map(({ name }) => ({ name, isFixed: false }));
}

/** Returns the checks of the filters. */
function filteredBy({ check, fixed, isSelected }: ListedBy): NamedCheck[] {
  if (isSelected) return [];
  return [
    ...(check === null ? [] : [{ name: check, isFixed: false }]),
    ...(fixed === null ? [] : [{ name: fixed, isFixed: true }]),
  ];
}

/** Returns a line of plain words for each check with a known kind of error. */
function explanationsOf(named: readonly NamedCheck[], pages: readonly PageRow[]): string[] {
  const lines = named.flatMap(({ name, isFixed }) => {
    const failures = isFixed ? failuresBeforeFix(name, pages) : failuresOn(name, pages);
    return explainedCheck(failures, isFixed) ?? [];
  });
  return [...new Set(lines)];
}

/** Returns "Title on 9 pages and Noindex on 2 pages". */
function checksText(checks: readonly CheckCount[]): string {
  const named = checks.slice(0, MAX_IN_SENTENCE);
  const more = checks.length - named.length;
  return listOf([
    ...named.map((check) => counted('summary.checkOn', check.pages, checkName(check))),
    ...(more > 0 ? [counted('summary.moreChecks', more)] : []),
  ]);
}

/** Groups the new failed checks of pages by the dates of the failure, largest group first. */
function newProblemsByDates(pages: readonly PageRow[]): [dates: string, findings: FailedCheck[]][] {
  const findings = pages.flatMap(({ change, trend, report }) =>
    newChecks(change).map((check) => {
      const since = trend?.failingSince.find(({ name }) => name === check.name);
      const at = report.generatedAt ?? '';
      const unknown = { at, passedAt: null, isAgain: false };
      return { check, dates: failureDates(since ?? unknown, shortDay) };
    }),
  );
  return grouped(findings, ({ dates }) => dates)
    .map(([dates, all]): [string, FailedCheck[]] => [dates, all.map(({ check }) => check)])
    .sort(([, one], [, other]) => other.length - one.length);
}

/** Counts findings by check, the most important and most frequent checks first. */
function countFindings(findings: readonly FailedCheck[]): CheckCount[] {
  return grouped(findings, ({ name }) => name)
    .flatMap(([, all]) => (all[0] ? { ...all[0], pages: all.length } : []))
    .sort((one, other) => importantFirst(one, other) || other.pages - one.pages);
}

function capitalized(text: string): string {
  const [first = '', ...rest] = text;
  return [first.toLocaleUpperCase(language()), ...rest].join('');
}

const earliest = (times: readonly string[]): string =>
  times.reduce((first, time) => (time < first ? time : first));

export type PageSummary = ReturnType<typeof pageSummary>;
type ClientNumbers = NonNullable<ClientSummary['numbers']>;
type ClientProblem = ClientNumbers['problems'][number];

function pageSummary({ report, change, verdict }: PageRow, linkOf: Chosen['linkOf']) {
  const { id, score, generatedAt } = report;
  const base = change !== null && 'base' in change ? change.base : null;
  const before = comparedOf(change)?.base.score ?? null;
  const high = verdict.failing?.filter(({ importance }) => importance === 'high');
  const result = resultLabel(report);
  return {
    id,
    name: reportName(report),
    address: reportAddress(report),
    rating: report.result,
    result,
    score,
    /** The link of a public report; null for other reports. */
    link: report.privacy === Privacy.Public ? linkOf(report) : null,
    generatedOn: generatedAt && shortDay(generatedAt),
    /** The base with its day; null if there is none. */
    before: base && `${resultLabel(base)} (${shortDay(base.generatedAt)})`,
    /** "52 → 27", or the current result alone. */
    scores: score === null ? result : before === null ? countText(score) : arrow(before, score),
    /** The names of the failed checks of high importance; undefined if unknown. */
    important: high && series(high.map(checkName)),
  };
}

/** Returns the summary of a client for an e-mail. */
export function letterDocument(client: ClientSummary): ExportDocument {
  const { numbers } = client;
  const { letter = '', problems = [], worst = [], equallyBad = null } = numbers ?? {};
  return {
    title: series([untrustedLine(client.name), client.period].filter(Boolean)),
    head: headLines(client),
    sections: [
      { lines: letter === '' ? [] : [{ text: letter }] },
      { lines: numberLines(client) },
      { heading: problemHeading(problems), lines: problems.map(problemLine) },
      explainedSection(client),
      {
        heading: i18n.t('summary.worst'),
        lines: [...worst.map(pageLine), ...ifPresent(equallyBad).map((text) => ({ text }))],
      },
    ],
  };
}

/** Returns the printed sheet of a client. */
export function sheetDocument(client: ClientSummary, isWhole: boolean): ExportDocument {
  const { name, period, measured, numbers, intended, asOf, partRead, fewer, pages } = client;
  return {
    title: name,
    head: [
      ...ifPresent(asOf),
      ...ifPresent([period, measured].filter(Boolean).join(' · ') || null),
      ...ifPresent(partRead),
      ...ifPresent(isWhole || asOf !== null ? null : i18n.t('print.notWhole')),
    ],
    sections: [
      ...(numbers === null
        ? intended === null
          ? []
          : [{ lines: intendedLines(client) }]
        : [{ lines: [{ text: numbers.letter }, ...numberLines(client)] }, problemSection(numbers)]),
      explainedSection(client),
      {
        heading: fewer ?? counted('print.allPages', pages.length),
        table: { kind: 'pages', columns: pageColumns(), rows: pages.map(pageCells) },
      },
    ],
  };
}

function explainedSection({ explained }: ClientSummary): DocumentSection {
  if (explained.length === 0) return {};
  return {
    heading: i18n.t('checks.inPlainWords'),
    lines: explained.map((text) => ({ text })),
  };
}

function problemSection({ problems, others }: ClientNumbers): DocumentSection {
  if (problems.length === 0) return {};
  const hasOthers = others.medium + others.low > 0;
  return {
    heading: problemHeading(problems),
    note: hasOthers
      ? i18n.t('print.notListed', [countText(others.medium), countText(others.low)])
      : null,
    table: {
      kind: 'problems',
      columns: [
        i18n.t('comparison.check'),
        i18n.t('comparison.importance'),
        i18n.t('print.pages'),
        i18n.t('batch.column.address'),
      ],
      rows: problems.map(({ where, more, parts, below, ...problem }) => [
        { text: checkName(problem), below: [...ifPresent(parts), ...below] },
        importanceText(problem.importance),
        problem.pages,
        {
          text: where.join(' '),
          addresses: where,
          more: more > 0 ? i18n.t('report.more', [countText(more)]) : null,
        },
      ]),
    },
  };
}

/** Returns the heading of problems. Says that new problems come first if other problems follow. */
function problemHeading(problems: readonly ClientProblem[]): string {
  const fresh = problems.filter(({ appeared }) => appeared > 0).length;
  const isMixed = fresh > 0 && fresh < problems.length;
  return i18n.t(isMixed ? 'print.importantNewFirst' : 'print.important');
}

function pageColumns(): string[] {
  return [
    i18n.t('batch.column.address'),
    i18n.t('print.before'),
    i18n.t('sort.result'),
    i18n.t('sort.generated_at'),
    i18n.t('print.failedHigh'),
    i18n.t('batch.column.report'),
  ];
}

function pageCells(page: PageSummary): DocumentCell[] {
  const { id, name, address, before, rating, result, generatedOn, important, link } = page;
  return [
    { text: name, address },
    before,
    { text: result, rating },
    generatedOn,
    important,
    link === null ? null : { text: id, link },
  ];
}

/** Returns lines that say what a file leaves out; none for a complete file. */
export function fileHead(clients: readonly ClientSummary[]): string[] {
  const leavesOut = ({ asOf, partRead, fewer }: ClientSummary) => asOf ?? partRead ?? fewer;
  if (clients.every((client) => leavesOut(client) === null)) return [];
  return clients.flatMap((client, index) => [
    ...(index > 0 ? [''] : []),
    series([untrustedLine(client.name), client.period].filter(Boolean)),
    ...headLines(client),
    ...numberLines(client).map(textOfLine),
    ...ifPresent(client.fewer),
  ]);
}

/** Returns the first lines of a document: the days of the results, and how many reports were read. */
function headLines({ asOf, measured, partRead }: ClientSummary): string[] {
  return [...ifPresent(asOf), ...ifPresent(measured || null), ...ifPresent(partRead)];
}

/** Returns how the pages of a client have changed. */
function numberLines(client: ClientSummary): DocumentLine[] {
  const { numbers } = client;
  if (numbers === null) return [];
  const { averageLabel, average, measuredAgain, pages, kinds } = numbers;
  return [
    { label: averageLabel, text: average, note: measuredAgain },
    { text: labelled(counted('reports.pages', pages), kinds) },
    ...intendedLines(client),
  ];
}

function intendedLines({ intended }: ClientSummary): DocumentLine[] {
  return ifPresent(intended).map((text) => ({ text }));
}

const ifPresent = (line: string | null): string[] => (line === null ? [] : [line]);

function problemLine(problem: ClientProblem): DocumentLine {
  const { where, more, parts, below } = problem;
  const pages = counted('reports.pages', problem.pages);
  return {
    text: labelled(weightedName(problem), series([pages, ...ifPresent(parts)])),
    isItem: true,
    below: [
      ...below,
      ...where.map(copyableAddress),
      ...(more > 0 ? [counted('summary.morePages', more)] : []),
    ],
  };
}

/** "52 → 27 https://trails.example/booking", and below it the link of a public report. */
function pageLine({ scores, address, link }: PageSummary): DocumentLine {
  return {
    text: `${scores} ${copyableAddress(address)}`,
    below: link === null ? [] : [linkLine(link)],
  };
}

/** "Noindex (high)". */
export function weightedName(check: FailedCheck): string {
  return untrustedLine(`${checkName(check)} (${importanceText(check.importance)})`);
}

/** Returns "The score counts 2 findings that are intended."; null for no findings. */
export function intendedText(findings: number): string | null {
  return findings === 0 ? null : counted('summary.intended', findings);
}

function measuredText(pages: readonly PageRow[]): string {
  const times = pages.flatMap(({ report }) => report.generatedAt ?? []).sort();
  const byDay = grouped(times, shortDay);
  const days =
    byDay.length > MAX_DAYS
      ? daysText(times)
      : listOf(byDay.map(([day, ofDay]) => counted('summary.onDay', ofDay.length, day)));
  return days ? i18n.t('summary.measured', [days]) : '';
}

/** Groups values by their text, in the order of the first value of each group. */
function grouped<T>(all: readonly T[], textOf: (one: T) => string): [text: string, ofText: T[]][] {
  const texts = all.map(textOf);
  return [...new Set(texts)].map((text) => [text, all.filter((_, at) => texts[at] === text)]);
}

/** Returns the dates of a page's result and of its base. */
function datesOf({ generatedAt }: Report, change: PageRow['change']): string[] {
  return [generatedAt ?? [], comparedOf(change)?.base.generatedAt ?? []].flat();
}

/** Returns how many of the scored pages were measured again; null if all or none were. */
export function measuredAgainText({ development, scored }: Overview): string | null {
  if (development === null || development.measuredAgain === scored) return null;
  return counted('summary.measuredAgain', scored, countText(development.measuredAgain));
}

function averageText({ average, development }: Overview): string {
  if (development === null) return average === null ? '–' : countText(average);
  return arrow(development.before, development.now);
}

function arrow(before: number, now: number): string {
  return `${countText(before)} ${i18n.t('summary.arrow')} ${countText(now)}`;
}

/** Returns a sentence that not all reports were read; null if all were read. */
export function partReadText(partRead: PartRead | null): string | null {
  if (partRead === null) return null;
  const { read, total } = partRead;
  return total === null
    ? i18n.t('summary.readFirst', [countText(read)])
    : i18n.t('summary.readOf', [countText(read), countText(total)]);
}

/**
 * Returns how pages were chosen; null if no page is left out.
 * @param all the number of pages to choose from; null if unknown
 */
export function chosenText(listed: number, all: number | null, by: ListedBy): string | null {
  if (listed === all) return null;
  if (all !== null) return counted('summary.fewer', listed, countText(all), listedByText(by));
  const text = listedByText({ ...by, isOfBatch: false });
  return text === '' ? null : counted('summary.chosen', listed, text);
}

/** Returns why pages were chosen, as words after "those": "that got worse, rated Bad". */
function listedByText(by: ListedBy): string {
  if (by.isSelected) return i18n.t('summary.by.selected');
  const search = untrustedLine(by.search.trim());
  const named = (check: string) => untrustedLine(checkName({ name: check }));
  // The type requires words for each filter.
  const ofFilters: Record<keyof Filters, string | false> = {
    change: by.change !== null && i18n.t(`summary.by.${by.change}`),
    rating: by.rating !== null && i18n.t('summary.by.rating', [ratingLabel(by.rating)]),
    check: by.check !== null && i18n.t('summary.by.check', [named(by.check)]),
    fixed: by.fixed !== null && i18n.t('summary.by.fixed', [named(by.fixed)]),
    search: search !== '' && i18n.t('summary.by.search', [search]),
    isStarred: by.isStarred && i18n.t('summary.by.starred'),
    fixedByUpdate: by.fixedByUpdate !== null && i18n.t('summary.by.updated'),
  };
  const parts = [
    ...Object.values(ofFilters),
    by.isOfBatch && i18n.t('summary.by.batch'),
    by.hasExceptions && i18n.t('summary.by.kept'),
  ];
  return series(parts.filter((part) => part !== false));
}
