import { beforeEach, describe, expect, it } from 'vitest';
import { referTo } from '@/lib/report/report-reference';
import type { Batch } from '@/lib/task/batch/batch';
import { overruledBy, overruledChanges } from '@/lib/task/new-tasks';
import { refused } from '@/lib/task/steps';
import { createTaskStore, type TaskStore } from '@/lib/task/store/task-store';
import type { Task } from '@/lib/task/task';
import { createTurns } from '@/lib/task/turns';
import { emptyBrowser } from '../../support/empty-browser';
import { FAILURES } from '../../support/sample-failures';
import { sampleReport } from '../../support/sample-report';
import { change, creation, deletion } from '../../support/sample-task';

const START = Date.parse('2026-11-02T12:00:00.000Z');
const WAITING = { name: 'waiting', until: null } as const;
const IN_SIX_SECONDS = { name: 'waiting', until: '2026-11-02T12:00:06.000Z' } as const;
const DONE = { standing: { name: 'done' }, report: null, summary: null } as const;
const PUBLISH = { kind: 'change', change: { privacy: 0 } } as const;
const UPDATE = { kind: 'change', change: { results: 1 } } as const;
const DELETE = { kind: 'delete', dueAt: IN_SIX_SECONDS.until } as const;

let now: number;
let store: TaskStore;
let inHand: Map<string, Task>;
let holdsBatches: boolean;
let turns: ReturnType<typeof createTurns>;

beforeEach(() => {
  emptyBrowser();
  now = START;
  inHand = new Map();
  holdsBatches = false;
  store = createTaskStore({
    connectionId: 'c',
    outcomes: { load: async () => {}, note() {}, singles: () => [], hasCreated: () => false },
    ...{ shownGate: async () => null, show: async () => {}, showSoon() {} },
    ...{ signal: new AbortController().signal, now: () => now },
  });
  turns = createTurns(
    store,
    inHand,
    () => holdsBatches,
    () => now,
  );
});

/** Asks for single tasks, one after the other. */
async function ask(...tasks: Task[]): Promise<void> {
  for (const task of tasks) await store.save([{ ...task, askedAt: store.latestAskedAt() + 1 }]);
}

function batchOf(id: string, size: number, work: object): Batch {
  const askedAt = new Date(Math.max(START, store.latestAskedAt() + 1)).toISOString();
  const facts = { id, keeping: 'disk', askedAt, size, isPaused: false, pausedBy: null };
  return { ...facts, ended: null, isSeen: false, ...work } as Batch;
}

/** Asks for something to be done with many reports, which are named by numbers. */
async function askMany(id: string, work: object, count: number, first = 1): Promise<void> {
  const rows = Array.from({ length: count }, (_, row) =>
    referTo(sampleReport(String(first + row))),
  );
  await store.saveBatch(batchOf(id, count, work), rows, []);
}

/** Asks for many reports. */
async function createMany(id: string, ...urls: string[]): Promise<void> {
  await store.saveBatch(
    batchOf(id, urls.length, { kind: 'create', privacy: 1, leftOut: {} }),
    urls,
    [],
  );
}

/** Lets a task go out, and gives its id. */
function letOut(task: Task | undefined): string | null {
  if (task === undefined) return null;
  inHand.set(task.id, task);
  return task.id;
}

/** The ids of all changes and deletions in the order in which they go out, each answered at once. */
async function inOrder(): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const task = turns.nextWrite() ?? turns.nextWriteOfBatch();
    if (task === undefined) return ids;
    await store.finish(task, DONE);
    ids.push(task.id);
  }
}

describe('the next change or deletion', () => {
  it('is of no report that has a task out', async () => {
    await askMany('b', PUBLISH, 2);
    await ask(change('a'));
    expect(letOut(turns.nextWrite())).toBe('a');
    expect(letOut(turns.nextWrite())).toBeNull();
    expect(letOut(turns.nextWriteOfBatch())).toBe('b-1');
    expect(letOut(turns.nextWriteOfBatch())).toBeNull();
  });

  it('is a deletion only six seconds after its press, then before other changes of its report', async () => {
    await askMany('b', DELETE, 2);
    await askMany('c', PUBLISH, 1, 9);
    await askMany('e', UPDATE, 1);
    const report = sampleReport('8');
    await ask(change('d', WAITING, report), deletion('a', IN_SIX_SECONDS, report));
    expect(letOut(turns.nextWrite())).toBe('d');
    inHand.clear();
    expect(turns.nextWriteOfBatch()?.id).toBe('c-0');
    expect(turns.writeTimes()).toEqual([0, START + 6000]);
    now += 6000;
    expect(await inOrder()).toEqual(['a', 'd', 'b-0', 'b-1', 'c-0', 'e-0']);
  });

  it('is of no batch that is held, and no single press waits for its rows', async () => {
    await askMany('b', PUBLISH, 1);
    await ask(change('a'));
    store.batches.locked.add('b');
    expect(await inOrder()).toEqual(['a']);
    expect(turns.writeTimes()).toEqual([]);
  });
});

describe('a change takes back when it is stored', () => {
  it.each<[string, object, Task, string[]]>([
    ['the row of a batch for the same', PUBLISH, change('a'), ['b-0']],
    ['no row for something else', UPDATE, change('a'), []],
    ['no deletion', DELETE, change('a'), []],
    ['nothing of another report', PUBLISH, change('a', WAITING, sampleReport('2')), []],
  ])('%s', async (_, work, { id, work: asked }, ids) => {
    await askMany('b', work, 1);
    const report = asked.kind === 'change' ? asked.report.id : '';
    const taken = overruledChanges(store, { privacy: 2 }, new Set([report]), id);
    expect(taken.map((task) => task.id)).toEqual(ids);
  });

  it('single ones that wait or are stuck, and none that is out', async () => {
    await ask(change('a'), refused(change('b'), FAILURES['403']), change('c', { name: 'sent' }));
    const taken = overruledBy(store, change('new'));
    await store.save([{ ...change('new'), askedAt: store.latestAskedAt() + 1 }], taken);
    expect(store.open().map(({ id }) => id)).toEqual(['c', 'new']);
  });
});

describe('the next creation', () => {
  const at = (id: string, path: string) =>
    creation(id, WAITING, { url: `https://host.example/${path}` });

  it('is one that is sent again, and none of a page that another one is out for', async () => {
    await ask(at('a', 'one'), at('b', 'one'), { ...at('c', 'two'), tries: 1 });
    expect(letOut(turns.nextCreation())).toBe('c');
    expect(letOut(turns.nextCreation())).toBe('a');
    expect(turns.nextCreation()).toBeUndefined();
  });

  it('is of a batch in its order, unless the batch is held, or has to wait for a look', async () => {
    await createMany('b', 'https://host.example/1', 'https://host.example/2');
    expect([turns.nextCreation(), letOut(turns.nextCreationOfBatch())]).toEqual([undefined, 'b-0']);
    expect(turns.nextCreationOfBatch()?.id).toBe('b-1');
    holdsBatches = true;
    expect(turns.nextCreationOfBatch()).toBeUndefined();
    holdsBatches = false;
    store.batches.locked.add('b');
    expect(turns.nextCreationOfBatch()).toBeUndefined();
  });
});
