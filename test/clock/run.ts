import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

// Runs the unit and view tests with clocks that show another day.

/** How many days a clock is ahead. `shifted-date.mjs` describes `midnight`. */
const CLOCKS = ['1', '40', '100', '400', 'midnight'];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((clock) => !CLOCKS.includes(clock));
if (unknown.length > 0) {
  throw new Error(`There is no clock ${unknown.join()}. Use ${CLOCKS.join(', ')}.`);
}

for (const clock of wanted.length > 0 ? wanted : CLOCKS) {
  process.stdout.write(
    `Clock: ${clock === 'midnight' ? 'across midnight UTC' : `${clock} days ahead`}\n`,
  );
  const preload = `--import=${pathToFileURL('test/clock/shifted-date.mjs')}`;
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=unit',
      '--project=views',
      '--reporter=dot',
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        CLOCK: clock,
        NODE_OPTIONS: [process.env.NODE_OPTIONS, preload].filter(Boolean).join(' '),
      },
    },
  );
  if (status !== 0) process.exitCode = 1;
}
