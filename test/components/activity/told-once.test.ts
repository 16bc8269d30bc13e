import { signal } from '@preact/signals';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createActivity } from '@/components/activity/activity-state';
import { doneMessage, gateWords } from '@/components/activity/activity-words';
import { createAsk } from '@/components/activity/ask-state';
import { lineOf } from '@/components/activity/line';

import type { ActivityView, Subject } from '@/components/activity/subject';
import type { Failure } from '@/lib/failure';
import { referTo } from '@/lib/report/report-reference';
import type { BatchLine } from '@/lib/task/batch/batch';
import { DONE, type Standing } from '@/lib/task/standing';
import type { Task } from '@/lib/task/task';
import { type TaskOutcome, wishOf } from '@/lib/task/task-outcome';
import { EMPTY_TASK_VIEW, type TaskCounts } from '@/lib/task/task-view';
import { newSeed } from '../../endurance/random';
import { useMessageKeys } from '../../support/message-keys';
import { sampleReport } from '../../support/sample-report';
import { change, closedGate, creation, deletion, sampleBatch } from '../../support/sample-task';

useMessageKeys({ filled: true });

const VIEWS = Number(process.env.VIEWS ?? 300);
const failure: Failure = { code: 'unreachable' };
const LATER = '2999-01-01T00:00:00.000Z';

const states: fc.Arbitrary<Standing> = fc.constantFrom<Standing[]>(
  { name: 'waiting', until: null },
  { name: 'sent' },
  { name: 'unknown', looks: 0, lookAt: LATER, failure },
  { name: 'unknown', looks: 0, lookAt: LATER, failure: null },
  { name: 'stuck', reason: 'refused', failure: { code: 'notAllowed', message: null } },
  { name: 'stuck', reason: 'password', failure: null },
);

/** What one thing that was asked for is like. */
const wished = fc.record({
  kind: fc.constantFrom('create' as const, 'change' as const, 'delete' as const),
  state: states,
  /** How far it has come; the view has no room for what is out of sight. */
  stage: fc.constantFrom('open', 'open', 'open', 'outOfSight', 'done', 'doneBefore'),
});
type Wished = typeof wished extends fc.Arbitrary<infer One> ? One : never;

function taskOf({ kind, stage, ...one }: Wished, id: string): Task {
  // What is stuck or out comes first in the view.
  const state: Standing = stage === 'outOfSight' ? { name: 'waiting', until: null } : one.state;
  const report = sampleReport(id, { url: `https://${id}.example/` });
  if (kind === 'create') return creation(id, state, { url: `https://${id}.example/` });
  const isLost =
    state.name === 'unknown' || (state.name === 'stuck' && state.reason === 'password');
  const known: Standing = isLost ? { name: 'waiting', until: null } : state;
  return kind === 'change' ? change(id, known, report) : deletion(id, known, report);
}

function countOf(tasks: readonly Task[]): TaskCounts {
  const going = (kind: string) =>
    tasks.filter(({ work, standing }) => work.kind === kind && standing.name !== 'stuck').length;
  const stuck = tasks.filter(({ standing }) => standing.name === 'stuck').length;
  return { create: going('create'), change: going('change'), delete: going('delete'), stuck };
}

function outcomeOf(task: Task, number: number): TaskOutcome {
  const { id, askedAt } = task;
  const summary = sampleReport(id, { url: `https://${id}.example/` });
  return {
    ...{ number, id, isRow: false, isRenewed: false, wish: wishOf(task), standing: DONE },
    ...{ report: referTo(summary), summary, askedAt, endedAt: Date.now() },
  };
}

