import { describe, expect, it } from 'vitest';
import type { RequestHeader } from '@/lib/connection/request-headers';
import { hasFailed } from '@/lib/result';
import { createClient, type ServiceClient } from '@/lib/service/client';
import { ownReports, scenario, times } from './scenario-builder';
import type { Service } from './service';
import type { World } from './simulation';

// Behaviour of real installations that the interface document does not mention.

const statusesOf = async ({ view }: World) =>
  (await view()).singles.map(({ first: { status } }) =>
    status.name === 'needsAttention' ? status.reason : status.name,
  );

const line = async ({ view }: World) => (await view()).batches[0];

describe('the creation of a page that cannot be fetched', () => {
  it('needs attention, with the message of the service', async () => {
    const { world, view } = await scenario().create().cannotFetch().run();
    expect(times(world, 'create')).toHaveLength(1);
    expect(view.singles).toMatchObject([
      {
        first: {
          status: { name: 'needsAttention', reason: 'refused', failure: { code: 'pageFailed' } },
        },
      },
    ]);
    expect(view.backoff).toBeNull();
  });

  it('does not delay other pages of its batch, even if every third page fails', async () => {
    let timeWithoutFailures = 0;
    await playUntil(scenario().createBatch(60), 60, (time) => {
      timeWithoutFailures = time;
    });
    const builder = scenario().createBatch(60);
    for (let page = 0; page < 60; page += 1) {
      if (page % 3 === 2) builder.cannotFetch();
      else builder.meets({ fate: 'answers', after: 0.2 });
    }
    let timeOfForty = Number.POSITIVE_INFINITY;
    const world = await playUntil(builder, 40, (time) => {
      timeOfForty = time;
    });
    expect(timeOfForty).toBeLessThanOrEqual(timeWithoutFailures * 1.5);
    expect(times(world, 'create').length).toBeLessThanOrEqual(66);
    expect(await line(world)).toMatchObject({ done: 40, failed: 20, waiting: 0, active: 0 });
  });
});

/**
 * Plays a scenario to its end.
 * @param onReached called once when `count` reports exist, with the milliseconds since the start
 */
async function playUntil(
  builder: ReturnType<typeof scenario>,
  count: number,
  onReached: (time: number) => void,
): Promise<World> {
  let isReached = false;
  for (let tick = 0; tick < 1200; tick += 1) {
    builder.wait(0.1).check((world) => {
      if (isReached || ownReports(world).length < count) return;
      isReached = true;
      onReached(world.time.elapsed());
    });
  }
  return (await builder.run()).world;
}

describe('the creation of a page that redirects within its site', () => {
  it('needs attention instead of a second request if its answer was lost', async () => {
    const { world } = await scenario({ redirectsPages: true }).create().loseAnswer().run();
    expect(ownReports(world)).toHaveLength(1);
    expect(await statusesOf(world)).toEqual(['unverifiable']);
  });

  it('is sent again if its site has no new report', async () => {
    const { world } = await scenario({ redirectsPages: true }).create().loseRequest().run();
    expect(ownReports(world)).toHaveLength(1);
    expect(await statusesOf(world)).toEqual([]);
  });

  it('does not claim new reports of other pages of its site', async () => {
    const builder = scenario({ redirectsPages: true }).createBatch(6);
    for (let page = 0; page < 5; page += 1) builder.meets({ fate: 'answers', after: 0.2 });
    const { world } = await builder.loseRequest().run();
    expect(ownReports(world)).toHaveLength(6);
    expect(await line(world)).toMatchObject({ done: 6 });
  });
});

describe('a batch above the limit of a plan', () => {
  it('pauses after five refusals with the same words', async () => {
    const { world } = await scenario({ limit: 20 }).createBatch(120).run();
    expect(times(world, 'create').length).toBeLessThanOrEqual(27);
    expect(await line(world)).toMatchObject({
      isPaused: true,
      pauseReason: {
        failure: { fields: [{ messages: ['You have reached the limit of your plan.'] }] },
      },
      done: 20,
    });
  });

  it('continues after Resume, and pauses again', async () => {
    const builder = scenario({ limit: 3 })
      .createBatch(30)
      .wait(60)
      .actOnCreations({ kind: 'resume' });
    const { world } = await builder.run();
    const { failed = 0, waiting = 0, pauseReason } = (await line(world)) ?? {};
    expect(failed).toBeGreaterThanOrEqual(10);
    expect(waiting).toBeGreaterThan(0);
    expect(pauseReason).not.toBeNull();
  });
});

