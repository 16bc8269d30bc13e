import { describe, expect, it } from 'vitest';
import type { Status } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import {
  createdReports,
  LOST_ANSWER,
  LOST_REQUEST,
  REFUSED,
  requestTimes,
  type ScenarioBuilder,
  STOP_WORKER,
  scenario,
} from './scenario-builder';
import type { ShownQueue, Simulation } from './simulation';
import type { SentRequest } from './worker';

const UNREADABLE = { kind: 'answers with HTML', answerAfter: 1, executedAfter: 0.1 } as const;

/** A deletion is sent six seconds after its press. Half a second later, its request is in flight. */
const SECONDS_UNTIL_DELETION_IS_IN_FLIGHT = 6.5;

function finalStatuses({ recent }: ShownQueue): Status[] {
  return recent.map(({ operation }) => operation.status);
}

/** Expects one press on *Cancel* or *Undo*, which had an effect. */
function expectAccepted({ person }: Simulation): void {
  const attempts = person.requested.flatMap(({ cancelAttempts }) => cancelAttempts);
  expect(attempts.map(({ hadEffect }) => hadEffect)).toEqual([true]);
}

function expectRequests(
  simulation: Simulation,
  counts: Partial<Record<SentRequest['verb'], number>>,
): void {
  for (const [verb, count] of Object.entries(counts)) {
    expect(requestTimes(simulation, verb as SentRequest['verb']), verb).toHaveLength(count);
  }
}

describe('a creation that is cancelled during its request', () => {
  const runAndCancel = (builder: ScenarioBuilder) => builder.wait(0.5).cancel().run();

  it('ends as cancelled, without a second request, if the service has created no report', async () => {
    const { simulation, queue } = await runAndCancel(scenario().create().planOutcome(LOST_REQUEST));
    expectAccepted(simulation);
    expectRequests(simulation, { create: 1 });
    expect(finalStatuses(queue)).toEqual([{ name: 'cancelled' }]);
  });

  it('ends as done if a lookup finds the report', async () => {
    const { simulation, queue } = await runAndCancel(scenario().create().planOutcome(LOST_ANSWER));
    expectAccepted(simulation);
    expect(queue.recent).toMatchObject([
      { operation: { status: { name: 'done' }, isTakenBack: true }, report: { id: '9' } },
    ]);
  });

  it('ends as cancelled, with `mayExist`, if no lookup can tell whether the report exists', async () => {
    // Without numeric ids, a creation has no baseline, so a lookup cannot recognize the report.
    const { simulation, queue } = await runAndCancel(
      scenario({ ids: 'nonNumeric' }).create().planOutcome(LOST_REQUEST),
    );
    expectRequests(simulation, { create: 1 });
    expect(finalStatuses(queue)).toEqual([{ name: 'cancelled', mayExist: true }]);
  });

  it('ends as cancelled after a redirect if the service has created no report', async () => {
    const redirected = { kind: 'redirects', answerAfter: 1, executedAfter: null } as const;
    const { simulation, queue } = await runAndCancel(scenario().create().planOutcome(redirected));
    expectRequests(simulation, { create: 1 });
    expect(finalStatuses(queue)).toEqual([{ name: 'cancelled' }]);
  });

  it.each([
    ['a refusal', REFUSED],
    ['429', { kind: 'says 429', retryAfter: 60 }],
    ['503 with Retry-After', { kind: 'says 503', retryAfter: 60 }],
    ['401', { kind: 'refuses the key' }],
    ['a firewall', { kind: 'meets a firewall' }],
  ] as const)('ends as cancelled after %s', async (_, outcome) => {
    const { simulation, queue } = await scenario()
      .create()
      .planOutcome(outcome)
      .wait(0.05)
      .cancel()
      .run();
    expectAccepted(simulation);
    expectRequests(simulation, { create: 1 });
    expect(finalStatuses(queue)).toEqual([{ name: 'cancelled' }]);
  });

  it('is not sent again after a stopped worker', async () => {
    const { simulation, queue } = await scenario()
      .create()
      .planOutcome({ ...LOST_REQUEST, answerAfter: 20 })
      .wait(5)
      .cancel()
      .wait(1)
      .step(STOP_WORKER)
      .run();
    expectRequests(simulation, { create: 1 });
    expect(finalStatuses(queue)).toEqual([{ name: 'cancelled' }]);
  });
});

