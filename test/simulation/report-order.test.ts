import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { createdReports, RESTART_BROWSER, STOP_WORKER, scenario } from './scenario-builder';
import type { Simulation } from './simulation';

const PUBLIC = { privacy: Privacy.Public };

/** Returns the changes of the newest reports, newest report first. */
function changesOfNewest({ service }: Simulation, count = 1): (Privacy | 'results')[][] {
  const rows = service.rows.slice(-count).reverse();
  return rows.map((row) => row.changes.map(({ change }) => change.privacy ?? 'results'));
}

describe('the worker', () => {
  it('sends the updates of a report in the order of presses, without overridden privacy updates', async () => {
    const { simulation } = await scenario({ reportsAtStart: 'many' })
      .step({ do: 'go offline' })
      .change({ privacy: Privacy.Private })
      .updateBatch(3, PUBLIC)
      .change({ privacy: Privacy.Private })
      .wait(1)
      .updateBatch(3)
      .wait(1)
      .step(STOP_WORKER, { do: 'go online' })
      .run();
    const { Public, Private } = Privacy;
    expect(changesOfNewest(simulation, 3)).toEqual([
      [Private, 'results'],
      [Public, 'results'],
      [Public, 'results'],
    ]);
  });

  it('sends a batch operation early if a single job is queued behind it for the same report', async () => {
    const { simulation } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(120, PUBLIC)
      .wait(1)
      .step({ do: 'batch of updates', from: 0, count: 1 })
      .check(({ person }) => expect(person.requested).toHaveLength(121))
      .change({ index: 9, privacy: Privacy.Private })
      .run();
    const ids = simulation.browser.sentRequests.flatMap(({ verb, target }) =>
      verb === 'update' ? target : [],
    );
    const single = simulation.person.requested.at(-1)?.request;
    const reportId = single?.kind === 'update' ? single.report.id : '';
    const positions = ids.flatMap((id, index) => (id === reportId ? [index] : []));
    expect(positions).toHaveLength(2);
    expect(positions[1]).toBeLessThan(30);
  });

  it('sends a single job before a paused batch, and cancels the batch operation on the report', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'many' })
      .step({ do: 'go offline' })
      .updateBatch(3, PUBLIC)
      .actOnEdits({ kind: 'pause' })
      .change({ privacy: Privacy.Password })
      .wait(1)
      .step({ do: 'go online' })
      .wait(60)
      .check((simulation) => expect(changesOfNewest(simulation)).toEqual([[Privacy.Password]]))
      .actOnEdits({ kind: 'resume' })
      .run();
    const { Public, Password } = Privacy;
    expect(changesOfNewest(simulation, 3)).toEqual([[Password], [Public], [Public]]);
    expect(queue.batches).toMatchObject([{ size: 3, done: 2, queued: 0 }]);
  });

  it('sends an update of results although an earlier batch with this report waits for a password', async () => {
    const { simulation } = await scenario({ reportsAtStart: 'many' })
      .step({ do: 'go offline' })
      .updateBatch(3, { privacy: Privacy.Password })
      .wait(1)
      .step(RESTART_BROWSER, { do: 'go online' })
      .wait(20)
      .change({ results: 1 })
      .wait(20)
      .check((simulation) => expect(changesOfNewest(simulation)).toEqual([['results']]))
      .actOnEdits({ kind: 'resume', password: '' })
      .run();
    expect(changesOfNewest(simulation)).toEqual([['results', Privacy.Password]]);
  });

  it('cancels a privacy update that waits during a backoff if a later update sets the privacy', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'many' })
      .updateBatch(2, PUBLIC)
      .planOutcome({ kind: 'says 429', retryAfter: null })
      .change({ privacy: Privacy.Private })
      .run();
    expect(changesOfNewest(simulation).at(-1)).toEqual([Privacy.Private]);
    expect(queue.batches).toMatchObject([{ size: 2, done: 1, queued: 0 }]);
  });

  it('keeps the operation of a batch if a deletion of its report is undone', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'many' })
      .step({ do: 'go offline' })
      .updateBatch(2, PUBLIC)
      .remove()
      .wait(2)
      .cancel()
      .wait(1)
      .step({ do: 'go online' })
      .run();
    expect(changesOfNewest(simulation, 2)).toEqual([[Privacy.Public], [Privacy.Public]]);
    expect(queue.batches).toMatchObject([{ size: 2, done: 2 }]);
  });

  it('sends another password after a refused password, and leaves no operation open', async () => {
    const { simulation, queue } = await scenario({ reportsAtStart: 'many' })
      .change({ privacy: Privacy.Password })
      .planOutcome({ kind: 'forbids' })
      .wait(2)
      .check(async (simulation) =>
        expect((await simulation.readShownQueue()).all.needsAttention).toBe(1),
      )
      .change({ privacy: Privacy.Password })
      .run();
    expect(changesOfNewest(simulation)).toEqual([[Privacy.Password]]);
    expect(queue.all.needsAttention).toBe(0);
  });

  it('sends creations while a failing update is repeated', async () => {
    const BAD_GATEWAY = { kind: 'says 502', answerAfter: 0.1, executedAfter: null } as const;
    const builder = scenario({ reportsAtStart: 'many' }).change({ results: 1 });
    for (let attempt = 0; attempt < 60; attempt += 1) builder.planOutcome(BAD_GATEWAY);
    for (const page of [1, 2, 3, 4, 5]) builder.wait(1000).create({ page });
    const { simulation, queue } = await builder.wait(1000).run();
    expect(queue.all).toMatchObject({ create: 0, update: 0, needsAttention: 1 });
    expect(createdReports(simulation)).toHaveLength(5);
  });
});
