import type { Browser, CDPSession, Extension } from 'puppeteer-core';
import { until } from '../browser/condition';
import type { BenchStage } from './bench-stage';
import { type Figure, figureOf } from './figure';
import { queryFor } from './kept';
import { LINE, showRows } from './paints';
import type { Expectation } from './probe';
import { alternate, sampleOf } from './sample';
import { openSender } from './sender';

const OPENINGS = 100;
/** Openings at either end that are compared to tell growth. */
const COMPARED = 10;
/** After as many calls, measured, its heap stays as it is. */
const USES = 600;
const MEGABYTE = 1_000_000;
/** Less than this is no growth: what one opening takes for good would show hundredfold. */
const GROWTH_MB = 0.1;

/** What one opening cost and left. */
interface Opened {
  /** The main thread's tasks until the popup was settled, in milliseconds. */
  busy: number;
  /** What tasks took beyond 50 ms each. */
  blocked: number;
  popupHeap: number;
  workerHeap: number;
}

/** Blocks on the main thread, and the heaps of popup and worker over many openings. */
export async function measureOpenings(bench: BenchStage): Promise<Figure[]> {
  await showRows(bench, 10);
  await useWorker(bench);
  const { stage, yardsticks } = bench;
  const { ours, yardstick } = await alternate(
    OPENINGS,
    () => open(bench, stage.extension, { selector: '.rows > li', text: '' }),
    () => open(bench, yardsticks.worker, LINE),
  );
  const bare = 'bare popup and worker';
  const of = (what: string, unit: 'ms' | 'MB', key: keyof Opened) =>
    figureOf(
      what,
      unit,
      ours.map((one) => one[key]),
      [bare, yardstick.map((one) => one[key])],
    );
  return [
    of('Main thread at work while a popup opens, until settled', 'ms', 'busy'),
    of('… of that, blocked (beyond 50 ms a task)', 'ms', 'blocked'),
    of('Heap of the popup', 'MB', 'popupHeap'),
    growth(
      `… growth from the first ten of ${OPENINGS} openings to the last`,
      ours,
      yardstick,
      'popupHeap',
    ),
    of('Heap of the worker', 'MB', 'workerHeap'),
    growth(
      `… growth from the first ten of ${OPENINGS} openings to the last`,
      ours,
      yardstick,
      'workerHeap',
    ),
  ];
}

/** Lets the worker's code become as large as the engine makes it with use, which is no growth. */
async function useWorker({ stage }: BenchStage): Promise<void> {
  const sender = await openSender(stage.browser, stage.extensionId);
  for (let use = 0; use < USES; use += 1) {
    await sender.send({ call: 'list', args: [queryFor(10)] });
  }
  await sender.close();
}

/** Each of the last ten openings against the median of the first ten. */
function growth(
  what: string,
  ours: readonly Opened[],
  yardstick: readonly Opened[],
  key: 'popupHeap' | 'workerHeap',
): Figure {
  const grown = (all: readonly Opened[]) => {
    const values = all.map((one) => one[key]);
    const { median } = sampleOf(values.slice(0, COMPARED));
    return values.slice(-COMPARED).map((value) => value - median);
  };
  return figureOf(what, 'MB', grown(ours), ['bare popup and worker', grown(yardstick)], {
    atMost: GROWTH_MB,
  });
}

async function open(
  { stage, opener, untilAnswered }: BenchStage,
  extension: Extension,
  wanted: Expectation,
): Promise<Opened> {
  const popup = await opener.open(extension, { wanted });
  await popup.painted('wanted');
  await untilAnswered();
  await popup.evaluate(
    'new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))).then(() => 0)',
  );
  const busy = await popup.busy();
  const { longTasks } = await popup.seen();
  const popupHeap = await heapOf(popup.session);
  const workerHeap = await heapOfWorker(stage.browser, extension.id);
  await popup.close();
  const blocked = longTasks.reduce((sum, task) => sum + Math.max(0, task - 50), 0);
  return { busy, blocked, popupHeap, workerHeap };
}

/** Attached for that long only: an attached worker never ends. */
async function heapOfWorker(browser: Browser, extensionId: string): Promise<number> {
  const url = `chrome-extension://${extensionId}/`;
  const target = await until('the worker runs', () =>
    browser.targets().find((one) => one.type() === 'service_worker' && one.url().startsWith(url)),
  );
  const session = await target.createCDPSession();
  try {
    return await heapOf(session);
  } finally {
    await session.detach();
  }
}

/** What is in use after a collection, in megabytes. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / MEGABYTE;
}
