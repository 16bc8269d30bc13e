import { describe, expect, it } from 'vitest';
import { followRecentOperations } from '@/components/app/followed-recent-operations';
import { EMPTY_QUEUE } from '@/lib/jobs/queue';
import type { Operation } from '@/lib/jobs/types';
import { queueItem } from '@/lib/shared-state/shared-items';
import { play } from './run-scenario';
import { USUAL_TRAITS } from './scenario';
import { type ScenarioBuilder, SLOW, scenario, times } from './scenario-builder';

describe('an update', () => {
  it('is sent again after a 503 and a 502, until it succeeds', async () => {
    const { world } = await scenario()
      .change({ privacy: 0 })
      .meets({ fate: 'says 503', retryAfter: 60 })
      .meets({ fate: 'says 502', after: 0.2, work: null })
      .run();
    expect(times(world, 'update')).toHaveLength(3);
    expect(world.service.rows.at(-1)?.report.privacy).toBe(0);
  });

  it('does not wait for two slow creations', async () => {
    await scenario()
      .create({ url: 3 })
      .meets(SLOW)
      .create({ url: 4 })
      .meets(SLOW)
      .change({ privacy: 0 })
      .wait(1)
      .check(({ service }) => expect(service.rows[1]?.report.privacy).toBe(0))
      .run();
  });

  it('is never sent if a later update of the same fields cancels it while it waits', async () => {
    const { world, view } = await scenario()
      .step({ do: 'go offline' })
      .change({ privacy: 0 })
      .change({ privacy: 2 })
      .wait(10)
      .run();
    const privacies = world.service.rows.at(-1)?.changes.map(({ change }) => change.privacy);
    expect(privacies).toEqual([2]);
    const outcomes = view.recent.map(({ jobId, operation }) => [jobId, operation.status.name]);
    expect(outcomes).toEqual([
      ['job-1', 'cancelled'],
      ['job-2', 'done'],
    ]);
  });

  it('ends without a request if an earlier update shows that the report is gone', async () => {
    const { world } = await scenario()
      .change({ privacy: 0 })
      .meets({ fate: 'answers', after: 5 })
      .wait(0.01)
      .change({ privacy: 2 })
      .step({ do: 'somebody deletes', which: 0 })
      .run();
    expect(times(world, 'update')).toHaveLength(1);
  });

  it('removes its report from the list if the report is gone, and ends as gone', async () => {
    const { world, view } = await scenario()
      .step({ do: 'somebody deletes', which: 0 })
      .change({ privacy: 0 })
      .wait(5)
      .check(async ({ newest }) => {
        expect(await newest()).toMatchObject({ reports: [{ id: '7' }], total: 1 });
      })
      .run();
    expect(times(world, 'update')).toHaveLength(1);
    expect(view.recent).toMatchObject([
      { jobId: 'job-1', operation: { status: { name: 'gone' } } },
    ]);
  });

  it('is sent again if its answer was lost', async () => {
    const { world } = await scenario({ ratedAfter: 3 }).change({ results: 1 }).loseAnswer().run();
    expect(times(world, 'update')).toHaveLength(2);
    expect(times(world, 'get')).toEqual([]);
  });
});

describe('an extension page', () => {
  /** Returns the published states of a single job until the job ends or needs attention. */
  async function publishedStates(
    id: string,
    build: (builder: ScenarioBuilder) => ScenarioBuilder,
  ): Promise<string[]> {
    const names: string[] = [];
    const builder = scenario().check(async (world) => {
      const connectionId = await world.connectionId();
      let end: Operation | undefined;
      followRecentOperations(connectionId).value.subscribe((recent) => {
        end = recent.find(({ jobId }) => jobId === id)?.operation;
      });
      const stop = queueItem(connectionId).watch((queue) => {
        const { singles, backoff } = queue ?? EMPTY_QUEUE;
        const operation = end ?? singles.find((line) => line.id === id)?.first;
        if (operation === undefined) return;
        const { name } = operation.status;
        const isOpen = name === 'queued' || name === 'sending';
        const openState = backoff ? 'in backoff' : 'open';
        const state = isOpen ? openState : name;
        if (names.at(-1) !== state) names.push(state);
        if (end || name === 'needsAttention') stop();
      });
    });
    await build(builder).run();
    return names;
  }

  it('shows no backoff between a creation without an answer and its lookup', async () => {
    const names = await publishedStates('job-1', (builder) => builder.create().loseAnswer());
    expect(names).toEqual(['open', 'unverified', 'done']);
  });

  it('shows no backoff before the refusal of a second update', async () => {
    const names = await publishedStates('job-2', (builder) =>
      builder
        .change({ privacy: 0 })
        .meets({ fate: 'forbids' })
        .wait(5)
        .change({ which: 1, privacy: 0 })
        .meets({ fate: 'forbids' }),
    );
    expect(names).toEqual(['open', 'needsAttention']);
  });

  it('shows the later of two lists that were requested at the same moment', async () => {
    const { world } = await scenario()
      .lists({ fate: 'answers', after: 0.5 })
      .step({ do: 'connect', dropsOpenWork: false })
      .change({ privacy: 1 })
      .create()
      .step({ do: 'disconnect', dropsOpenWork: false }, { do: 'somebody deletes', which: 0 })
      .run();
    expect(world.service.rows.map(({ gone }) => gone !== null)).toEqual([false, true]);
    expect((await world.newest())?.reports.map(({ id }) => id)).toEqual(['7']);
  });

  it('shows a full page of the list after a private report is created and deleted', async () => {
    const create = { do: 'create', url: 0, privacy: 1, isPrivate: true, isPatient: false } as const;
    const { findings } = await play({
      traits: { ...USUAL_TRAITS, reportsAtStart: 'many' },
      fates: { posts: [], puts: [], deletes: [], lists: [] },
      steps: [
        { ...create, isConfirmed: true },
        { do: 'wait', seconds: 25 },
        { do: 'refresh' },
        { ...create, isConfirmed: false },
        { do: 'delete', which: 0, isPrivate: false, isPatient: false },
      ],
      stopsIdle: false,
    });
    expect(findings).toEqual([]);
  });
});

describe('a deletion', () => {
  it('can be undone in two windows at the same time', async () => {
    const { world } = await scenario().remove().remove().wait(2).cancelInTwoWindows().run();
    expect(world.person.requested.at(-1)?.cancelAttempts).toMatchObject([
      { answer: true },
      { answer: true },
    ]);
    expect(times(world, 'remove')).toEqual([]);
  });

  it('does not count as an open job at Disconnect after a refusal', async () => {
    const { view } = await scenario()
      .remove()
      .meets({ fate: 'forbids' })
      .wait(10)
      .check(async (world) => expect((await world.view()).singles).toHaveLength(1))
      .step({ do: 'disconnect', dropsOpenWork: false })
      .run();
    expect(view.singles).toEqual([]);
  });
});
