import { readFileSync } from 'node:fs';
import { addressesInFiles } from '@/lib/import/formats';
import { readSitemap } from '@/lib/import/sitemap';

/** The time and memory that reading one file needs. */
export interface Reading {
  /** Processor time of all threads, in seconds. */
  seconds: number;
  /** Growth of the process up to its peak, in MB, without the file itself. */
  megabytes: number;
}

const [, , path = '', format = ''] = process.argv;

/** Reads a file as the extension does: a fetched `robots.txt` in the worker, every other file in a page. */
async function read(content: Uint8Array<ArrayBuffer> | string): Promise<void> {
  const file = new File([content], 'file');
  if (format === 'robots') await readSitemap(file.stream(), 'https://a.example/robots.txt');
  else await addressesInFiles([file]);
}

// Loads and compiles the readers before anything is measured.
for (const start of ['url,b\nhttps://a.example,"c"', '<urlset>', '<html><a href=a>', '{"a":1}']) {
  await read(start);
}
const content = new Uint8Array(readFileSync(path));
globalThis.gc?.();
const before = process.memoryUsage.rss();
const started = process.cpuUsage();
await read(content);
const { user, system } = process.cpuUsage(started);
const peak = process.resourceUsage().maxRSS * 1024;
const reading: Reading = {
  seconds: (user + system) / 1e6,
  megabytes: (peak - before) / 1024 / 1024,
};
process.stdout.write(JSON.stringify(reading));
