import type { Extension } from 'puppeteer-core';
import { until } from '../browser/condition';
import { addressOf, type BenchStage } from './bench-stage';
import { type Figure, figureOf } from './figure';
import { storedKey, queryFor, writeKept } from './kept';
import type { Expectation } from './probe';
import { alternate } from './sample';
import { openSender } from './sender';
import { installStill } from './still';

const ROWS_IN_FIRST_FRAME = 6;

/** A frame of a 60 Hz screen, in milliseconds. */
export const FRAME_MS = 16.7;

/** What the popups of yardsticks show. */
export const LINE: Expectation = { selector: '#line', text: 'One line.' };

/** From the toolbar button to the list that is kept, on the screen. */
export async function measureCached(bench: BenchStage): Promise<Figure[]> {
  return [...(await cached(bench, 10)), ...(await cached(bench, 100))];
}

/** Opens a popup over nothing, with its worker asleep, until something is painted. */
async function paintTime(
  { opener, sleep }: BenchStage,
  extension: Extension,
  expected: Expectation,
  isAsleep = true,
): Promise<number> {
  if (isAsleep) await sleep(extension.id);
  const popup = await opener.open(extension, { wanted: expected });
  const time = await popup.painted('wanted');
  await popup.close();
  return time;
}

/** The list as a popup with the cache of so many rows must show it at last. */
function listOf(rows: number, first: string): Expectation {
  return { selector: '.rows > li', text: first, count: rows, countOf: '.rows > li' };
}

/** The same, until the rows that a popup has room for are painted, and until all are there. */
async function listTimes(
  { opener, sleep }: BenchStage,
  extension: Extension,
  rows: number,
  first: string,
): Promise<{ painted: number; whole: number }> {
  await sleep(extension.id);
  const popup = await opener.open(extension, {
    first: listOf(Math.min(rows, ROWS_IN_FIRST_FRAME), first),
    whole: { ...listOf(rows, ''), selector: `.rows > li:nth-child(${rows})` },
  });
  const painted = await popup.painted('first');
  const whole = await until(
    `all ${rows} rows are there`,
    async () => (await popup.seen()).inserted.whole,
  );
  const shown = await popup.evaluate<number>(
    "[...document.querySelectorAll('.rows > li')].filter((row) => row.getBoundingClientRect().top < innerHeight).length",
  );
  if (shown > ROWS_IN_FIRST_FRAME) throw new Error(`${shown} rows can be seen at once.`);
  await popup.close();
  return { painted, whole };
}

async function cached(bench: BenchStage, rows: 10 | 100): Promise<Figure[]> {
  const { stage, service, yardsticks, runs } = bench;
  for (let number = service.reports().length; number < rows; number += 1) {
    service.add({ url: addressOf(number) });
  }
  await showRows(bench, rows);
  const first = service.reports()[0]?.url ?? '';
  const whole: number[] = [];
  const { ours, yardstick } = await alternate(
    runs,
    async (run) => {
      const times = await listTimes(bench, stage.extension, rows, first);
      if (run >= 0) whole.push(times.whole);
      return times.painted;
    },
    () => paintTime(bench, yardsticks.line, LINE),
  );
  const painted = figureOf(
    `Opening to cached list painted, ${rows} rows, worker asleep`,
    'ms',
    ours,
    ['one static line', yardstick],
    { atMostMore: FRAME_MS },
  );
  const all = figureOf('… until the rows out of sight are there as well', 'ms', whole);
  return [painted, all, ...(rows === 10 ? [await besideStill(bench, rows, first)] : [])];
}

/** What of the time is the extension's, and what the browser's with as much to show. */
async function besideStill(bench: BenchStage, rows: number, first: string): Promise<Figure> {
  const list = listOf(Math.min(rows, ROWS_IN_FIRST_FRAME), first);
  const still = await installStill(bench, list);
  const { ours, yardstick } = await alternate(
    bench.runs,
    async () => (await listTimes(bench, bench.stage.extension, rows, first)).painted,
    () => paintTime(bench, still, list),
  );
  return figureOf('… beside a picture of the popup', 'ms', ours, [
    'the same as plain HTML, without script',
    yardstick,
  ]);
}

/** From the toolbar button to what the service has just answered, on the screen. */
export async function measureFresh(bench: BenchStage): Promise<Figure[]> {
  const { stage, service, yardsticks, runs } = bench;
  await showRows(bench, 10);

  /** A report that no cache has seen. */
  function news(): string {
    return service.add({ url: `https://news.example/${service.reports().length}` }).url;
  }

  const figures: Figure[] = [];
  for (const isAsleep of [true, false]) {
    const { ours, yardstick } = await alternate(
      runs,
      () => paintTime(bench, stage.extension, listOf(10, news()), isAsleep),
      () => paintTime(bench, yardsticks.fetch, { selector: '#line', text: news() }),
    );
    figures.push(
      figureOf(
        `Opening to fresh list painted, worker ${isAsleep ? 'asleep' : 'awake'}`,
        'ms',
        ours,
        ['one bare fetch in the popup', yardstick],
      ),
    );
  }
  return figures;
}

/** Has the extension show and keep so many rows. */
export async function showRows({ stage, untilAnswered }: BenchStage, rows: 10 | 100) {
  const query = queryFor(rows);
  await writeKept(stage, { [await storedKey(stage, 'query')]: query });
  const sender = await openSender(stage.browser, stage.extensionId);
  const answer = await until(
    'the list is read',
    () => sender.send({ call: 'list', args: [query] }) as Promise<object | undefined>,
  );
  await sender.close();
  await untilAnswered();
  if (!JSON.stringify(answer).includes('"value"')) {
    throw new Error(`The list was not read: ${JSON.stringify(answer)}`);
  }
}
