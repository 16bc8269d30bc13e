import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { press } from '../browser/roles';
import { stopWorker } from '../browser/worker';
import { goOffline } from '../endurance/offline';
import { outage, startAgain } from '../endurance/outage';
import { newSeed } from '../endurance/random';
import { restart } from '../endurance/restart';
import { storm } from '../endurance/storm';
import { failures } from '../service/failure';
import { type Service, startService } from '../service/service';
import { create } from './popup-reading';
import { connectAtOnce } from './scene';
import { type Stage, startStage } from './stage';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

/** Prints what a run was like, with the seed that makes its choices again. */
function told<Figures extends object>(figures: Figures): Figures {
  process.stderr.write(`${JSON.stringify(figures)}\n`);
  return figures;
}

describe('reports that wait', () => {
  it('become exactly 100 of 100, with a worker that is stopped again and again and a third of the answers lost', async () => {
    const seed = newSeed();
    const figures = told(await storm(stage, { seed, submissions: 100, throughPopup: 4 }));
    expect(figures.differences).toEqual([]);
    expect(figures.reports).toBe(100);
    expect(figures.kills).toBeGreaterThan(10);
    expect(figures.dropped).toBeGreaterThan(30);
  }, 300_000);

  it('arrive, all 20, after the browser was killed and started again', async () => {
    const hang = failures.silenceAfterWork;
    const seed = newSeed();
    const figures = told(await restart({ seed, submissions: 20, hang, patience: 30_000 }));
    expect(figures.differences).toEqual([]);
    expect(figures).toMatchObject({ reports: 20, repeats: 0 });
  });

  it('arrive by themselves when a service is up again, with no page open', async () => {
    const times = { downFor: 4000, sleeps: true };
    const figures = told(await outage(stage, { seed: newSeed(), submissions: 8, ...times }));
    expect(figures.differences).toEqual([]);
    expect(figures.reports).toBe(8);
  });
});

describe('a report that cannot go out for now', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService({ sampleReports: false, keepAlive: false });
    await connectAtOnce(stage, service);
  });
  afterEach(() => service.close());

  function creations(): number {
    return service.requests.filter(({ method }) => method === 'POST').length;
  }

  it('is kept while this computer is offline, says so, and goes out by itself afterwards', async () => {
    const { popup, page } = await stage.openPopupOn(service.samplePages.good);
    const goOnline = await goOffline(popup);
    expect(await create(popup)).toBe(
      'This computer is offline. The report is kept, and goes out by itself; you may close this window.',
    );
    expect(creations()).toBe(0);
    await goOnline();
    await closePopup(popup);
    await stopWorker(stage.browser, stage.extensionId);
    await until('it has arrived', () => service.reports().length === 1, 60_000);
    expect(creations()).toBe(1);
    await page.close();
  });

  it('is kept while nothing answers at the service, says so, and goes out at a press of Try now', async () => {
    const { popup, page } = await stage.openPopupOn(service.samplePages.good);
    await service.close();
    expect(await create(popup)).toBe(
      'The service could not be reached. The report is kept, and goes out by itself; you may close this window.',
    );
    service = await startAgain(service);
    await press(popup, 'Try now');
    await until('it has arrived', () => service.reports().length === 1);
    expect(creations()).toBe(1);
    await page.close();
  });
});
