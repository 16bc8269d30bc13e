import { parseArgs } from 'node:util';
import { type Stage, startStage } from '../e2e/stage';
import { failures } from '../service/served-failure';
import { outage } from './outage';
import { newSeed } from './random';
import { restart } from './restart';
import { storm } from './storm';

/** What every run tells. */
interface Figures {
  submissions: number;
  reports: number;
  differences: string[];
}

const PATIENCE_MS = 5 * 60_000;
const OUTAGE_MS = 2 * 60_000;

async function onStage<Result>(work: (stage: Stage) => Promise<Result>): Promise<Result> {
  const stage = await startStage();
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
}

/** Runs all, tells the figures of each, and fails on any difference or error. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { seed: { type: 'string' } } });
  const seed = values.seed === undefined ? newSeed() : Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number.');
  const hundred = { seed, submissions: 100, throughPopup: 20 };
  const cases: Record<string, () => Promise<Figures>> = {
    'stopped workers and lost answers': () =>
      onStage((stage) => storm(stage, { ...hundred, skipsWaiting: true, patience: PATIENCE_MS })),
    'a killed browser, two requests cut after the work': () =>
      restart({ seed, submissions: 20, hang: failures.silenceAfterWork, patience: PATIENCE_MS }),
    'a killed browser, two requests cut before the work': () =>
      restart({ seed, submissions: 20, hang: failures.silence, patience: PATIENCE_MS }),
    'a service that is down for two minutes': () =>
      onStage((stage) =>
        outage(stage, { seed, submissions: 20, downFor: OUTAGE_MS, sleeps: false }),
      ),
    'stopped workers and lost answers, with all the waiting': () =>
      onStage((stage) =>
        storm(stage, { ...hundred, skipsWaiting: false, patience: 6 * PATIENCE_MS }),
      ),
  };
  console.log(`Seed ${seed}`);
  for (const [name, work] of Object.entries(cases)) {
    try {
      const figures = await work();
      console.log(name, figures);
      if (figures.differences.length > 0) process.exitCode = 1;
    } catch (error) {
      // The others have something to tell all the same.
      console.error(name, error);
      process.exitCode = 1;
    }
  }
}

run().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
