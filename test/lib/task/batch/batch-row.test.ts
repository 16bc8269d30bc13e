import { describe, expect, it } from 'vitest';
import { referTo } from '@/lib/report/report-reference';
import type { Batch } from '@/lib/task/batch/batch';
import { entriesOf, reportOfRow } from '@/lib/task/batch/batch-entries';
import {
  BatchRow,
  endedRow,
  madeReport,
  ROWS_IN_VALUE,
  rowOfTask,
  taskOfRow,
  urlOfRow,
} from '@/lib/task/batch/batch-row';
import { DONE } from '@/lib/task/standing';
import { sent } from '@/lib/task/steps';
import type { Task } from '@/lib/task/task';
import { sampleReport } from '../../../support/sample-report';

const START = { isPaused: false, pausedBy: null, ended: null, isSeen: false };
const FACTS = {
  id: 'b',
  keeping: 'memory',
  askedAt: '2026-11-02T12:00:00.000Z',
  size: 60,
  ...START,
} as const;
const CREATE: Batch = { ...FACTS, kind: 'create', privacy: 1, leftOut: {} };
const PUBLISH: Batch = { ...FACTS, kind: 'change', change: { privacy: 0 } };
const UPDATE: Batch = { ...FACTS, kind: 'change', change: { results: 1 } };
const DUE = { name: 'waiting', until: '2026-11-02T12:00:06.000Z' } as const;
const DELETE: Batch = { ...FACTS, kind: 'delete', dueAt: DUE.until };

const url = 'https://shop.example/a';
const REPORT = referTo(sampleReport('7', { url }));
const NEW = { ...REPORT, generatedAt: null };

/** The same as it comes back from the store. */
function stored(row: BatchRow): BatchRow {
  return BatchRow.parse(JSON.parse(JSON.stringify(row)));
}

function taskOf(batch: Batch, row: BatchRow): Task {
  const task = taskOfRow(batch, 3, stored(row));
  if (task === null) throw new Error('nothing is left to do');
  return task;
}

describe('a row of a batch', () => {
  it.each<[string, Batch, BatchRow]>([
    ['of a creation is its address', CREATE, url],
    ['of a change of privacy is its report', PUBLISH, REPORT],
    ['of an update is its report with the former date', UPDATE, REPORT],
    ['of an update is its report without a date where there was no result', UPDATE, NEW],
    ['of a deletion is its report', DELETE, REPORT],
  ])('that has never gone out %s', (_, batch, row) => {
    const task = taskOf(batch, row);
    const facts = { id: 'b-3', batch: { id: 'b', row: 3 }, keeping: 'memory', tries: 0 };
    expect(task).toMatchObject(facts);
    expect(rowOfTask(task)).toEqual(row);
    const gone = sent(task);
    expect(taskOf(batch, rowOfTask(gone))).toEqual(gone);
    expect(urlOfRow(rowOfTask(gone))).toBe(urlOfRow(row));
  });

  it.each<[string, Batch, BatchRow]>([
    ['an address in a batch of changes', PUBLISH, url],
    ['an address in a batch of deletions', DELETE, url],
    ['a report in a batch of creations', CREATE, REPORT],
  ])('that does not fit its batch is no task: %s', (_, batch, row) => {
    expect(taskOfRow(batch, 0, row)).toBeNull();
  });

  it('is due at once, but for a deletion, which can be undone for six seconds', () => {
    const dueOf = (batch: Batch) => taskOf(batch, batch === CREATE ? url : REPORT).standing;
    expect([CREATE, PUBLISH, DELETE].map(dueOf)).toEqual([
      { name: 'waiting', until: null },
      { name: 'waiting', until: null },
      DUE,
    ]);
  });

  it.each(['done', 'gone', 'cancelled'] as const)(
    'whose deletion has ended keeps its report and the end: %s',
    (name) => {
      const row = endedRow(taskOf(DELETE, REPORT), { name }, null);
      expect(stored(row)).toEqual({ about: REPORT, standing: { name }, report: null });
      expect([taskOfRow(DELETE, 3, row), urlOfRow(row)]).toEqual([null, REPORT.url]);
    },
  );
});

it('a row that is done keeps id, score and rating of what it has made, and rows without them are read', () => {
  const report = sampleReport('7', { url, result: 'decent', score: 62 });
  const row = endedRow(taskOf(CREATE, url), DONE, report);
  expect(stored(row)).toEqual({
    ...{ about: url, standing: DONE },
    report: { ...referTo(report), result: 'decent', score: 62 },
  });
  const former = JSON.parse(JSON.stringify({ ...row, report: REPORT }));
  expect(BatchRow.parse(former)).toMatchObject({ report: { id: '7', result: null, score: null } });
  const [[, entry] = []] = entriesOf(0, [row]);
  expect(entry?.report && reportOfRow(entry.report, 1)).toMatchObject({
    ...{ id: '7', url, result: 'decent', score: 62, privacy: 1 },
    ...{ failed: null, failedChecks: null, generatedAt: report.generatedAt },
  });
});

describe('the entries of a batch that pages read', () => {
  it('tell how creations stand, and leave out what is none or cannot be read', () => {
    const made = { about: url, standing: DONE, report: madeReport(sampleReport('1')) };
    const rows = [url, REPORT, made, rowOfTask(sent(taskOf(CREATE, url))), 7];
    const entries = entriesOf(2, JSON.parse(JSON.stringify(rows)));
    const first = 2 * ROWS_IN_VALUE;
    expect(entries.map(([row, { standing, report }]) => [row, standing.name, report?.id])).toEqual([
      [first, 'waiting', undefined],
      [first + 2, 'done', '1'],
      [first + 3, 'sent', undefined],
    ]);
    expect([entriesOf(0, undefined), entriesOf(0, 'broken')]).toEqual([[], []]);
  });
});