describe('a service that answers a refusal with 200', () => {
  const REPORTED = { fate: 'reports failure' } as const;
  const words = 'The limit of your plan is reached.';
  const refusal = { name: 'needsAttention', reason: 'refused', failure: { message: words } };

  it('leaves the operation to a person with the message of the service', async () => {
    const builder = scenario().create().meets(REPORTED).change({ which: 1, privacy: 0 });
    const { world, view } = await builder.meets(REPORTED).remove().meets(REPORTED).run();
    expect(view.singles.map(({ first }) => first.status)).toMatchObject(Array(3).fill(refusal));
    expect(
      ['create', 'update', 'remove'].map((verb) => times(world, verb as 'create').length),
    ).toEqual([1, 1, 1]);
    expect(view.recent).toEqual([]);
  });

  it('pauses a batch after five refusals', async () => {
    const builder = scenario().createBatch(40);
    for (let page = 0; page < 40; page += 1) builder.meets(REPORTED);
    const { world } = await builder.run();
    expect(await line(world)).toMatchObject({
      isPaused: true,
      pauseReason: { failure: { message: words } },
      done: 0,
    });
    expect(times(world, 'create').length).toBeLessThanOrEqual(7);
  });
});

describe('a throttle of sixty requests a minute that counts each request twice', () => {
  it('creates each of two hundred reports once, with at most two 429 answers in a window', async () => {
    const builder = scenario({ throttle: 60 }).createBatch(200).wait(150);
    builder.check(async ({ view }) => {
      expect((await view()).backoff?.failure).toMatchObject({ code: 'tooManyRequests' });
      expect((await view()).backoff?.until).not.toBeNull();
    });
    const { world } = await builder.run();
    expect(ownReports(world)).toHaveLength(200);
    // The limit is 30 requests a minute. The last 20 are sent after the sixth minute at the earliest.
    const [first = 0, last = 0] = [0, -1].map((place) => times(world, 'create').at(place));
    expect(last - first).toBeLessThanOrEqual(1.05 * 362_000);
    const { rateLimitedAt } = world.service;
    expect(rateLimitedAt.length).toBeGreaterThan(10);
    expect(rateLimitedAt.length).toBeLessThanOrEqual(2 * Math.ceil(world.browser.sent.length / 30));
  });
});

/** Returns a client without streams and timers, because both would need real time. */
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

describe('a service whose addresses contain the value of a header', () => {
  const headers = [{ name: 'X-Tenant', value: 'one.example' }];

  /** Sends lists through the client as JSON. */
  const changeService = (service: Service): Service => ({
    ...service,
    list(key, query, page) {
      const { after, outcome } = service.list(key, query, page);
      const read = async () => {
        const list = await outcome();
        if (hasFailed(list)) return list;
        const { reports, total } = list.value;
        const rows = reports.map((report) => ({ ...report, generated_at: report.generatedAt }));
        const body = JSON.stringify({ data: rows, meta: { total } });
        return clientWithoutTimers(body, headers).list(query);
      };
      return { after, outcome: read };
    },
  });

  it('creates nothing twice if an answer was lost', async () => {
    const { world, view } = await scenario({}, { changeService }).create().loseAnswer().run();
    expect(times(world, 'create')).toHaveLength(1);
    expect(view.recent).toMatchObject([{ operation: { status: { name: 'done' } } }]);
  });
});

describe('a deletion with an invalid key', () => {
  it('waits for a new key, even after a redirect to the sign-in page', async () => {
    const redirected = { code: 'redirected', to: 'https://host.example/login' } as const;
    let isKeyInvalid = true;
    const { world } = await scenario(
      {},
      {
        changeService: (service) => ({
          ...service,
          remove: (key, id) =>
            isKeyInvalid
              ? { after: 100, outcome: () => ({ failure: redirected }) }
              : service.remove(key, id),
          get: (key, id) =>
            isKeyInvalid
              ? { after: 100, outcome: () => ({ failure: { code: 'keyRefused', message: null } }) }
              : service.get(key, id),
        }),
      },
    )
      .remove()
      .wait(8)
      .check(async ({ view }) => {
        expect((await view()).backoff?.failure.code).toBe('keyRefused');
        isKeyInvalid = false;
      })
      .step({ do: 'connect', dropsOpenWork: false })
      .run();
    expect(world.service.rows.at(-1)?.gone).not.toBeNull();
  });
});
