import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { scenario } from './scenario-builder';
import type { World } from './simulation';

const STOP = { do: 'stop the worker', afterStorageCalls: 0 } as const;
const PUBLIC = { privacy: Privacy.Public };

function changes({ service }: World, count = 1) {
  const rows = service.rows.slice(-count).reverse();
  return rows.map((row) => row.changes.map(({ change }) => change.privacy ?? 'results'));
}

describe('the worker', () => {
  it('sends the operations of a report in the order of presses, without replaced updates', async () => {
    const { world } = await scenario({ reportsAtStart: 'many' })
      .step({ do: 'go offline' })
      .change({ privacy: Privacy.Private })
      .updateBatch(3, PUBLIC)
      .change({ privacy: Privacy.Private })
      .wait(1)
      .updateBatch(3)
      .wait(1)
      .step(STOP, { do: 'go online' })
      .run();
    const { Public, Private } = Privacy;
    expect(changes(world, 3)).toEqual([
      [Private, 'results'],
      [Public, 'results'],
      [Public, 'results'],
    ]);
  });

  it('sends an operation of a batch early if a single job of the same report waits', async () => {
    const { world } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(120, PUBLIC)
      .wait(1)
      .step({ do: 'batch of updates', from: 0, count: 1 })
      .check(({ person }) => expect(person.requested).toHaveLength(121))
      .change({ which: 9, privacy: Privacy.Private })
      .run();
    const ids = world.browser.sent.flatMap(({ verb, about }) => (verb === 'update' ? about : []));
    const last = world.person.requested.at(-1)?.request;
    const reportId = last?.kind === 'update' ? last.report.id : '';
    const positions = ids.flatMap((id, index) => (id === reportId ? [index] : []));
    expect(positions).toHaveLength(2);
    expect(positions[1]).toBeLessThan(30);
  });

  it('sends a single job before a paused batch, and cancels the batch operation on the report', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'many' })
      .step({ do: 'go offline' })
      .updateBatch(3, PUBLIC)
      .actOnEdits({ kind: 'pause' })
      .change({ privacy: Privacy.Password })
      .wait(1)
      .step({ do: 'go online' })
      .wait(60)
      .check((world) => expect(changes(world)).toEqual([[Privacy.Password]]))
      .actOnEdits({ kind: 'resume' })
      .run();
    const { Public, Password } = Privacy;
    expect(changes(world, 3)).toEqual([[Password], [Public], [Public]]);
    expect(view.batches).toMatchObject([{ size: 3, done: 2, waiting: 0 }]);
  });

  it('sends an update of results before a batch of the same reports that waits for its password', async () => {
    const { world } = await scenario({ reportsAtStart: 'many' })
      .step({ do: 'go offline' })
      .updateBatch(3, { privacy: Privacy.Password })
      .wait(1)
      .step({ do: 'restart the browser', afterStorageCalls: 0 }, { do: 'go online' })
      .wait(20)
      .change({ results: 1 })
      .wait(20)
      .check((world) => expect(changes(world)).toEqual([['results']]))
      .actOnEdits({ kind: 'resume', password: '' })
      .run();
    expect(changes(world)).toEqual([['results', Privacy.Password]]);
  });

  it('cancels a privacy update that waits during a backoff if a later update sets the privacy', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(2, PUBLIC)
      .meets({ fate: 'says 429', retryAfter: null })
      .change({ privacy: Privacy.Private })
      .run();
    expect(changes(world).at(-1)).toEqual([Privacy.Private]);
    expect(view.batches).toMatchObject([{ size: 2, done: 1, waiting: 0 }]);
  });

  it('keeps the operation of a batch if a deletion of its report is undone', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'many' })
      .step({ do: 'go offline' })
      .updateBatch(2, PUBLIC)
      .remove()
      .wait(2)
      .cancel()
      .wait(1)
      .step({ do: 'go online' })
      .run();
    expect(changes(world, 2)).toEqual([[Privacy.Public], [Privacy.Public]]);
    expect(view.batches).toMatchObject([{ size: 2, done: 2 }]);
  });

  it('sends another password after a refused password, and leaves no operation open', async () => {
    const { world, view } = await scenario({ reportsAtStart: 'many' })
      .change({ privacy: Privacy.Password })
      .meets({ fate: 'forbids' })
      .wait(2)
      .check(async (world) => expect((await world.view()).all.needsAttention).toBe(1))
      .change({ privacy: Privacy.Password })
      .run();
    expect(changes(world)).toEqual([[Privacy.Password]]);
    expect(view.all.needsAttention).toBe(0);
  });

  it('sends creations while a failing update is repeated', async () => {
    const DOWN = { fate: 'says 502', after: 0.1, work: null } as const;
    const builder = scenario({ reportsAtStart: 'many' }).change({ results: 1 });
    for (let attempt = 0; attempt < 60; attempt += 1) builder.meets(DOWN);
    for (const url of [1, 2, 3, 4, 5]) builder.wait(1000).create({ url });
    const { world, view } = await builder.wait(1000).run();
    expect(view.all).toMatchObject({ create: 0, update: 0, needsAttention: 1 });
    expect(world.service.rows.filter(({ draft }) => draft)).toHaveLength(5);
  });
});
