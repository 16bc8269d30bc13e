import { describe, expect, it } from 'vitest';
import { clientName } from '@/lib/report/compare/client-names';
import {
  type ClientKind,
  type ClientRow,
  clientKind,
  clientNews,
  clientsOf,
  groupedClients,
  isFixedOn,
  notComparable,
  oldestBases,
  problemLists,
  type SpreadCheck,
} from '@/lib/report/compare/clients';
import { overviewOf, type PageRow, pageRow } from '@/lib/report/compare/findings';
import type { Day } from '@/lib/report/compare/local-day';
import { daySince, pageSince, type Since } from '@/lib/report/compare/page-change';
import { pagesOf } from '@/lib/report/compare/pages';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { knownTrend } from '@/test/support/known-trends';
import { reportOn, sampleReport } from '@/test/support/sample-report';
import { NOW, sixClients } from '@/test/support/six-clients';

const ROWS = sixClients();

/** Returns client, number of pages, average, numbers of worse and better pages, new and fixed problems. */
function summaryOf({ name, pages, overview }: ClientRow) {
  const [client] = name.split('.');
  if (overview === null) return [client, null];
  const { development, average, kinds, appeared, fixed } = overview;
  const names = (checks: typeof appeared) => checks.map((check) => `${check.name} ${check.pages}`);
  return [
    ...[client, pages.length],
    development ? `${development.before} → ${development.now}` : average,
    ...[kinds.worse, kinds.better, names(appeared).join(', '), names(fixed).join(', ')],
  ];
}

function groupsOf(pages: readonly PageRow[]) {
  const { groups } = groupedClients(pages);
  return groups?.map(({ kind, clients }) => [kind, ...clients.map(({ name }) => name)]);
}

