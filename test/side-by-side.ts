import { spawn } from 'node:child_process';
import { once } from 'node:events';

/*
 * `npm test`: lint and types, the tests without a browser, and the tests of the builds with the journeys run
 * side by side, since browsers and timers wait often. The output of each command is printed after the output of
 * the command before it.
 */

const COMMANDS = ['npm run lint && npm run types', 'npm run test:units', 'npm run test:journeys'];

/**
 * The environment of the commands. vite-node sets `NODE_ENV` to `development`, and with this value Vite would build
 * the extension with checks for developers, which no user gets.
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
