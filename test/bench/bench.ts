import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startStage } from '../e2e/stage';
import { startService } from '../service/service';
import { describeSample, type Sample } from './sample';
import { measureTyping } from './typing';

/** A frame of a 60 Hz screen, in milliseconds. */
const FRAME_MS = 16.7;
const ROW_COUNTS = [10, 100] as const;

/** Measures in a real browser, prints a table and leaves the figures as JSON. */
async function bench(): Promise<void> {
  const stage = await startStage();
  const figures: Record<string, Sample> = {};
  try {
    for (const rows of ROW_COUNTS) {
      const service = await startService({ sampleReports: false });
      try {
        for (let number = 0; number < rows; number += 1) {
          service.add({ url: `https://site-${number % 7}.example/page-${number}` });
        }
        await stage.connect(service);
        Object.assign(figures, await measureTyping(stage, service, rows));
      } finally {
        await service.close();
      }
    }
  } finally {
    await stage.close();
  }
  console.log(`Milliseconds of the page's own time; a frame has ${FRAME_MS}.`);
  for (const [name, sample] of Object.entries(figures)) {
    console.log(`${name.padEnd(52)} ${describeSample(sample)}`);
  }
  const folder = join('.output', 'bench');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'figures.json'), JSON.stringify(figures, null, 2));
  const late = Object.entries(figures).filter(([, { median }]) => median > FRAME_MS);
  for (const [name] of late) console.log(`More than a frame: ${name}`);
}

bench().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
