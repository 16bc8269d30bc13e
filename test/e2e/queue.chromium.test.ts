import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atRemoteHost, goOffline } from '../endurance/offline';
import { outage } from '../endurance/outage';
import { newSeed } from '../endurance/random';
import { restart } from '../endurance/restart';
import { storm } from '../endurance/storm';
import { type Service, startService } from '../service/service';
import { app, failures, until, useStage } from './app';

useStage();

/** A seed that makes a run's choices again; it is printed first, since the run may not end. */
function toldSeed(): number {
  const seed = newSeed();
  process.stderr.write(`Seed ${seed}\n`);
  return seed;
}

/** Prints what a run was like. */
function told<Figures extends object>(figures: Figures): Figures {
  process.stderr.write(`${JSON.stringify(figures)}\n`);
  return figures;
}

describe('reports that wait', () => {
  it('become exactly one report each, with a worker that is stopped again and again and a third of the answers lost', async () => {
    const seed = toldSeed();
    const options = { submissions: 30, throughPopup: 2, skipsWaiting: true, patience: 120_000 };
    const figures = told(await storm(app.stage, { seed, ...options }));
    expect(figures.differences).toEqual([]);
    expect(figures.reports).toBe(30 + figures.others);
    expect(figures.kills).toBeGreaterThan(5);
    expect(figures.dropped).toBeGreaterThan(10);
  }, 240_000);

  it('arrive, all 20, after the browser was killed and started again', async () => {
    const hang = failures.silenceAfterWork;
    const seed = toldSeed();
    const figures = told(await restart({ seed, submissions: 20, hang, patience: 30_000 }));
    expect(figures.differences).toEqual([]);
    expect(figures).toMatchObject({ reports: 20, repeats: 0 });
  });

  it('arrive by themselves when a service is up again, with no page open', async () => {
    const times = { downFor: 4000, sleeps: true };
    const seed = toldSeed();
    const figures = told(await outage(app.stage, { seed, submissions: 8, ...times }));
    expect(figures.differences).toEqual([]);
    expect(figures.reports).toBe(8);
  });
});

describe('a report that cannot go out for now', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService({ sampleReports: false, keepAlive: false });
    await app.connect(service);
  });
  afterEach(() => service.close());

  function creations(): number {
    return service.requests.filter(({ method }) => method === 'POST').length;
  }

  it('is kept while this computer is offline, says so, and goes out by itself afterwards', async () => {
    await app.connect(atRemoteHost(service));
    const popup = await app.popup(service.samplePages.good);
    const goOnline = await goOffline(popup);
    expect(await popup.create()).toBe(
      "You're offline. The report is saved and will be sent automatically. You can close this.",
    );
    expect(creations()).toBe(0);
    // Nothing but its alarm is left to start it.
    await app.worker.stop();
    await goOnline();
    await app.stage.closePages();
    await until('it has arrived', () => service.reports().length === 1, 60_000);
    expect(creations()).toBe(1);
  });
});
