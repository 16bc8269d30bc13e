import { describe, expect, it } from 'vitest';
import type { Step } from './scenario';
import {
  createdReports,
  LOST_REQUEST,
  RESTART_BROWSER,
  requestTimes,
  type ScenarioBuilder,
  SECONDS_UNTIL_LIST_EXPIRES,
  scenario,
  USUAL_ANSWER,
} from './scenario-builder';
import type { Simulation } from './simulation';

const SERVICE_DOWN = { kind: 'says 503', retryAfter: 60 } as const;
const CONNECTION_CUT = { ...LOST_REQUEST, answerAfter: 0.1 };

const FIREWALL = { kind: 'meets a firewall' } as const;
const REFUSED_BY_FIREWALL = {
  name: 'needsAttention',
  reason: 'refused',
  failure: { code: 'firewall' },
};

const expectBackoff = (code: string | null) => async (simulation: Simulation) =>
  expect((await simulation.readShownQueue()).backoff?.failure.code ?? null).toBe(code);

const expectSent = (verb: 'create' | 'update', count: number) => (simulation: Simulation) =>
  expect(requestTimes(simulation, verb)).toHaveLength(count);

describe('a backoff', () => {
  it('does not end with the answer to a request that was sent before the backoff', async () => {
    const builder = scenario().create({ page: 3 }).planOutcome({ kind: 'answers', answerAfter: 3 });
    await builder
      .change({ privacy: 0 })
      .planOutcome(SERVICE_DOWN)
      .wait(10)
      .check(expectBackoff('serviceDown'))
      .run();
  });

  it('stops a creation whose baseline is being read when the backoff begins', async () => {
    await scenario()
      .planListOutcomes({ kind: 'answers', answerAfter: 5 })
      .wait(SECONDS_UNTIL_LIST_EXPIRES)
      .create({ page: 3 })
      .change({ privacy: 0 })
      .planOutcome(SERVICE_DOWN)
      .wait(30)
      .check(expectSent('create', 0))
      .run();
  });

  it('has one probe at a time', async () => {
    await scenario()
      .change({ privacy: 0 })
      .planOutcome(SERVICE_DOWN)
      .wait(1)
      .create({ page: 3 })
      .planOutcome({ kind: 'answers', answerAfter: 30 })
      .create({ page: 4 })
      .wait(80)
      .check(expectSent('create', 1))
      .check(expectSent('update', 1))
      .run();
  });

  it('is not probed while an earlier request is in flight', async () => {
    const builder = scenario()
      .create({ page: 3 })
      .planOutcome({ kind: 'answers', answerAfter: 170 });
    await builder
      .change({ privacy: 0 })
      .planOutcome(SERVICE_DOWN)
      .wait(150)
      .check(expectSent('update', 1))
      .run();
  });

  it('sends no operation while a lookup is the probe', async () => {
    const builder = scenario().create().loseRequest();
    builder.planListOutcomes(
      { kind: 'says 429', retryAfter: 30 },
      { kind: 'answers', answerAfter: 20 },
    );
    await builder.wait(40).create({ page: 3 }).wait(5).check(expectSent('create', 1)).run();
  });

  it('is probed by an operation other than the one that began the backoff', async () => {
    const { simulation } = await scenario()
      .change({ privacy: 0 })
      .planOutcome({ kind: 'says 502', answerAfter: 0.2, executedAfter: null })
      .wait(2)
      .change({ index: 1, privacy: 0 })
      .wait(30)
      .run();
    const [first, second, ...more] = simulation.browser.sentRequests.filter(
      ({ verb }) => verb === 'update',
    );
    expect(second?.target).not.toBe(first?.target);
    expect(more).toHaveLength(1);
  });

  it.each<[request: string, steps: Step[], secondsUntilEnd: number]>([
    ['read', [{ do: 'refresh' }], 1],
    ['lookup', [], 10],
  ])(
    'ends with a successful %s while a creation is unverified',
    async (_, steps, secondsUntilEnd) => {
      const builder = scenario().create().planOutcome(CONNECTION_CUT);
      builder.wait(2).check(expectBackoff('unreachable'));
      builder.step(...steps).wait(secondsUntilEnd);
      await builder.check(expectBackoff(null)).run();
    },
  );

  it('is probed right after a successful read', async () => {
    await scenario()
      .change({ privacy: 0 })
      .planOutcome({ kind: 'says 429', retryAfter: null })
      .wait(2)
      .check(expectBackoff('tooManyRequests'))
      .step({ do: 'refresh' })
      .wait(2)
      .check(expectBackoff(null))
      .run();
  });

  it('ends with a read if no operation waits to be the probe', async () => {
    await scenario()
      .planListOutcomes(CONNECTION_CUT)
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
      .planOutcome({ kind: 'says 429', retryAfter: 600 })
      .planListOutcomes({ kind: 'answers', answerAfter: 0.1 }, CONNECTION_CUT)
      .wait(0.5)
      .check((simulation) => {
        countBefore = requestTimes(simulation, 'list').length;
      })
      .wait(500)
      .check((simulation) => expect(requestTimes(simulation, 'list')).toHaveLength(countBefore))
      .run();
  });

  it('ends when its time is over without a waiting operation, and the next backoff is longer', async () => {
    const expectBackoffOf = (count: number, seconds: number) => async (simulation: Simulation) => {
      const { backoff } = await simulation.readShownQueue();
      if (backoff?.kind !== 'waiting') throw new Error('No backoff with a time.');
      const wait = Date.parse(backoff.until) - simulation.time.now();
      expect([backoff.count, Math.round(wait / 1000)]).toEqual([count, seconds]);
    };
    await scenario()
      .planListOutcomes(CONNECTION_CUT, CONNECTION_CUT, CONNECTION_CUT)
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
  ['the browser has started again', [RESTART_BROWSER]],
])(
  'a backoff is not probed before the time that the service named, even if %s',
  async (_, steps) => {
    const builder = scenario()
      .change({ privacy: 0 })
      .planOutcome({ kind: 'says 429', retryAfter: 600 })
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
    const { simulation } = await scenario()
      .step({ do: 'the key is refused' })
      .create({ page: 3 })
      .create({ page: 4 })
      .change({ privacy: 0 })
      .wait(5)
      .check(({ browser }) => {
        countBefore = browser.sentRequests.length;
      })
      .wait(7200)
      .check(({ browser }) => {
        expect(browser.sentRequests).toHaveLength(countBefore);
        expect(browser.hasAlarm()).toBe(false);
      })
      .step({ do: 'press Retry now' })
      .wait(5)
      .check(({ browser }) => expect(browser.sentRequests).toHaveLength(countBefore + 1))
      .step({ do: 'connect', dropsOpenJobs: false })
      .run();
    expect(createdReports(simulation)).toHaveLength(2);
  });
});

