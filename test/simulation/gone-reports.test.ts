import { describe, expect, it } from 'vitest';
import { GONE } from './network';
import type { Outage } from './scenario';
import { requestTimes, scenario } from './scenario-builder';
import type { Service } from './service';

const OUTAGES: Outage[] = ['says 404 in HTML', 'says 404 in JSON'];

describe.each(OUTAGES)('an outage that %s', (outage) => {
  const outageBuilder = () =>
    scenario({ reportsAtStart: 'many' })
      .wait(10)
      .step({ do: 'the service goes down', seconds: 600, outage })
      // The outage *404 in JSON* begins with 125 seconds without any answer.
      .wait(130);

  it('delays a batch of updates, and marks no report as gone', async () => {
    const { queue } = await outageBuilder()
      .updateBatch(20, { privacy: 0 })
      .wait(300)
      .check(async (simulation) => {
        const { backoff, batches } = await simulation.readShownQueue();
        expect(batches).toMatchObject([{ done: 0, gone: 0, needsAttention: 0 }]);
        expect(backoff).toMatchObject({ count: 6 });
      })
      .run();
    expect(queue.batches).toMatchObject([{ done: 20, gone: 0, needsAttention: 0 }]);
  });

  it('delays a batch of deletions until the end of the outage', async () => {
    const { queue, simulation } = await outageBuilder()
      .removeBatch(20)
      .wait(300)
      .check(async ({ readShownQueue, service }) => {
        expect((await readShownQueue()).batches).toMatchObject([{ done: 0, needsAttention: 0 }]);
        expect(service.rows.filter(({ gone }) => gone)).toEqual([]);
      })
      .run();
    expect(queue.batches).toMatchObject([{ done: 20, needsAttention: 0 }]);
    expect(simulation.service.rows.filter(({ gone }) => gone)).toHaveLength(20);
  });

  it('does not remove a report from the list when a person opens the report', async () => {
    await outageBuilder()
      .step({ do: 'open', index: 0 })
      .wait(5)
      .check(async ({ readNewestList }) =>
        expect((await readNewestList())?.reports[0]?.id).toBe('127'),
      )
      .run();
  });
});

it('an update is sent five times if its report is listed, but every answer is 404', async () => {
  const changeService = (service: Service): Service => {
    const reply = { afterMs: 100, result: () => ({ failure: GONE }) };
    return { ...service, get: () => reply, update: () => reply };
  };
  const { queue, simulation } = await scenario({}, { changeService })
    // For one minute after a success, the worker believes a 404. This wait is longer.
    .wait(70)
    .change({ privacy: 0 })
    .wait(600)
    .run();
  const status = { name: 'needsAttention', failure: { code: 'goneUnconfirmed', isListed: true } };
  expect(queue).toMatchObject({ backoff: null, singles: [{ first: { status } }] });
  const [first = 0, ...later] = requestTimes(simulation, 'update');
  // The backoff waits 5, 10, 20 and 40 seconds.
  expect(later.map((at) => Math.round((at - first) / 1000))).toEqual([5, 16, 36, 76]);
});
