import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type BenchStage, setBenchStage } from './bench-stage';
import { type Figure, tableOf } from './figure';
import { measureOpenings } from './openings';
import { measurePaints } from './paints';
import { measureSizes, sizeTable } from './sizes';
import { measureThousand } from './thousand';
import { measureTyping } from './typing';
import { measureWaiting } from './waiting';
import { measureWire } from './wire';

/** What can be measured by itself: `npm run bench -- paints sizes`. */
const PARTS: Record<string, (bench: BenchStage) => Promise<Figure[]>> = {
  paints: measurePaints,
  wire: measureWire,
  typing: measureTyping,
  openings: measureOpenings,
  waiting: measureWaiting,
  thousand: measureThousand,
};

const FEWEST_RUNS = 20;
const FOLDER = join('.output', 'bench');

/** Measures in a real browser, prints tables and leaves the figures as JSON. */
async function bench(args: readonly string[]): Promise<void> {
  const unknown = args.find((arg) => !(arg in PARTS) && arg !== 'sizes' && !/^\d+$/.test(arg));
  if (unknown !== undefined) {
    throw new Error(`There is no part ${unknown}: ${Object.keys(PARTS).join(', ')}, sizes.`);
  }
  const runs = Number(args.find((arg) => /^\d+$/.test(arg)) ?? FEWEST_RUNS);
  const chosen = args.filter((arg) => !/^\d+$/.test(arg));
  const isChosen = (part: string) => chosen.length === 0 || chosen.includes(part);
  const sizes = await measureSizes();
  const figures: Figure[] = [];
  const parts = Object.entries(PARTS).filter(([part]) => isChosen(part));
  if (parts.length > 0) {
    const stage = await setBenchStage(runs);
    try {
      for (const [part, measure] of parts) {
        process.stderr.write(`Measuring: ${part}\n`);
        figures.push(...(await measure(stage)));
        await keep(figures, sizes);
      }
    } finally {
      await stage.close();
    }
  }
  await keep(figures, sizes);
  const [cpu] = cpus();
  console.log(`${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpu?.model}\n`);
  if (figures.length > 0) console.log(`${tableOf(figures)}\n`);
  if (isChosen('sizes')) console.log(sizeTable(sizes));
}

async function keep(figures: readonly Figure[], sizes: unknown): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'figures.json'), JSON.stringify({ figures, sizes }, null, 2));
}

bench(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