/** A page that was opened when some of these had ended, and what it tells when others have. */
function pageWith(all: readonly Wished[], batches: BatchLine[], isClosed: boolean) {
  const made = all.map((one, at) => {
    const task = { ...taskOf(one, `t${at}x`), askedAt: at };
    return { ...one, id: task.id, task };
  });
  const outcomesOf = (stage: Wished['stage'], from: number) =>
    made.filter((one) => one.stage === stage).map(({ task }, at) => outcomeOf(task, from + at));
  const former = outcomesOf('doneBefore', 1);
  const view = signal<ActivityView>({ ...EMPTY_TASK_VIEW, outcomes: former });
  const background = {
    ...{ add: async () => ({ value: null }), cancel: async () => ({ value: true }) },
    ...{ retry: async () => ({ value: null }), retryNow: async () => ({ value: null }) },
    ...{ addBatch: async () => ({ value: null }), steerBatch: async () => ({ value: null }) },
  };
  const asking = createAsk(background, view);
  const open = made.filter(({ stage }) => stage === 'open' || stage === 'outOfSight');
  const counts = countOf(open.map(({ task }) => task));
  view.value = {
    ...{ ordinary: counts, all: counts, batches, gate: isClosed ? closedGate(failure) : null },
    tasks: open.filter(({ stage }) => stage === 'open').map(({ task }) => task),
    deleting: [],
    outcomes: [...former, ...outcomesOf('done', 100)],
  };
  const activity = createActivity({
    ...{ background, view, asking, onDoubt() {} },
    listed: signal(made.map(({ id }) => sampleReport(id, { url: `https://${id}.example/` }))),
    awaitedOf: () => null,
    formPage: signal(null),
    openId: signal(undefined),
  });
  return { made, open, activity };
}

const batch = fc
  .record({
    id: fc.uuid(),
    done: fc.nat(4),
    gone: fc.nat(1),
    failed: fc.nat(2),
    waiting: fc.nat(2),
    underWay: fc.nat(1),
    isPaused: fc.boolean(),
    isSeen: fc.boolean(),
    needsPassword: fc.boolean(),
  })
  .map(({ id, ...fields }) => sampleBatch(id, fields));

it('every task, whatever its state, is told once: in its own line or in a count', () => {
  const seed = Number(process.env.SEED ?? newSeed());
  const property = fc.property(
    fc.array(wished, { maxLength: 16 }),
    fc.uniqueArray(batch, { maxLength: 3, selector: ({ id }) => id }),
    fc.boolean(),
    (all, batches, isClosed) => {
      const { made, open, activity } = pageWith(all, batches, isClosed);
      const gate = activity.gate.value;
      const say = (one: Subject) => {
        const { sentence, about, reason } = lineOf(one, { gate, isGateTold: true });
        return [sentence, about?.address, reason].join(' ');
      };
      const facts = { retryState: null, isLookedForAlone: false };
      const told = [
        ...activity.lines.value.map(say),
        ...activity.rest.value.map(say),
        ...(gate ? Object.values(gateWords(gate, facts)) : []),
        doneMessage(activity.doneCounts.value),
      ];
      const times = (text: string) => told.join(' ').split(text).length - 1;
      const idsOf = (stage: Wished['stage']) =>
        made.filter((one) => one.stage === stage).map(({ id }) => id);

      // Each open task is in one line, its own or one behind the last, or is counted behind that.
      for (const id of idsOf('open')) expect([id, times(id)]).toEqual([id, 1]);
      expect(activity.unseen.value).toBe(idsOf('outOfSight').length);
      // Each task that has ended since is in a line, or is counted by its kind.
      const counted = activity.doneCounts.value.reduce((sum, { count }) => sum + count, 0);
      const inLines = idsOf('done').filter((id) => times(id) === 1);
      expect(inLines.length + counted).toBe(idsOf('done').length);
      for (const id of idsOf('doneBefore')) expect(times(id)).toBe(0);
      // The newest has a line.
      const newest = made.findLast(({ stage }) => stage === 'open' || stage === 'done');
      if (newest) expect(activity.lines.value[0]?.id).toBe(newest.id);
      expect(activity.lines.value.length).toBeLessThanOrEqual(5);
      // Each batch that nobody has seen end has a line, and the closed gate is told of once, where anything waits.
      const unseen = batches.filter(
        ({ waiting: left, underWay, isSeen }) => left + underWay > 0 || !isSeen,
      );
      expect(activity.batches.shown.value).toEqual(unseen);
      expect(times('failure_unreachable')).toBeLessThanOrEqual(
        1 +
          open.filter(({ task }) => task.standing.name === 'unknown').length *
            Number(gate === null),
      );
      if (gate !== null) expect(times('failure_unreachable')).toBe(1);
    },
  );
  fc.assert(property, { numRuns: VIEWS, seed });
});
