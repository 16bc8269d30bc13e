import { describe, expect, it } from 'vitest';
import { ownReports, SLOW, scenario, times, UNTIL_LIST_EXPIRES } from './scenario-builder';
import type { World } from './simulation';

describe('a creation', () => {
  it('ends as done by a lookup, without a second request, if its answer was lost', async () => {
    const { world, view } = await scenario().create().loseAnswer().run();
    expect(times(world, 'create')).toHaveLength(1);
    expect(view.recent).toMatchObject([
      { jobId: 'job-1', operation: { status: { name: 'done' } }, report: { id: '9' } },
    ]);
  });

  it('is sent again after about two minutes if the service never made the report', async () => {
    const { world } = await scenario().create().loseRequest().run();
    const [first = 0, second = 0, ...more] = times(world, 'create');
    expect(more).toEqual([]);
    expect(second - first).toBeGreaterThanOrEqual(120_000);
    expect(second - first).toBeLessThan(150_000);
  });

  const LOST = { fate: 'redirects', after: 1, work: null } as const;

  it('does not claim the report of a later creation of its page while it needs attention', async () => {
    const { view } = await scenario()
      .create()
      .meets(LOST)
      .wait(150)
      .create()
      .meets(SLOW)
      .wait(10)
      .step({ do: 'refresh' })
      .run();
    expect(view.recent).toMatchObject([
      { jobId: 'job-2', operation: { status: { name: 'done' } } },
    ]);
  });

  it('replaces a refused creation of its page, so that Disconnect asks nothing', async () => {
    const { view, world } = await scenario({ reportsAtStart: 'none' })
      .create()
      .cannotFetch()
      .wait(60)
      .create()
      .wait(5)
      .step({ do: 'disconnect', dropsOpenWork: false })
      .run();
    expect(ownReports(world)).toHaveLength(1);
    expect(view.recent).toEqual([]);
  });

  it('creates one report even if its page repeats the call', async () => {
    const { world } = await scenario()
      .create()
      .step({ do: 'repeat the call', which: 0 })
      .wait(0.1)
      .step({ do: 'repeat the call', which: 0 })
      .wait(5)
      .step({ do: 'repeat the call', which: 0 })
      .run();
    expect(times(world, 'create')).toHaveLength(1);
  });

  it('can be cancelled while its baseline is read', async () => {
    const { world } = await scenario()
      .lists(SLOW)
      .wait(UNTIL_LIST_EXPIRES)
      .create()
      .wait(1)
      .cancel()
      .run();
    expect(world.person.requested[0]?.cancelAttempts).toMatchObject([{ answer: true }]);
    expect(times(world, 'create')).toEqual([]);
  });

  const unconfirmed = { isConfirmed: false } as const;
  const storedFlags = ({ person }: World) => person.requested.map(({ isStored }) => isStored);

  it('needs confirmation while another creation of its page waits', async () => {
    const { world } = await scenario({ reportsAtStart: 'none' })
      .create(unconfirmed)
      .meets({ fate: 'answers', after: 30 })
      .wait(1)
      .create({ ...unconfirmed, url: 1 })
      .create({ ...unconfirmed, privacy: 0 })
      .create({ ...unconfirmed, url: 3 })
      .run();
    expect(storedFlags(world)).toEqual([true, false, true, true]);
    expect(times(world, 'create')).toHaveLength(3);
  });

  it('needs confirmation within ten minutes of a report of its page, unless the report was deleted', async () => {
    const { world } = await scenario({ reportsAtStart: 'none' })
      .create(unconfirmed)
      .wait(500)
      .create(unconfirmed)
      .remove()
      .wait(10)
      .create(unconfirmed)
      .wait(700)
      .create(unconfirmed)
      .run();
    expect(storedFlags(world)).toEqual([true, false, true, true, true]);
  });

  it('needs no confirmation if the report of its page waits for its deletion', async () => {
    const { world } = await scenario({ reportsAtStart: 'none' })
      .create(unconfirmed)
      .wait(500)
      .remove()
      .wait(2)
      .create(unconfirmed)
      .run();
    expect(storedFlags(world)).toEqual([true, true, true]);
  });

  it('needs confirmation within ten minutes of a report of its page that has no result yet', async () => {
    const { world } = await scenario({ reportsAtStart: 'none', ratedAfter: null })
      .create(unconfirmed)
      .wait(20)
      .create(unconfirmed)
      .wait(700)
      .create(unconfirmed)
      .run();
    expect(storedFlags(world)).toEqual([true, false, true]);
  });

  it('needs one request, and shares its baseline list with other creations', async () => {
    let countBefore = 0;
    const builder = scenario()
      .wait(UNTIL_LIST_EXPIRES)
      .check(({ browser }) => {
        countBefore = browser.sent.length;
      });
    for (let page = 0; page < 30; page += 1) builder.create({ url: 100 + page });
    let requests = 0;
    const { world } = await builder
      .wait(60)
      .check(({ browser }) => {
        requests = browser.sent.length - countBefore;
      })
      .run();
    expect(ownReports(world)).toHaveLength(30);
    expect(requests).toBe(31);
  });

  it('reaches a service on this computer without a network', async () => {
    await scenario({}, { baseUrl: 'http://127.0.0.1:8080/s' })
      .step({ do: 'go offline' })
      .create()
      .wait(2)
      .check((world) => expect(ownReports(world)).toHaveLength(1))
      .run();
  });

  it('does not claim a report that another client created after the list', async () => {
    const builder = scenario().step({ do: 'somebody reports', url: 0, privacy: 1 });
    // After a longer wait, the browser would stop the idle worker, and the worker would lose its list.
    builder.wait(25).wait(25).wait(25);
    const { world } = await builder.create().loseRequest().run();
    expect(times(world, 'create')).toHaveLength(2);
  });
});
