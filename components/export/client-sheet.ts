import { checkName, importanceText } from '@/components/report/content/check-names';
import { kindSentences } from '@/components/report/content/kind-words';
import { shortDay } from '@/components/text/dates';
import { failingAgainText } from '@/components/text/failure-dates';
import { countedIn, countText, type Words } from '@/components/text/language';
import { reportAddress } from '@/components/text/report-name';
import {
  failsOn,
  isNewOn,
  type NewProblem,
  type ProblemLists,
  problemLists,
} from '@/lib/report/compare/clients';
import {
  failuresBeforeFix,
  failuresOn,
  fixesOn,
  type PageFix,
  type PageRow,
} from '@/lib/report/compare/findings';
import type { FailingSince } from '@/lib/report/compare/page-change';
import { curveOf } from '@/lib/report/compare/weekly-scores';
import type { FailedCheck } from '@/lib/report/importance';
import {
  type ClientFacts,
  type ClientSummary,
  clientSummary,
  explanationsOf,
  filteredBy,
  grouped,
  ifPresent,
  importantOf,
  intendedLines,
  MAX_NAMED,
  numberLines,
  type PageSummary,
} from './client-summary';
import type {
  DocumentCell,
  DocumentSection,
  DocumentTable,
  DocumentTrend,
  ExportDocument,
  RichCell,
} from './document';

/**
 * Returns the printed sheet of a client.
 * @param isWhole whether all reports of the client were read
 */
export function sheetDocument(
  client: ClientFacts,
  isWhole: boolean,
  now: Date,
  words: Words,
): ExportDocument {
  const summary = clientSummary(client, words);
  const { name, period, measured, asOf, partRead, fewer, pages } = summary;
  const known = client.pages && { pages: client.pages, lists: problemLists(client.pages) };
  return {
    title: name,
    head: [
      ...ifPresent(asOf),
      ...ifPresent([period, measured].filter(Boolean).join(' · ') || null),
      ...ifPresent(partRead),
      ...ifPresent(isWhole || asOf !== null ? null : words.t('print.notWhole')),
    ],
    sections: [
      ...numberSections(client, summary, now, words),
      ...(known === null ? [] : findingSections(known, client, summary, words)),
      ...explainedSections(known, client, words),
      {
        heading: fewer ?? countedIn(words, 'print.allPages', pages.length),
        table: pageTable(pages, words),
      },
    ],
  };
}

/** All pages of a client, and their problems. */
interface KnownPages {
  pages: readonly PageRow[];
  lists: ProblemLists;
}

/** Returns the numbers of all pages, the next steps, and the trend. */
function numberSections(
  { pages }: ClientFacts,
  summary: ClientSummary,
  now: Date,
  words: Words,
): DocumentSection[] {
  if (pages === null || summary.numbers === null) {
    return summary.intended === null ? [] : [{ lines: intendedLines(summary) }];
  }
  const { fixFirst } = summary.numbers;
  const trend = trendOfWeeks(pages, now, words);
  return [
    {
      lines: [...numberLines(summary, words), ...ifPresent(fixFirst).map((text) => ({ text }))],
      ...(trend !== null && { trend }),
    },
  ];
}

/** Returns the average scores of the last weeks; null if fewer than two are known. */
function trendOfWeeks(pages: readonly PageRow[], now: Date, words: Words): DocumentTrend | null {
  const curve = curveOf(pages, now);
  const weeks = curve?.averages.flatMap((average, at) =>
    average === null ? [] : { average, daysAgo: 7 * (curve.averages.length - 1 - at) },
  );
  if (curve === null || weeks === undefined || weeks.length < 2) return null;
  const unknown = curve.averages.length - weeks.length;
  return {
    days: weeks.map(({ daysAgo }) => {
      const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
      return shortDay(day.toISOString(), words);
    }),
    averages: weeks.map(({ average }) => average),
    lastMeasured: curve.lastMeasured - unknown,
  };
}

