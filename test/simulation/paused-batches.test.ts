import { describe, expect, it } from 'vitest';
import {
  createdReports,
  REFUSED,
  RESTART_BROWSER,
  readNewestBatch,
  requestTimes,
  scenario,
} from './scenario-builder';

const NO_PAUSE = { isPaused: false, pauseReason: null };

describe('the pause of a batch', () => {
  it('ends when a person cancels a batch with more pages than the plan allows', async () => {
    let refused = 0;
    const { simulation } = await scenario({ limit: 3 })
      .createBatch(30)
      .wait(60)
      .check(async (simulation) =>
        expect(await readNewestBatch(simulation)).toMatchObject({ isPaused: true }),
      )
      .actOnCreations({ kind: 'cancel' })
      .wait(1)
      .check(async (simulation) => {
        expect(await readNewestBatch(simulation)).toMatchObject({
          ...NO_PAUSE,
          queued: 0,
          done: 3,
        });
        refused = (await readNewestBatch(simulation))?.needsAttention ?? 0;
      })
      .actOnCreations({ kind: 'retry' })
      .run();
    expect(refused).toBeGreaterThanOrEqual(5);
    expect(requestTimes(simulation, 'create')).toHaveLength(3 + 2 * refused);
    expect(await readNewestBatch(simulation)).toMatchObject({
      ...NO_PAUSE,
      queued: 0,
      needsAttention: refused,
    });
  });

  it('does not begin after five refusals if no operation is left', async () => {
    const builder = scenario().createBatch(5);
    for (let page = 0; page < 5; page += 1) builder.planOutcome(REFUSED);
    const { simulation } = await builder
      .wait(60)
      .check(async (simulation) =>
        expect(await readNewestBatch(simulation)).toMatchObject({ ...NO_PAUSE, needsAttention: 5 }),
      )
      .actOnCreations({ kind: 'retry' })
      .run();
    expect(createdReports(simulation)).toHaveLength(5);
    expect(await readNewestBatch(simulation)).toMatchObject({ ...NO_PAUSE, done: 5 });
  });

  it('ends when a person cancels a batch whose password was lost at a restart', async () => {
    const { simulation } = await scenario()
      .createBatch(20, { password: 'word' })
      .wait(0.5)
      .step(RESTART_BROWSER)
      .wait(20)
      .check(async (simulation) =>
        expect(await readNewestBatch(simulation)).toMatchObject({
          pauseReason: { code: 'password' },
        }),
      )
      .actOnCreations({ kind: 'cancel' })
      .wait(1)
      .step(RESTART_BROWSER)
      .run();
    expect(await readNewestBatch(simulation)).toMatchObject({ ...NO_PAUSE, queued: 0 });
  });

  it('ends when newer updates replace all operations that wait', async () => {
    const builder = scenario({ reportsAtStart: 'many' }).updateBatch(12, { privacy: 0 });
    for (let report = 0; report < 7; report += 1) builder.planOutcome(REFUSED);
    const { queue } = await builder
      .wait(10)
      .check(async (simulation) =>
        expect(await readNewestBatch(simulation)).toMatchObject({ isPaused: true }),
      )
      .updateBatch(12, { privacy: 1 })
      .run();
    expect(queue.batches.at(-1)).toMatchObject({ ...NO_PAUSE, queued: 0 });
  });
});

describe('the pause of a batch after unreadable answers', () => {
  it.each([
    ['redirects', { kind: 'redirects', answerAfter: 0.2, executedAfter: null }, 'redirected'],
    [
      'web pages',
      { kind: 'answers with HTML', answerAfter: 0.2, executedAfter: null },
      'unexpectedAnswer',
    ],
  ] as const)('begins after five %s to creations', async (_, outcome, code) => {
    const builder = scenario().createBatch(60);
    for (let page = 0; page < 60; page += 1) builder.planOutcome(outcome);
    const { simulation } = await builder.run();
    expect(requestTimes(simulation, 'create').length).toBeLessThanOrEqual(6);
    expect(requestTimes(simulation, 'list').length).toBeLessThanOrEqual(65);
    expect(await readNewestBatch(simulation)).toMatchObject({
      isPaused: true,
      pauseReason: { code: 'refusals', failure: { code } },
    });
  });

  it('begins after five redirects and web pages to updates', async () => {
    const builder = scenario({ reportsAtStart: 'many' }).updateBatch(40, { privacy: 0 });
    for (let report = 0; report < 20; report += 1) {
      builder.planOutcome({ kind: 'redirects', answerAfter: 0.2, executedAfter: null });
      builder.planOutcome({ kind: 'answers with HTML', answerAfter: 0.2, executedAfter: null });
    }
    const { simulation } = await builder.run();
    expect(requestTimes(simulation, 'update').length).toBeLessThanOrEqual(6);
    expect(await readNewestBatch(simulation)).toMatchObject({
      isPaused: true,
      pauseReason: { code: 'refusals' },
    });
  });
});
