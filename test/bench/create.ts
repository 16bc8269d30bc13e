import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../browser/condition';
import { isWorkerRunning } from '../browser/worker';
import type { BenchStage } from './bench-stage';
import { type Figure, figureOf } from './figure';
import type { Opening } from './opening';
import { LINE } from './paints';
import type { Expectation } from './probe';
import { alternate } from './sample';
import { openSender } from './sender';

const LIST: Expectation = { selector: '.rows > li', text: '' };

/** A message that neither worker answers: what it takes is to start and to look at it. */
const NO_CALL = { call: 'nothing', args: [] };

/** How the worker is before a press; and where it is asleep, whether the pointer comes first. */
type Before = 'asleep' | 'asleep until the pointer comes' | 'awake';

/** A person takes longer from reaching a button to having pressed it. */
const POINTER_MS = 100;

/** From a press to the request's arrival at the service. */
export async function measureCreate(bench: BenchStage): Promise<Figure[]> {
  return [
    await createToWire(bench, 'asleep'),
    await createToWire(bench, 'asleep until the pointer comes'),
    await createToWire(bench, 'awake'),
  ];
}

async function createToWire(bench: BenchStage, before: Before): Promise<Figure> {
  const { stage, service, yardsticks, opener, runs } = bench;
  const { ours, yardstick } = await alternate(
    runs,
    async (run) => {
      const popup = await opener.open(stage.extension, { list: LIST });
      await popup.painted('list');
      await bench.untilAnswered();
      await prepare(bench, stage.extensionId, before);
      // What typing draws is drawn before the press, as it is when a person presses.
      await popup.evaluate(`(async () => {
        const field = document.querySelector('main input');
        field.value = 'https://wire.example/${run}-${before}';
        field.dispatchEvent(new Event('input', { bubbles: true }));
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
      })()`);
      return pressToPost(bench, popup, 'Create report', before);
    },
    async () => {
      const { id } = yardsticks.worker;
      const popup = await opener.open(yardsticks.worker, { line: LINE });
      await popup.painted('line');
      const target = { url: `${service.baseUrl}/api/v1/reports`, page: 'https://wire.example/' };
      await popup.evaluate(`void (globalThis.target = ${JSON.stringify(target)})`);
      await prepare(bench, id, before);
      return pressToPost(bench, popup, 'Create', before);
    },
  );
  return figureOf(
    `Create pressed to POST at the service, worker ${before}`,
    'ms',
    ours,
    ['bare worker that fetches', yardstick],
    { atMostTimes: 1.3 },
  );
}

async function prepare(
  { stage, sleep }: BenchStage,
  extensionId: string,
  before: Before,
): Promise<void> {
  const isAsleep = before !== 'awake';
  if (isAsleep) await sleep(extensionId);
  if ((await isWorkerRunning(stage.browser, extensionId)) === isAsleep) {
    throw new Error(`The worker is not ${isAsleep ? 'asleep' : 'awake'} before the press.`);
  }
}

/** Presses a button; milliseconds until the service has the head of the POST. */
async function pressToPost(
  bench: BenchStage,
  popup: Opening,
  name: string,
  before: Before,
): Promise<number> {
  const { service } = bench;
  if (before === 'asleep until the pointer comes') {
    await popup.pointAt(name);
    await pause(POINTER_MS);
  }
  const earlier = service.requests.length;
  // Both sides count from the same epoch, in fractions of a millisecond.
  const pressed = await popup.evaluate<number>(`(() => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === ${JSON.stringify(name)});
    const time = performance.timeOrigin + performance.now();
    button.click();
    return time;
  })()`);
  const post = await until('the report is sent', () =>
    service.requests.slice(earlier).find(({ method }) => method === 'POST'),
  );
  await bench.untilAnswered();
  if (post.status === null || post.status >= 300) throw new Error(`The POST got ${post.status}.`);
  await popup.close();
  return post.arrivedAt - pressed;
}

/** How long a worker takes to start. */
export async function measureWorkerStart(bench: BenchStage): Promise<Figure[]> {
  const { stage, yardsticks, sleep, runs } = bench;
  const own = await openSender(stage.browser, stage.extensionId);
  const bare = await openSender(stage.browser, yardsticks.worker.id);
  const { ours, yardstick } = await alternate(
    runs,
    async () => {
      await sleep(stage.extensionId);
      return (await own.timeOf(NO_CALL)).time;
    },
    async () => {
      await sleep(yardsticks.worker.id);
      return (await bare.timeOf(NO_CALL)).time;
    },
  );
  for (const id of [stage.extensionId, yardsticks.worker.id]) {
    if (!(await isWorkerRunning(stage.browser, id))) throw new Error('A worker did not start.');
  }
  await Promise.all([own.close(), bare.close()]);
  return [
    figureOf('Worker start, to its first look at a message', 'ms', ours, [
      'bare worker',
      yardstick,
    ]),
  ];
}