/** Returns the fixed problems, the new problems, and the other problems of high importance. */
function findingSections(
  known: KnownPages,
  { chosen }: ClientFacts,
  { numbers }: ClientSummary,
  words: Words,
): DocumentSection[] {
  const { important, lessImportant } = known.lists;
  const fresh = [...important, ...lessImportant];
  const others = numbers?.problems.filter(({ appeared }) => appeared === 0) ?? [];
  const sections: DocumentSection[] = [
    {
      heading: words.t('clients.fixed'),
      table: {
        kind: 'fixes',
        columns: [
          words.t('comparison.check'),
          words.t('print.pages'),
          words.t('print.found'),
          words.t('print.fixed'),
        ],
        rows: fixRows(known, words),
      },
    },
    {
      heading: words.t('clients.new'),
      table: {
        kind: 'new',
        columns: [
          words.t('comparison.check'),
          words.t('comparison.importance'),
          words.t('print.pages'),
          words.t('reports.column.since'),
          words.t('batch.column.address'),
        ],
        rows: fresh.flatMap((problem) => newRows(problem, known.pages, chosen, words)),
      },
    },
    {
      heading: words.t(fresh.length === 0 ? 'print.important' : 'print.otherImportant'),
      note: notListedText('print.notListed', known, words),
      table: {
        kind: 'problems',
        columns: [
          words.t('comparison.check'),
          words.t('print.pages'),
          words.t('batch.column.address'),
        ],
        rows: others.map(({ where, more, parts, below, ...problem }): DocumentCell[] => [
          { text: checkName(problem, words), below: [...below, ...ifPresent(parts)] },
          problem.pages,
          addressesCell(where, more, words),
        ]),
      },
    },
  ];
  const notListed = others.length === 0 ? notListedText('print.oldNotListed', known, words) : null;
  return [
    ...sections.filter(({ table }) => table !== undefined && table.rows.length > 0),
    ...ifPresent(notListed).map((text) => ({ lines: [{ text }] })),
  ];
}

/** Returns how many old problems of medium and low importance the sheet leaves out. */
function notListedText(
  key: 'print.notListed' | 'print.oldNotListed',
  { lists }: KnownPages,
  words: Words,
): string | null {
  const old = lists.all.filter(({ appeared }) => appeared === 0);
  const countOf = (wanted: string) =>
    countText(old.filter(({ importance }) => importance === wanted).length, words);
  if (old.every(({ importance }) => importance === 'high')) return null;
  return words.t(key, [countOf('medium'), countOf('low')]);
}

/** Returns a row for each fixed check, or several rows if the dates differ. */
function fixRows({ pages, lists }: KnownPages, words: Words): DocumentCell[][] {
  const all = pages.flatMap((page) =>
    fixesOn(page).map((fix) => ({ fix, dates: fixDatesOf(fix, page, words) })),
  );
  // A check may have several entries in this list.
  const checks = new Map(lists.fixed.map((check) => [check.name, check]));
  return [...checks.values()].flatMap((check) => {
    const own = all.filter(({ fix }) => fix.name === check.name);
    const below = kindSentences(failuresBeforeFix(check.name, pages), words);
    return byDates(own, ({ dates }) => dates.join('|')).map((group, index) => [
      nameCell(check, index === 0 ? below : [], words),
      group.length,
      ...(group[0]?.dates ?? []),
    ]);
  });
}

/** Returns the days on which a fixed check was found and fixed on a page. */
function fixDatesOf({ dates }: PageFix, page: PageRow, words: Words): string[] {
  const dayOf = (iso: string) => shortDay(iso, words);
  const orBefore = (iso: string) => words.t('reports.orBefore', [dayOf(iso)]);
  if (dates !== null) {
    const { foundAt, mayBeOlder, fixedAt } = dates;
    return [mayBeOlder ? orBefore(foundAt) : dayOf(foundAt), dayOf(fixedAt)];
  }
  const base = page.change !== null && 'base' in page.change ? page.change.base : null;
  // The check failed in the base, and passes in the present result.
  return [base?.generatedAt ?? null, page.report.generatedAt].map((iso) =>
    iso === null ? '' : orBefore(iso),
  );
}

/** Returns a row for a new problem, or several rows if the dates differ. */
function newRows(
  problem: NewProblem,
  pages: readonly PageRow[],
  { partRead, failingAgain }: ClientFacts['chosen'],
  words: Words,
): DocumentCell[][] {
  const failing = pages.filter((page) => failsOn(page, problem));
  const { failedBefore, firstMeasured, notCompared } = problem;
  const firstKey = partRead === null ? 'wrong.firstMeasured' : 'summary.firstOfRead';
  const below = [
    ...kindSentences(failuresOn(problem.name, failing), words),
    ...failingAgain(problem.name, failing).map((one) => failingAgainText(one, shortDay, words)),
    ...(failedBefore > 0 ? [countedIn(words, 'wrong.failedBefore', failedBefore)] : []),
    ...(firstMeasured > 0 ? [countedIn(words, firstKey, firstMeasured)] : []),
    ...(notCompared > 0 ? [countedIn(words, 'wrong.notCompared', notCompared)] : []),
  ];
  const fresh = failing.filter((page) => isNewOn(page, problem));
  return byDates(fresh, (page) => sinceText(failingSinceOf(problem, page), words)).map(
    (group, index) => {
      const where = group.slice(0, MAX_NAMED).map(({ report }) => reportAddress(report, words));
      const [first] = group;
      return [
        nameCell(problem, index === 0 ? below : [], words),
        importanceText(problem.importance, words),
        group.length,
        first === undefined ? null : sinceText(failingSinceOf(problem, first), words),
        addressesCell(where, group.length - where.length, words),
      ];
    },
  );
}