it('a creation that is cancelled while it is looked up is not sent again', async () => {
  const { simulation, queue } = await scenario()
    .create()
    .planOutcome(LOST_REQUEST)
    .wait(30)
    .cancel()
    .run();
  expectAccepted(simulation);
  expectRequests(simulation, { create: 1 });
  expect(finalStatuses(queue)).toEqual([{ name: 'cancelled' }]);
});

describe('an edit that is cancelled during its request', () => {
  it('reads the report once, and ends as cancelled if the report exists', async () => {
    const { simulation, queue } = await scenario()
      .remove()
      .planOutcome(LOST_REQUEST)
      .wait(SECONDS_UNTIL_DELETION_IS_IN_FLIGHT)
      .cancel()
      .run();
    expectAccepted(simulation);
    expectRequests(simulation, { remove: 1, get: 1 });
    expect(finalStatuses(queue)).toEqual([{ name: 'cancelled' }]);
    expect(simulation.service.rows.every(({ gone }) => gone === null)).toBe(true);
  });

  it('ends as done if the service has deleted the report', async () => {
    const { simulation, queue } = await scenario()
      .remove()
      .planOutcome(LOST_ANSWER)
      .wait(SECONDS_UNTIL_DELETION_IS_IN_FLIGHT)
      .cancel()
      .run();
    expectAccepted(simulation);
    expectRequests(simulation, { remove: 1 });
    expect(finalStatuses(queue)).toMatchObject([{ name: 'done' }]);
  });

  it.each([
    [
      'done if the report has the requested privacy',
      { privacy: Privacy.Public },
      LOST_ANSWER,
      'done',
    ],
    [
      'cancelled if the report has another privacy',
      { privacy: Privacy.Public },
      LOST_REQUEST,
      'cancelled',
    ],
    ['done if the report has a newer result', { results: 1 }, LOST_ANSWER, 'done'],
    ['cancelled if the report has no newer result', { results: 1 }, LOST_REQUEST, 'cancelled'],
    [
      'done if the answer is unreadable and the report has the requested privacy',
      { privacy: Privacy.Public },
      UNREADABLE,
      'done',
    ],
  ] as const)('ends as %s', async (_, change, outcome, status) => {
    const { simulation, queue } = await scenario()
      .change(change)
      .planOutcome(outcome)
      .wait(0.5)
      .cancel()
      .run();
    expectAccepted(simulation);
    expectRequests(simulation, { update: 1, get: 1 });
    expect(finalStatuses(queue)).toMatchObject([{ name: status }]);
  });

  it('ends as gone if the report of an update is gone', async () => {
    const builder = scenario()
      .change({ privacy: Privacy.Public })
      .planOutcome(LOST_REQUEST)
      .wait(0.5)
      .cancel();
    const { simulation, queue } = await builder.step({ do: 'somebody deletes', index: 0 }).run();
    expectRequests(simulation, { update: 1 });
    expect(finalStatuses(queue)).toEqual([{ name: 'gone' }]);
  });

  it.each([
    ['a refusal', REFUSED],
    ['429', { kind: 'says 429', retryAfter: 60 }],
    ['401', { kind: 'refuses the key' }],
  ] as const)('ends as cancelled after %s, without a read', async (_, outcome) => {
    const change = scenario().change({ privacy: Privacy.Public });
    const { simulation, queue } = await change.planOutcome(outcome).wait(0.05).cancel().run();
    expectAccepted(simulation);
    expectRequests(simulation, { update: 1, get: 0 });
    expect(finalStatuses(queue)).toEqual([{ name: 'cancelled' }]);
  });

  it('allows another deletion of the report', async () => {
    const { simulation } = await scenario()
      .remove()
      .planOutcome(REFUSED)
      // The request is sent after six seconds. The refusal arrives a tenth of a second later.
      .wait(6.05)
      .cancel()
      .wait(0.01)
      .remove()
      .run();
    expectRequests(simulation, { remove: 2 });
    expect(simulation.service.rows.at(-1)?.gone).not.toBeNull();
  });

  it('does not cancel a queued update of the same report in a paused batch', async () => {
    const { queue } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(1, { privacy: Privacy.Public })
      .actOnEdits({ kind: 'pause' })
      .remove()
      .planOutcome(LOST_REQUEST)
      .wait(SECONDS_UNTIL_DELETION_IS_IN_FLIGHT)
      .cancel()
      .wait(30)
      .actOnEdits({ kind: 'resume' })
      .run();
    expect(queue.batches).toMatchObject([{ done: 1, cancelled: 0 }]);
  });
});

