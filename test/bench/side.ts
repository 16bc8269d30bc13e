import { on } from 'node:events';
import { withContest } from './contest';
import { FIGURES } from './measurements';

// Measures the build in the current folder for a process that compares two builds. Sends `ready`,
// and then a time for each requested run. The benchmark copies this file into the folders of
// earlier commits.
const [what, runs] = process.argv.slice(-2);
const figure = FIGURES.find(([, name]) => name === what);
if (figure === undefined) throw new Error(`This commit does not measure "${what}".`);
const [part, , , measure] = figure;
await withContest(part === 'opening', async (contest) => {
  const take = await measure(contest, Number(runs));
  process.send?.('ready');
  for await (const [run] of on(process, 'message', { close: ['disconnect'] })) {
    process.send?.(await take(contest.ours, run));
  }
});
