import { beforeEach, describe, expect, it } from 'vitest';
import { referTo } from '@/lib/report/report-reference';
import type { Batch } from '@/lib/task/batch/batch';
import { taskOfRow } from '@/lib/task/batch/batch-row';
import { createWriteTurns, type WriteTurns } from '@/lib/task/order/next-write';
import { refused } from '@/lib/task/steps';
import { createTaskIndex, type TaskIndex } from '@/lib/task/store/task-index';
import { isWrite, type Task, type WriteTask } from '@/lib/task/task';
import { FAILURES } from '../../../support/sample-failures';
import { sampleReport } from '../../../support/sample-report';
import { change, deletion } from '../../../support/sample-task';

const START = Date.parse('2026-11-02T12:00:00.000Z');
const WAITING = { name: 'waiting', dueAt: null } as const;
const IN_SIX_SECONDS = { name: 'waiting', dueAt: '2026-11-02T12:00:06.000Z' } as const;
const SENT = { name: 'sent' } as const;

let now: number;
let index: TaskIndex;
let held: Set<string>;
let inHand: Map<string, Task>;
let batchIds: string[];
/** How many rows of batches were looked at. */
let looks: number;
let turns: WriteTurns;

beforeEach(() => {
  now = START;
  index = createTaskIndex();
  held = new Set();
  inHand = new Map();
  batchIds = [];
  looks = 0;
  const batches = { isHeld: (id: string) => held.has(id) } as never;
  function* counted(rows: Iterable<WriteTask>) {
    for (const row of rows) {
      looks += 1;
      yield row;
    }
  }
  function* batchedWrites() {
    for (const id of batchIds) if (!held.has(id)) yield counted(index.writesOf(id));
  }
  turns = createWriteTurns({ ...index, batches, batchedWrites }, inHand, () => now);
});

/** Asks for single tasks, one after the other. */
function ask(...tasks: Task[]): void {
  for (const task of tasks) index.put({ ...task, askedAt: index.latestAskedAt() + 1 });
}

/** Asks for something to be done with many reports, which are named by numbers. */
function askMany(id: string, work: Pick<Batch, 'kind'> & object, count: number, first = 1): void {
  const askedAt = new Date(Math.max(START, index.latestAskedAt() + 1)).toISOString();
  const facts = { id, keeping: 'disk', askedAt, size: count, isPaused: false, pausedBy: null };
  const batch = { ...facts, ended: null, ...work } as Batch;
  batchIds.push(id);
  for (let row = 0; row < count; row += 1) {
    const task = taskOfRow(batch, row, referTo(sampleReport(String(first + row))));
    if (task) index.put(task);
  }
}

const PUBLISH = { kind: 'change', change: { privacy: 0 } } as const;
const UPDATE = { kind: 'change', change: { results: 1 } } as const;
const DELETE = { kind: 'delete', dueAt: IN_SIX_SECONDS.dueAt } as const;

/** Lets a task go out, and gives its id. */
function letOut(task: WriteTask | undefined): string | null {
  if (task === undefined) return null;
  inHand.set(task.id, task);
  return task.id;
}

/** The ids of all in the order in which they go out, two at a time, each answered at once. */
function inOrder(): string[] {
  const ids: string[] = [];
  for (;;) {
    const task = turns.nextSingle() ?? turns.nextOfBatch();
    if (task === undefined) return ids;
    for (const other of turns.overtaken(task)) index.remove(other);
    index.remove(task);
    ids.push(task.id);
  }
}

