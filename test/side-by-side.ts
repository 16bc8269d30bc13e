import { spawn } from 'node:child_process';
import { once } from 'node:events';

/*
 * `npm test`: runs three commands at the same time, because browsers and timers often wait. Prints the whole
 * output of each command, one command after the other.
 */

const COMMANDS = ['npm run lint && npm run types', 'npm run test:units', 'npm run test:journeys'];

/**
 * The environment of the commands, without `NODE_ENV`. vite-node sets this variable to `development`. Vite would
 * add checks for developers to the build.
 */
const ENVIRONMENT = { ...process.env, NODE_ENV: undefined };

/** Runs a command, and returns whether it succeeded. Prints nothing until `turn` has resolved. */
async function run(command: string, turn: Promise<unknown>): Promise<boolean> {
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: ENVIRONMENT,
  });
  const waiting: Buffer[] = [];
  let print = (piece: Buffer): unknown => waiting.push(piece);
  for (const output of [child.stdout, child.stderr]) output.on('data', (piece) => print(piece));
  const end = once(child, 'close');
  await turn;
  print = (piece) => process.stdout.write(piece);
  waiting.forEach(print);
  const [code] = await end;
  return code === 0;
}

const runs: Promise<boolean>[] = [];
for (const command of COMMANDS) runs.push(run(command, Promise.all(runs)));
const passed = await Promise.all(runs);
for (const [index, command] of COMMANDS.entries()) {
  if (!passed[index]) process.stderr.write(`${command} has failed. Its output is above.\n`);
}
if (passed.includes(false)) process.exitCode = 1;
