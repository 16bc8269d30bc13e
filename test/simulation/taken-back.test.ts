import { describe, expect, it } from 'vitest';
import type { Status } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { ScenarioBuilder } from './scenario-builder';
import { ownReports, scenario, times } from './scenario-builder';
import type { SeenView, World } from './simulation';

/** The connection breaks, and the service never does the work. */
const LOST = { fate: 'breaks off', after: 1, work: null } as const;
/** The connection breaks after the service has done the work. */
const DONE = { fate: 'breaks off', after: 1, work: 0.1 } as const;
const UNREADABLE = { fate: 'answers with HTML', after: 1, work: 0.1 } as const;
const STOP = { do: 'stop the worker', afterStorageCalls: 0 } as const;
/** Until the request of a deletion is in flight. */
const UNTIL_DELETION = 6.5;

function endsOf({ recent }: SeenView): Status[] {
  return recent.map(({ operation }) => operation.status);
}

/** Expects one press on *Cancel* or *Undo* that was accepted. */
function expectAccepted({ person }: World): void {
  const answers = person.requested.flatMap(({ cancelAttempts }) => cancelAttempts);
  expect(answers.map(({ answer }) => answer)).toEqual([true]);
}

describe('a creation that is cancelled during its request', () => {
  const cancelled = (builder: ScenarioBuilder) => builder.wait(0.5).cancel();

  it('ends as cancelled, without a second request, if the service has not made the report', async () => {
    const { world, view } = await cancelled(scenario().create().meets(LOST)).run();
    expectAccepted(world);
    expect(times(world, 'create')).toHaveLength(1);
    expect(endsOf(view)).toEqual([{ name: 'cancelled' }]);
  });

  it('ends as done if a lookup finds the report', async () => {
    const { world, view } = await cancelled(scenario().create().meets(DONE)).run();
    expectAccepted(world);
    expect(view.recent).toMatchObject([
      { operation: { status: { name: 'done' }, isTakenBack: true }, report: { id: '9' } },
    ]);
  });

  it('ends as cancelled with mayExist if lookups stay uncertain', async () => {
    const { world, view } = await cancelled(scenario({ ids: 'words' }).create().meets(LOST)).run();
    expect(times(world, 'create')).toHaveLength(1);
    expect(endsOf(view)).toEqual([{ name: 'cancelled', mayExist: true }]);
  });

  it('ends as cancelled after a redirect that made no report', async () => {
    const redirected = { fate: 'redirects', after: 1, work: null } as const;
    const { world, view } = await cancelled(scenario().create().meets(redirected)).run();
    expect(times(world, 'create')).toHaveLength(1);
    expect(endsOf(view)).toEqual([{ name: 'cancelled' }]);
  });

  it.each([
    ['a refusal', { fate: 'says 422' }],
    ['429', { fate: 'says 429', retryAfter: 60 }],
    ['503 with a time', { fate: 'says 503', retryAfter: 60 }],
    ['401', { fate: 'refuses the key' }],
    ['a firewall', { fate: 'meets a firewall' }],
  ] as const)('ends as cancelled after %s', async (_, fate) => {
    const { world, view } = await scenario().create().meets(fate).wait(0.05).cancel().run();
    expectAccepted(world);
    expect(times(world, 'create')).toHaveLength(1);
    expect(endsOf(view)).toEqual([{ name: 'cancelled' }]);
  });

  it('is not sent again after a stopped worker', async () => {
    const { world, view } = await scenario()
      .create()
      .meets({ ...LOST, after: 20 })
      .wait(5)
      .cancel()
      .wait(1)
      .step(STOP)
      .run();
    expect(times(world, 'create')).toHaveLength(1);
    expect(endsOf(view)).toEqual([{ name: 'cancelled' }]);
  });
});

it('a creation that is cancelled while it is looked up is not sent again', async () => {
  const { world, view } = await scenario().create().meets(LOST).wait(30).cancel().run();
  expectAccepted(world);
  expect(times(world, 'create')).toHaveLength(1);
  expect(endsOf(view)).toEqual([{ name: 'cancelled' }]);
});

