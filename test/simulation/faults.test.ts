import { describe, expect, it } from 'vitest';
import { followRecentOperations } from '@/components/app/followed-recent-operations';
import { EMPTY_QUEUE } from '@/lib/jobs/queue';
import type { Operation } from '@/lib/jobs/types';
import { queueItem } from '@/lib/shared-state/shared-items';
import { runScenario } from './run-scenario';
import { NO_OUTCOMES, USUAL_TRAITS } from './scenario';
import { requestTimes, type ScenarioBuilder, SLOW_ANSWER, scenario } from './scenario-builder';

describe('an update', () => {
  it('is sent again after a 503 and a 502, until it succeeds', async () => {
    const { simulation } = await scenario()
      .change({ privacy: 0 })
      .planOutcome({ kind: 'says 503', retryAfter: 60 })
      .planOutcome({ kind: 'says 502', answerAfter: 0.2, executedAfter: null })
      .run();
    expect(requestTimes(simulation, 'update')).toHaveLength(3);
    expect(simulation.service.rows.at(-1)?.report.privacy).toBe(0);
  });

  it('does not wait for two slow creations', async () => {
    await scenario()
      .create({ page: 3 })
      .planOutcome(SLOW_ANSWER)
      .create({ page: 4 })
      .planOutcome(SLOW_ANSWER)
      .change({ privacy: 0 })
      .wait(1)
      .check(({ service }) => expect(service.rows[1]?.report.privacy).toBe(0))
      .run();
  });

  it('is never sent if a later update changes the same fields before the request', async () => {
    const { simulation, queue } = await scenario()
      .step({ do: 'go offline' })
      .change({ privacy: 0 })
      .change({ privacy: 2 })
      .wait(10)
      .run();
    const privacies = simulation.service.rows.at(-1)?.changes.map(({ change }) => change.privacy);
    expect(privacies).toEqual([2]);
    const outcomes = queue.recent.map(({ jobId, operation }) => [jobId, operation.status.name]);
    expect(outcomes).toEqual([
      ['job-1', 'cancelled'],
      ['job-2', 'done'],
    ]);
  });

  it('ends without a request if an earlier update shows that the report is gone', async () => {
    const { simulation } = await scenario()
      .change({ privacy: 0 })
      .planOutcome({ kind: 'answers', answerAfter: 5 })
      .wait(0.01)
      .change({ privacy: 2 })
      .step({ do: 'somebody deletes', index: 0 })
      .run();
    expect(requestTimes(simulation, 'update')).toHaveLength(1);
  });

  it('removes its report from the list if the report is gone, and ends as gone', async () => {
    const { simulation, queue } = await scenario()
      .step({ do: 'somebody deletes', index: 0 })
      .change({ privacy: 0 })
      .wait(5)
      .check(async ({ readNewestList }) => {
        expect(await readNewestList()).toMatchObject({ reports: [{ id: '7' }], total: 1 });
      })
      .run();
    expect(requestTimes(simulation, 'update')).toHaveLength(1);
    expect(queue.recent).toMatchObject([
      { jobId: 'job-1', operation: { status: { name: 'gone' } } },
    ]);
  });

  it('is sent again if its answer was lost', async () => {
    const { simulation } = await scenario({ resultAfter: 3 })
      .change({ results: 1 })
      .loseAnswer()
      .run();
    expect(requestTimes(simulation, 'update')).toHaveLength(2);
    expect(requestTimes(simulation, 'get')).toEqual([]);
  });
});

describe('an extension page', () => {
  /**
   * Returns the published states of a single job, until the job ends or needs attention. A queued or
   * sent operation counts as `open`, or as `in backoff`.
   */
  async function publishedStates(
    id: string,
    addSteps: (builder: ScenarioBuilder) => ScenarioBuilder,
  ): Promise<string[]> {
    const states: string[] = [];
    const builder = scenario().check(async (simulation) => {
      const connectionId = await simulation.readConnectionId();
      let finished: Operation | undefined;
      followRecentOperations(connectionId).value.subscribe((recent) => {
        finished = recent.find(({ jobId }) => jobId === id)?.operation;
      });
      const stopWatching = queueItem(connectionId).watch((queue) => {
        const { singles, backoff } = queue ?? EMPTY_QUEUE;
        const operation = finished ?? singles.find((line) => line.id === id)?.first;
        if (operation === undefined) return;
        const { name } = operation.status;
        let state: string = name;
        if (name === 'queued' || name === 'sending') state = backoff ? 'in backoff' : 'open';
        if (states.at(-1) !== state) states.push(state);
        if (finished || name === 'needsAttention') stopWatching();
      });
    });
    await addSteps(builder).run();
    return states;
  }

  it('shows no backoff between a creation without an answer and its lookup', async () => {
    const states = await publishedStates('job-1', (builder) => builder.create().loseAnswer());
    expect(states).toEqual(['open', 'unverified', 'done']);
  });

  it('shows no backoff before the refusal of a second update', async () => {
    const states = await publishedStates('job-2', (builder) =>
      builder
        .change({ privacy: 0 })
        .planOutcome({ kind: 'forbids' })
        .wait(5)
        .change({ index: 1, privacy: 0 })
        .planOutcome({ kind: 'forbids' }),
    );
    expect(states).toEqual(['open', 'needsAttention']);
  });

  it('shows the later of two lists that were requested at the same time', async () => {
    const { simulation } = await scenario()
      .planListOutcomes({ kind: 'answers', answerAfter: 0.5 })
      .step({ do: 'connect', dropsOpenJobs: false })
      .change({ privacy: 1 })
      .create()
      .step({ do: 'disconnect', dropsOpenJobs: false }, { do: 'somebody deletes', index: 0 })
      .run();
    expect(simulation.service.rows.map(({ gone }) => gone !== null)).toEqual([false, true]);
    expect((await simulation.readNewestList())?.reports.map(({ id }) => id)).toEqual(['7']);
  });

  it('shows the newest reports after a private report is created and deleted', async () => {
    const create = {
      do: 'create',
      page: 0,
      privacy: 1,
      isPrivate: true,
      repeatsUnansweredCall: false,
    } as const;
    const { violations } = await runScenario({
      traits: { ...USUAL_TRAITS, reportsAtStart: 'many' },
      outcomes: NO_OUTCOMES,
      steps: [
        { ...create, isConfirmed: true },
        { do: 'wait', seconds: 25 },
        { do: 'refresh' },
        { ...create, isConfirmed: false },
        { do: 'delete', index: 0, isPrivate: false, repeatsUnansweredCall: false },
      ],
      stopsIdleWorker: false,
    });
    expect(violations).toEqual([]);
  });
});

describe('a deletion', () => {
  it('can be undone in two windows at the same time', async () => {
    const { simulation } = await scenario().remove().remove().wait(2).cancelInTwoWindows().run();
    expect(simulation.person.requested.at(-1)?.cancelAttempts).toMatchObject([
      { hadEffect: true },
      { hadEffect: true },
    ]);
    expect(requestTimes(simulation, 'remove')).toEqual([]);
  });

  it('does not count as an open job at Disconnect after a refusal', async () => {
    const { queue } = await scenario()
      .remove()
      .planOutcome({ kind: 'forbids' })
      .wait(10)
      .check(async (simulation) =>
        expect((await simulation.readShownQueue()).singles).toHaveLength(1),
      )
      .step({ do: 'disconnect', dropsOpenJobs: false })
      .run();
    expect(queue.singles).toEqual([]);
  });
});
