import { spawn } from 'node:child_process';
import { once } from 'node:events';

/*
 * `npm test`: the tests without a browser run beside those of the builds and the journeys, since browsers
 * wait often. Prints the output of one command after the output of the other.
 */

/** Runs a command, and returns whether it succeeded. Prints nothing until `turn` has resolved. */
async function run(command: string, turn: Promise<unknown>): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
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

const check = run('npm run check', Promise.resolve());
const journeys = run('npm run test:journeys', check);
const passed = await Promise.all([check, journeys]);
if (!passed[0]) process.stderr.write('npm run check has failed. Its output is above.\n');
if (passed.includes(false)) process.exitCode = 1;