describe('clients', () => {
  it('are sorted by importance and pages of the worst new problem, then by fall of the average', () => {
    const { groups } = groupedClients(ROWS);
    expect(groups?.map(({ kind, clients }) => [kind, clients.map(summaryOf)])).toEqual([
      [
        'worse',
        [
          // Scores: 74, 70 and 60 before; 64, 60 and 66 now.
          ['bergblick', 3, '68 → 63', 2, 1, 'robots 2', 'meta_description 1, title 1'],
          // Scores: 60 and 40 before; 45 and 35 now.
          ['nordlicht', 2, '50 → 40', 2, 0, 'noindex 1, load_time 1', ''],
          ['alpen', 1, '60 → 58', 1, 0, 'noindex 1', ''],
          // Scores: 68 and 70 before, with one report updated in place; 68 and 66 now.
          ['fahrrad', 2, '69 → 67', 1, 0, 'load_time 2', ''],
        ],
      ],
      // Scores: 44 and 44 before; 44 and 50 now.
      ['better', [['zahnarzt', 2, '44 → 47', 0, 1, '', 'meta_description 2']]],
      // Scores: 88 and a first result of 31, which counts on both days.
      ['same', [['lumen', 2, '60 → 60', 0, 0, '', '']]],
    ]);
  });

  it('are not comparable if each of their pages has only one result', () => {
    const first = ROWS.map((row) =>
      row.key.startsWith('lumen') ? { ...row, change: { kind: 'first' as const } } : row,
    );
    expect(groupsOf(first)?.at(-1)).toEqual(['notComparable', 'lumen.example']);
    expect(groupsOf(first)?.flat()).not.toContain('same');
  });

  it('are listed by name until all reports are loaded', () => {
    const part = ROWS.map((row) =>
      row.key === 'nordlicht.example/sofas' ? { ...row, change: null } : row,
    );
    const { all, groups } = groupedClients(part);
    expect(all.map((row) => summaryOf(row).slice(0, 3))).toEqual([
      ['alpen', 1, '60 → 58'],
      ['bergblick', 3, '68 → 63'],
      ['fahrrad', 2, '69 → 67'],
      ['lumen', 2, '60 → 60'],
      ['nordlicht', null],
      ['zahnarzt', 2, '44 → 47'],
    ]);
    expect(groups).toBeNull();
  });

  it('are projects, or hosts if the service names no project', () => {
    const reports = [
      sampleReport('1', { url: 'https://shop.host.example/a', project: 'host.example' }),
      sampleReport('2', { url: 'https://www.host.example/', project: 'host.example' }),
      sampleReport('3', { url: 'https://www.other.example/' }),
      sampleReport('4', { url: null }),
    ];
    const pages = pagesOf(reports).map((page) => pageRow(page, null, NO_MUTES));
    expect(groupedClients(pages).all.map(({ name, hosts }) => [name, ...hosts])).toEqual([
      ['4'],
      ['host.example', 'shop.host.example', 'host.example'],
      ['other.example', 'other.example'],
    ]);
  });

  it.each([
    ['bergblick', 'worse'],
    ['nordlicht', 'worse'],
    ['fahrrad', 'worse'],
    ['zahnarzt', 'better'],
    ['lumen', 'same'],
  ])('%s is in the group %s', (name, kind) => {
    const client = clientsOf(ROWS).find((one) => one.name.startsWith(name));
    expect(clientKind(overviewOf(client?.pages ?? []))).toBe(kind);
  });

  describe('with a page whose score fell because of a muted check', () => {
    const MUTE: PageMute = {
      id: 'm',
      check: 'noindex',
      at: '2026-11-20T10:00:00.000Z',
      note: '',
      errors: null,
      host: null,
    };
    const report = (id: number, path: string, day: number, score: number, ...failed: string[]) =>
      reportOn(id, `shop.example/${path}`, day, score, ...failed);

    /** Returns the client with a mute on `/a`, and further reports. */
    function shopWith(mutes: readonly PageMute[], ...further: Report[]) {
      const reports = [...[report(2, 'a', 26, 60, 'noindex'), report(1, 'a', 12, 90)], ...further];
      const rows = pagesOf(reports).map((page) =>
        pageRow(
          page,
          knownTrend(page.report, { reports, since: 'week', now: NOW, mutes }),
          page.key === 'shop.example/a' ? mutes : NO_MUTES,
        ),
      );
      const [client] = groupedClients(rows).all;
      return [client?.kind, ...(client ? summaryOf(client).slice(2) : [])];
    }

    it.each<[string, PageMute[], Report[], unknown[]]>([
      ['are the same if no other page changed', [MUTE], [], ['same', '90 → 60', 0, 0, '', '']],
      ['are worse without the mute', [], [], ['worse', '90 → 60', 1, 0, 'noindex 1', '']],
      [
        'are worse if another page fell',
        [MUTE],
        [report(4, 'b', 26, 60), report(3, 'b', 12, 70)],
        ['worse', '80 → 60', 1, 0, '', ''],
      ],
      [
        'are better if another page rose by less',
        [MUTE],
        [report(4, 'b', 26, 70), report(3, 'b', 12, 60)],
        ['better', '75 → 65', 0, 1, '', ''],
      ],
    ])('%s', (_, mutes, further, expected) => {
      expect(shopWith(mutes, ...further)).toEqual(expected);
    });
  });

  it('are worse with a new important problem, or with more worse pages at an equal average', () => {
    const kinds = {
      worse: 0,
      better: 1,
      same: 0,
      notChecked: 0,
      first: 0,
      noSummary: 0,
      unrated: 0,
    };
    const better = {
      ...overviewOf([]),
      kinds,
      development: { before: 50, now: 60, measuredAgain: 1 },
    };
    const kindWith = (changes: object) => clientKind({ ...better, ...changes });
    const problem = (importance: 'high' | 'medium') => [{ name: 'title', importance, pages: 1 }];
    expect([kindWith({}), kindWith({ appeared: problem('medium') })]).toEqual(['better', 'better']);
    expect(kindWith({ appeared: problem('high') })).toBe('worse');
    const unchangedAverage = { development: { before: 50, now: 50, measuredAgain: 3 } };
    expect(kindWith({ ...unchangedAverage, kinds: { ...kinds, worse: 2 } })).toBe('worse');
    expect(kindWith({ development: null })).toBe('better');
  });

  it.each<[string, ClientKind, number, number, number, string[], string[]]>([
    ['no page has changed', 'same', 0, 0, 2, [], []],
    ['one page is worse and one is better', 'worse', 1, 1, 0, [], []],
    ['a problem is new at equal scores', 'worse', 0, 0, 2, ['load_time'], []],
    ['a problem is fixed at equal scores', 'better', 0, 0, 2, [], ['load_time']],
    ['one problem is new and one is fixed', 'worse', 0, 0, 2, ['load_time'], ['sitemap']],
    ['no page can be compared', 'notComparable', 0, 0, 0, [], []],
  ])('are in the right group if %s', (_, kind, worse, better, same, appeared, fixed) => {
    const overview = overviewOf([]);
    const problemsNamed = (names: string[]) =>
      names.map((name) => ({ name, importance: 'medium' as const, pages: 1 }));
    const kinds = { ...overview.kinds, worse, better, same };
    expect(
      clientKind({
        ...overview,
        kinds,
        appeared: problemsNamed(appeared),
        fixed: problemsNamed(fixed),
      }),
    ).toBe(kind);
  });
});

