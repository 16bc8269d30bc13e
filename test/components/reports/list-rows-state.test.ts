import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { createListRows } from '@/components/reports/list-rows-state';
import type { TableRow } from '@/components/table/table-order';
import type { Failure } from '@/lib/failure';
import { pageRow } from '@/lib/report/compare/findings';
import { pagesOf } from '@/lib/report/compare/pages';
import { NO_MUTES } from '@/lib/report/mutes';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { sampleReport } from '../../support/sample-report';

const ALL: TableRow[] = pagesOf([sampleReport('2'), sampleReport('1')]).map((page) => ({
  report: page.report,
  page: pageRow(page, null, NO_MUTES),
}));

interface Opening {
  rows?: TableRow[];
  query?: Partial<ReportQuery>;
  isFiltered?: boolean;
  /** A client without reports. */
  client?: string;
  awaitsRows?: boolean;
  isKnown?: boolean;
  isReading?: boolean;
  failure?: Failure;
}

const viewOf = ({ rows = ALL, query, isFiltered, client, isKnown, ...state }: Opening) =>
  createListRows(
    {
      query: signal({ ...NEWEST_QUERY, ...query }),
      isKnown: signal(isKnown ?? true),
      isReading: signal(state.isReading ?? false),
      failure: signal(state.failure ?? null),
    },
    {
      rows: signal(rows),
      order: signal(null),
      overview: {
        rows: signal(client === undefined ? ALL.map(({ page }) => page) : []),
        client: signal(client ?? null),
        isFiltered: signal(isFiltered ?? false),
      },
    },
    signal(state.awaitsRows ?? false),
  ).value;

describe('the rows of the list', () => {
  it('are counted with and without filters', () => {
    expect(viewOf({ rows: ALL.slice(1) })).toEqual({
      rows: ALL.slice(1),
      count: 1,
      total: 2,
      order: null,
      status: 'ready',
      empty: null,
    });
  });

  it.each<[string, Opening, string, string | null]>([
    ['without reports', {}, 'ready', 'none'],
    ['filtered by the page', { isFiltered: true }, 'ready', 'filtered'],
    ['filtered by the service', { query: { search: 'x' } }, 'ready', 'filtered'],
    ['of a client without reports', { client: 'a.example' }, 'ready', 'lostClient'],
    ['of a filtered client', { client: 'a.example', query: { search: 'x' } }, 'ready', 'filtered'],
    ['of an unread client', { client: 'a.example', awaitsRows: true }, 'ready', 'none'],
    ['while they are read', { isReading: true, isKnown: false }, 'loading', null],
    ['after a failure', { failure: { code: 'unreachable' }, isKnown: false }, 'failed', null],
    ['before the first read', { isKnown: false }, 'idle', null],
  ])('say why the list is empty: %s', (_, opening, status, empty) => {
    expect(viewOf({ ...opening, rows: [] })).toMatchObject({ count: 0, status, empty });
  });
});
