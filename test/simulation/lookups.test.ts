import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { hasFailed } from '@/lib/result';
import { ownReports, scenario, times } from './scenario-builder';
import type { Service } from './service';
import type { Options, SeenView, World } from './simulation';
import type { RequestedPage } from './worker';

const DOWN: Failure = { code: 'serviceDown', status: 502, retryAt: null, message: null };

/** Returns a service that changes the answers to lookups. Lists of ten stay unchanged. */
function withChangedLookups(
  change: (query: ReportQuery, list: ReportList) => ReportList | Failure,
) {
  const changeService = (service: Service): Service => ({
    ...service,
    list(key, query, page) {
      const { after, outcome } = service.list(key, query, page);
      if (query.perPage === 10) return { after, outcome };
      return {
        after,
        async outcome() {
          const list = await outcome();
          if (hasFailed(list)) return list;
          const changed = change(query, list.value);
          return 'code' in changed ? { failure: changed } : { value: changed };
        },
      };
    },
  });
  return { changeService };
}

/** Returns the lists that lookups have read: their size and the seconds since the first creation. */
function lookups(world: World) {
  const [first = 0] = times(world, 'create');
  return world.browser.sent
    .filter(({ verb, what }) => verb === 'list' && (what as RequestedPage).perPage > 10)
    .map(({ what, at }) => {
      const { perPage, search } = what as RequestedPage;
      return { perPage, search, seconds: (at - first) / 1000 };
    });
}

const reasonsOf = ({ singles }: SeenView) =>
  singles.map(({ first: { status } }) =>
    status.name === 'needsAttention' ? status.reason : status.name,
  );

it('five lookups search for the page, and the fifth also reads the newest hundred reports', async () => {
  const { world } = await scenario().create().loseRequest().run();
  const read = lookups(world);
  expect(read.map(({ perPage, search }) => [perPage, search])).toEqual([
    ...Array(5).fill([25, 'one.example/page']),
    [100, ''],
  ]);
});

describe('a service that fails on lists of a hundred', () => {
  const service = withChangedLookups((query, list) => (query.perPage === 100 ? DOWN : list));

  it('leaves a lost creation to a person after three failures, at least a minute apart', async () => {
    const { world, view } = await scenario({}, service).create().loseRequest().run();
    expect(reasonsOf(view)).toEqual(['unverifiable']);
    const read = lookups(world);
    const hundreds = read.filter(({ perPage }) => perPage === 100).map(({ seconds }) => seconds);
    expect(hundreds).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = hundreds;
    expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(60);
    expect(third - first).toBeLessThan(180);
    for (const [at, { perPage }] of read.entries()) {
      if (perPage === 100) expect(read[at - 1]).toMatchObject({ perPage: 25 });
    }
  });

  it('is not asked for a hundred reports if the search for the page finds the report', async () => {
    const { world, view } = await scenario({}, service).create().loseAnswer().run();
    expect(view.recent).toMatchObject([{ operation: { status: { name: 'done' } } }]);
    expect(lookups(world).every(({ perPage }) => perPage === 25)).toBe(true);
  });

  it('does not stop a batch', async () => {
    const { world, view } = await scenario({}, service).createBatch(20).loseRequest().run();
    expect(ownReports(world)).toHaveLength(19);
    expect(view.batches).toMatchObject([{ done: 19, failed: 1 }]);
  });
});

/** Returns a service whose lists begin with the oldest reports, and whose search finds nothing. */
function withOldestFirst(service: Service): Service {
  return {
    ...service,
    list(key, query, page) {
      if (query.perPage === 10) return service.list(key, query, page);
      const search = query.search && 'nothing';
      return service.list(key, { ...query, search, sort: 'asc' }, page);
    },
  };
}

const NEW_ID = '128';

it.each<[behaviour: string, service: Options]>([
  [
    'leave out a row that cannot be read',
    withChangedLookups((_, { reports, ...list }) => ({
      ...list,
      reports: reports.filter(({ id }) => id !== NEW_ID),
      unreadable: reports.some(({ id }) => id === NEW_ID) ? 1 : 0,
    })),
  ],
  [
    'have no addresses',
    withChangedLookups((_, { reports, ...list }) => ({
      ...list,
      reports: reports.map((report) => ({ ...report, url: null, fullUrl: null })),
    })),
  ],
  ['begin with the oldest reports', { changeService: withOldestFirst }],
])('a report whose answer was lost is not sent again if lists %s', async (_, service) => {
  const { world, view } = await scenario({ reportsAtStart: 'many' }, service)
    .create()
    .loseAnswer()
    .run();
  expect(ownReports(world)).toMatchObject([{ report: { id: NEW_ID } }]);
  expect(reasonsOf(view)).toEqual(['unverifiable']);
});
