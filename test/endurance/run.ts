import { parseArgs } from 'node:util';
import { startStage } from '../e2e/stage';
import { newSeed } from './random';
import { storm } from './storm';

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { seed: { type: 'string' } } });
  const seed = values.seed === undefined ? newSeed() : Number(values.seed);
  const stage = await startStage();
  try {
    console.log(`Seed ${seed}`);
    console.log(await storm(stage, { seed, submissions: 100, throughPopup: 20 }));
  } finally {
    await stage.close();
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