describe('the next task to go out', () => {
  it('is the earliest of its report, and a single press before rows of batches', () => {
    ask(change('a'));
    askMany('b', PUBLISH, 3);
    ask(change('c'), change('d', WAITING, sampleReport('9')));
    expect(inOrder()).toEqual(['a', 'b-0', 'c', 'd', 'b-1', 'b-2']);
  });

  it('is of the older of two batches', () => {
    askMany('b', UPDATE, 2);
    askMany('c', PUBLISH, 2, 2);
    expect(inOrder()).toEqual(['b-0', 'b-1', 'c-0', 'c-1']);
  });

  it('is of no report that has a task out', () => {
    askMany('b', PUBLISH, 2);
    ask(change('a'));
    expect(letOut(turns.nextSingle())).toBe('b-0');
    expect(letOut(turns.nextSingle())).toBeNull();
    expect(letOut(turns.nextOfBatch())).toBe('b-1');
    expect(letOut(turns.nextOfBatch())).toBeNull();
  });

  it('is another task than the task that closed the gate', () => {
    askMany('b', PUBLISH, 2);
    ask(change('a', WAITING, sampleReport('9')));
    expect(turns.nextSingle('a')).toBeUndefined();
    expect(turns.nextOfBatch('b-0')?.id).toBe('b-1');
  });

  it('is not held back by a stuck task of the same report', () => {
    askMany('b', PUBLISH, 1);
    ask(change('a'));
    const row = index.get('b-0');
    if (row) index.put(refused(row, FAILURES['403']));
    expect(inOrder()).toEqual(['a']);
    expect([...index.stuckOf('b')].map(({ id }) => id)).toEqual(['b-0']);
  });

  it('is a deletion only six seconds after its press, for all rows of a batch at once', () => {
    askMany('b', DELETE, 2);
    askMany('c', PUBLISH, 1, 9);
    ask(deletion('a', IN_SIX_SECONDS, sampleReport('8')), change('d', WAITING, sampleReport('8')));
    expect(inOrder()).toEqual([]);
    expect(turns.times()).toEqual([START + 6000, START + 6000, START + 6000]);
    now += 6000;
    expect(inOrder()).toEqual(['a', 'd', 'b-0', 'b-1', 'c-0']);
  });
});

describe('a batch that is on hold', () => {
  it.each<[string, typeof PUBLISH | typeof UPDATE | typeof DELETE, Task, string[]]>([
    ['a press for the same field', PUBLISH, change('a'), ['b-0']],
    ['a press for another field', UPDATE, change('a'), []],
    ['a press that deletes the report', UPDATE, deletion('a'), ['b-0']],
    ['a press on a report that the batch would delete', DELETE, change('a'), ['b-0']],
    ['a press on another report', PUBLISH, change('a', WAITING, sampleReport('2')), []],
  ])('holds back no single press, and drops or keeps its row at %s', (_, work, press, ids) => {
    askMany('b', work, 1);
    held.add('b');
    ask(press);
    const task = turns.nextSingle();
    expect(task?.id).toBe('a');
    expect(task && turns.overtaken(task).map(({ id }) => id)).toEqual(ids);
    expect([turns.nextOfBatch(), turns.times()]).toEqual([undefined, [0]]);
  });

  it('still holds back presses on a report whose row is out', () => {
    askMany('b', PUBLISH, 1);
    ask(change('a'));
    const row = index.get('b-0');
    if (row) index.put({ ...row, state: SENT });
    letOut(index.get('b-0') as WriteTask);
    held.add('b');
    expect(turns.nextSingle()).toBeUndefined();
  });

  it('keeps its row if the press came before the batch', () => {
    ask(change('a'));
    askMany('b', PUBLISH, 1);
    held.add('b');
    const task = turns.nextSingle();
    expect(task && turns.overtaken(task)).toEqual([]);
  });
});

it.each([10, 10_000])('finding the next task looks at few rows of a batch of %i', (count) => {
  ask(...['1', '2', '3'].map((id) => change(id, WAITING, sampleReport(id))));
  askMany('b', UPDATE, count);
  askMany('c', PUBLISH, count);
  ask(change('late', WAITING, sampleReport(String(count))));
  const first = turns.nextSingle();
  const out = [first, turns.nextOfBatch()].map(letOut);
  turns.nextOfBatch();
  turns.times();
  if (first) turns.overtaken(first);
  expect(out).toEqual(['1', 'b-3']);
  expect(looks).toBeLessThanOrEqual(3 * 6);
});

it('a task sent again after it was stuck keeps its place in the order of its report', () => {
  askMany('b', PUBLISH, 1);
  ask(change('a'), change('c'));
  const task = index.get('a');
  if (task) index.put(refused(task, FAILURES['403']));
  if (task) index.put(task);
  expect(index.ofReport('1').map(({ id }) => id)).toEqual(['b-0', 'a', 'c']);
  for (const one of index.ofReport('1')) index.remove(one);
  expect([index.ofReport('1'), [...index.writesOf('b')].filter(isWrite)]).toEqual([[], []]);
});
