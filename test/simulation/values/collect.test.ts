import { appendFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { it } from 'vitest';
import { excused } from '../excuses';
import { anyHistory, backoffs, edits, lostCreations, pauses, takenBack } from './histories';
import { play } from './play';

const N = Number(process.env.SCENARIOS ?? 1000);
const seed = Number(process.env.SEED ?? 1);
const OUT = process.env.OUT ?? '/tmp/values-collect.txt';
const normal = (text: string) =>
  text
    .split('\n')[0]!
    .replaceAll(/j\d+-\d+|j\d+/g, 'J')
    .replaceAll(/\d+/g, '#');

it('collects', { timeout: 3_000_000 }, () => {
  writeFileSync(OUT, '');
  for (const [name, arbitrary] of Object.entries({
    anyHistory,
    backoffs,
    edits,
    lostCreations,
    pauses,
    takenBack,
  })) {
    const counts = new Map<string, number>();
    const run = (h: Parameters<typeof play>[0]) => {
      try {
        return play(h).findings.map(normal);
      } catch (error) {
        return [
          'ERROR ' +
            normal(
              String((error as Error).stack)
                .split('\n')
                .slice(0, 3)
                .join(' '),
            ),
        ];
      }
    };
    const start = process.cpuUsage();
    fc.check(
      fc.property(arbitrary, (h) => {
        for (const one of new Set(run(h))) counts.set(one, (counts.get(one) ?? 0) + 1);
      }),
      { numRuns: N, seed },
    );
    const used = process.cpuUsage(start);
    const ms = (used.user + used.system) / 1000 / N;
    appendFileSync(
      OUT,
      `## ${name}: ${ms.toFixed(2)} ms each; excused ${JSON.stringify([...excused])}\n${[...counts].map(([k, v]) => `${v} × ${k}`).join('\n')}\n\n`,
    );
    for (const kind of counts.keys()) {
      const details = fc.check(
        fc.property(arbitrary, (h) => !run(h).includes(kind)),
        { numRuns: N, seed, interruptAfterTimeLimit: 60000 },
      );
      const [h] = details.counterexample ?? [];
      if (!h) continue;
      const text = String(fc.stringify(h));
      let log: string[] = [];
      try {
        const ending = play(h, { isLogged: true });
        log = [...ending.findings, ...(ending.world.log ?? [])];
      } catch (error) {
        log = [String((error as Error).stack)];
      }
      appendFileSync(
        OUT,
        `### ${kind}  (path ${details.counterexamplePath})\n${text}\n${log.map((l) => l.slice(0, 420)).join('\n')}\n\n`,
      );
    }
  }
});
