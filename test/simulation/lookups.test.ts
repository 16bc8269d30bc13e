import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { hasFailed } from '@/lib/result';
import { createdReports, requestedLists, scenario, singleStates } from './scenario-builder';
import type { Service } from './service';
import type { SimulationOptions } from './simulation';

const SERVICE_DOWN: Failure = { code: 'serviceDown', status: 502, retryAt: null, message: null };

/** Lookups read 25 or 100 reports. Other reads in these scenarios read ten. */
function isLookup({ perPage }: ReportQuery): boolean {
  return perPage > 10;
}

/** Returns options for a service that changes the answers to lookups. */
function withChangedLookups(
  change: (query: ReportQuery, list: ReportList) => ReportList | Failure,
): SimulationOptions {
  const changeService = (service: Service): Service => ({
    ...service,
    list(key, query, page) {
      const reply = service.list(key, query, page);
      if (!isLookup(query)) return reply;
      return {
        afterMs: reply.afterMs,
        async result() {
          const list = await reply.result();
          if (hasFailed(list)) return list;
          const changed = change(query, list.value);
          return 'code' in changed ? { failure: changed } : { value: changed };
        },
      };
    },
  });
  return { changeService };
}

it('five lookups search for the page, and the fifth also reads the newest hundred reports', async () => {
  const { simulation } = await scenario().create().loseRequest().run();
  const lookups = requestedLists(simulation).filter(isLookup);
  expect(lookups.map(({ perPage, search }) => [perPage, search])).toEqual([
    ...Array(5).fill([25, 'one.example/page']),
    [100, ''],
  ]);
});

describe('a service that fails on lists of a hundred reports', () => {
  const options = withChangedLookups(({ perPage }, list) =>
    perPage === 100 ? SERVICE_DOWN : list,
  );

  it('leaves a lost creation to a person after three failures, at least a minute apart', async () => {
    const { simulation, queue } = await scenario({}, options).create().loseRequest().run();
    expect(singleStates(queue)).toEqual(['unverifiable']);
    const lookups = requestedLists(simulation).filter(isLookup);
    const hundreds = lookups.filter(({ perPage }) => perPage === 100);
    expect(hundreds).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = hundreds.map(({ at }) => at);
    expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(60_000);
    expect(third - first).toBeLessThan(180_000);
    for (const [index, { perPage }] of lookups.entries()) {
      if (perPage === 100) expect(lookups[index - 1]).toMatchObject({ perPage: 25 });
    }
  });

  it('gets no request for a hundred reports if the search for the page finds the report', async () => {
    const { simulation, queue } = await scenario({}, options).create().loseAnswer().run();
    expect(queue.recent).toMatchObject([{ operation: { status: { name: 'done' } } }]);
    const lookups = requestedLists(simulation).filter(isLookup);
    expect(lookups.every(({ perPage }) => perPage === 25)).toBe(true);
  });

  it('does not stop a batch', async () => {
    const { simulation, queue } = await scenario({}, options).createBatch(20).loseRequest().run();
    expect(createdReports(simulation)).toHaveLength(19);
    expect(queue.batches).toMatchObject([{ done: 19, needsAttention: 1 }]);
  });
});

/** Returns a service whose lists begin with the oldest reports, and whose search finds nothing. */
function withOldestFirst(service: Service): Service {
  return {
    ...service,
    list(key, query, page) {
      if (!isLookup(query)) return service.list(key, query, page);
      const search = query.search && 'nothing';
      return service.list(key, { ...query, search, sort: 'asc' }, page);
    },
  };
}

/** The id of the report that the scenario below creates. */
const NEW_ID = '128';

it.each<[behaviour: string, options: SimulationOptions]>([
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
])('a creation whose answer was lost is not sent again if lists %s', async (_, options) => {
  const { simulation, queue } = await scenario({ reportsAtStart: 'many' }, options)
    .create()
    .loseAnswer()
    .run();
  expect(createdReports(simulation)).toMatchObject([{ report: { id: NEW_ID } }]);
  expect(singleStates(queue)).toEqual(['unverifiable']);
});
