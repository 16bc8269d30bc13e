import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { linkPackages, runIn, wxt } from '../support/copied-project';

const MEASURE = 'test/bench/side.ts';

/**
 * Builds a commit in a temporary folder, with the installed packages, or with the commit's own packages if
 * these differ. Removes the folder at exit.
 * @returns the path of the folder
 */
export async function buildOf(commit: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'build-before-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const sources = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: folder, input: sources });
  const [ours, theirs] = ['.', folder].map((root) =>
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  if (ours === theirs) linkPackages(folder);
  else await runIn(folder, 'npm', 'ci');
  cpSync(MEASURE, join(folder, MEASURE));
  await wxt(folder, 'build');
  return folder;
}

/** A build that is ready for measurements, in its own process with its own browser and service. */
export interface Side {
  /** Measures a run, in milliseconds. */
  measure(run: number): Promise<number>;
  /** Closes the browser. */
  end(): Promise<void>;
}

/**
 * Prepares a measurement of the build in a folder.
 * @param name name of the measurement
 * @param runs number of runs
 */
export async function startSide(folder: string, name: string, runs: number): Promise<Side> {
  const side = fork(resolve('node_modules/.bin/vite-node'), [MEASURE, '--', name, `${runs}`], {
    cwd: folder,
  });
  const ended = once(side, 'exit');
  const failed = ended.then(() => {
    throw new Error(`The build in ${folder} could not be measured.`);
  });
  // The process also exits after a successful measurement.
  failed.catch(() => {});
  const reply = async () => (await Promise.race([once(side, 'message'), failed]))[0];
  await reply();
  return {
    measure(run) {
      side.send(run);
      return reply();
    },
    async end() {
      side.disconnect();
      await ended;
    },
  };
}
