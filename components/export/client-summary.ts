import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-names';
import { explainedCheck, kindSentences } from '@/components/report/content/kind-words';
import { linkLine } from '@/components/report/content/report-text';
import type { Filters } from '@/components/table/overview-state';
import { daysText, shortDay } from '@/components/text/dates';
import { failingAgainText, failureDates, fixDates } from '@/components/text/failure-dates';
import { ratingLabel, resultLabel } from '@/components/text/labels';
import {
  countedIn,
  countText,
  joinedSentences,
  labelled,
  language,
  listOf,
  series,
  type Words,
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
  type DocumentLine,
  type DocumentSection,
  type ExportDocument,
  textOfLine,
} from './document';
import { partReadText, type RowsAge, storedAgeText } from './rows-age';

/** Maximum number of checks in a sentence of the letter. */
const MAX_IN_SENTENCE = 5;

/** Maximum numbers of worst pages, of addresses of a problem, and of problems to fix next. */
const MAX_WORST = 3;
export const MAX_NAMED = 5;
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

export interface Chosen {
  /** All pages of the clients of `listed`, possibly with others; null if unknown. */
  all: readonly PageRow[] | null;
  listed: readonly PageRow[];
  listedBy: ListedBy;
  /** Null if all reports were read. */
  partRead: PartRead | null;
  /** How old the pages are; absent if they are up to date. */
  age?: RowsAge | null;
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

/** The facts in the summary of a client. */
export interface ClientFacts {
  name: string;
  /** All pages of the client; null if unknown. */
  pages: readonly PageRow[] | null;
  /** `listed` has only pages of the client. */
  chosen: Chosen;
}

/** Returns the clients of `listed`, each with all its pages. */
export function clientFacts(facts: Chosen): ClientFacts[] {
  const { all, listed } = facts;
  const keys = new Set(all?.map(({ key }) => key));
  const chosen = new Set(listed.map(({ key }) => key));
  // `listed` may have pages that were reported after `all` was read.
  const further = listed.filter(({ key }) => !keys.has(key));
  return clientsOf([...(all ?? []), ...further]).flatMap(({ name, pages }) => {
    const ofClient = pages.filter(({ key }) => chosen.has(key));
    if (ofClient.length === 0) return [];
    return { name, pages: all && pages, chosen: { ...facts, listed: ofClient } };
  });
}

/** Returns the summaries of the clients of `listed` in a language. */
export function clientSummaries(facts: Chosen, words: Words): ClientSummary[] {
  return clientFacts(facts).map((client) => clientSummary(client, words));
}

/** Returns the summary of a client in a language. */
export function clientSummary({ name, pages, chosen }: ClientFacts, words: Words) {
  const { listed, listedBy, partRead, age = null, linkOf } = chosen;
  const asOf = age && storedAgeText(age, words);
  const own = pages ?? listed;
  const all = worstFirst(own).map((page) => pageSummary(page, linkOf, words));
  const numbers = pages && numbersOf(pages, all, chosen, words);
  const fewer = chosenText(listed.length, pages?.length ?? null, listedBy, words);
  const named = [
    ...(numbers?.named ?? importantOf(listed)),
    ...(fewer === null ? [] : filteredBy(listedBy)),
  ].filter(
    ({ name, isFixed }) => isFixed || !numbers?.problems.some((problem) => problem.name === name),
  );
  return {
    name,
    /** All pages of the client; the listed pages if not all pages are known. */
    knownPages: own,
    /** "Nov 16 – 27, 2026": from the first compared result to the last; empty without dates. */
    period:
      daysText(
        own.flatMap(({ report, change }) => datesOf(report, change)),
        words,
      ) ?? '',
    /** "Measured Nov 23 (33 pages) and Nov 27 (27 pages)"; empty without dates. */
    measured: measuredText(own, words),
    /** Null if not all pages of the client are known. */
    numbers,
    /** A sentence that the score counts intended findings; null if it counts none. */
    intended: intendedText(countIntended(own), words),
    /** What the named checks mean, one line each, without the checks of `numbers.problems`. */
    explained: explanationsOf(named, own, words),
    /** "As of Nov 26, 18:40"; null if the pages are up to date. */
    asOf,
    /** A sentence that not all reports were read; null if all were read, or with `asOf`. */
    partRead: asOf === null ? partReadText(partRead, words) : null,
    /** "23 of 60 pages, those that got worse"; null if all pages of the client are listed. */
    fewer,
    /** The listed pages, worst first. */
    pages: worstFirst(listed).map((page) => pageSummary(page, linkOf, words)),
  };
}

/** Returns the state and the development of a client, by all its pages. */
function numbersOf(
  pages: readonly PageRow[],
  summaries: readonly PageSummary[],
  { partRead, failingAgain }: Chosen,
  words: Words,
) {
  const overview = overviewOf(pages);
  const { high, medium } = problemsOf(pages);
  const { kinds } = overview;
  const counts = CHANGE_KINDS.filter((kind) => kinds[kind] > 0);
  const [fresh, freshMedium] = [high, medium].map((all) => all.filter((one) => one.appeared > 0));
  const problems = [...new Set([...(fresh ?? []), ...(freshMedium ?? []), ...high])];
  const { text, fixFirst, named } = letterOf(pages, overview, problems, words);
  return {
    /** Sentences about changes and next steps. */
    letter: text,
    /** "To fix first: Noindex on 9 pages."; null without problems. */
    fixFirst,
    /** The checks that the letter names. */
    named,
    pages: pages.length,
    averageLabel: countedIn(words, 'summary.averageOfPages', overview.scored),
    /** "58 → 54"; the current average alone without a comparison. */
    average: averageText(overview, words),
    /** "1 of 10 pages measured again"; null if all or none were. */
    measuredAgain: measuredAgainText(overview, words),
    /** "5 worse, 3 better, 10 the same, 2 first results". */
    kinds: series(
      counts.map((kind) => {
        // The reports that were not read may contain earlier results.
        const key = kind === 'first' && partRead !== null ? 'firstOfRead' : kind;
        return countedIn(words, `summary.${key}`, kinds[kind]);
      }),
      words,
    ),
    ...worstOf(summaries, words),
    /**
     * The new problems of high and medium importance, then the other problems of high importance.
     * Each has plain words, the addresses of its first pages, and the number of further pages.
     */
    problems: problems.map((problem) => {
      const failing = pages.filter((page) => failsOn(page, problem));
      const where = failing.slice(0, MAX_NAMED).map(({ report }) => reportAddress(report, words));
      const below = [
        ...kindSentences(failuresOn(problem.name, failing), words),
        ...failingAgain(problem.name, failing).map((one) => failingAgainText(one, shortDay, words)),
      ];
      const parts =
        overview.checksCompared > 0 ? partsText(problem, failing, partRead, words) : null;
      return { ...problem, parts, below, where, more: failing.length - where.length };
    }),
  };
}

/** Returns the worst pages, and a sentence if more pages have the score of the last worst page. */
function worstOf(summaries: readonly PageSummary[], words: Words) {
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
        : countedIn(
            words,
            'summary.equallyBad',
            equal,
            countText(listed, words),
            countText(score, words),
          ),
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
  words: Words,
): string | null {
  const first = failing.filter(({ change }) => change?.kind === 'first').length;
  // The reports that were not read may contain earlier results.
  const firstKey = partRead === null ? 'wrong.firstMeasured' : 'summary.firstOfRead';
  const parts = [
    ...(appeared > 0 ? [countedIn(words, 'summary.new', appeared)] : []),
    ...(first > 0 ? [countedIn(words, firstKey, first)] : []),
  ];
  return parts.length === 0 ? null : series(parts, words);
}

/** A sentence of the letter about checks. */
interface LetterSentence {
  checks: readonly CheckCount[];
  isFixed: boolean;
  /** @param checks the checks in words */
  text(checks: string): string;
}

/** Returns sentences about fixed problems, new problems and the next steps. */
function letterOf(
  pages: readonly PageRow[],
  all: Overview,
  next: readonly Problem[],
  words: Words,
) {
  const bases = pages.flatMap(({ change }) => {
    const compared = comparedOf(change);
    return compared?.checks?.fixed.length ? compared.base.generatedAt : [];
  });
  const between = grouped(all.fixedBetween, (check) =>
    capitalized(fixDates(check, shortDay, words), words),
  );
  const dated = newProblemsByDates(pages, words);
  const others = dated.slice(MAX_DATES).flatMap(([, ofDates]) => ofDates);
  const datedText = (dates: string) => (checks: string) =>
    words.t('summary.dated', [dates, checks]);
  const parts: LetterSentence[] = [
    {
      checks: all.fixed,
      isFixed: true,
      text: (checks) => words.t('summary.fixedOnSince', [shortDay(earliest(bases), words), checks]),
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
      text: (checks) => words.t('summary.newOnOtherDays', [checks]),
    },
    {
      checks: next.slice(0, MAX_NEXT),
      isFixed: false,
      text: (checks) => words.t('summary.fixFirst', [checks]),
    },
  ];
  const said = parts.filter(({ checks }) => checks.length > 0);
  const texts = said.map(({ checks, text }) => text(checksText(checks, words)));
  return {
    text: joinedSentences(texts, words),
    /** The last sentence: what to fix first; null without problems. */
    fixFirst: next.length === 0 ? null : (texts.at(-1) ?? null),
    named: said.flatMap(({ checks, isFixed }) =>
      checks.slice(0, MAX_IN_SENTENCE).map(({ name }): NamedCheck => ({ name, isFixed })),
    ),
  };
}

/** Returns the failed checks of high importance. The table of pages names these checks. */
export function importantOf(pages: readonly PageRow[]): NamedCheck[] {
  return problemsOf(pages).high.map(({ name }) => ({ name, isFixed: false }));
}

/** Returns the checks of the filters. */
export function filteredBy({ check, fixed, isSelected }: ListedBy): NamedCheck[] {
  if (isSelected) return [];
  return [
    ...(check === null ? [] : [{ name: check, isFixed: false }]),
    ...(fixed === null ? [] : [{ name: fixed, isFixed: true }]),
  ];
}

/** Returns a line of plain words for each check with a known kind of error. */
export function explanationsOf(
  named: readonly NamedCheck[],
  pages: readonly PageRow[],
  words: Words,
): string[] {
  const lines = named.flatMap(({ name, isFixed }) => {
    const failures = isFixed ? failuresBeforeFix(name, pages) : failuresOn(name, pages);
    return explainedCheck(failures, isFixed, words) ?? [];
  });
  return [...new Set(lines)];
}

/** Returns "Title on 9 pages and Noindex on 2 pages". */
function checksText(checks: readonly CheckCount[], words: Words): string {
  const named = checks.slice(0, MAX_IN_SENTENCE);
  const more = checks.length - named.length;
  const parts = [
    ...named.map((check) =>
      countedIn(words, 'summary.checkOn', check.pages, checkName(check, words)),
    ),
    ...(more > 0 ? [countedIn(words, 'summary.moreChecks', more)] : []),
  ];
  return listOf(parts, words);
}

/** Groups the new failed checks of pages by the dates of the failure, largest group first. */
function newProblemsByDates(
  pages: readonly PageRow[],
  words: Words,
): [dates: string, findings: FailedCheck[]][] {
  const findings = pages.flatMap(({ change, trend, report }) =>
    newChecks(change).map((check) => {
      const since = trend?.failingSince.find(({ name }) => name === check.name);
      const at = report.generatedAt ?? '';
      const unknown = { at, passedAt: null, isAgain: false };
      return { check, dates: failureDates(since ?? unknown, shortDay, words) };
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

function capitalized(text: string, words: Words): string {
  const [first = '', ...rest] = text;
  return [first.toLocaleUpperCase(language(words)), ...rest].join('');
}

const earliest = (times: readonly string[]): string =>
  times.reduce((first, time) => (time < first ? time : first));

export type PageSummary = ReturnType<typeof pageSummary>;
type ClientNumbers = NonNullable<ClientSummary['numbers']>;
type ClientProblem = ClientNumbers['problems'][number];

function pageSummary({ report, change, verdict }: PageRow, linkOf: Chosen['linkOf'], words: Words) {
  const { id, score, generatedAt } = report;
  const base = change !== null && 'base' in change ? change.base : null;
  const before = comparedOf(change)?.base.score ?? null;
  const high = verdict.failing?.filter(({ importance }) => importance === 'high');
  const result = resultLabel(report, words);
  return {
    id,
    name: reportName(report, words),
    address: reportAddress(report, words),
    rating: report.result,
    result,
    score,
    /** The link of a public report; null for other reports. */
    link: report.privacy === Privacy.Public ? linkOf(report) : null,
    generatedOn: generatedAt && shortDay(generatedAt, words),
    /** The result of the base; null if there is none. */
    before: base && resultLabel(base, words),
    /** The day of the base; null if there is none. */
    beforeOn: base && shortDay(base.generatedAt, words),
    /** "52 → 27", or the current result alone. */
    scores:
      score === null
        ? result
        : before === null
          ? countText(score, words)
          : arrow(before, score, words),
    /** The names of the failed checks of high importance; undefined if unknown. */
    important:
      high &&
      series(
        high.map((check) => checkName(check, words)),
        words,
      ),
  };
}

/** Returns the summary of a client for an e-mail. */
export function letterDocument(client: ClientSummary, words: Words): ExportDocument {
  const { numbers } = client;
  const { letter = '', problems = [], worst = [], equallyBad = null } = numbers ?? {};
  return {
    title: series([untrustedLine(client.name), client.period].filter(Boolean), words),
    head: headLines(client),
    sections: [
      { lines: letter === '' ? [] : [{ text: letter }] },
      { lines: numberLines(client, words) },
      {
        heading: problemHeading(problems, words),
        lines: problems.map((problem) => problemLine(problem, words)),
      },
      explainedSection(client, words),
      {
        heading: words.t('summary.worst'),
        lines: [
          ...worst.map((page) => pageLine(page, words)),
          ...ifPresent(equallyBad).map((text) => ({ text })),
        ],
      },
    ],
  };
}

function explainedSection({ explained }: ClientSummary, words: Words): DocumentSection {
  if (explained.length === 0) return {};
  return {
    heading: words.t('checks.inPlainWords'),
    lines: explained.map((text) => ({ text })),
  };
}

/** Returns the heading of problems. Says that new problems come first if other problems follow. */
function problemHeading(problems: readonly ClientProblem[], words: Words): string {
  const fresh = problems.filter(({ appeared }) => appeared > 0).length;
  const isMixed = fresh > 0 && fresh < problems.length;
  return words.t(isMixed ? 'print.importantNewFirst' : 'print.important');
}

/** Returns lines that say what a file leaves out; none for a complete file. */
export function fileHead(clients: readonly ClientSummary[], words: Words): string[] {
  const leavesOut = ({ asOf, partRead, fewer }: ClientSummary) => asOf ?? partRead ?? fewer;
  if (clients.every((client) => leavesOut(client) === null)) return [];
  return withBlankLines(clients.map((client) => fileLines(client, words)));
}

/** Returns the lines of the sheet *Summary* of a workbook. */
export function workbookHead(clients: readonly ClientSummary[], words: Words): string[] {
  return withBlankLines(
    clients.map((client) => [
      ...fileLines(client, words),
      ...ifPresent(client.numbers?.letter || null),
    ]),
  );
}

function fileLines(client: ClientSummary, words: Words): string[] {
  return [
    series([untrustedLine(client.name), client.period].filter(Boolean), words),
    ...headLines(client),
    ...numberLines(client, words).map((line) => textOfLine(line, words)),
    ...ifPresent(client.fewer),
  ];
}

/** Puts a blank line between groups of lines. */
function withBlankLines(groups: readonly string[][]): string[] {
  return groups.flatMap((lines, index) => [...(index > 0 ? [''] : []), ...lines]);
}

/** Returns the first lines of a document: the days of the results, and how many reports were read. */
function headLines({ asOf, measured, partRead }: ClientSummary): string[] {
  return [...ifPresent(asOf), ...ifPresent(measured || null), ...ifPresent(partRead)];
}

/** Returns how the pages of a client have changed. */
export function numberLines(client: ClientSummary, words: Words): DocumentLine[] {
  const { numbers } = client;
  if (numbers === null) return [];
  const { averageLabel, average, measuredAgain, pages, kinds } = numbers;
  return [
    { label: averageLabel, text: average, note: measuredAgain },
    { text: labelled(countedIn(words, 'reports.pages', pages), kinds, words) },
    ...intendedLines(client),
  ];
}

export function intendedLines({ intended }: ClientSummary): DocumentLine[] {
  return ifPresent(intended).map((text) => ({ text }));
}

export const ifPresent = (line: string | null): string[] => (line === null ? [] : [line]);

function problemLine(problem: ClientProblem, words: Words): DocumentLine {
  const { where, more, parts, below } = problem;
  const pages = countedIn(words, 'reports.pages', problem.pages);
  return {
    text: labelled(
      weightedName(problem, words),
      series([pages, ...ifPresent(parts)], words),
      words,
    ),
    isItem: true,
    below: [
      ...below,
      ...where.map(copyableAddress),
      ...(more > 0 ? [countedIn(words, 'summary.morePages', more)] : []),
    ],
  };
}

/** "52 → 27 https://trails.example/booking", and below it the link of a public report. */
function pageLine({ scores, address, link }: PageSummary, words: Words): DocumentLine {
  return {
    text: `${scores} ${copyableAddress(address)}`,
    below: link === null ? [] : [linkLine(link, words)],
  };
}

/** "Noindex (high)". */
export function weightedName(check: FailedCheck, words: Words): string {
  return untrustedLine(`${checkName(check, words)} (${importanceText(check.importance, words)})`);
}

/** Returns "The score counts 2 findings that are intended."; null for no findings. */
export function intendedText(findings: number, words: Words = i18n): string | null {
  return findings === 0 ? null : countedIn(words, 'summary.intended', findings);
}

function measuredText(pages: readonly PageRow[], words: Words): string {
  const times = pages.flatMap(({ report }) => report.generatedAt ?? []).sort();
  const byDay = grouped(times, (time) => shortDay(time, words));
  const days =
    byDay.length > MAX_DAYS
      ? daysText(times, words)
      : listOf(
          byDay.map(([day, ofDay]) => countedIn(words, 'summary.onDay', ofDay.length, day)),
          words,
        );
  return days ? words.t('summary.measured', [days]) : '';
}

/** Groups values by their text, in the order of the first value of each group. */
export function grouped<T>(
  all: readonly T[],
  textOf: (one: T) => string,
): [text: string, ofText: T[]][] {
  const texts = all.map(textOf);
  return [...new Set(texts)].map((text) => [text, all.filter((_, at) => texts[at] === text)]);
}

/** Returns the dates of a page's result and of its base. */
function datesOf({ generatedAt }: Report, change: PageRow['change']): string[] {
  return [generatedAt ?? [], comparedOf(change)?.base.generatedAt ?? []].flat();
}

/** Returns how many of the scored pages were measured again; null if all or none were. */
export function measuredAgainText(
  { development, scored }: Overview,
  words: Words = i18n,
): string | null {
  if (development === null || development.measuredAgain === scored) return null;
  const count = countText(development.measuredAgain, words);
  return countedIn(words, 'summary.measuredAgain', scored, count);
}

function averageText({ average, development }: Overview, words: Words): string {
  if (development === null) return average === null ? '–' : countText(average, words);
  return arrow(development.before, development.now, words);
}

function arrow(before: number, now: number, words: Words): string {
  return `${countText(before, words)} ${words.t('summary.arrow')} ${countText(now, words)}`;
}

/**
 * Returns how pages were chosen; null if no page is left out.
 * @param all the number of pages to choose from; null if unknown
 */
export function chosenText(
  listed: number,
  all: number | null,
  by: ListedBy,
  words: Words,
): string | null {
  if (listed === all) return null;
  if (all !== null) {
    const size = countText(all, words);
    return countedIn(words, 'summary.fewer', listed, size, listedByText(by, words));
  }
  const text = listedByText({ ...by, isOfBatch: false }, words);
  return text === '' ? null : countedIn(words, 'summary.chosen', listed, text);
}

/** Returns why pages were chosen, as words after "those": "that got worse, rated Bad". */
function listedByText(by: ListedBy, words: Words): string {
  if (by.isSelected) return words.t('summary.by.selected');
  const search = untrustedLine(by.search.trim());
  const named = (check: string) => untrustedLine(checkName({ name: check }, words));
  // The type requires words for each filter.
  const ofFilters: Record<keyof Filters, string | false> = {
    change: by.change !== null && words.t(`summary.by.${by.change}`),
    rating: by.rating !== null && words.t('summary.by.rating', [ratingLabel(by.rating, words)]),
    check: by.check !== null && words.t('summary.by.check', [named(by.check)]),
    fixed: by.fixed !== null && words.t('summary.by.fixed', [named(by.fixed)]),
    search: search !== '' && words.t('summary.by.search', [search]),
    isStarred: by.isStarred && words.t('summary.by.starred'),
    fixedByUpdate: by.fixedByUpdate !== null && words.t('summary.by.updated'),
  };
  const parts = [
    ...Object.values(ofFilters),
    by.isOfBatch && words.t('summary.by.batch'),
    by.hasExceptions && words.t('summary.by.kept'),
  ];
  return series(
    parts.filter((part) => part !== false),
    words,
  );
}
