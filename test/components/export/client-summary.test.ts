import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '#i18n';
import { sheetDocument } from '@/components/export/client-sheet';
import {
  chosenText,
  clientFacts,
  clientSummaries,
  clientSummary,
  type ListedBy,
  letterDocument,
} from '@/components/export/client-summary';
import { documentText } from '@/components/export/document';
import { pageRow } from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { knownTrend } from '../../support/known-trends';
import { useMessages } from '../../support/messages';
import { reportOn } from '../../support/sample-report';

const NOW = new Date(2026, 10, 26, 15);

beforeEach(async () => {
  vi.setSystemTime(NOW);
  await useMessages('en');
});
afterEach(() => void vi.useRealTimers());

const TOOLS = {
  linkOf: ({ id }: Report) => `https://service.example/${id}`,
  failingAgain: () => [],
};
const ALL: ListedBy = {
  change: null,
  rating: null,
  check: null,
  fixed: null,
  search: '',
  isStarred: false,
  fixedByUpdate: null,
  isOfBatch: false,
  hasExceptions: false,
  isSelected: false,
};

const report = (id: string, path: string, ...rest: [number, number, ...string[]]) =>
  reportOn(id, `trails.example/${path}`, ...rest);

function rowsOf(reports: Report[], mutes = NO_MUTES) {
  return pagesOf(reports).map((page) =>
    pageRow(
      page,
      knownTrend(page.report, { reports, past: [], since: 'week', now: NOW, mutes }),
      mutes,
    ),
  );
}

const ROWS = rowsOf([
  report('8', 'booking', 26, 27, 'noindex', 'load_time'),
  ...Array.from({ length: 6 }, (_, index) =>
    report(`${index}`, `huts/${index}`, 26, 60, 'noindex'),
  ),
  report('7', 'booking', 19, 52),
]);

it('clientSummaries returns one value with all texts and numbers of a client', () => {
  const listed = ROWS.filter(({ report }) => report.id === '8');
  const listedBy = { ...ALL, change: 'worse' } as const;
  const partRead = { read: 300, total: 1_367 };
  const [client, ...others] = clientSummaries(
    {
      all: ROWS,
      listed,
      listedBy,
      partRead,
      ...TOOLS,
    },
    i18n,
  );
  const booking = {
    id: '8',
    address: 'https://trails.example/booking',
    rating: 'bad',
    result: 'Bad 27',
    before: 'Decent 52',
    beforeOn: 'Nov 19, 2026',
    scores: '52 → 27',
    important: 'Noindex',
  };
  expect(others).toEqual([]);
  expect(client).toMatchObject({
    name: 'trails.example',
    period: 'Nov 19 – 26, 2026',
    measured: expect.stringMatching(/^Measured Nov 26.* \(7 pages\)$/),
    partRead: '300 of 1,367 reports were read.',
    fewer: '1 of 7 pages, the one that got worse',
    pages: [booking],
    numbers: {
      pages: 7,
      averageLabel: 'Average score of 7 pages',
      average: '59 → 55',
      measuredAgain: '1 of 7 pages measured again',
      kinds: '1 worse, 6 with a single result among these reports',
      worst: [booking, { scores: '60', before: null }, { scores: '60' }],
      problems: [
        {
          name: 'noindex',
          pages: 7,
          where: { length: 5, 0: booking.address },
          more: 2,
          parts: '1 new, 6 with a single result among these reports',
        },
        { name: 'load_time', pages: 1, parts: '1 new', where: { length: 1 }, more: 0 },
      ],
      equallyBad: 'Listed: 2 of 6 pages with a score of 60.',
    },
  });
});

it('clientSummaries returns no numbers if some pages of a client are unknown', () => {
  const facts = {
    all: null,
    listed: ROWS,
    listedBy: { ...ALL, search: 'huts' },
    partRead: null,
    ...TOOLS,
  };
  expect(clientSummaries(facts, i18n)).toMatchObject([
    { numbers: null, partRead: null, fewer: '7 pages, those matching “huts”' },
  ]);
});

it('the letter of clientSummaries names five checks and counts the others', () => {
  const failed = Array.from({ length: 8 }, (_, index) => `check_${index}`);
  const rows = rowsOf([report('2', 'jobs', 26, 40, ...failed), report('1', 'jobs', 19, 80)]);
  const [client] = clientSummaries(
    {
      all: rows,
      listed: rows,
      listedBy: ALL,
      partRead: null,
      ...TOOLS,
    },
    i18n,
  );
  expect(client?.numbers?.letter).toBe(
    'Passed on Nov 19, 2026, failing since Nov 26, 2026: Check 0 on 1 page, Check 1 on 1 page, Check 2 on 1 page, Check 3 on 1 page, Check 4 on 1 page, and 3 more checks.',
  );
});

