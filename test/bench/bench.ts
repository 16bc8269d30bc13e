import { parseArgs } from 'node:util';
import { type BenchStage, setBenchStage } from './bench-stage';
import { measureCreate, measureWorkerStart } from './create';
import { type Figure, tableOf } from './figure';
import { machineNow, machineSentence } from './machine';
import { measureOpenings } from './openings';
import { measureCached, measureFresh } from './paints';
import { writeResults } from './results';
import { measureSizes } from './sizes';
import { measureThousand } from './thousand';
import { measureTyping } from './typing';
import { measureWaiting } from './waiting';

/** What can be measured, under the name that chooses it. */
const PARTS: Record<string, (bench: BenchStage) => Promise<Figure[]>> = {
  sizes: measureSizes,
  cached: measureCached,
  fresh: measureFresh,
  create: measureCreate,
  typing: measureTyping,
  waiting: measureWaiting,
  thousand: measureThousand,
  start: measureWorkerStart,
  openings: measureOpenings,
};

const USUAL_RUNS = 20;

interface Choice {
  parts: string[];
  /** How often each figure is taken. */
  runs: number;
  /** Where the figures go as JSON. */
  json: string;
}

/** Reads `--only <part>` (more than once, if wished), `--runs <number>` and `--json <path>`. */
function choose(args: string[]): Choice {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true },
      runs: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const { only = Object.keys(PARTS), runs = String(USUAL_RUNS) } = values;
  const unknown = only.find((part) => !(part in PARTS));
  if (unknown !== undefined) {
    throw new Error(`Nothing is called ${unknown}: choose among ${Object.keys(PARTS).join(', ')}.`);
  }
  if (!/^[1-9]\d*$/.test(runs)) throw new Error(`Not a number of runs: ${runs}.`);
  return { parts: only, runs: Number(runs), json: values.json ?? '.output/bench.json' };
}

/** Measures in a real browser, prints the table and leaves the figures as JSON. */
async function bench({ parts, runs, json }: Choice): Promise<void> {
  const figures: Figure[] = [];
  const stage = await setBenchStage(runs);
  const machine = await machineNow(stage.stage.browser);
  try {
    for (const part of parts) {
      const start = performance.now();
      process.stderr.write(`Measuring ${part}… `);
      figures.push(...((await PARTS[part]?.(stage)) ?? []));
      process.stderr.write(`${Math.round((performance.now() - start) / 1000)} s\n`);
      // What is measured outlives what goes wrong later.
      await writeResults(json, machine, figures);
    }
  } finally {
    await stage.close();
  }
  console.log(`${machineSentence(machine)}\n\n${tableOf(figures)}\n\nAlso in ${json}.`);
}

async function run(): Promise<void> {
  await bench(choose(process.argv.slice(2).filter((arg) => arg !== '--')));
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(`\n${error instanceof Error ? error.message : error}`);
    process.exit(1);
  },
);
