import { parseArgs } from 'node:util';
import { withTestBrowser } from '../browser/test-browser';
import { failures } from '../service/served-failure';
import { secondsSince } from './drafts';
import { outage } from './outage';
import { newSeed } from './random';
import { restart } from './restart';
import { slowService } from './slow-service';
import { storm } from './storm';

/** A run. `differences` is empty if the service has exactly the submitted reports. */
type Case = () => Promise<{ differences: string[] }>;

const PATIENCE_MS = 5 * 60_000;
const OUTAGE_MS = 2 * 60_000;

// Browsers repeat a request if a reused connection is cut.
const FRESH = { service: { sampleReports: false, keepAlive: false } };

const { values } = parseArgs({ options: { seed: { type: 'string' } } });
const seed = Number(values.seed ?? newSeed());
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number.');
const hundred = { seed, submissions: 100, throughPopup: 20 };
const twenty = { seed, submissions: 20, patience: PATIENCE_MS };

const CASES: Record<string, Case> = {
  'stopped workers and lost answers': () =>
    withTestBrowser(FRESH, (...at) =>
      storm(...at, { ...hundred, skipsWaiting: true, patience: PATIENCE_MS }),
    ),
  'a service that answers after the idle time of a worker': () =>
    withTestBrowser(FRESH, slowService),
  'a killed browser, two requests cut after the work': () =>
    restart({ ...twenty, by: 'killed browser', hang: failures.silenceAfterWork }),
  'a killed browser, two requests cut before the work': () =>
    restart({ ...twenty, by: 'killed browser', hang: failures.silence }),
  'an updated extension, two requests cut after the work': () =>
    restart({ ...twenty, by: 'updated extension', hang: failures.silenceAfterWork }),
  'a service that is down for two minutes': () =>
    withTestBrowser(FRESH, (...at) => outage(...at, { ...twenty, downMs: OUTAGE_MS })),
  'stopped workers and lost answers, with all the waiting': () =>
    withTestBrowser(FRESH, (...at) =>
      storm(...at, { ...hundred, skipsWaiting: false, patience: 6 * PATIENCE_MS }),
    ),
};

console.log(`Seed ${seed}`);
for (const [name, work] of Object.entries(CASES)) {
  const startedAt = Date.now();
  try {
    const figures = await work();
    console.log(name, { ...figures, seconds: secondsSince(startedAt) });
    if (figures.differences.length > 0) process.exitCode = 1;
  } catch (error) {
    // A failed case does not stop the other cases.
    console.error(name, error);
    process.exitCode = 1;
  }
}
