import { describe, expect, it } from 'vitest';
import { INITIAL_PREFERENCES, preferencesItem } from '@/lib/settings/preferences';
import type { Fault } from './browser';
import { openPage, readToTheEnd } from './open-page';
import { history, SLOW, times } from './story';
import type { RequestedPage } from './worker';
import { written } from './worker-life';
import type { World } from './world';

const CUT = { fate: 'breaks off', after: 0.1, work: null } as const;
const REFUSED = { fate: 'finds fault' } as const;
const unconfirmed = { isConfirmed: false } as const;
const answers = ({ person }: World) => person.requested.map(({ isStored }) => isStored);

describe('a backoff begun by a failed read', () => {
  const story = () => history().lists({ fate: 'says 429', retryAfter: 600 });
  const expectBackoff = (code: string | null) => async (world: World) =>
    expect((await world.view()).backoff?.failure.code ?? null).toBe(code);

  it('ends with a successful read before the time that the service has named', async () => {
    await story()
      .step({ do: 'refresh' })
      .wait(2)
      .look(expectBackoff('tooManyRequests'))
      .step({ do: 'refresh' })
      .wait(2)
      .look(expectBackoff(null))
      .run();
  });

  it('ends at its time if nothing is queued', async () => {
    await story()
      .step({ do: 'refresh' })
      .wait(590)
      .look(expectBackoff('tooManyRequests'))
      .wait(20)
      .look(expectBackoff(null))
      .run();
  });
});

describe('a cancelled report', () => {
  it('is not sent after a restart of the browser, even if the disk refused its removal', async () => {
    let isStuck = false;
    const fault: Fault = {
      drops({ area, verb }) {
        if (isStuck && area === 'local' && verb === 'remove') throw new Error('I/O error');
        return false;
      },
    };
    const { world } = await history({}, { fault })
      .step({ do: 'go offline' })
      .create()
      .wait(1)
      .look(() => {
        isStuck = true;
      })
      .cancel()
      .wait(1)
      .step({ do: 'restart the browser', afterCalls: 0 })
      .wait(1)
      .look(() => {
        isStuck = false;
      })
      .step({ do: 'go online' })
      .run();
    expect(world.person.requested[0]?.cancels).toMatchObject([{ answer: true }]);
    expect(times(world, 'create')).toEqual([]);
  });

  it('is not reported as cancelled if the disk refuses the change', async () => {
    let isFull = false;
    const fault: Fault = {
      drops(call) {
        const isOfJob = JSON.stringify(written(call)).includes('"cancelled"');
        if (isFull && call.area === 'local' && isOfJob) throw new Error('The disk is full');
        return false;
      },
    };
    const { world } = await history({}, { fault })
      .step({ do: 'go offline' })
      .create()
      .wait(1)
      .look(() => {
        isFull = true;
      })
      .cancel()
      .wait(1)
      .look(async ({ view }) => {
        expect((await view()).singles).toHaveLength(1);
        isFull = false;
      })
      .step({ do: 'go online' })
      .run();
    expect(world.person.requested[0]?.cancels).toMatchObject([{ answer: null }]);
    expect(times(world, 'create')).toHaveLength(1);
  });
});

it('a batch with operations that need attention is not dropped for newer batches', async () => {
  const story = history({ earlier: 'many' }).changeMany(1, { privacy: 0 }).meets(REFUSED).wait(5);
  for (let press = 0; press < 7; press += 1) {
    story.changeMany(1, { privacy: 0, from: press + 1 }).wait(5);
  }
  const { view } = await story.run();
  expect(view.batches.at(-1)).toMatchObject({ id: 'many-1', failed: 1 });
  expect(view.batches).toHaveLength(6);
});

it('no notification names a report of a private window, even if its result arrives late', async () => {
  const { world } = await history({ ratedAfter: 30 })
    .look(() => preferencesItem.write({ ...INITIAL_PREFERENCES, notifiesOfDone: true }))
    .create(0, { isPrivate: true })
    .wait(60)
    .step({ do: 'refresh' })
    .wait(600)
    .run();
  expect(world.notified).toEqual([]);
});

it('a batch that is paused while its baseline is read sends nothing', async () => {
  await history()
    .lists(SLOW)
    .wait(70)
    .batch(5)
    .wait(1)
    .steer({ kind: 'pause' })
    .wait(300)
    .look((world) => expect(times(world, 'create')).toEqual([]))
    .steer({ kind: 'resume' })
    .run();
});

it('a second press needs confirmation right after a report that waited for ten minutes', async () => {
  const { world } = await history({ earlier: 'none' })
    .step({ do: 'go offline' })
    .create(0, unconfirmed)
    .wait(700)
    .step({ do: 'go online' })
    .wait(20)
    .create(0, unconfirmed)
    .run();
  expect(answers(world)).toEqual([true, false]);
});

it.each<[string, (story: ReturnType<typeof history>) => unknown]>([
  ['an Undo', (story) => story.remove().wait(1).cancel().wait(8)],
  ['a refused deletion', (story) => story.remove().meets({ fate: 'finds fault' }).wait(10)],
  [
    'a report of another client',
    (story) => story.step({ do: 'somebody reports', url: 5, privacy: 1 }).wait(1),
  ],
])('after %s, each further page of a list is read once', async (_, happen) => {
  let page: Awaited<ReturnType<typeof openPage>> | undefined;
  const story = history({ earlier: 'hundreds' })
    .look(async (world) => {
      page = await openPage(world);
    })
    .wait(1);
  happen(story);
  const { world } = await story
    .look((there) => {
      if (page) void readToTheEnd(page, there);
    })
    .wait(30)
    .run();
  const pages = world.browser.sent
    .filter(({ verb, what }) => verb === 'list' && (what as RequestedPage).page > 1)
    .map(({ what }) => (what as RequestedPage).page);
  expect(pages).toEqual([2, 3, 4, 5, 6].slice(0, pages.length));
  expect(pages.length).toBeGreaterThanOrEqual(5);
});

it('a failed read of an extension page does not count as the failure of a probe in flight', async () => {
  await history()
    .change({ privacy: 0 })
    .meets({ fate: 'says 502', after: 0.1, work: null })
    .meets({ fate: 'answers', after: 30 })
    .lists(CUT)
    .wait(10)
    .step({ do: 'refresh' })
    .wait(2)
    .look(async ({ view }) => expect((await view()).backoff).toMatchObject({ count: 1 }))
    .run();
});
