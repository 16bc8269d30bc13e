import { describe, expect, it } from 'vitest';
import { ownReports, scenario, times } from './scenario-builder';
import type { World } from './simulation';

const REFUSED = { fate: 'says 422' } as const;
const NO_PAUSE = { isPaused: false, pauseReason: null };

async function line({ view }: World) {
  return (await view()).batches[0];
}

describe('the pause of a batch', () => {
  it('ends when a batch at the limit of a plan is cancelled, and Retry failed sends again', async () => {
    let refused = 0;
    const { world } = await scenario({ limit: 3 })
      .createBatch(30)
      .wait(60)
      .check(async (there) => expect(await line(there)).toMatchObject({ isPaused: true }))
      .actOnCreations({ kind: 'cancel' })
      .wait(1)
      .check(async (there) => {
        expect(await line(there)).toMatchObject({ ...NO_PAUSE, waiting: 0, done: 3 });
        refused = (await line(there))?.failed ?? 0;
      })
      .actOnCreations({ kind: 'retry' })
      .run();
    expect(refused).toBeGreaterThanOrEqual(5);
    expect(times(world, 'create')).toHaveLength(3 + 2 * refused);
    expect(await line(world)).toMatchObject({ ...NO_PAUSE, waiting: 0, failed: refused });
  });

  it('does not begin after five refusals if no operation is left', async () => {
    const builder = scenario().createBatch(5);
    for (let page = 0; page < 5; page += 1) builder.meets(REFUSED);
    const { world } = await builder
      .wait(60)
      .check(async (there) => expect(await line(there)).toMatchObject({ ...NO_PAUSE, failed: 5 }))
      .actOnCreations({ kind: 'retry' })
      .run();
    expect(ownReports(world)).toHaveLength(5);
    expect(await line(world)).toMatchObject({ ...NO_PAUSE, done: 5 });
  });

  it('ends when a batch without its password is cancelled', async () => {
    const { world } = await scenario()
      .createBatch(20, 'word')
      .wait(0.5)
      .step({ do: 'restart the browser', afterStorageCalls: 0 })
      .wait(20)
      .check(async (there) =>
        expect(await line(there)).toMatchObject({ pauseReason: { code: 'password' } }),
      )
      .actOnCreations({ kind: 'cancel' })
      .wait(1)
      .step({ do: 'restart the browser', afterStorageCalls: 0 })
      .run();
    expect(await line(world)).toMatchObject({ ...NO_PAUSE, waiting: 0 });
  });

  it('ends when newer updates replace all operations that wait', async () => {
    const builder = scenario({ reportsAtStart: 'many' }).updateBatch(12, { privacy: 0 });
    for (let report = 0; report < 7; report += 1) builder.meets(REFUSED);
    const { view } = await builder
      .wait(10)
      .check(async (there) => expect(await line(there)).toMatchObject({ isPaused: true }))
      .updateBatch(12, { privacy: 1 })
      .run();
    expect(view.batches.at(-1)).toMatchObject({ ...NO_PAUSE, waiting: 0 });
  });
});

describe('a service whose answers cannot be read', () => {
  it.each([
    ['redirects', { fate: 'redirects', after: 0.2, work: null }, 'redirected'],
    ['web pages', { fate: 'answers with HTML', after: 0.2, work: null }, 'unexpectedAnswer'],
  ] as const)('pauses a batch of creations after five %s', async (_, fate, code) => {
    const builder = scenario().createBatch(60);
    for (let page = 0; page < 60; page += 1) builder.meets(fate);
    const { world } = await builder.run();
    expect(times(world, 'create').length).toBeLessThanOrEqual(6);
    expect(times(world, 'list').length).toBeLessThanOrEqual(65);
    expect(await line(world)).toMatchObject({
      isPaused: true,
      pauseReason: { code: 'refusals', failure: { code } },
    });
  });

  it('pauses a batch of updates after five redirects and web pages', async () => {
    const builder = scenario({ reportsAtStart: 'many' }).updateBatch(40, { privacy: 0 });
    for (let report = 0; report < 20; report += 1) {
      builder.meets({ fate: 'redirects', after: 0.2, work: null });
      builder.meets({ fate: 'answers with HTML', after: 0.2, work: null });
    }
    const { world } = await builder.run();
    expect(times(world, 'update').length).toBeLessThanOrEqual(6);
    expect(await line(world)).toMatchObject({ isPaused: true, pauseReason: { code: 'refusals' } });
  });
});