describe('clients with gaps between their results', () => {
  /** Results of six clients, with day, score and failed checks. The days 0 and less are in October. */
  const REPORTS = [
    reportOn(1, 'alpha.example/', 5, 70),
    reportOn(2, 'alpha.example/', 18, 60, 'title'),
    reportOn(3, 'alpha.example/', 26, 64, 'title'),
    // October 30.
    reportOn(4, 'beta.example/', -1, 80, 'title'),
    reportOn(5, 'gamma.example/1', [23, 9], 50),
    reportOn(6, 'gamma.example/1', 26, 55),
    reportOn(7, 'gamma.example/2', 26, 40, 'noindex'),
    reportOn(8, 'delta.example/1', 26, 45, 'noindex'),
    reportOn(9, 'delta.example/2', 24, 45),
    reportOn(10, 'epsilon.example/1', 12, 60),
    reportOn(11, 'epsilon.example/1', 26, 70),
    reportOn(12, 'epsilon.example/2', 12, 70),
    reportOn(13, 'epsilon.example/2', 26, 60),
    reportOn(14, 'zeta.example/1', 12, 90, 'sitemap'),
    reportOn(15, 'zeta.example/1', 26, 90, 'sitemap'),
    reportOn(16, 'zeta.example/2', 12, null),
  ];
  const SUMMARIES: Record<string, Day> = {
    'alpha.example': '2026-11-10',
    'beta.example': '2026-11-03',
    'epsilon.example': '2026-11-01',
    'zeta.example': '2026-11-12',
  };

  function rowsSince(since: Since): PageRow[] {
    return pagesOf(REPORTS).map((page) => {
      const base = pageSince(since, SUMMARIES[clientName(page.report)] ?? null);
      return pageRow(
        page,
        knownTrend(page.report, { reports: REPORTS, since: base, now: NOW }),
        NO_MUTES,
      );
    });
  }

  const day = (time: string) =>
    new Date(time).toLocaleDateString('en', { month: 'short', day: 'numeric' });

  /** Returns "gamma Nov 23": a client and the days of its bases, or the reasons why pages have no base. */
  function clientLine({ name, kind, pages }: ClientRow): string {
    const reasons = kind === 'notComparable' ? notComparable(pages) : [];
    const why = reasons.map((one) => {
      if (one.reason === 'notChecked') return `no result since ${day(one.at)}`;
      return one.reason === 'first'
        ? `${one.pages} first ${day(one.from)} to ${day(one.to)}`
        : `${one.pages} ${one.reason}`;
    });
    const oldest = [...new Set(oldestBases(pages).map(day))];
    return [name.split('.')[0], ...oldest, ...why].join(' ');
  }

  it.each<[Since, Record<string, string[]>]>([
    [
      // November 19.
      'week',
      {
        worse: ['epsilon'],
        // From 60 to 64, and from 50 to 55.
        better: ['gamma Nov 23', 'alpha'],
        same: ['zeta'],
        notComparable: ['beta no result since Oct 30', 'delta 2 first Nov 24 to Nov 26'],
      },
    ],
    [
      // October 27: each base is the oldest result.
      'month',
      {
        // From 70 to 64 with a new problem.
        worse: ['alpha Nov 5', 'epsilon Nov 12'],
        better: ['gamma Nov 23'],
        same: ['zeta Nov 12'],
        notComparable: ['beta 1 first Oct 30 to Oct 30', 'delta 2 first Nov 24 to Nov 26'],
      },
    ],
    [
      'summary',
      {
        // The summary of alpha was copied between its results, and the summary of epsilon before all its
        // results.
        worse: ['alpha', 'epsilon Nov 12'],
        same: ['zeta'],
        notComparable: ['beta no result since Oct 30', 'delta 2 noSummary', 'gamma 2 noSummary'],
      },
    ],
    [
      'before',
      {
        worse: ['epsilon'],
        better: ['gamma', 'alpha'],
        same: ['zeta'],
        notComparable: ['beta 1 first Oct 30 to Oct 30', 'delta 2 first Nov 24 to Nov 26'],
      },
    ],
  ])('are in the correct groups since %s', (since, expected) => {
    const { groups } = groupedClients(rowsSince(since));
    expect(
      Object.fromEntries(
        (groups ?? []).map(({ kind, clients }) => [kind, clients.map(clientLine)]),
      ),
    ).toEqual(expected);
  });

  it.each<[Since, number, number, string | null]>([
    ['week', 1, 2, 'Nov 19'],
    // The oldest base of alpha, epsilon and gamma.
    ['month', 2, 1, 'Nov 5'],
    ['summary', 2, 0, null],
    ['before', 1, 2, null],
  ])('are counted correctly in the news since %s', (since, worse, better, from) => {
    const news = clientNews(rowsSince(since), daySince(since, NOW));
    expect({ ...news, since: news.since && day(news.since) }).toEqual({
      worse,
      better,
      since: from,
    });
  });

  it('have reasons for missing bases, the most frequent reason first', () => {
    const pages = rowsSince('week').filter(
      ({ key }) => key.startsWith('delta') || key === 'zeta.example/2' || key.startsWith('beta'),
    );
    expect(notComparable(pages)).toMatchObject([
      { reason: 'first', pages: 2 },
      { reason: 'notChecked', pages: 1 },
      { reason: 'unrated', pages: 1 },
    ]);
  });

  it('list their current problems if no page can be compared', () => {
    const pages = rowsSince('week');
    expect(problemLists(pages).current).toEqual([]);
    const newcomers = pages.filter(({ key }) => /^(beta|delta)/.test(key));
    expect(problemLists(newcomers).current.map(problemLine)).toEqual([
      'title 1: beta /',
      'noindex 1: delta /1',
    ]);
    expect(problemLists(newcomers).important).toEqual([]);
  });
});

