import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { history } from './story';
import type { World } from './world';

const STOP = { do: 'stop the worker', afterCalls: 0 } as const;
const PUBLIC = { privacy: Privacy.Public };

/** Returns the changes of each of the newest reports, in order. */
function changes({ service }: World, count = 1) {
  const rows = service.rows.slice(-count).reverse();
  return rows.map((row) => row.changes.map(({ change }) => change.privacy ?? 'results'));
}

describe('the order of operations on a report', () => {
  it('follows the presses, with only the last of a kind, in single jobs and batches', async () => {
    const { world } = await history({ earlier: 'many' })
      .step({ do: 'go offline' })
      .change({ privacy: Privacy.Private })
      .changeMany(3, PUBLIC)
      .change({ privacy: Privacy.Private })
      .wait(1)
      .changeMany(3)
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

  it('sends an operation of a batch earlier if a single job waits for it', async () => {
    const { world } = await history({ earlier: 'many' })
      .changeMany(120, PUBLIC)
      .wait(1)
      .step({ do: 'change many', from: 0, count: 1 })
      .look(({ person }) => expect(person.requested).toHaveLength(121))
      .change({ which: 9, privacy: Privacy.Private })
      .run();
    const ids = world.browser.sent.flatMap(({ verb, about }) => (verb === 'update' ? about : []));
    const [requested] = world.person.requested.slice(-1);
    const about = requested?.request.kind === 'update' ? requested.request.report.id : '';
    const places = ids.flatMap((id, at) => (id === about ? [at] : []));
    expect(places).toHaveLength(2);
    expect(places[1]).toBeLessThan(30);
  });

  it('lets a single job pass a paused batch, whose operation on the report is cancelled', async () => {
    const { world, view } = await history({ earlier: 'many' })
      .step({ do: 'go offline' })
      .changeMany(3, PUBLIC)
      .steerMany({ kind: 'pause' })
      .change({ privacy: Privacy.Password })
      .wait(1)
      .step({ do: 'go online' })
      .wait(60)
      .look((there) => expect(changes(there)).toEqual([[Privacy.Password]]))
      .steerMany({ kind: 'resume' })
      .run();
    const { Public, Password } = Privacy;
    expect(changes(world, 3)).toEqual([[Password], [Public], [Public]]);
    expect(view.batches).toMatchObject([{ size: 3, done: 2, waiting: 0 }]);
  });

  it('lets an update of another field pass a batch without its password, which resumes later', async () => {
    const { world } = await history({ earlier: 'many' })
      .step({ do: 'go offline' })
      .changeMany(3, { privacy: Privacy.Password })
      .wait(1)
      .step({ do: 'restart the browser', afterCalls: 0 }, { do: 'go online' })
      .wait(20)
      .change({ results: 1 })
      .wait(20)
      .look((there) => expect(changes(there)).toEqual([['results']]))
      .steerMany({ kind: 'resume', password: '' })
      .run();
    expect(changes(world)).toEqual([['results', Privacy.Password]]);
  });

  it('replaces an operation that must wait again by a later privacy', async () => {
    const { world, view } = await history({ earlier: 'many' })
      .changeMany(2, PUBLIC)
      .meets({ fate: 'says 429', retryAfter: null })
      .change({ privacy: Privacy.Private })
      .run();
    expect(changes(world).at(-1)).toEqual([Privacy.Private]);
    expect(view.batches).toMatchObject([{ size: 2, done: 1, waiting: 0 }]);
  });

  it('keeps the operation of a batch if a deletion of its report is undone', async () => {
    const { world, view } = await history({ earlier: 'many' })
      .step({ do: 'go offline' })
      .changeMany(2, PUBLIC)
      .remove()
      .wait(2)
      .cancel()
      .wait(1)
      .step({ do: 'go online' })
      .run();
    expect(changes(world, 2)).toEqual([[Privacy.Public], [Privacy.Public]]);
    expect(view.batches).toMatchObject([{ size: 2, done: 2 }]);
  });

  it('sends another password after a refused one, and leaves no operation open', async () => {
    const { world, view } = await history({ earlier: 'many' })
      .change({ privacy: Privacy.Password })
      .meets({ fate: 'forbids' })
      .wait(2)
      .look(async (there) => expect((await there.view()).all.needsAttention).toBe(1))
      .change({ privacy: Privacy.Password })
      .run();
    expect(changes(world)).toEqual([[Privacy.Password]]);
    expect(view.all.needsAttention).toBe(0);
  });

  it('sends other operations beside an update that fails until it needs attention', async () => {
    const DOWN = { fate: 'says 502', after: 0.1, work: null } as const;
    const story = history({ earlier: 'many' }).change({ results: 1 });
    for (let time = 0; time < 60; time += 1) story.meets(DOWN);
    for (const url of [1, 2, 3, 4, 5]) story.wait(1000).create(url);
    const { world, view } = await story.wait(1000).run();
    expect(view.all).toMatchObject({ create: 0, update: 0, needsAttention: 1 });
    expect(world.service.rows.filter(({ draft }) => draft)).toHaveLength(5);
  });
});
