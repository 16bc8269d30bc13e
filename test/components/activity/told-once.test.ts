import { signal } from '@preact/signals';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createActivity } from '@/components/activity/activity-state';
import { doneMessage, gateWords, restMessage } from '@/components/activity/activity-words';
import { lineOf } from '@/components/activity/line';
import { createPresses } from '@/components/activity/presses-state';
import type { ActivityView, Subject } from '@/components/activity/subject';
import type { Failure } from '@/lib/failure';
import { referTo } from '@/lib/report/report-reference';
import type { BatchLine } from '@/lib/task/batch/batch';
import { CANCELLED, DONE, type Standing } from '@/lib/task/standing';
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

/** What one thing that was asked for is like, and what the page knows of it. */
const wished = fc.record({
  kind: fc.constantFrom('create' as const, 'change' as const, 'delete' as const),
  state: states,
  /** Whether this page has asked for it. */
  isOwn: fc.boolean(),
  /** How far it has come; the view has no room for what is out of sight. */
  stage: fc.constantFrom('open', 'open', 'open', 'outOfSight', 'done', 'doneBefore', 'notTaken'),
  wasHeld: fc.boolean(),
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

function outcomeOf(task: Task, wasHeld: boolean): TaskOutcome {
  const { id } = task;
  const summary = sampleReport(id, { url: `https://${id}.example/` });
  return {
    ...{ number: 0, id, isRow: false, isRenewed: false, wish: wishOf(task), standing: DONE },
    ...{ report: referTo(summary), summary, askedAt: 1, endedAt: 1, wasHeld },
  };
}

/** A page that has asked for its part of these, and what it tells then. */
async function pageWith(all: readonly Wished[], batches: BatchLine[], isClosed: boolean) {
  const made = all.map((one, at) => ({ ...one, id: `t${at}x`, task: taskOf(one, `t${at}x`) }));
  const view = signal<ActivityView>({ ...EMPTY_TASK_VIEW, outcomes: [] });
  const add = async ([one]: readonly { id: string }[]) =>
    made.find(({ id }) => id === one?.id)?.stage === 'notTaken'
      ? { failure: { code: 'notStored' as const } }
      : { value: null };
  const background = {
    ...{ add, cancel: async () => ({ value: true }) },
    ...{ retry: async () => ({ value: null }), retryNow: async () => ({ value: null }) },
    ...{ addBatch: async () => ({ value: null }), steerBatch: async () => ({ value: null }) },
  };
  const former = made.filter(({ stage }) => stage === 'doneBefore');
  const outcomesOf = (some: typeof made) =>
    some.map(({ task, wasHeld }) => outcomeOf(task, wasHeld));
  const presses = createPresses({ background, view });
  const own = made.filter(({ isOwn }) => isOwn);
  for (const { task, stage } of own) {
    if (stage === 'doneBefore') await presses.ask({ id: task.id, ...task.work } as never);
  }
  view.value = { ...EMPTY_TASK_VIEW, outcomes: outcomesOf(former) };
  const last = creation('last');
  await presses.ask({ id: last.id, ...last.work });
  for (const { task, stage } of own) {
    if (stage !== 'doneBefore') await presses.ask({ id: task.id, ...task.work } as never);
  }
  const open = made.filter(({ stage }) => stage === 'open' || stage === 'outOfSight');
  const counts = countOf(open.map(({ task }) => task));
  view.value = {
    ...{ ordinary: counts, all: counts, batches, gate: isClosed ? closedGate(failure) : null },
    tasks: open.filter(({ stage }) => stage === 'open').map(({ task }) => task),
    deleting: [],
    outcomes: [
      { ...outcomeOf(last, false), standing: CANCELLED },
      ...outcomesOf([...former, ...made.filter(({ stage }) => stage === 'done')]),
    ],
  };
  const activity = createActivity({
    ...{ background, view, presses, onDoubt() {} },
    listed: signal(made.map(({ id }) => sampleReport(id, { url: `https://${id}.example/` }))),
    awaitedOf: () => null,
    formPressId: signal(null),
    openId: signal(undefined),
  });
  return { made, open, own, activity };
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
    needsPassword: fc.boolean(),
  })
  .map(({ id, ...fields }) => sampleBatch(id, fields));

it('every task, whatever its state, is told once: in its own line or in a count', async () => {
  const seed = Number(process.env.SEED ?? newSeed());
  const property = fc.asyncProperty(
    fc.array(wished, { maxLength: 16 }),
    fc.uniqueArray(batch, { maxLength: 3, selector: ({ id }) => id }),
    fc.boolean(),
    async (all, batches, isClosed) => {
      const { made, open, own, activity } = await pageWith(all, batches, isClosed);
      const gate = activity.gate.value;
      const say = (one: Subject) => {
        const { sentence, about, reason } = lineOf(one, { gate, isGateTold: true });
        return [sentence, about?.address, reason].join(' ');
      };
      const counted = activity.restCounts.value;
      const facts = { retryState: null, isLookedForAlone: false };
      const told = [
        ...activity.lines.value.map(say),
        ...activity.rest.value.map(say),
        ...(gate ? Object.values(gateWords(gate, facts)) : []),
        restMessage(counted, false),
        doneMessage(activity.doneCounts.value),
      ];
      const times = (text: string) => told.join(' ').split(text).length - 1;

      // Each open task that the view shows is in one line, its own or one behind the last.
      for (const { id } of made) expect(times(id)).toBeLessThanOrEqual(1);
      for (const { id, stage } of open)
        if (stage === 'open') expect([id, times(id)]).toEqual([id, 1]);
      // Each open task has its own line, or is counted in the last.
      const isOpen = ({ id }: Subject) => open.some((one) => one.id === id);
      const { stuck, creating, changing, lookedFor, waiting, unseen } = counted;
      const others =
        creating + changing + lookedFor + Object.values(waiting).reduce((a, b) => a + b);
      const lines = activity.lines.value.filter(isOpen);
      expect(lines.length + stuck + others).toBe(open.length);
      expect(unseen).toBeLessThanOrEqual(open.length);
      // Each press that is open, or done since the last, is told of.
      const dones = own.filter(({ stage }) => stage === 'done');
      const count = activity.doneCounts.value.reduce((sum, one) => sum + one.count, 0);
      const held = made.filter((one) => one.stage === 'done' && !one.isOwn && one.wasHeld);
      const withLine = dones.filter(({ id }) => activity.lines.value.some((one) => one.id === id));
      expect(withLine.length + count).toBe(dones.length + held.length);
      for (const { id, stage } of own) if (stage === 'notTaken') expect(times(id)).toBe(1);
      for (const { id, stage } of made) if (stage === 'doneBefore') expect(times(id)).toBe(0);
      // Each batch that goes on has a line, and the closed gate is told of once, where anything waits.
      const going = batches.filter(({ waiting: left, underWay }) => left + underWay > 0);
      expect(activity.batches.shown.value).toEqual(going);
      expect(times('failure_unreachable')).toBeLessThanOrEqual(
        1 +
          open.filter(({ task }) => task.standing.name === 'unknown').length *
            Number(gate === null),
      );
      if (gate !== null) expect(times('failure_unreachable')).toBe(1);
    },
  );
  await fc.assert(property, { numRuns: VIEWS, seed });
});