describe('the letter', () => {
  function sectionsOf(...reports: Report[]) {
    const rows = rowsOf(reports);
    const facts = { all: rows, listed: rows, listedBy: ALL, partRead: null, ...TOOLS };
    const [client] = clientSummaries(facts, i18n);
    if (client === undefined) throw new Error('no client');
    return letterDocument(client, i18n).sections;
  }

  /** Returns the heading and the lines of the problems. */
  function problemsOf(...reports: Report[]) {
    const [, , problems] = sectionsOf(...reports);
    return [problems?.heading, ...(problems?.lines ?? []).map(({ text }) => text)];
  }

  it('says that new problems come first if a problem of high importance is older', () => {
    const reports = [
      report('4', 'a', 26, 40, 'title', 'load_time'),
      report('3', 'b', 26, 50, 'load_time', 'title'),
      report('2', 'a', 19, 50, 'title'),
    ];
    expect(problemsOf(...reports)).toEqual([
      'The most important problems, new first',
      'Load time (medium): 2 pages, 1 new, 1 first measured',
      'Title (high): 2 pages, 1 first measured',
    ]);
  });

  it.each<[string, before: string[], now: string[]]>([
    ['all problems are new', [], ['title', 'load_time']],
    ['no problem is new', ['title'], ['title']],
  ])('does not say that new problems come first if %s', (_, before, now) => {
    const reports = [report('2', 'a', 26, 40, ...now), report('1', 'a', 19, 50, ...before)];
    expect(problemsOf(...reports)[0]).toBe('The most important problems');
  });

  it('does not call a problem new or first measured if no results are compared', () => {
    expect(problemsOf(report('1', 'a', 26, 40, 'title'))).toEqual([
      'The most important problems',
      'Title (high): 1 page',
    ]);
  });

  it.each<[string, number[], string | null]>([
    [
      'six pages have the lowest score',
      [41, 41, 41, 41, 41, 41, 80],
      '3 of 6 pages with a score of 41',
    ],
    ['four pages share the third place', [20, 60, 60, 60, 60], '2 of 4 pages with a score of 60'],
    ['two pages share the third place', [20, 30, 60, 60], '1 of 2 pages with a score of 60'],
    ['the fourth page is better', [20, 60, 60, 61], null],
    ['there are three pages', [60, 60, 60], null],
  ])('says how many of the worst pages are listed if %s', (_, scores, expected) => {
    const pages = scores.map((score, at) => report(`${at}`, `huts/${at}`, 26, score));
    const worst =
      sectionsOf(...pages)
        .at(-1)
        ?.lines?.map(({ text }) => text) ?? [];
    expect(worst.slice(0, 3).map((line) => Number.parseInt(line, 10))).toEqual(scores.slice(0, 3));
    expect(worst.slice(3)).toEqual(expected === null ? [] : [`Listed: ${expected}.`]);
  });
});

it('the printed sheet counts the pages on which each problem is new or first measured', () => {
  const rows = rowsOf([
    report('4', 'a', 26, 40, 'title'),
    report('3', 'b', 26, 50, 'title', 'noindex'),
    report('2', 'a', 19, 50),
  ]);
  const facts = { all: rows, listed: rows, listedBy: ALL, partRead: null, ...TOOLS };
  const [client] = clientFacts(facts);
  const sections = client ? sheetDocument(client, true, NOW, i18n).sections : [];
  expect(sections.map(({ heading, table }) => [heading, table?.rows])).toEqual([
    [undefined, undefined],
    [
      'New',
      [
        [
          { text: 'Title', below: ['1 first measured'] },
          'high',
          1,
          'Nov 26, 2026, passed on Nov 19, 2026',
          { text: 'https://trails.example/a', addresses: ['https://trails.example/a'], more: null },
        ],
      ],
    ],
    [
      'Other problems of high importance',
      [
        [
          { text: 'Noindex', below: ['1 first measured'] },
          1,
          { text: 'https://trails.example/b', addresses: ['https://trails.example/b'], more: null },
        ],
      ],
    ],
    ['All 2 pages, the worst first', expect.any(Array)],
  ]);
});

it('chosenText describes the pages that a filter selects', () => {
  const textFor = (by: Partial<ListedBy>) => chosenText(2, 7, { ...ALL, ...by }, i18n);
  expect(textFor({ fixed: 'noindex' })).toBe('2 of 7 pages, those on which “Noindex” was fixed');
  expect(textFor({ check: 'noindex', search: 'huts' })).toBe(
    '2 of 7 pages, those failing “Noindex”, matching “huts”',
  );
});

describe('intended findings', () => {
  const noindex: PageMute = {
    id: 'm',
    check: 'noindex',
    at: '2026-11-20T10:00:00.000Z',
    note: '',
    errors: null,
    host: null,
  };

  /** Returns the letter and the printed sheet as text. */
  function documentsOf(reports: Report[], mutes: readonly PageMute[], isWhole = true) {
    const rows = rowsOf(reports, mutes);
    const [client] = clientFacts({
      all: isWhole ? rows : null,
      listed: rows,
      listedBy: ALL,
      partRead: null,
      ...TOOLS,
    });
    if (client === undefined) throw new Error('no client');
    return [
      documentText(letterDocument(clientSummary(client, i18n), i18n), i18n),
      JSON.stringify(sheetDocument(client, true, NOW, i18n)),
    ];
  }

  const REPORTS = [
    report('4', 'a', 26, 60, 'noindex', 'load_time'),
    report('3', 'b', 26, 60, 'noindex'),
    report('2', 'a', 19, 90),
    report('1', 'b', 19, 60, 'noindex'),
  ];

  it('are counted in letter and sheet, but not named', () => {
    for (const text of documentsOf(REPORTS, [noindex])) {
      expect(text).toContain('The score counts 2 findings that are intended.');
      expect(text).toContain('Load time');
      expect(text).not.toContain('Noindex');
    }
  });

  it('are counted in the singular if one page has a muted check', () => {
    const [page, , earlier] = REPORTS;
    for (const text of documentsOf(
      [page, earlier].flatMap((one) => one ?? []),
      [noindex],
    )) {
      expect(text).toContain('The score counts 1 finding that is intended.');
    }
  });

  it('are not mentioned without mutes', () => {
    for (const text of documentsOf(REPORTS, NO_MUTES)) {
      expect(text).toContain('Noindex');
      expect(text).not.toContain('intended');
    }
  });

  it('are counted in a sheet without numbers', () => {
    const [, sheet] = documentsOf(REPORTS, [noindex], false);
    expect(sheet).toContain('The score counts 2 findings that are intended.');
  });
});
