import { describe, expect, it } from 'vitest';
import type { Step } from './scenario';
import {
  ownReports,
  type ScenarioBuilder,
  scenario,
  times,
  UNTIL_LIST_EXPIRES,
} from './scenario-builder';
import type { World } from './simulation';

const DOWN = { fate: 'says 503', retryAfter: 60 } as const;
const CUT = { fate: 'breaks off', after: 0.1, work: null } as const;

const FIREWALL = { fate: 'meets a firewall' } as const;
const ANSWERS = { fate: 'answers', after: 0.2 } as const;
const REFUSED = { name: 'needsAttention', reason: 'refused', failure: { code: 'firewall' } };

const expectBackoff = (code: string | null) => async (world: World) =>
  expect((await world.view()).backoff?.failure.code ?? null).toBe(code);

const expectSent = (verb: 'create' | 'update', count: number) => (world: World) =>
  expect(times(world, verb)).toHaveLength(count);

describe('a backoff', () => {
  it('does not end with the answer to a request that was sent before the backoff', async () => {
    const builder = scenario().create({ url: 3 }).meets({ fate: 'answers', after: 3 });
    await builder
      .change({ privacy: 0 })
      .meets(DOWN)
      .wait(10)
      .check(expectBackoff('serviceDown'))
      .run();
  });

  it('stops a creation whose baseline is being read when the backoff begins', async () => {
    await scenario()
      .lists({ fate: 'answers', after: 5 })
      .wait(UNTIL_LIST_EXPIRES)
      .create({ url: 3 })
      .change({ privacy: 0 })
      .meets(DOWN)
      .wait(30)
      .check(expectSent('create', 0))
      .run();
  });

  it('has one probe at a time', async () => {
    await scenario()
      .change({ privacy: 0 })
      .meets(DOWN)
      .wait(1)
      .create({ url: 3 })
      .meets({ fate: 'answers', after: 30 })
      .create({ url: 4 })
      .wait(80)
      .check(expectSent('create', 1))
      .check(expectSent('update', 1))
      .run();
  });

  it('is not probed while an earlier request is in flight', async () => {
    const builder = scenario().create({ url: 3 }).meets({ fate: 'answers', after: 170 });
    await builder.change({ privacy: 0 }).meets(DOWN).wait(150).check(expectSent('update', 1)).run();
  });

  it('sends no operation while a lookup is the probe', async () => {
    const builder = scenario().create().loseRequest();
    builder.lists({ fate: 'says 429', retryAfter: 30 }, { fate: 'answers', after: 20 });
    await builder.wait(40).create({ url: 3 }).wait(5).check(expectSent('create', 1)).run();
  });

  it('is probed by another operation if its first operation failed', async () => {
    const { world } = await scenario()
      .change({ privacy: 0 })
      .meets({ fate: 'says 502', after: 0.2, work: null })
      .wait(2)
      .change({ which: 1, privacy: 0 })
      .wait(30)
      .run();
    const [first, second, ...more] = world.browser.sent.filter(({ verb }) => verb === 'update');
    expect(second?.about).not.toBe(first?.about);
    expect(more).toHaveLength(1);
  });

  it.each<[request: string, steps: Step[], secondsUntilEnd: number]>([
    ['read', [{ do: 'refresh' }], 1],
    ['lookup', [], 10],
  ])(
    'ends with a successful %s while a creation is unverified',
    async (_, steps, secondsUntilEnd) => {
      const builder = scenario().create().meets(CUT);
      builder.wait(2).check(expectBackoff('unreachable'));
      builder.step(...steps).wait(secondsUntilEnd);
      await builder.check(expectBackoff(null)).run();
    },
  );

  it('is probed right after a successful read', async () => {
    await scenario()
      .change({ privacy: 0 })
      .meets({ fate: 'says 429', retryAfter: null })
      .wait(2)
      .check(expectBackoff('tooManyRequests'))
      .step({ do: 'refresh' })
      .wait(2)
      .check(expectBackoff(null))
      .run();
  });

  it('ends with a read if no operation waits to be the probe', async () => {
    await scenario()
      .lists(CUT)
      .step({ do: 'refresh' })
      .wait(1)
      .check(expectBackoff('unreachable'))
      .step({ do: 'refresh' })
      .wait(1)
      .check(expectBackoff(null))
      .run();
  });

  it('also delays lookups until the time that the service has named', async () => {
    let countBefore = 0;
    await scenario()
      .create()
      .loseAnswer()
      .change({ privacy: 0 })
      .meets({ fate: 'says 429', retryAfter: 600 })
      .lists({ fate: 'answers', after: 0.1 }, CUT)
      .wait(0.5)
      .check((world) => {
        countBefore = times(world, 'list').length;
      })
      .wait(500)
      .check((world) => expect(times(world, 'list')).toHaveLength(countBefore))
      .run();
  });

  it('ends when its time is over without a waiting operation, and the next backoff is longer', async () => {
    const expectBackoffOf = (count: number, seconds: number) => async (world: World) => {
      const { backoff } = await world.view();
      const wait = Date.parse(backoff?.until ?? '') - world.time.now();
      expect([backoff?.count, Math.round(wait / 1000)]).toEqual([count, seconds]);
    };
    await scenario()
      .lists(CUT, CUT, CUT)
      .step({ do: 'refresh' })
      .wait(0.2)
      .check(expectBackoffOf(1, 5))
      .wait(6)
      .check(expectBackoff(null))
      .check(({ browser }) => expect(browser.hasAlarm()).toBe(false))
      .step({ do: 'refresh' })
      .wait(0.2)
      .check(expectBackoffOf(2, 10))
      .wait(11)
      .step({ do: 'refresh' })
      .wait(0.2)
      .check(expectBackoffOf(3, 20))
      .run();
  });
});

