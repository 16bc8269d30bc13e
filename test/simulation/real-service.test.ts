import { describe, expect, it } from 'vitest';
import type { RequestHeader } from '@/lib/connection/request-headers';
import type { Failure } from '@/lib/failure';
import { hasFailed } from '@/lib/result';
import { createClient, type ServiceClient } from '@/lib/service/client';
import {
  createdReports,
  readNewestBatch,
  requestTimes,
  type ScenarioBuilder,
  scenario,
  singleStates,
  USUAL_ANSWER,
} from './scenario-builder';
import type { Service } from './service';
import type { Simulation } from './simulation';

// Behaviour of real installations that the interface document does not mention.

describe('the creation of a page that cannot be fetched', () => {
  it('needs attention, with the message of the service', async () => {
    const { simulation, queue } = await scenario().create().failToFetch().run();
    expect(requestTimes(simulation, 'create')).toHaveLength(1);
    expect(queue.singles).toMatchObject([
      {
        first: {
          status: { name: 'needsAttention', reason: 'refused', failure: { code: 'pageFailed' } },
        },
      },
    ]);
    expect(queue.backoff).toBeNull();
  });

  it('does not delay other pages of its batch, even if every third page fails', async () => {
    const withoutFailures = await timeUntilCount(scenario().createBatch(60), 60);
    const builder = scenario().createBatch(60);
    for (let page = 0; page < 60; page += 1) {
      if (page % 3 === 2) builder.failToFetch();
      else builder.planOutcome(USUAL_ANSWER);
    }
    const { milliseconds, simulation } = await timeUntilCount(builder, 40);
    expect(milliseconds).toBeLessThanOrEqual(withoutFailures.milliseconds * 1.5);
    expect(requestTimes(simulation, 'create').length).toBeLessThanOrEqual(66);
    expect(await readNewestBatch(simulation)).toMatchObject({
      done: 40,
      needsAttention: 20,
      queued: 0,
      sending: 0,
    });
  });
});

/** Runs a scenario. Returns the time until `count` reports existed, with a precision of 0.1 s. */
async function timeUntilCount(
  builder: ScenarioBuilder,
  count: number,
): Promise<{ milliseconds: number; simulation: Simulation }> {
  let milliseconds = Number.POSITIVE_INFINITY;
  for (let tenth = 0; tenth < 1200; tenth += 1) {
    builder.wait(0.1).check((simulation) => {
      if (createdReports(simulation).length < count) return;
      milliseconds = Math.min(milliseconds, simulation.time.elapsed());
    });
  }
  const { simulation } = await builder.run();
  return { milliseconds, simulation };
}

describe('the creation of a page that redirects within its site', () => {
  it('needs attention instead of a second request if its answer was lost', async () => {
    const { simulation, queue } = await scenario({ redirectsPages: true })
      .create()
      .loseAnswer()
      .run();
    expect(createdReports(simulation)).toHaveLength(1);
    expect(singleStates(queue)).toEqual(['unverifiable']);
  });

  it('is sent again if its site has no new report', async () => {
    const { simulation, queue } = await scenario({ redirectsPages: true })
      .create()
      .loseRequest()
      .run();
    expect(createdReports(simulation)).toHaveLength(1);
    expect(singleStates(queue)).toEqual([]);
  });

  it('does not claim new reports of other pages of its site', async () => {
    const builder = scenario({ redirectsPages: true }).createBatch(6);
    for (let page = 0; page < 5; page += 1) builder.planOutcome(USUAL_ANSWER);
    const { simulation } = await builder.loseRequest().run();
    expect(createdReports(simulation)).toHaveLength(6);
    expect(await readNewestBatch(simulation)).toMatchObject({ done: 6 });
  });
});

describe('a batch with more pages than the plan allows', () => {
  it('pauses after five refusals with the same words', async () => {
    const { simulation } = await scenario({ limit: 20 }).createBatch(120).run();
    // Two more requests may be in flight at the fifth refusal.
    expect(requestTimes(simulation, 'create').length).toBeLessThanOrEqual(20 + 5 + 2);
    expect(await readNewestBatch(simulation)).toMatchObject({
      isPaused: true,
      pauseReason: {
        failure: { fields: [{ messages: ['You have reached the limit of your plan.'] }] },
      },
      done: 20,
    });
  });

  it('continues after Resume, and pauses again', async () => {
    const { simulation } = await scenario({ limit: 3 })
      .createBatch(30)
      .wait(60)
      .actOnCreations({ kind: 'resume' })
      .run();
    const batch = await readNewestBatch(simulation);
    expect(batch?.needsAttention).toBeGreaterThanOrEqual(10);
    expect(batch?.queued).toBeGreaterThan(0);
    expect(batch?.pauseReason).not.toBeNull();
  });
});