describe('an edit that is taken back during its request', () => {
  it('reads the report once, and ends as cancelled if the report exists', async () => {
    const { world, view } = await scenario()
      .remove()
      .meets(LOST)
      .wait(UNTIL_DELETION)
      .cancel()
      .run();
    expectAccepted(world);
    expect([times(world, 'remove').length, times(world, 'get').length]).toEqual([1, 1]);
    expect(endsOf(view)).toEqual([{ name: 'cancelled' }]);
    expect(world.service.rows.every(({ gone }) => gone === null)).toBe(true);
  });

  it('ends as done if the service has deleted the report', async () => {
    const { world, view } = await scenario()
      .remove()
      .meets(DONE)
      .wait(UNTIL_DELETION)
      .cancel()
      .run();
    expectAccepted(world);
    expect(times(world, 'remove')).toHaveLength(1);
    expect(endsOf(view)).toMatchObject([{ name: 'done' }]);
  });

  it.each([
    ['done if the report has its privacy', { privacy: Privacy.Public }, DONE, 'done'],
    ['cancelled if the report has another privacy', { privacy: Privacy.Public }, LOST, 'cancelled'],
    ['done if the report has a newer result', { results: 1 }, DONE, 'done'],
    ['cancelled if the report has no newer result', { results: 1 }, LOST, 'cancelled'],
    ['done if its answer is unreadable', { privacy: Privacy.Public }, UNREADABLE, 'done'],
  ] as const)('ends as %s', async (_, change, fate, end) => {
    const { world, view } = await scenario().change(change).meets(fate).wait(0.5).cancel().run();
    expectAccepted(world);
    expect([times(world, 'update').length, times(world, 'get').length]).toEqual([1, 1]);
    expect(endsOf(view)).toMatchObject([{ name: end }]);
  });

  it('ends as gone if the report of an update is gone', async () => {
    const builder = scenario().change({ privacy: Privacy.Public }).meets(LOST).wait(0.5).cancel();
    const { world, view } = await builder.step({ do: 'somebody deletes', which: 0 }).run();
    expect(times(world, 'update')).toHaveLength(1);
    expect(endsOf(view)).toEqual([{ name: 'gone' }]);
  });

  it.each([
    ['a refusal', { fate: 'says 422' }],
    ['429', { fate: 'says 429', retryAfter: 60 }],
    ['401', { fate: 'refuses the key' }],
  ] as const)('ends as cancelled after %s, without a read', async (_, fate) => {
    const change = scenario().change({ privacy: Privacy.Public });
    const { world, view } = await change.meets(fate).wait(0.05).cancel().run();
    expectAccepted(world);
    expect([times(world, 'update').length, times(world, 'get').length]).toEqual([1, 0]);
    expect(endsOf(view)).toEqual([{ name: 'cancelled' }]);
  });

  it('allows another deletion of the report', async () => {
    const { world } = await scenario()
      .remove()
      .meets({ fate: 'says 422' })
      .wait(6.05)
      .cancel()
      .wait(0.01)
      .remove()
      .run();
    expect(times(world, 'remove')).toHaveLength(2);
    expect(world.service.rows.at(-1)?.gone).not.toBeNull();
  });

  it('keeps an update that waits in a paused batch', async () => {
    const { view } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(1, { privacy: Privacy.Public })
      .actOnEdits({ kind: 'pause' })
      .remove()
      .meets(LOST)
      .wait(UNTIL_DELETION)
      .cancel()
      .wait(30)
      .actOnEdits({ kind: 'resume' })
      .run();
    expect(view.batches).toMatchObject([{ done: 1, cancelled: 0 }]);
  });
});

describe('an edit that is taken back while it waits to be sent again', () => {
  const waiting = (fate: typeof LOST | typeof DONE) =>
    scenario().change({ privacy: Privacy.Public }).meets(fate).wait(3).cancel().wait(1);

  it('reads the report once after the backoff', async () => {
    const { world, view } = await waiting(LOST)
      .check(async (there) => {
        expect((await there.view()).singles).toMatchObject([
          { first: { status: { name: 'sending', isUndecided: true }, isTakenBack: true } },
        ]);
        expect(times(there, 'get')).toEqual([]);
      })
      .run();
    expectAccepted(world);
    expect([times(world, 'update').length, times(world, 'get').length]).toEqual([1, 1]);
    expect(times(world, 'get')[0]).toBeGreaterThanOrEqual((times(world, 'update')[0] ?? 0) + 6_000);
    expect(endsOf(view)).toEqual([{ name: 'cancelled' }]);
  });

  it('reads the report again after a stopped worker', async () => {
    // The worker stops while the read is in flight.
    const { world, view } = await waiting(DONE).wait(2.05).step(STOP).run();
    expect([times(world, 'update').length, times(world, 'get').length]).toEqual([1, 2]);
    expect(endsOf(view)).toMatchObject([{ name: 'done' }]);
  });

  it('reads the report until the service answers', async () => {
    const { world, view } = await waiting(LOST)
      .step({ do: 'the service goes down', seconds: 300, outage: 'breaks off' })
      .wait(600)
      .run();
    expect(times(world, 'update')).toHaveLength(1);
    expect(times(world, 'get').length).toBeGreaterThan(2);
    expect(endsOf(view)).toEqual([{ name: 'cancelled' }]);
  });

  it('ends as done if its lost request changed the report during the backoff of another request', async () => {
    const { world, view } = await scenario()
      .create({ url: 3 })
      .meets(LOST)
      .wait(2)
      .change({ privacy: Privacy.Public })
      .meets(DONE)
      .wait(5.5)
      .cancel()
      .run();
    expect(times(world, 'update')).toHaveLength(1);
    const [update] = world.person.requested.slice(-1);
    expect(view.recent.find(({ jobId }) => jobId === update?.request.id)).toMatchObject({
      operation: { status: { name: 'done' } },
    });
  });
});

describe('a batch that is cancelled while two of its requests are in flight', () => {
  it('creates no report afterwards', async () => {
    const { world, view } = await scenario()
      .createBatch(10)
      .meets(LOST)
      .meets(DONE)
      .wait(0.5)
      .actOnCreations({ kind: 'cancel' })
      .run();
    expect(times(world, 'create')).toHaveLength(2);
    expect(ownReports(world)).toHaveLength(1);
    expect(view.batches).toMatchObject([{ done: 1, cancelled: 9, failed: 0 }]);
  });

  it('deletes no report afterwards', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'many' })
      .removeBatch(10)
      .meets(LOST)
      .meets(DONE)
      .wait(UNTIL_DELETION)
      .actOnEdits({ kind: 'cancel' })
      .run();
    expect(times(world, 'remove')).toHaveLength(2);
    expect(view.batches).toMatchObject([{ done: 1, cancelled: 9, failed: 0 }]);
  });

  it('updates no report afterwards', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(10, { privacy: Privacy.Public })
      .meets(LOST)
      .meets(DONE)
      .wait(0.5)
      .actOnEdits({ kind: 'cancel' })
      .run();
    expect(times(world, 'update')).toHaveLength(2);
    expect(view.batches).toMatchObject([{ done: 1, cancelled: 9, failed: 0 }]);
  });
});