it.each<[condition: string, steps: Step[]]>([
  ['the network is back', [{ do: 'refresh' }, { do: 'go offline' }, { do: 'go online' }]],
  ['the browser has started again', [{ do: 'restart the browser', afterStorageCalls: 0 }]],
])(
  'a backoff is not probed before the time that the service named, even if %s',
  async (_, steps) => {
    const builder = scenario()
      .change({ privacy: 0 })
      .meets({ fate: 'says 429', retryAfter: 600 })
      .wait(2);
    await builder
      .step(...steps, { do: 'wait', seconds: 60 })
      .check(expectSent('update', 1))
      .run();
  },
);

describe('the backoff after a refused key', () => {
  it('is probed only after a press or with a new key, never by an alarm', async () => {
    let countBefore = 0;
    const { world } = await scenario()
      .step({ do: 'the key is refused' })
      .create({ url: 3 })
      .create({ url: 4 })
      .change({ privacy: 0 })
      .wait(5)
      .check(({ browser }) => {
        countBefore = browser.sent.length;
      })
      .wait(7200)
      .check(({ browser }) => {
        expect(browser.sent).toHaveLength(countBefore);
        expect(browser.hasAlarm()).toBe(false);
      })
      .step({ do: 'press Retry now' })
      .wait(5)
      .check(({ browser }) => expect(browser.sent).toHaveLength(countBefore + 1))
      .step({ do: 'connect', dropsOpenWork: false })
      .run();
    expect(ownReports(world)).toHaveLength(2);
  });
});

describe('a missing host permission', () => {
  const REMOVE = { do: 'remove the permission' } as const;
  const ALLOW = { do: 'allow the host' } as const;

  it('is noticed before the probe is sent, so that the creation stays queued', async () => {
    const { world, view } = await scenario()
      .create({ url: 3 })
      .meets({ fate: 'says 429', retryAfter: 20 })
      .wait(5)
      .step(REMOVE)
      .wait(30)
      .check(expectBackoff('noPermission'))
      .check(expectSent('create', 1))
      .check(async (current) =>
        expect((await current.view()).singles).toMatchObject([
          { first: { status: { name: 'queued' }, attempts: 0 } },
        ]),
      )
      .step(ALLOW)
      .wait(5)
      .check(expectSent('create', 2))
      .run();
    expect(ownReports(world)).toHaveLength(1);
    expect(view.backoff).toBeNull();
  });

  async function expectNoReadWithoutPermission(
    setup: ScenarioBuilder,
    press?: (builder: ScenarioBuilder) => void,
  ) {
    let sent = 0;
    const builder = setup.step(REMOVE).check(({ browser }) => {
      sent = browser.sent.length;
    });
    press?.(builder);
    await builder
      .wait(200)
      .check(expectBackoff('noPermission'))
      .check(({ browser }) => expect(browser.sent).toHaveLength(sent))
      .step(ALLOW)
      .run();
  }

  it('is noticed before a lookup reads a list', () =>
    expectNoReadWithoutPermission(scenario().create({ url: 3 }).loseRequest().wait(30)));

  it('is noticed before a creation reads its baseline', () =>
    expectNoReadWithoutPermission(scenario().wait(UNTIL_LIST_EXPIRES), (builder) =>
      builder.create({ url: 3 }),
    ));
});

describe('the backoff after a firewall', () => {
  it('is probed only after a press, never by an alarm, a read or a restart', async () => {
    let countBefore = 0;
    const { world } = await scenario()
      .createBatch(20)
      .meets(FIREWALL)
      .meets(FIREWALL)
      .meets(FIREWALL)
      .wait(5)
      .check(expectBackoff('firewall'))
      .check(expectSent('create', 2))
      .step({ do: 'refresh' })
      .wait(5)
      .step({ do: 'restart the browser', afterStorageCalls: 0 })
      .step({ do: 'go offline' }, { do: 'go online' }, { do: 'refresh' })
      .wait(7200)
      .check(expectSent('create', 2))
      .check(({ browser }) => expect(browser.hasAlarm()).toBe(false))
      .step({ do: 'press Retry now' })
      .wait(5)
      .check(expectSent('create', 3))
      .check(expectBackoff('firewall'))
      .check(({ browser }) => {
        countBefore = browser.sent.length;
      })
      .wait(7200)
      .check(({ browser }) => expect(browser.sent).toHaveLength(countBefore))
      .step({ do: 'press Retry now' })
      .run();
    expect(ownReports(world)).toHaveLength(20);
  });

  it('ends if the firewall accepts one address, and leaves the refused address to a person', async () => {
    const { world, view } = await scenario()
      .create({ url: 3 })
      .meets(FIREWALL)
      .create({ url: 4 })
      .meets(ANSWERS)
      .wait(5)
      .check(expectBackoff('firewall'))
      .step({ do: 'press Retry now' })
      .meets(FIREWALL)
      .run();
    expect(view).toMatchObject({ backoff: null, singles: [{ first: { status: REFUSED } }] });
    expect(ownReports(world)).toHaveLength(1);
  });

  it('ends with the first success in a batch, and leaves two refused addresses to a person', async () => {
    const { world, view } = await scenario()
      .createBatch(20)
      .meets(FIREWALL)
      .meets(FIREWALL)
      .wait(5)
      .check(expectBackoff('firewall'))
      .step({ do: 'press Retry now' })
      .meets(ANSWERS)
      .meets(FIREWALL)
      .meets(FIREWALL)
      .run();
    const counts = { done: 18, needsAttention: 2, queued: 0 };
    expect(view).toMatchObject({ backoff: null, batches: [{ counts }] });
    expect(times(world, 'create')).toHaveLength(22);
  });
});
