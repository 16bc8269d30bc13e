import { describe, expect, it } from 'vitest';
import { GONE } from './network';
import type { Outage } from './scenario';
import { scenario, times } from './scenario-builder';
import type { Service } from './service';

const OUTAGES: Outage[] = ['says 404 in HTML', 'says 404 in JSON'];

describe.each(OUTAGES)('an outage that %s', (outage) => {
  const builder = () =>
    scenario({ reportsAtStart: 'many' })
      .wait(10)
      .step({ do: 'the service goes down', seconds: 600, outage })
      .wait(130);

  it('delays a batch of updates, and marks no report as gone', async () => {
    const { view } = await builder()
      .updateBatch(20, { privacy: 0 })
      .wait(300)
      .check(async (world) => {
        const { backoff, batches } = await world.view();
        expect(batches).toMatchObject([{ done: 0, gone: 0, failed: 0 }]);
        expect(backoff).toMatchObject({ count: 6 });
      })
      .run();
    expect(view.batches).toMatchObject([{ done: 20, gone: 0, failed: 0 }]);
  });

  it('delays a batch of deletions until the end of the outage', async () => {
    const { view, world } = await builder()
      .removeBatch(20)
      .wait(300)
      .check(async ({ view, service }) => {
        expect((await view()).batches).toMatchObject([{ done: 0, failed: 0 }]);
        expect(service.rows.filter(({ gone }) => gone)).toEqual([]);
      })
      .run();
    expect(view.batches).toMatchObject([{ done: 20, failed: 0 }]);
    expect(world.service.rows.filter(({ gone }) => gone)).toHaveLength(20);
  });

  it('does not remove a report from the list when a person opens the report', async () => {
    await builder()
      .step({ do: 'open', which: 0 })
      .wait(5)
      .check(async ({ newest }) => expect((await newest())?.reports[0]?.id).toBe('127'))
      .run();
  });
});

it('an update gets five attempts if its report is listed but answers 404', async () => {
  const changeService = (service: Service): Service => {
    const missing = { after: 100, outcome: () => ({ failure: GONE }) };
    return { ...service, get: () => missing, update: () => missing };
  };
  const { view, world } = await scenario({}, { changeService })
    // After a minute, the success of the first list no longer confirms that a report is gone.
    .wait(70)
    .change({ privacy: 0 })
    .wait(600)
    .run();
  const status = { name: 'needsAttention', failure: { code: 'goneUnconfirmed', isListed: true } };
  expect(view).toMatchObject({ backoff: null, singles: [{ first: { status } }] });
  const [first = 0, ...later] = times(world, 'update');
  expect(later.map((at) => Math.round((at - first) / 1000))).toEqual([5, 16, 36, 76]);
});