describe('a missing host permission', () => {
  const REMOVE_PERMISSION = { do: 'remove the permission' } as const;
  const ALLOW_HOST = { do: 'allow the host' } as const;

  it('is noticed before the probe is sent, so that the creation stays queued', async () => {
    const { simulation, queue } = await scenario()
      .create({ page: 3 })
      .planOutcome({ kind: 'says 429', retryAfter: 20 })
      .wait(5)
      .step(REMOVE_PERMISSION)
      .wait(30)
      .check(expectBackoff('noPermission'))
      .check(expectSent('create', 1))
      .check(async (simulation) =>
        expect((await simulation.readShownQueue()).singles).toMatchObject([
          { first: { status: { name: 'queued' }, attempts: 0 } },
        ]),
      )
      .step(ALLOW_HOST)
      .wait(5)
      .check(expectSent('create', 2))
      .run();
    expect(createdReports(simulation)).toHaveLength(1);
    expect(queue.backoff).toBeNull();
  });

  async function expectNoRequestWithoutPermission(
    builderBefore: ScenarioBuilder,
    addSteps = (builder: ScenarioBuilder) => builder,
  ): Promise<void> {
    let countBefore = 0;
    const builder = builderBefore.step(REMOVE_PERMISSION).check(({ browser }) => {
      countBefore = browser.sentRequests.length;
    });
    await addSteps(builder)
      .wait(200)
      .check(expectBackoff('noPermission'))
      .check(({ browser }) => expect(browser.sentRequests).toHaveLength(countBefore))
      .step(ALLOW_HOST)
      .run();
  }

  it('is noticed before a lookup reads a list', () =>
    expectNoRequestWithoutPermission(scenario().create({ page: 3 }).loseRequest().wait(30)));

  it('is noticed before a creation reads its baseline', () =>
    expectNoRequestWithoutPermission(scenario().wait(SECONDS_UNTIL_LIST_EXPIRES), (builder) =>
      builder.create({ page: 3 }),
    ));
});

describe('the backoff after a firewall', () => {
  it('is probed only after a press, never by an alarm, a read or a restart', async () => {
    let countBefore = 0;
    const { simulation } = await scenario()
      .createBatch(20)
      .planOutcome(FIREWALL)
      .planOutcome(FIREWALL)
      .planOutcome(FIREWALL)
      .wait(5)
      .check(expectBackoff('firewall'))
      .check(expectSent('create', 2))
      .step({ do: 'refresh' })
      .wait(5)
      .step(RESTART_BROWSER)
      .step({ do: 'go offline' }, { do: 'go online' }, { do: 'refresh' })
      .wait(7200)
      .check(expectSent('create', 2))
      .check(({ browser }) => expect(browser.hasAlarm()).toBe(false))
      .step({ do: 'press Retry now' })
      .wait(5)
      .check(expectSent('create', 3))
      .check(expectBackoff('firewall'))
      .check(({ browser }) => {
        countBefore = browser.sentRequests.length;
      })
      .wait(7200)
      .check(({ browser }) => expect(browser.sentRequests).toHaveLength(countBefore))
      .step({ do: 'press Retry now' })
      .run();
    expect(createdReports(simulation)).toHaveLength(20);
  });

  it('ends if the firewall accepts one address, and leaves the refused address to a person', async () => {
    const { simulation, queue } = await scenario()
      .create({ page: 3 })
      .planOutcome(FIREWALL)
      .create({ page: 4 })
      .planOutcome(USUAL_ANSWER)
      .wait(5)
      .check(expectBackoff('firewall'))
      .step({ do: 'press Retry now' })
      .planOutcome(FIREWALL)
      .run();
    expect(queue).toMatchObject({
      backoff: null,
      singles: [{ first: { status: REFUSED_BY_FIREWALL } }],
    });
    expect(createdReports(simulation)).toHaveLength(1);
  });

  it('ends with the first success in a batch, and leaves two refused addresses to a person', async () => {
    const { simulation, queue } = await scenario()
      .createBatch(20)
      .planOutcome(FIREWALL)
      .planOutcome(FIREWALL)
      .wait(5)
      .check(expectBackoff('firewall'))
      .step({ do: 'press Retry now' })
      .planOutcome(USUAL_ANSWER)
      .planOutcome(FIREWALL)
      .planOutcome(FIREWALL)
      .run();
    const counts = { done: 18, needsAttention: 2, queued: 0 };
    expect(queue).toMatchObject({ backoff: null, batches: [{ counts }] });
    expect(requestTimes(simulation, 'create')).toHaveLength(22);
  });
});
