import { on } from 'node:events';
import { withContest } from './contest';
import { FIGURES } from './measurements';

// Measures the build of the folder that it is run in, for a process that compares two builds: sends `ready`,
// then a time for each number of a run. Copied into folders of earlier commits, so that each build is
// measured by the benchmark that knows it.
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
