import type { StoredList } from '@/lib/connection/connection';
import { until } from '../browser/condition';
import { connectAtOnce } from '../e2e/scene';
import { failures } from '../service/failure';
import { startService } from '../service/service';
import { addressOf, type BenchStage } from './bench-stage';
import { type Figure, figureOf } from './figure';
import { storedKey, queryFor, readKept, writeKept } from './kept';
import type { Opening } from './opening';
import { FRAME_MS, LINE } from './paints';
import { alternate } from './sample';

const COUNTS = [10, 100, 1_000, 10_000] as const;

/** One key after the other; every report matches, which is the most work. */
const TYPED = 'page';

/** From a key pressed in Search to the rows that match, over lists of several lengths. */
export async function measureTyping(bench: BenchStage): Promise<Figure[]> {
  const { stage, yardsticks, opener, runs } = bench;
  // One that says nothing, so that only what is kept is shown.
  const service = await startService();
  await connectAtOnce(stage, service);
  service.behave({ fail: failures.silence });
  const listKey = await storedKey(stage, 'list');
  const queryKey = await storedKey(stage, 'query');
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
        `Key in Search to rows painted, ${count} reports kept`,
        'ms',
        ours.flat(),
        ['a field that repeats its text', yardstick.flat()],
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

/**
 * Types a word; for each key, the milliseconds until the end of the frame that shows what it has
 * changed, the wait for the frame included.
 * @param rows how many rows must then be there; null: the field that repeats its text
 */
async function typeKeys(popup: Opening, rows: number | null): Promise<number[]> {
  await until('the popup has loaded', () =>
    popup.evaluate<boolean>('document.readyState === "complete"'),
  );
  await popup.evaluate(`(${watchKeys})()`);
  const times: number[] = [];
  for (let at = 0; at < TYPED.length; at += 1) {
    const text = TYPED.charAt(at);
    // A key goes another way than a script: it must not overtake who waits for it.
    await popup.evaluate('globalThis.benchKey()');
    await popup.session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: text, text });
    await popup.session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: text });
    const { time, shown } = await popup.evaluate<{ time: number; shown: string[] }>(
      'globalThis.benchKeyShown',
    );
    const typed = TYPED.slice(0, at + 1);
    const right = shown.filter((row) => row.includes(typed)).length;
    if (right !== (rows ?? 1) || shown.length !== right) {
      throw new Error(`Typing "${typed}" gave ${right} right rows instead of ${rows ?? 1}.`);
    }
    times.push(time);
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
      const shown = new Promise((resolve) => {
        const listener = (event: Event) => {
          requestAnimationFrame(() => {
            // A task behind the frame's callbacks is behind its style, layout and paint as well.
            const after = new MessageChannel();
            after.port1.onmessage = () => {
              const time = performance.now() - event.timeStamp;
              const rows = document.querySelectorAll('ul.rows > li, p.rows');
              // Rows without a box are not shown.
              const laidOut = [...rows].filter((row) => row.getBoundingClientRect().height > 0);
              resolve({ time, shown: laidOut.map(({ textContent }) => textContent) });
            };
            after.port2.postMessage(null);
          });
        };
        addEventListener('input', listener, { capture: true, once: true });
      });
      Object.assign(globalThis, { benchKeyShown: shown });
    },
  });
}
