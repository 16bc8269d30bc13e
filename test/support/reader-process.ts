import { readFileSync } from 'node:fs';
import { addressesInFiles } from '@/lib/import/formats';
import { readSitemap } from '@/lib/import/sitemap';
import { peakMemoryOf } from './peak-memory';
import { plainLoop } from './plain-loop';

/** Measurements of reading one file. */
export interface Reading {
  /** CPU time of all threads of the process, in seconds. */
  seconds: number;
  /** CPU time of a plain loop over the same text, in seconds. */
  loopSeconds: number;
  /** Growth of the process's memory to its peak, in MB, without the file itself. */
  megabytes: number;
}

const [, , path = '', format = ''] = process.argv;

/** Reads a file like the extension: `robots.txt` as a sitemap, every other file as a person's file. */
async function read(content: Uint8Array<ArrayBuffer> | string): Promise<void> {
  const file = new File([content], 'file');
  if (format === 'robots') await readSitemap(file.stream(), 'https://a.example/robots.txt');
  else await addressesInFiles([file]);
}

// Loads and compiles the readers before the measurement.
for (const start of ['url,b\nhttps://a.example,"c"', '<urlset>', '<html><a href=a>', '{"a":1}']) {
  await read(start);
}
const content = new Uint8Array(readFileSync(path));
let seconds = 0;
const megabytes = await peakMemoryOf(async () => {
  seconds = await cpuSecondsOf(() => read(content));
});
const text = new TextDecoder('latin1').decode(content);
// Compiles the loop before the measurement.
plainLoop(text.slice(0, 100_000));
const loopSeconds = await cpuSecondsOf(() => plainLoop(text));
const reading: Reading = { seconds, loopSeconds, megabytes };
process.stdout.write(JSON.stringify(reading));

async function cpuSecondsOf(call: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}
