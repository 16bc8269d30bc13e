import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ReportRecord, type ResultKey, reportRecord } from '@/lib/history/records';
import {
  afterDeletion,
  afterLoss,
  afterReplacement,
  beyondResultLimit,
  beyondRowLimit,
  MAX_RESULTS_OF_PAGE,
  seenLongestAgo,
} from '@/lib/history/retention';
import type { Report } from '@/lib/report/report';
import { sampleReport } from '../../support/sample-report';

const FIRST = '2026-11-01T10:00:00.000Z';
const SECOND = '2026-11-02T10:00:00.000Z';
const NOTHING = { rows: [], results: [], newPastResults: [], deletedId: null };
const NONE = new Set<string>();

function row(id: string, fields: Partial<Report> = {}): ReportRecord {
  return reportRecord(sampleReport(id, { generatedAt: FIRST, ...fields }), null, 1);
}

function pastResultOf(id: string, page = `host.example/${id}`) {
  return {
    page,
    reportId: id,
    generatedAt: FIRST,
    result: 'good',
    score: null,
    failedChecks: null,
  };
}

describe('afterReplacement', () => {
  it('keeps the former result if the report has another result', () => {
    const removal = afterReplacement(row('1'), row('1', { generatedAt: SECOND }));
    expect(removal).toEqual({ ...NOTHING, newPastResults: [pastResultOf('1')] });
  });

  it('keeps the former result under its own page if the page differs', () => {
    const moved = row('1', { url: 'https://moved.example/', generatedAt: SECOND });
    expect(afterReplacement(row('1'), moved)).toEqual({
      ...NOTHING,
      newPastResults: [pastResultOf('1')],
    });
    const renamed = row('1', { url: 'https://moved.example/' });
    expect(afterReplacement(row('1'), renamed)).toEqual({
      ...NOTHING,
      newPastResults: [pastResultOf('1')],
    });
  });

  it('keeps the former result if the report no longer has a result', () => {
    const unrated = row('1', { result: null, generatedAt: null });
    expect(afterReplacement(row('1'), unrated)).toEqual({
      ...NOTHING,
      newPastResults: [pastResultOf('1')],
    });
    expect(afterReplacement(unrated, row('1'))).toEqual(NOTHING);
  });

  it('removes nothing if result and page are the same', () => {
    expect(afterReplacement(row('1'), row('1', { privacy: 0 }))).toEqual(NOTHING);
  });
});

describe('afterDeletion', () => {
  const results: ResultKey[] = [
    ['host.example/1', FIRST, '1'],
    ['moved.example', SECOND, '1'],
  ];

  it('removes the report with its results, and remembers its id', () => {
    const removal = { rows: ['1'], results, newPastResults: [], deletedId: '1' };
    expect(afterDeletion('1', results, false)).toEqual(removal);
  });

  it('does not remember the id of a private deletion', () => {
    const removal = { rows: ['1'], results, newPastResults: [], deletedId: null };
    expect(afterDeletion('1', results, true)).toEqual(removal);
  });
});

describe('afterLoss', () => {
  it('removes only the row, and keeps its result', () => {
    expect(afterLoss(row('1'))).toEqual({
      ...NOTHING,
      rows: ['1'],
      newPastResults: [pastResultOf('1')],
    });
  });

  it('removes nothing without a row', () => {
    expect(afterLoss(undefined)).toEqual(NOTHING);
  });
});

describe('beyondRowLimit', () => {
  const rows = ['1', '2', '3', '4'].map((id) => row(id));

  it('removes the given number of first rows, and keeps their results', () => {
    expect(beyondRowLimit(rows, 2, NONE)).toEqual({
      ...NOTHING,
      rows: ['1', '2'],
      newPastResults: [pastResultOf('1'), pastResultOf('2')],
    });
  });

  it('removes no row of a marked page', () => {
    const marked = new Set(['host.example/1', 'host.example/3']);
    expect(beyondRowLimit(rows, 3, marked)).toMatchObject({ rows: ['2', '4'] });
  });

  it('removes nothing within the limit', () => {
    expect(beyondRowLimit(rows, 0, NONE)).toEqual(NOTHING);
    expect(beyondRowLimit(rows, -1, NONE)).toEqual(NOTHING);
  });
});

describe('beyondResultLimit', () => {
  const results = Array.from(
    { length: MAX_RESULTS_OF_PAGE + 2 },
    (_, day): ResultKey => ['host.example', new Date(day).toISOString(), '1'],
  );

  it('removes the oldest results', () => {
    expect(beyondResultLimit(results, NONE)).toEqual({ ...NOTHING, results: results.slice(0, 2) });
    expect(beyondResultLimit(results.slice(2), NONE)).toEqual(NOTHING);
  });

  it('removes no result of a marked page', () => {
    expect(beyondResultLimit(results, new Set(['host.example']))).toEqual(NOTHING);
  });
});

it('seenLongestAgo puts the reports of the last complete reading last', () => {
  expect(seenLongestAgo(['1', '2', '3', '4'], new Set(['1', '3']))).toEqual(['2', '4', '1', '3']);
});

/** All calls that may remove data from a database, by file. */
const REMOVALS = {
  'lib/history/database.ts': ['deleteDB(PREFIX + connectionId)'],
  'lib/history/histories.ts': ['removeDatabase(connectionId)'],
  'lib/history/history-migration.ts': [
    "deleteIndex('project' as never)",
    'meta.delete(META.indexing)',
  ],
  'lib/history/stored-reports.ts': [
    'stores.reports.delete(id)',
    'stores.results.delete(key)',
    'meta.delete(META.unfinishedReading)',
  ],
};

it('rows and past results are deleted only in stored-reports.ts', () => {
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('lib', name));
  const found = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    // Only these files can reach a store.
    if (!/from 'idb'|history-schema'|\/database'|indexedDB/.test(source)) return [];
    const calls = [
      ...source.matchAll(
        /(?:\b\w+\??\.)*\b(?:delete|clear|deleteObjectStore|deleteIndex|deleteDB|deleteDatabase|removeDatabase)\([^()]*\)/g,
      ),
    ]
      .map(([call]) => call)
      // These names are sets and maps in memory.
      .filter((call) => !/^(?:function|changed|cached|unlisted|requestTimes)\b/.test(call))
      .filter((call) => !/^removeDatabase\(\w+: /.test(call));
    return calls.length > 0 ? [[file, calls] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(REMOVALS);
});

it('stored-reports.ts calls each function of retention.ts exactly once', () => {
  const source = readFileSync('lib/history/stored-reports.ts', 'utf8');
  const calls = [...source.matchAll(/retention\.(after\w+|beyond\w+)\(/g)].map(([, name]) => name);
  expect(calls.sort()).toEqual([
    'afterDeletion',
    'afterLoss',
    'afterReplacement',
    'beyondResultLimit',
    'beyondRowLimit',
  ]);
});
