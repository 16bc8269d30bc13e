import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { BUILD, type Measurement, withContest } from './contest';
import { measureCreate, measureOpening, measureTyping } from './popup-measurements';
import { measureThousand, measureWaiting } from './queue-measurements';

process.on('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});

/** The part's name, what is measured beside what, and at most how many times that it may take. */
const FIGURES: [string, string, string, Measurement, number?][] = [
  ['opening', 'Toolbar click to ten rows painted', 'empty popup', measureOpening, 1.4],
  ['create', 'Create report to POST', 'worker that fetches', measureCreate],
  ['typing', 'Key in Search to rows, 10 stored', 'field that echoes', measureTyping(10)],
  ['typing', 'Key in Search to rows, 1,000 stored', 'field that echoes', measureTyping(1000)],
  ['thousand', 'Each of 1,000 submissions', 'loop, two in flight', measureThousand],
  ['waiting', 'A submission, 1,000 waiting', '10 waiting', measureWaiting, 1.5],
];

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
if (only.includes('sizes')) {
  report('Popup, gzipped (kB)', weigh([...filesOf('/popup.html')]), 'limit', [40], 1);
  report('Worker, gzipped (kB)', weigh(['/background.js']), 'limit', [32], 1);
}
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

/** Prints a row of the table. */
function report(what: string, ours: number[], beside: string, other: number[], target = 0): void {
  const ratio = quantile(ours, 0.5) / quantile(other, 0.5);
  const goal = target && `at most ${target}: ${ratio <= target ? 'yes' : '**no**'}`;
  const cells = [what, spread(ours), `${beside}: ${spread(other)}`, ratio.toFixed(2), goal || ''];
  console.log(`| ${cells.join(' | ')} |`);
}

function spread(taken: number[]): string {
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(taken, share).toFixed(1));
  return taken.length > 1 ? `${median} (${low} to ${high})` : `${median}`;
}

function quantile(taken: number[], share: number): number {
  const sorted = [...taken].sort((one, other) => one - other);
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}

function weigh(files: string[]): number[] {
  const sizes = files.map((file) => gzipSync(readFileSync(BUILD + file)).length / 1000);
  return [sizes.reduce((sum, size) => sum + size)];
}

/** A page's file and all that it may load, by the paths that stand in it. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(BUILD + file)) return found;
  found.add(file);
  const paths = readFileSync(BUILD + file, 'utf8').matchAll(/["'`](\.?\/[\w/.-]+\.(js|css))["'`]/g);
  for (const [, path = ''] of paths) filesOf(new URL(path, `file://${file}`).pathname, found);
  return found;
}