describe('an edit that is cancelled during the backoff after its request', () => {
  // The request fails after one second. The first pause of the backoff lasts five seconds.
  const cancelledUpdate = (outcome: typeof LOST_REQUEST | typeof LOST_ANSWER) =>
    scenario().change({ privacy: Privacy.Public }).planOutcome(outcome).wait(3).cancel().wait(1);

  it('reads the report once after the backoff', async () => {
    const { simulation, queue } = await cancelledUpdate(LOST_REQUEST)
      .check(async (simulation) => {
        // The status stays `sending` until a read of the report decides.
        expect((await simulation.readShownQueue()).singles).toMatchObject([
          { first: { status: { name: 'sending', isUndecided: true }, isTakenBack: true } },
        ]);
        expectRequests(simulation, { get: 0 });
      })
      .run();
    expectAccepted(simulation);
    expectRequests(simulation, { update: 1, get: 1 });
    const [sentAt = 0] = requestTimes(simulation, 'update');
    expect(requestTimes(simulation, 'get')[0]).toBeGreaterThanOrEqual(sentAt + 6_000);
    expect(finalStatuses(queue)).toEqual([{ name: 'cancelled' }]);
  });

  it('reads the report again after a stopped worker', async () => {
    // The worker stops while the read is in flight.
    const { simulation, queue } = await cancelledUpdate(LOST_ANSWER)
      .wait(2.05)
      .step(STOP_WORKER)
      .run();
    expectRequests(simulation, { update: 1, get: 2 });
    expect(finalStatuses(queue)).toMatchObject([{ name: 'done' }]);
  });

  it('reads the report until the service answers', async () => {
    const { simulation, queue } = await cancelledUpdate(LOST_REQUEST)
      .step({ do: 'the service goes down', seconds: 300, outage: 'breaks off' })
      .wait(600)
      .run();
    expectRequests(simulation, { update: 1 });
    expect(requestTimes(simulation, 'get').length).toBeGreaterThan(2);
    expect(finalStatuses(queue)).toEqual([{ name: 'cancelled' }]);
  });

  it('ends as done if the report has changed, during a backoff that a creation began', async () => {
    // The creation fails after a second and begins the backoff. The update is sent after six seconds, and
    // its answer is lost. The update is cancelled after that.
    const { simulation, queue } = await scenario()
      .create({ page: 3 })
      .planOutcome(LOST_REQUEST)
      .wait(2)
      .change({ privacy: Privacy.Public })
      .planOutcome(LOST_ANSWER)
      .wait(5.5)
      .cancel()
      .run();
    expectRequests(simulation, { update: 1 });
    const update = simulation.person.requested.at(-1);
    expect(queue.recent.find(({ jobId }) => jobId === update?.request.id)).toMatchObject({
      operation: { status: { name: 'done' } },
    });
  });
});

describe('a batch that is cancelled while two of its requests are in flight', () => {
  it('sends no further creation, and completes the two in flight', async () => {
    const { simulation, queue } = await scenario()
      .createBatch(10)
      .planOutcome(LOST_REQUEST)
      .planOutcome(LOST_ANSWER)
      .wait(0.5)
      .actOnCreations({ kind: 'cancel' })
      .run();
    expectRequests(simulation, { create: 2 });
    expect(createdReports(simulation)).toHaveLength(1);
    expect(queue.batches).toMatchObject([{ done: 1, cancelled: 9, needsAttention: 0 }]);
  });

  it('sends no further deletion, and completes the two in flight', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'many' })
      .removeBatch(10)
      .planOutcome(LOST_REQUEST)
      .planOutcome(LOST_ANSWER)
      .wait(SECONDS_UNTIL_DELETION_IS_IN_FLIGHT)
      .actOnEdits({ kind: 'cancel' })
      .run();
    expectRequests(simulation, { remove: 2 });
    expect(queue.batches).toMatchObject([{ done: 1, cancelled: 9, needsAttention: 0 }]);
  });

  it('sends no further update, and completes the two in flight', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(10, { privacy: Privacy.Public })
      .planOutcome(LOST_REQUEST)
      .planOutcome(LOST_ANSWER)
      .wait(0.5)
      .actOnEdits({ kind: 'cancel' })
      .run();
    expectRequests(simulation, { update: 2 });
    expect(queue.batches).toMatchObject([{ done: 1, cancelled: 9, needsAttention: 0 }]);
  });
});
