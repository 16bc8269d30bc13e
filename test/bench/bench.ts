import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { BUILD, withContest } from './contest';
import { FIGURES } from './measurements';

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: { only: { type: 'string', multiple: true }, runs: { type: 'string', default: '20' } },
});
const parts = ['sizes', ...FIGURES.map(([part]) => part)];
const only = values.only ?? parts;
const runs = Number(values.runs);
if (!only.every((part) => parts.includes(part)) || !(runs >= 1)) {
  throw new Error(`Choose --only ${[...new Set(parts)].join('|')} and --runs from 1.`);
}

console.log('| what | median (middle half) | beside | ratio | target |\n|---|---|---|---|---|');
for (const [part, what, beside, measure, target] of FIGURES) {
  if (!only.includes(part)) continue;
  const [ours, other] = await withContest(part === 'opening', async (contest) => {
    const take = await measure(contest, runs);
    const times: [number[], number[]] = [[], []];
    // In turns, so that whatever else the machine does meets both. The first run warms up.
    for (let run = 0; run <= runs; run += 1) {
      for (const side of run % 2 ? [1, 0] : [0, 1]) {
        const time = await take(side ? contest.bare : contest.ours, run);
        if (run > 0) times[side]?.push(time);
      }
    }
    return times;
  });
  report(`${what} (ms)`, ours, beside, other, target);
}
if (only.includes('sizes')) {
  const [popup, worker] = [sizeOf('/popup.html'), sizeOf('/background.js')].map(Math.round);
  console.log(`\nGzipped, all that the popup may load is ${popup} kB; the worker is ${worker} kB.`);
}

/** Prints a row of the table. */
function report(what: string, ours: number[], beside: string, other: number[], target = 0) {
  const ratio = quantile(ours, 0.5) / quantile(other, 0.5);
  const goal = target && `at most ${target}: ${ratio <= target ? 'yes' : '**no**'}`;
  const cells = [what, spread(ours), `${beside}: ${spread(other)}`, ratio.toFixed(2), goal || ''];
  console.log(`| ${cells.join(' | ')} |`);
}

function spread(taken: number[]): string {
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(taken, share).toFixed(1));
  return `${median} (${low} to ${high})`;
}

function quantile(taken: number[], share: number): number {
  const sorted = [...taken].sort((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const [low = Number.NaN, high = low] = sorted.slice(Math.floor(place));
  return low + (high - low) * (place % 1);
}

/** Kilobytes of a file, gzipped, with all that it may load, by the paths that stand in it. */
function sizeOf(file: string, seen = new Set<string>()): number {
  if (seen.has(file) || !existsSync(BUILD + file)) return 0;
  seen.add(file);
  const content = readFileSync(BUILD + file);
  const paths = content.toString().matchAll(/["'`](\.?\/[\w/.-]+\.(?:js|css))["'`]/g);
  const loaded = [...paths].map(([, path = '']) => new URL(path, `file://${file}`).pathname);
  const own = gzipSync(content).length / 1000;
  return loaded.reduce((sum, other) => sum + sizeOf(other, seen), own);
}
