import { describe, expect, it } from 'vitest';
import {
  type ClientRow,
  clientKind,
  clientRows,
  clientsOf,
  isFixedOn,
  type SpreadCheck,
  whatIsWrong,
} from '@/lib/report/compare/clients';
import { overviewOf, type PageRow, pageRow } from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import { reportOn, sampleReport } from '@/test/support/sample-report';
import { sixClients } from '@/test/support/six-clients';

const ROWS = sixClients();

/** Returns a row as text: average, number of worse and better pages, new and fixed problems. */
function shown({ name, pages, overview }: ClientRow) {
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

describe('clients', () => {
  it('are sorted by the worst new problem, its pages and the fall of the average, as calculated by hand', () => {
    const { moved, unchanged } = clientRows(ROWS);
    expect(moved.map(shown)).toEqual([
      // Scores: 74, 70 and 60 before; 64, 60 and 66 now.
      ['bergblick', 3, '68 → 63', 2, 1, 'robots 2', 'meta_description 1, title 1'],
      // Scores: 60 and 40 before; 45 and 35 now.
      ['nordlicht', 2, '50 → 40', 2, 0, 'noindex 1, load_time 1', ''],
      ['alpen', 1, '60 → 58', 1, 0, 'noindex 1', ''],
      // Scores: 68 and 70 before, with one report updated in place; 68 and 66 now.
      ['fahrrad', 2, '69 → 67', 1, 0, 'load_time 2', ''],
      // Scores: 44 and 44 before; 44 and 50 now.
      ['zahnarzt', 2, '44 → 47', 0, 1, '', 'meta_description 2'],
    ]);
    // Scores: 88 and a first result of 31, which counts on both days.
    expect(unchanged.map(shown)).toEqual([['lumen', 2, '60 → 60', 0, 0, '', '']]);
  });

  it('are listed separately while no page has two results to compare', () => {
    const first = ROWS.map((row) =>
      row.key.startsWith('lumen') ? { ...row, change: { kind: 'first' as const } } : row,
    );
    const { moved, unchanged, notCompared } = clientRows(first);
    expect(moved).toHaveLength(5);
    expect(unchanged).toEqual([]);
    expect(notCompared.map(({ name }) => name)).toEqual(['lumen.example']);
  });

  it('are listed by name until all reports are loaded', () => {
    const part = ROWS.map((row) =>
      row.key === 'nordlicht.example/sofas' ? { ...row, change: null } : row,
    );
    const { moved, unchanged } = clientRows(part);
    expect(moved.map((row) => shown(row).slice(0, 3))).toEqual([
      ['alpen', 1, '60 → 58'],
      ['bergblick', 3, '68 → 63'],
      ['fahrrad', 2, '69 → 67'],
      ['lumen', 2, '60 → 60'],
      ['nordlicht', null],
      ['zahnarzt', 2, '44 → 47'],
    ]);
    expect(unchanged).toEqual([]);
  });

  it('are projects, or hosts if the service names no project', () => {
    const reports = [
      sampleReport('1', { url: 'https://shop.host.example/a', project: 'host.example' }),
      sampleReport('2', { url: 'https://www.host.example/', project: 'host.example' }),
      sampleReport('3', { url: 'https://www.other.example/' }),
      sampleReport('4', { url: null }),
    ];
    const pages = pagesOf(reports).map((page) => pageRow(page, null));
    expect(clientRows(pages).moved.map(({ name, hosts }) => [name, ...hosts])).toEqual([
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
  ])('%s has become %s', (name, kind) => {
    const client = clientsOf(ROWS).find((one) => one.name.startsWith(name));
    expect(clientKind(overviewOf(client?.pages ?? []))).toBe(kind);
  });

  it('become worse with a new problem of high importance, or with more worse pages at an equal average', () => {
    const kinds = {
      worse: 0,
      better: 1,
      same: 0,
      notChecked: 0,
      first: 0,
      unrated: 0,
    };
    const better = {
      ...overviewOf([]),
      kinds,
      development: { before: 50, now: 60, measuredAgain: 1 },
    };
    const of = (changes: object) => clientKind({ ...better, ...changes });
    const problem = (importance: 'high' | 'medium') => [{ name: 'title', importance, pages: 1 }];
    expect([of({}), of({ appeared: problem('medium') })]).toEqual(['better', 'better']);
    expect(of({ appeared: problem('high') })).toBe('worse');
    const stands = { development: { before: 50, now: 50, measuredAgain: 3 } };
    expect(of({ ...stands, kinds: { ...kinds, worse: 2 } })).toBe('worse');
    expect(of({ development: null })).toBe('better');
  });
});

/** "robots 2: bergblick /, /suite". */
function spread({ name, pages, clients }: SpreadCheck): string {
  const where = clients.map((client) => {
    const paths = client.pages.map(({ report }) => new URL(report.url ?? '').pathname);
    return `${client.name.split('.')[0]} ${paths.join(', ')}`;
  });
  return `${name} ${pages}: ${where.join('; ')}`;
}

describe('whatIsWrong', () => {
  it('lists the problems of all clients as calculated by hand', () => {
    const { important, also, remaining, all, fixed } = whatIsWrong(ROWS);
    expect(important.map(spread)).toEqual([
      'noindex 2: alpen /; nordlicht /sofas',
      'robots 2: bergblick /suite, /',
    ]);
    expect(also.map(spread)).toEqual(['load_time 3: fahrrad /rad, /; nordlicht /sofas']);
    expect(remaining.map(({ name, pages }) => `${name} ${pages}`)).toEqual([
      'title 4',
      'sitemap 2',
    ]);
    expect(all).toHaveLength(5);
    expect(fixed.map(spread)).toEqual([
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
                ...{ fixed: [], remaining: [] },
                appeared: row.report.failedChecks?.filter(({ name }) => name !== 'load_time') ?? [],
              },
            },
          }
        : row,
    );
    const { important, also, remaining } = whatIsWrong(withTitle);
    expect(important.map((one) => [one.name, one.pages, one.failedBefore])).toEqual([
      ['title', 1, 1],
      ['noindex', 1, 0],
    ]);
    expect([also, remaining.map(({ name }) => name)]).toEqual([[], ['load_time']]);
  });

  it('separates pages that failed before from pages that are first measured', () => {
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
    const { important } = whatIsWrong(sixClients(reports));
    expect(important).toMatchObject([
      { name: 'title', pages: 1, failedBefore: 2, firstMeasured: 2 },
    ]);
  });

  it('lists checks that were found and fixed in between, by their days', () => {
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
    const { fixed, all } = whatIsWrong(sixClients(reports));
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
