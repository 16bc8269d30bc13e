import { on } from 'node:events';
import { withContest } from './contest';
import { FIGURES } from './measurements';

// Measures the build in the current folder for a process that compares two builds. Sends `ready`,
// and then a time for each requested run. The benchmark copies this file into the folders of
// earlier commits.
const [name, runs] = process.argv.slice(-2);
const figure = FIGURES.find((one) => one[1] === name);
if (figure === undefined) throw new Error(`This commit does not measure "${name}".`);
const [part, , , prepare] = figure;
await withContest(part === 'opening', async (contest) => {
  const measure = await prepare(contest, Number(runs));
  process.send?.('ready');
  for await (const [run] of on(process, 'message', { close: ['disconnect'] })) {
    process.send?.(await measure(contest.ours, run));
  }
});