/** Returns a problem as text, such as "robots 2: bergblick /, /suite". */
function problemLine({ name, pages, clients }: SpreadCheck): string {
  const where = clients.map((client) => {
    const paths = client.pages.map(({ report }) => new URL(report.url ?? '').pathname);
    return `${client.name.split('.')[0]} ${paths.join(', ')}`;
  });
  return `${name} ${pages}: ${where.join('; ')}`;
}

describe('problemLists', () => {
  it('lists the problems of all clients', () => {
    const { important, lessImportant, remaining, all, fixed } = problemLists(ROWS);
    expect(important.map(problemLine)).toEqual([
      'noindex 2: alpen /; nordlicht /sofas',
      'robots 2: bergblick /suite, /',
    ]);
    expect(lessImportant.map(problemLine)).toEqual([
      'load_time 3: fahrrad /rad, /; nordlicht /sofas',
    ]);
    // Title also fails on the new page of lumen. This page does not count as remaining.
    expect(remaining.map(({ name, pages }) => `${name} ${pages}`)).toEqual([
      'title 3',
      'sitemap 2',
    ]);
    expect(all).toHaveLength(5);
    expect(fixed.map(problemLine)).toEqual([
      'meta_description 3: zahnarzt /praxis, /; bergblick /anfahrt',
      'title 1: bergblick /suite',
    ]);
  });

  it('counts the new and old pages of a problem for one client', () => {
    const pages = clientsOf(ROWS).find(({ name }) => name === 'nordlicht.example')?.pages ?? [];
    const withTitle = pages.map((row) =>
      row.change && 'checks' in row.change && row.key.endsWith('/sofas')
        ? {
            ...row,
            change: {
              ...row.change,
              checks: {
                fixed: [],
                remaining:
                  row.report.failedChecks?.filter(({ name }) => name === 'load_time') ?? [],
                appeared: row.report.failedChecks?.filter(({ name }) => name !== 'load_time') ?? [],
                appearedMuted: [],
              },
            },
          }
        : row,
    );
    const { important, lessImportant, remaining } = problemLists(withTitle);
    expect(important.map((one) => [one.name, one.pages, one.failedBefore])).toEqual([
      ['title', 1, 1],
      ['noindex', 1, 0],
    ]);
    expect([lessImportant, remaining.map(({ name }) => name)]).toEqual([[], ['load_time']]);
  });

  it('separates pages that failed before from first results', () => {
    const reports = [
      ...['new', 'first', 'first/2'].map((path, id) =>
        reportOn(30 + id, `shop.example/${path}`, 26, 50, 'title'),
      ),
      reportOn(23, 'shop.example/before', 25, 50, 'title'),
      reportOn(22, 'shop.example/before', 19, 50, 'title'),
      // The page has no later result.
      reportOn(21, 'shop.example/unchanged', 18, 50, 'title'),
      reportOn(20, 'shop.example/new', 19, 50),
    ];
    const { important } = problemLists(sixClients(reports));
    expect(important).toMatchObject([
      { name: 'title', pages: 1, failedBefore: 2, firstMeasured: 2 },
    ]);
  });

  it('lists as remaining only problems that failed in the base, and counts first results separately', () => {
    const reports = [
      reportOn(30, 'shop.example/old', 26, 50, 'title', 'sitemap', 'load_time'),
      reportOn(31, 'shop.example/older', 26, 50, 'title', 'robots'),
      reportOn(32, 'shop.example/first', 26, 50, 'title', 'load_time', 'noindex'),
      reportOn(33, 'shop.example/unknown', 26, 50, 'title', 'noindex'),
      // The page has no later result.
      reportOn(21, 'shop.example/unchanged', 18, 50, 'robots'),
      reportOn(20, 'shop.example/old', 19, 50, 'title', 'sitemap'),
      reportOn(19, 'shop.example/older', 19, 50, 'title', 'robots'),
      { ...reportOn(18, 'shop.example/unknown', 19, 50), failedChecks: null },
    ];
    const { important, lessImportant, remaining, uncompared } = problemLists(sixClients(reports));
    expect([important, lessImportant]).toMatchObject([
      [],
      [{ name: 'load_time', pages: 1, failedBefore: 0, firstMeasured: 1, notCompared: 0 }],
    ]);
    expect(remaining).toEqual([
      { name: 'title', importance: 'high', pages: 2, firstMeasured: 1, notCompared: 1 },
      { name: 'robots', importance: 'high', pages: 2, firstMeasured: 0, notCompared: 0 },
      { name: 'sitemap', importance: 'low', pages: 1, firstMeasured: 0, notCompared: 0 },
    ]);
    expect(uncompared).toEqual([
      { name: 'noindex', importance: 'high', pages: 2, firstMeasured: 1, notCompared: 1 },
    ]);
  });

  it('lists checks that were found and fixed between base and newest result', () => {
    const reports = [26, 24, 22, 19].flatMap((day) =>
      ['a', 'b', 'c'].map((path) =>
        reportOn(
          `${day}${path}`,
          `shop.example/${path}`,
          day,
          50,
          ...(day === 24 || (day === 22 && path === 'c') ? ['title'] : []),
        ),
      ),
    );
    const { fixed, all } = problemLists(sixClients(reports));
    const dayOf = (time = '') => new Date(time).getDate();
    expect(all).toEqual([]);
    expect(
      fixed.map(({ name, pages, between }) => [
        ...[name, pages, dayOf(between?.foundAt), dayOf(between?.fixedAt)],
      ]),
    ).toEqual([
      ['title', 2, 24, 26],
      ['title', 1, 22, 26],
    ]);
    expect(isFixedOn(sixClients(reports)[0] as PageRow, { name: 'title' })).toBe(true);
  });
});