/** Groups values by the text of their dates, largest group first. */
function byDates<T>(all: readonly T[], textOf: (one: T) => string): T[][] {
  return grouped(all, textOf)
    .map(([, group]) => group)
    .sort((one, other) => other.length - one.length);
}

function failingSinceOf({ name }: Pick<FailedCheck, 'name'>, page: PageRow): FailingSince {
  const since = page.trend?.failingSince.find((one) => one.name === name);
  return since ?? { at: page.report.generatedAt ?? '', passedAt: null, isAgain: false };
}

/** Returns "Nov 29, 2026, passed on Nov 22, 2026", or "Nov 5, 2026 or earlier". */
function sinceText({ at, passedAt, isAgain }: FailingSince, words: Words): string {
  if (passedAt === null) return words.t('reports.orBefore', [shortDay(at, words)]);
  return words.t(isAgain ? 'print.againSince' : 'failing.passedOn', [
    shortDay(at, words),
    shortDay(passedAt, words),
  ]);
}

function nameCell(
  check: Pick<FailedCheck, 'name'>,
  below: readonly string[],
  words: Words,
): RichCell {
  return { text: checkName(check, words), below };
}

function addressesCell(where: readonly string[], more: number, words: Words): RichCell {
  return {
    text: where.join(' '),
    addresses: where,
    more: more > 0 ? words.t('report.more', [countText(more, words)]) : null,
  };
}

/** Returns the meanings of checks that only the heading or the table of pages names. */
function explainedSections(
  known: KnownPages | null,
  { pages, chosen }: ClientFacts,
  words: Words,
): DocumentSection[] {
  const { listed, listedBy } = chosen;
  const named = [
    ...(pages === null ? importantOf(listed) : []),
    ...(listed.length === pages?.length ? [] : filteredBy(listedBy)),
  ];
  const inTables = known === null ? [] : namesInTables(known.lists);
  const others = named.filter(({ name }) => !inTables.includes(name));
  const lines = explanationsOf(others, pages ?? listed, words);
  if (lines.length === 0) return [];
  return [{ heading: words.t('checks.inPlainWords'), lines: lines.map((text) => ({ text })) }];
}

/** Returns the checks that the tables explain. */
function namesInTables({ important, lessImportant, all, fixed }: ProblemLists): string[] {
  const oldImportant = all.filter(({ importance }) => importance === 'high');
  return [...important, ...lessImportant, ...oldImportant, ...fixed].map(({ name }) => name);
}

/** Returns the table of pages. Its head has the most frequent days, and a row has any other day. */
function pageTable(pages: readonly PageSummary[], words: Words): DocumentTable {
  const usualBefore = mostFrequent(pages.flatMap(({ beforeOn }) => beforeOn ?? []));
  const usual = mostFrequent(pages.flatMap(({ generatedOn }) => generatedOn ?? []));
  const withOther = (text: string, day: string | null, usualDay: string | null) =>
    day === usualDay ? text : withDay(text, day);
  return {
    kind: 'pages',
    columns: [
      words.t('batch.column.address'),
      withDay(words.t('print.before'), usualBefore),
      withDay(words.t('sort.result'), usual),
      words.t('print.failedHigh'),
      words.t('batch.column.report'),
    ],
    rows: pages.map((page) => {
      const { id, name, address, before, beforeOn, rating, result, generatedOn } = page;
      return [
        { text: name, address },
        before && withOther(before, beforeOn, usualBefore),
        { text: withOther(result, generatedOn, usual), rating },
        page.important,
        page.link === null ? null : { text: id, link: page.link },
      ];
    }),
  };
}

/** "Good 87 (Nov 16, 2026)". A line ends only before the day. */
function withDay(text: string, day: string | null): string {
  return day === null ? text : `${text} (${day.replaceAll(' ', '\u00A0')})`;
}

function mostFrequent(texts: readonly string[]): string | null {
  const groups = grouped(texts, String).sort(([, one], [, other]) => other.length - one.length);
  return groups[0]?.[0] ?? null;
}
