import type { StoredList } from '@/lib/model/connection';
import { until } from '../browser/condition';
import { connectAtOnce } from '../e2e/scene';
import { failures } from '../service/failure';
import { startService } from '../service/service';
import { addressOf, type BenchStage } from './bench-stage';
import { type Figure, figureOf } from './figure';
import { keptKey, queryFor, readKept, writeKept } from './kept';
import type { Opening } from './opening';
import { FRAME_MS, LINE } from './paints';
import { alternate } from './sample';

const COUNTS = [10, 100, 1_000, 10_000] as const;

/** One key after the other; every report matches, which is the most work. */
const TYPED = 'page';

/** What one key cost, in milliseconds. */
interface KeyTimes {
  /** From the key to the end of the frame that shows what it changes, the wait for the frame included. */
  painted: number;
  /** Of that, the main thread's work. */
  work: number;
}

/** From a key pressed in Search to the rows that match, over lists of several lengths. */
export async function measureTyping(bench: BenchStage): Promise<Figure[]> {
  const { stage, yardsticks, opener, runs } = bench;
  // One that says nothing, so that only what is kept is shown.
  const service = await startService();
  await connectAtOnce(stage, service);
  service.behave({ fail: failures.silence });
  const listKey = await keptKey(stage, 'list');
  const queryKey = await keptKey(stage, 'query');
  const list = (await readKept(stage))[listKey] as StoredList;
  const figures: Figure[] = [];
  for (const count of COUNTS) {
    const query = queryFor(100);
    await writeKept(stage, {
      // Kept under another question than the popup's own, so that all of them are looked through.
      [listKey]: { ...list, reports: reportsLike(list, count), query: { ...query, sort: 'asc' } },
    });
    const countOf = '.rows > li';
    const rows = Math.min(count, 100);
    const { ours, yardstick } = await alternate(
      Math.ceil(runs / TYPED.length),
      async () => {
        // What was typed the last time is kept.
        await writeKept(stage, { [queryKey]: query });
        const popup = await opener.open(stage.extension, {
          list: { selector: countOf, text: '', count: rows, countOf },
        });
        await popup.painted('list');
        return typeKeys(popup, rows);
      },
      async () => {
        const popup = await opener.open(yardsticks.field, { line: LINE });
        await popup.painted('line');
        return typeKeys(popup, null);
      },
      1,
    );
    figures.push(
      figureOf(
        `Key in Search to rows painted, ${count} reports`,
        'ms',
        ours.flat().map(({ painted }) => painted),
        ['a field that repeats its text', yardstick.flat().map(({ painted }) => painted)],
      ),
      figureOf(
        `… of that, the main thread's work, ${count} reports`,
        'ms',
        ours.flat().map(({ work }) => work),
        ['a field that repeats its text', yardstick.flat().map(({ work }) => work)],
        { atMost: FRAME_MS },
      ),
    );
  }
  await service.close();
  await connectAtOnce(stage, bench.service);
  return figures;
}

function reportsLike({ reports: [like] }: StoredList, count: number): StoredList['reports'] {
  if (like === undefined) throw new Error('The list is empty.');
  return Array.from({ length: count }, (_, number) => ({
    ...like,
    id: String(1_000_000 + number),
    url: addressOf(number),
  }));
}

async function typeKeys(popup: Opening, rows: number | null): Promise<KeyTimes[]> {
  await until('the popup has loaded', () =>
    popup.evaluate<boolean>('document.readyState === "complete"'),
  );
  await popup.evaluate(`(${watchKeys})()`);
  const times: KeyTimes[] = [];
  for (let at = 0; at < TYPED.length; at += 1) {
    const text = TYPED.charAt(at);
    // A key goes another way than a script: it must not overtake who waits for it.
    await popup.evaluate('globalThis.benchKey()');
    await popup.session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: text, text });
    await popup.session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: text });
    const { shown, ...key } = await popup.evaluate<KeyTimes & { shown: string[] }>(
      'globalThis.benchKeyTimes',
    );
    const typed = TYPED.slice(0, at + 1);
    const isRight = shown.every((row) => row.includes(typed)) && shown.length === (rows ?? 1);
    if (!isRight)
      throw new Error(
        `Not the rows for "${typed}": ${shown.length} of ${rows ?? 1}, such as ${shown.at(0)}.`,
      );
    times.push(key);
  }
  await popup.close();
  return times;
}

/** Runs in the popup: times the next key. */
function watchKeys(): void {
  const field = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (!field) throw new Error('The popup shows no search.');
  field.focus();
  Object.assign(globalThis, {
    benchKey: () => {
      const times = new Promise((resolve) => {
        const listener = (event: Event) => {
          const start = performance.now();
          // Rows are made in microtasks of the event; a task behind them sees them made.
          const scripted = new MessageChannel();
          let scriptEnd = 0;
          scripted.port1.onmessage = () => {
            scriptEnd ||= performance.now();
          };
          scripted.port2.postMessage(null);
          requestAnimationFrame(() => {
            const frame = performance.now();
            if (scriptEnd === 0) scriptEnd = frame;
            const after = new MessageChannel();
            after.port1.onmessage = () => {
              const end = performance.now();
              const rows = document.querySelector('ul.rows');
              const shown = [...(rows?.children ?? document.querySelectorAll('.rows'))];
              resolve({
                painted: end - event.timeStamp,
                work: scriptEnd - start + (end - frame),
                shown: shown.map(({ textContent }) => textContent),
              });
            };
            after.port2.postMessage(null);
          });
        };
        addEventListener('input', listener, { capture: true, once: true });
      });
      Object.assign(globalThis, { benchKeyTimes: times });
    },
  });
}
