import { describe, expect, it } from 'vitest';
import {
  createdReports,
  requestTimes,
  SECONDS_UNTIL_LIST_EXPIRES,
  SLOW_ANSWER,
  scenario,
} from './scenario-builder';
import type { Simulation } from './simulation';

describe('a creation', () => {
  it('is found by a lookup, and not sent again, if its answer was lost', async () => {
    const { simulation, queue } = await scenario().create().loseAnswer().run();
    expect(requestTimes(simulation, 'create')).toHaveLength(1);
    expect(queue.recent).toMatchObject([
      { jobId: 'job-1', operation: { status: { name: 'done' } }, report: { id: '9' } },
    ]);
  });

  it('is sent again after about two minutes if the service never created the report', async () => {
    const { simulation } = await scenario().create().loseRequest().run();
    const [first = 0, second = 0, ...more] = requestTimes(simulation, 'create');
    expect(more).toEqual([]);
    expect(second - first).toBeGreaterThanOrEqual(120_000);
    expect(second - first).toBeLessThan(150_000);
  });

  const REDIRECTED = { kind: 'redirects', answerAfter: 1, executedAfter: null } as const;

  it('that needs attention does not claim the report of a later creation of the same page', async () => {
    const { queue } = await scenario()
      .create()
      .planOutcome(REDIRECTED)
      // The lookups take two minutes.
      .wait(150)
      .create()
      .planOutcome(SLOW_ANSWER)
      .wait(10)
      .step({ do: 'refresh' })
      .run();
    expect(queue.recent).toMatchObject([
      { jobId: 'job-2', operation: { status: { name: 'done' } } },
    ]);
  });

  it('replaces a refused creation of the same page, so that Disconnect asks no question', async () => {
    const { queue, simulation } = await scenario({ reportsAtStart: 'none' })
      .create()
      .failToFetch()
      .wait(60)
      .create()
      .wait(5)
      .step({ do: 'disconnect', dropsOpenJobs: false })
      .run();
    expect(createdReports(simulation)).toHaveLength(1);
    expect(queue.recent).toEqual([]);
  });

  it('creates one report even if the extension page repeats its call', async () => {
    const { simulation } = await scenario()
      .create()
      .step({ do: 'repeat the call', index: 0 })
      .wait(0.1)
      .step({ do: 'repeat the call', index: 0 })
      .wait(5)
      .step({ do: 'repeat the call', index: 0 })
      .run();
    expect(requestTimes(simulation, 'create')).toHaveLength(1);
  });

  it('can be cancelled while its baseline is read', async () => {
    const { simulation } = await scenario()
      .planListOutcomes(SLOW_ANSWER)
      .wait(SECONDS_UNTIL_LIST_EXPIRES)
      .create()
      .wait(1)
      .cancel()
      .run();
    expect(simulation.person.requested[0]?.cancelAttempts).toMatchObject([{ hadEffect: true }]);
    expect(requestTimes(simulation, 'create')).toEqual([]);
  });

  const UNCONFIRMED = { isConfirmed: false } as const;
  const storedFlags = ({ person }: Simulation) => person.requested.map(({ isStored }) => isStored);

  it('needs confirmation while another creation with the same page and privacy is in flight', async () => {
    const { simulation } = await scenario({ reportsAtStart: 'none' })
      .create(UNCONFIRMED)
      .planOutcome({ kind: 'answers', answerAfter: 30 })
      .wait(1)
      .create({ ...UNCONFIRMED, page: 1 })
      .create({ ...UNCONFIRMED, privacy: 0 })
      .create({ ...UNCONFIRMED, page: 3 })
      .run();
    expect(storedFlags(simulation)).toEqual([true, false, true, true]);
    expect(requestTimes(simulation, 'create')).toHaveLength(3);
  });

  it('needs confirmation within ten minutes of an existing report of the same page', async () => {
    const { simulation } = await scenario({ reportsAtStart: 'none' })
      .create(UNCONFIRMED)
      .wait(500)
      .create(UNCONFIRMED)
      .remove()
      .wait(10)
      .create(UNCONFIRMED)
      .wait(700)
      .create(UNCONFIRMED)
      .run();
    expect(storedFlags(simulation)).toEqual([true, false, true, true, true]);
  });

  it('needs no confirmation if the report of the same page waits for its deletion', async () => {
    const { simulation } = await scenario({ reportsAtStart: 'none' })
      .create(UNCONFIRMED)
      .wait(500)
      .remove()
      .wait(2)
      .create(UNCONFIRMED)
      .run();
    expect(storedFlags(simulation)).toEqual([true, true, true]);
  });

  it('needs confirmation within ten minutes of a report of the same page without a result', async () => {
    const { simulation } = await scenario({ reportsAtStart: 'none', resultAfter: null })
      .create(UNCONFIRMED)
      .wait(20)
      .create(UNCONFIRMED)
      .wait(700)
      .create(UNCONFIRMED)
      .run();
    expect(storedFlags(simulation)).toEqual([true, false, true]);
  });

  it('needs one request, and shares its baseline list with other creations', async () => {
    let countBefore = 0;
    const builder = scenario()
      .wait(SECONDS_UNTIL_LIST_EXPIRES)
      .check(({ browser }) => {
        countBefore = browser.sentRequests.length;
      });
    for (let page = 0; page < 30; page += 1) builder.create({ page: 100 + page });
    let requests = 0;
    const { simulation } = await builder
      .wait(60)
      .check(({ browser }) => {
        requests = browser.sentRequests.length - countBefore;
      })
      .run();
    expect(createdReports(simulation)).toHaveLength(30);
    expect(requests).toBe(30 + 1);
  });

  it('reaches a service on this computer without a network', async () => {
    await scenario({}, { baseUrl: 'http://127.0.0.1:8080/s' })
      .step({ do: 'go offline' })
      .create()
      .wait(2)
      .check((simulation) => expect(createdReports(simulation)).toHaveLength(1))
      .run();
  });

  it('does not claim a report that another person created before the request', async () => {
    const builder = scenario().step({ do: 'somebody reports', page: 0, privacy: 1 });
    // The browser stops an idle worker after 30 seconds. These waits are shorter, so the worker still has the
    // first list.
    builder.wait(25).wait(25).wait(25);
    const { simulation } = await builder.create().loseRequest().run();
    expect(requestTimes(simulation, 'create')).toHaveLength(2);
  });
});