describe('a service that answers a refusal with 200', () => {
  const REPORTED_FAILURE = { kind: 'reports failure' } as const;
  const message = 'The limit of your plan is reached.';
  const refusal = { name: 'needsAttention', reason: 'refused', failure: { message } };

  it('leaves the operation to a person with the message of the service', async () => {
    const { simulation, queue } = await scenario()
      .create()
      .planOutcome(REPORTED_FAILURE)
      .change({ index: 1, privacy: 0 })
      .planOutcome(REPORTED_FAILURE)
      .remove()
      .planOutcome(REPORTED_FAILURE)
      .run();
    expect(queue.singles.map(({ first }) => first.status)).toMatchObject(Array(3).fill(refusal));
    for (const verb of ['create', 'update', 'remove'] as const) {
      expect(requestTimes(simulation, verb), verb).toHaveLength(1);
    }
    expect(queue.recent).toEqual([]);
  });

  it('pauses a batch after five refusals', async () => {
    const builder = scenario().createBatch(40);
    for (let page = 0; page < 40; page += 1) builder.planOutcome(REPORTED_FAILURE);
    const { simulation } = await builder.run();
    expect(await readNewestBatch(simulation)).toMatchObject({
      isPaused: true,
      pauseReason: { failure: { message } },
      done: 0,
    });
    expect(requestTimes(simulation, 'create').length).toBeLessThanOrEqual(5 + 2);
  });
});

describe('a batch at a rate limit of sixty, at which each request counts twice', () => {
  it('creates each of two hundred reports once, with at most two 429 answers a minute', async () => {
    const builder = scenario({ throttle: 60 }).createBatch(200).wait(150);
    builder.check(async ({ readShownQueue }) => {
      expect((await readShownQueue()).backoff?.failure).toMatchObject({ code: 'tooManyRequests' });
      expect((await readShownQueue()).backoff?.kind).toBe('waiting');
    });
    const { simulation } = await builder.run();
    expect(createdReports(simulation)).toHaveLength(200);
    // At 30 requests a minute, the last 20 requests are sent in the seventh minute.
    const sentAt = requestTimes(simulation, 'create');
    expect((sentAt.at(-1) ?? 0) - (sentAt[0] ?? 0)).toBeLessThanOrEqual(380_000);
    const { rateLimitedAt } = simulation.service;
    expect(rateLimitedAt.length).toBeGreaterThan(10);
    expect(rateLimitedAt.length).toBeLessThanOrEqual(
      2 * Math.ceil(simulation.browser.sentRequests.length / 30),
    );
  });
});

/** Returns a client without streams and timers, because both need real time. */
function clientWithoutTimers(body: string, headers: readonly RequestHeader[]): ServiceClient {
  async function* parts() {
    yield body;
  }
  const answer = { ok: true, status: 200, headers: new Headers(), body: { pipeThrough: parts } };
  return createClient(
    { baseUrl: 'https://host.example', apiKey: 'some-api-key', headers },
    {
      fetchFrom: async () => answer as unknown as Response,
      timeLimit: () => new AbortController().signal,
    },
  );
}

describe('a list whose addresses contain a header value that the client hides', () => {
  const headers = [{ name: 'X-Tenant', value: 'one.example' }];

  /** Returns a service whose lists pass through the client as JSON. */
  const changeService = (service: Service): Service => ({
    ...service,
    list(key, query, page) {
      const reply = service.list(key, query, page);
      return {
        afterMs: reply.afterMs,
        async result() {
          const list = await reply.result();
          if (hasFailed(list)) return list;
          const { reports, total } = list.value;
          const rows = reports.map((report) => ({ ...report, generated_at: report.generatedAt }));
          const body = JSON.stringify({ data: rows, meta: { total } });
          return clientWithoutTimers(body, headers).list(query);
        },
      };
    },
  });

  it('lets a lookup find the report of a creation whose answer was lost', async () => {
    const { simulation, queue } = await scenario({}, { changeService }).create().loseAnswer().run();
    expect(requestTimes(simulation, 'create')).toHaveLength(1);
    expect(queue.recent).toMatchObject([{ operation: { status: { name: 'done' } } }]);
  });
});

describe('a deletion with an invalid key', () => {
  it('waits for a new key, even after a redirect to the sign-in page', async () => {
    let isKeyInvalid = true;
    const failingReply = (failure: Failure) => ({ afterMs: 100, result: () => ({ failure }) });
    const signInRedirect: Failure = { code: 'redirected', to: 'https://host.example/login' };
    const keyRefused: Failure = { code: 'keyRefused', message: null };
    const changeService = (service: Service): Service => ({
      ...service,
      remove: (key, id) => (isKeyInvalid ? failingReply(signInRedirect) : service.remove(key, id)),
      get: (key, id) => (isKeyInvalid ? failingReply(keyRefused) : service.get(key, id)),
    });
    const { simulation } = await scenario({}, { changeService })
      .remove()
      .wait(8)
      .check(async ({ readShownQueue }) => {
        expect((await readShownQueue()).backoff?.failure.code).toBe('keyRefused');
        isKeyInvalid = false;
      })
      .step({ do: 'connect', dropsOpenJobs: false })
      .run();
    expect(simulation.service.rows.at(-1)?.gone).not.toBeNull();
  });
});
