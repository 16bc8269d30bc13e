import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildOf, startSide } from './before';
import { BUILD, withContest } from './contest';
import type * as Files from './files';
import { FIGURES } from './measurements';

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

const before = values.before && { commit: values.before, folder: await buildOf(values.before) };

console.log(
  '| what | median (middle half) | compared with | ratio | target |\n|---|---|---|---|---|',
);
const compared = new Set<string>();
for (const [part, name, comparedWith, prepare, target] of FIGURES) {
  // With `--before`, each figure is compared with the earlier build only.
  if (!only.includes(part) || (before && compared.has(name))) continue;
  compared.add(name);
  if (before) {
    const ours = await startSide('.', name, runs);
    const other = await startSide(before.folder, name, runs);
    const times = await inTurns(ours.measure, other.measure);
    await Promise.all([ours.end(), other.end()]);
    report(`${name} (ms)`, times[0], before.commit, times[1]);
  } else {
    const [ours, other] = await withContest(part === 'opening', async (contest) => {
      const measure = await prepare(contest, runs);
      return inTurns(
        (run) => measure(contest.ours, run),
        (run) => measure(contest.bare, run),
      );
    });
    report(`${name} (ms)`, ours, comparedWith, other, target);
  }
}
if (only.includes('files')) {
  const { FILE_FIGURES, FILES_TARGET } = await builtFiles();
  for (const { name, ours, loop } of FILE_FIGURES) {
    const times = await inTurns(ours, loop);
    const comparedWith = "plain loop over the parser's output";
    report(`${name} (ms)`, times[0], comparedWith, times[1], FILES_TARGET);
  }
}
if (only.includes('sizes')) {
  reportSizes('', '.');
  if (before) reportSizes(`Of ${before.commit}: `, before.folder);
}

/** Bundles the file readers and the plain loops as one module (`.mjs`), and imports the module. */
async function builtFiles(): Promise<typeof Files> {
  const outDir = await mkdtemp(join(tmpdir(), 'bench-files-'));
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': process.cwd() } },
    ssr: { noExternal: true },
    build: {
      ssr: 'test/bench/files.ts',
      outDir,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'files.mjs' } },
    },
  });
  try {
    return await import(pathToFileURL(join(outDir, 'files.mjs')).href);
  } finally {
    await rm(outDir, { recursive: true });
  }
}

/** Measures both sides alternately, so that other programs of the computer slow down both alike. */
async function inTurns(...sides: ((run: number) => Promise<number>)[]) {
  const times: [number[], number[]] = [[], []];
  // The first run warms up.
  for (let run = 0; run <= runs; run += 1) {
    for (const side of run % 2 ? [1, 0] : [0, 1]) {
      const time = (await sides[side]?.(run)) ?? Number.NaN;
      if (run > 0) times[side]?.push(time);
    }
  }
  return times;
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
  const cells = [
    name,
    spread(ours),
    `${comparedWith}: ${spread(other)}`,
    ratio.toFixed(2),
    goal || '',
  ];
  console.log(`| ${cells.join(' | ')} |`);
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
