import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildOf, startSide } from './before';
import { bundled } from './bundle';
import { BUILD, withContest } from './contest';
import type * as Files from './files';
import { FIGURES } from './measurements';
import { ratioInterval } from './ratio';

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    only: { type: 'string', multiple: true },
    runs: { type: 'string', default: '20' },
    before: { type: 'string' },
  },
});
const parts = ['sizes', 'files', ...FIGURES.map(([part]) => part)];
const only = values.only ?? parts;
const runs = Number(values.runs);
if (!only.every((part) => parts.includes(part)) || !(runs >= 1)) {
  throw new Error(`Choose --only ${[...new Set(parts)].join('|')} and --runs from 1.`);
}

const before = values.before && { name: values.before, folder: await folderOf(values.before) };

console.log(
  '| what | median (middle half) | compared with | ratio | target |\n|---|---|---|---|---|',
);
const compared = new Set<string>();
for (const [part, name, comparedWith, prepare, target, mostRuns = runs] of FIGURES) {
  // With `--before`, each figure is compared with the other build only.
  if (!only.includes(part) || (before && compared.has(name))) continue;
  compared.add(name);
  const count = Math.min(runs, mostRuns);
  if (before) {
    const ours = await startSide('.', name, count);
    const other = await startSide(before.folder, name, count);
    const [times, otherTimes] = await inTurns(count, ours.measure, other.measure);
    await Promise.all([ours.end(), other.end()]);
    reportPairs(withUnit(name), times, before.name, otherTimes);
  } else if (comparedWith === '') {
    const [ours] = await withContest(false, async (contest) => {
      const measure = await prepare(contest, count);
      return inTurns(count, (run) => measure(contest.ours, run));
    });
    printRow(withUnit(name), spread(ours));
  } else {
    const [ours, other] = await withContest(part === 'opening', async (contest) => {
      const measure = await prepare(contest, count);
      return inTurns(
        count,
        (run) => measure(contest.ours, run),
        (run) => measure(contest.bare, run),
      );
    });
    report(withUnit(name), ours, comparedWith, other, target);
  }
}
if (only.includes('files')) {
  const { FILE_FIGURES, FILES_TARGET } = await bundled<typeof Files>('test/bench/files.ts');
  for (const { name, ours, loop } of FILE_FIGURES) {
    const times = await inTurns(runs, ours, loop);
    const comparedWith = "plain loop over the parser's output";
    report(withUnit(name), times[0], comparedWith, times[1], FILES_TARGET);
  }
}
if (only.includes('sizes')) {
  reportSizes('', '.');
  if (before) reportSizes(`Of ${before.name}: `, before.folder);
}

/**
 * Returns the folder of another build.
 * @param other a folder with sources and their build, or a commit. Only a commit is built.
 */
async function folderOf(other: string): Promise<string> {
  return existsSync(join(other, BUILD)) ? resolve(other) : buildOf(other);
}

function withUnit(name: string): string {
  return name.endsWith('(kB)') ? name : `${name} (ms)`;
}

/**
 * Measures all sides alternately, so that other programs of the computer slow down all sides alike.
 * Returns the figures of each side.
 * @param count number of runs after the first run, which warms up
 */
async function inTurns<Sides extends ((run: number) => Promise<number>)[]>(
  count: number,
  ...sides: Sides
) {
  const figures = sides.map((): number[] => []);
  const order = [...sides.keys()];
  for (let run = 0; run <= count; run += 1) {
    for (const side of run % 2 ? order.toReversed() : order) {
      const figure = (await sides[side]?.(run)) ?? Number.NaN;
      if (run > 0) figures[side]?.push(figure);
    }
  }
  return figures as { [Side in keyof Sides]: number[] };
}

/** Prints the compressed sizes of a build. */
function reportSizes(prefix: string, folder: string) {
  const sizes = ['/popup.html', '/background.js'].map((file) => sizeOf(join(folder, BUILD), file));
  const [popup, worker] = sizes.map(Math.round);
  console.log(
    `\n${prefix}Gzipped, all that the popup may load is ${popup} kB; the worker is ${worker} kB.`,
  );
}

/**
 * Prints a row of the table.
 * @param target largest ratio of our median to the other median; 0 for none
 */
function report(
  name: string,
  ours: number[],
  comparedWith: string,
  other: number[],
  target = 0,
): void {
  const ratio = quantile(ours, 0.5) / quantile(other, 0.5);
  const goal = target && `at most ${target}: ${ratio <= target ? 'yes' : '**no**'}`;
  printRow(name, spread(ours), `${comparedWith}: ${spread(other)}`, ratio.toFixed(2), goal || '');
}

/** Prints a row with the median ratio of pairs and its 95 % interval. */
function reportPairs(name: string, ours: number[], comparedWith: string, other: number[]): void {
  const interval = ratioInterval(ours, other);
  const [ratio, low, high] = interval
    ? [interval.ratio, interval.low, interval.high].map((one) => one.toFixed(3))
    : [];
  const shown = ratio === undefined ? 'needs 6 runs' : `${ratio} (${low} to ${high})`;
  printRow(name, spread(ours), `${comparedWith}: ${spread(other)}`, shown);
}

function printRow(...cells: string[]): void {
  console.log(`| ${[...cells, '', '', '', '', ''].slice(0, 5).join(' | ')} |`);
}

/** Returns the median and the middle half of some times. */
function spread(times: number[]): string {
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(times, share).toFixed(1));
  return `${median} (${low} to ${high})`;
}

function quantile(times: number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  const position = share * (sorted.length - 1);
  const [low = Number.NaN, high = low] = sorted.slice(Math.floor(position));
  return low + (high - low) * (position % 1);
}

/** Returns the compressed size of a file in kilobytes, with all files that its paths refer to. */
function sizeOf(build: string, file: string, seen = new Set<string>()): number {
  if (seen.has(file) || !existsSync(build + file)) return 0;
  seen.add(file);
  const content = readFileSync(build + file);
  const paths = content.toString().matchAll(/["'`](\.?\/[\w/.-]+\.(?:js|css))["'`]/g);
  const loaded = [...paths].map(([, path = '']) => new URL(path, `file://${file}`).pathname);
  const own = gzipSync(content).length / 1000;
  return loaded.reduce((sum, other) => sum + sizeOf(build, other, seen), own);
}
