import { expect, it } from 'vitest';
import { Operation } from '@/lib/jobs/types';
import type { Fault } from './browser';
import { urlOf } from './scenario';
import { scenario, times } from './scenario-builder';
import { written } from './worker-lifetime';

const STOP = { do: 'stop the worker', afterStorageCalls: 0 } as const;

it('a creation is sent once if the worker is stopped while its request is in flight', async () => {
  const builder = scenario().create().meets({ fate: 'answers', after: 20 }).wait(5).step(STOP);
  const { world } = await builder.run();
  expect(times(world, 'create')).toHaveLength(1);
});

it('a creation is sent without another press if the worker stops after storing the creation', async () => {
  let stop: (() => void) | null = null;
  const fault: Fault = {
    ignores(call) {
      if (
        written(call)
          .flat()
          .some((value) => Operation.safeParse(value).success)
      )
        stop?.();
      return false;
    },
  };
  await scenario({}, { fault })
    .check(({ browser }) => {
      stop = () => {
        stop = null;
        browser.stop('worker', 0);
      };
    })
    .create({ isPatient: false })
    .wait(200)
    .check((world) => expect(times(world, 'create')).toHaveLength(1))
    .run();
});

it('a failed creation is sent again, even if the worker stops again just after its start', async () => {
  const builder = scenario()
    .create()
    .meets({ fate: 'says 503', retryAfter: 60 })
    .wait(10)
    .step(STOP);
  await builder
    .step({ ...STOP, afterStorageCalls: 1 })
    .wait(300)
    .check((world) => expect(times(world, 'create')).toHaveLength(2))
    .run();
});

it('creations are sent in the order of requests after a restart of the worker', async () => {
  const { world } = await scenario()
    .step({ do: 'go offline' })
    .create({ url: 3 })
    .create({ url: 4 })
    .wait(1)
    .create({ url: 5, isPrivate: true })
    .wait(1)
    .step(STOP, { do: 'go online' })
    .run();
  const sent = world.browser.sent.filter(({ verb }) => verb === 'create');
  const at = [4, 3, 5].map((url) => sent.find(({ about }) => about === urlOf(url))?.at);
  // Both requests start at the same moment after the backoff.
  expect(at).toEqual([...at].sort());
  expect(sent[0]?.about).not.toBe(urlOf(5));
});

it('a creation asks for its password after a restart of the browser, even while offline', async () => {
  const { world } = await scenario()
    .step({ do: 'go offline' })
    .create({ privacy: 2 })
    .wait(2)
    .step({ do: 'restart the browser', afterStorageCalls: 0 })
    .wait(20)
    .check(async (world) => {
      const { singles } = await world.view();
      expect(singles).toMatchObject([
        { first: { status: { name: 'needsAttention', reason: 'password' } } },
      ]);
      expect(times(world, 'create')).toEqual([]);
    })
    .step({ do: 'retry the operation', which: 0 }, { do: 'go online' })
    .run();
  expect(times(world, 'create')).toHaveLength(1);
});

it('outcome and newest list are published before the job is removed from storage', async () => {
  /** The events, in the order of their first occurrence. */
  const events = new Set<string>();
  const fault: Fault = {
    ignores({ verb, what }) {
      const text = `${JSON.stringify(what)}`.replaceAll('\\', '');
      if (verb === 'set' && /\/recent-operations\/0":"\[\{/.test(text)) events.add('outcome');
      if (verb === 'set' && /\/newest-list":.*"id":"9"/.test(text)) events.add('list');
      if (verb === 'remove' && text.includes('/job/')) events.add('removal');
      return false;
    },
  };
  await scenario({}, { fault }).create().run();
  expect([...events].indexOf('removal')).toBe(2);
});
