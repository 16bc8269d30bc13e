import { writeFileSync } from 'node:fs';
import { FILES } from '../support/hostile-files';
import { createMeasuredReader } from '../support/measured-reading';
import { createChances, newSeed } from './random';

// Reads usual and hostile files of every format, each in its own process.
//   SIZES=100000,52428800 SEED=7 FORMATS=csv,json TABLE=file.md npm run fuzz

const SEED = Number(process.env.SEED ?? newSeed());
const SIZES = (process.env.SIZES ?? '100000,52428800').split(',').map(Number);
const FORMATS = process.env.FORMATS?.split(',') ?? Object.keys(FILES);

/** Limits of CPU time and memory for each reader. */
const MAX_SECONDS = 10;
const MAX_MEGABYTES = 500;

/** Time limit of a process, even on a busy machine. */
const LONGEST_SECONDS = 300;

/** Time limit of the run. Later files are skipped. */
const END = Date.now() + Number(process.env.MINUTES ?? 30) * 60_000;

const lines = [
  '| format | file | size | seconds | times a plain loop | MB |',
  '|---|---|---|---|---|---|',
];
const reader = await createMeasuredReader();
let excesses = 0;
process.stdout.write(`seed ${SEED}\n${lines.join('\n')}\n`);
for (const size of SIZES) {
  for (const format of FORMATS) {
    for (const [name, make] of Object.entries(FILES[format] ?? {})) {
      if (Date.now() > END) break;
      const file = make(size, createChances(SEED));
      const measured = await reader
        .read(file, format, { heap: MAX_MEGABYTES, seconds: LONGEST_SECONDS })
        .catch(
          (error: Error) =>
            `failed: ${error.message.split('\n').find((line) => /heap|signal/.test(line)) ?? 'ended'}`,
        );
      const isExcess =
        typeof measured === 'string' ||
        measured.seconds > MAX_SECONDS ||
        measured.megabytes > MAX_MEGABYTES;
      if (isExcess) excesses += 1;
      const result =
        typeof measured === 'string'
          ? `${measured} | | `
          : `${measured.seconds.toFixed(2)} | ${(measured.seconds / measured.loopSeconds).toFixed(0)} | ${measured.megabytes.toFixed(0)}`;
      const line = `| ${format} | ${name} | ${(file.length / 1e6).toFixed(1)} MB | ${result} |${isExcess ? ' **too much**' : ''}`;
      lines.push(line);
      process.stdout.write(`${line}\n`);
      if (process.env.TABLE)
        writeFileSync(process.env.TABLE, `Seed ${SEED}.\n\n${lines.join('\n')}\n`);
    }
  }
}
await reader.close();
if (Date.now() > END) process.stdout.write('The time was over before all files were read.\n');
process.exitCode = excesses > 0 ? 1 : 0;
