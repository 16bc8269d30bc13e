import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BUILT_EXTENSION } from '../e2e/stage';
import { type Figure, figureOf } from './figure';

/** Popup and worker of other extensions of this kind in August 2026, gzipped, in kB. */
export const PEERS = [
  { name: 'VulnRadar', popup: 18.4, worker: 8.9 },
  { name: 'linkding', popup: 36.5, worker: 2.2 },
  { name: 'wallabagger', popup: 23.7, worker: 14.9 },
  { name: 'ArchiveBox', popup: 82.8, worker: 19.9 },
  { name: 'Kutt', popup: 95.6, worker: null },
  { name: 'Linkwarden', popup: 165.7, worker: null },
  { name: 'Karakeep', popup: 172.4, worker: null },
  { name: 'Wayback Machine', popup: 185.7, worker: null },
] as const;

/** Weighs what each page loads at first, what it loads later, and the worker. */
export async function measureSizes(): Promise<Figure[]> {
  const popup = await partsOf('popup.html');
  const options = await partsOf('options.html');
  const [best] = PEERS;
  return [
    await weigh('Popup, all that it loads at first', popup.first, best.popup, 18),
    await weigh('Popup, what it loads when needed', popup.later),
    await weigh('Options page, all that it loads at first', options.first),
    await weigh('Options page, what it loads when needed', options.later),
    await weigh('Worker', ['background.js'], best.worker, 20),
  ];
}

/** @param peer the best peer's weight, in kB; @param target at most so many kB, gzipped */
async function weigh(
  what: string,
  files: string[],
  peer?: number,
  target?: number,
): Promise<Figure> {
  const contents = await Promise.all(files.map((file) => readFile(join(BUILT_EXTENSION, file))));
  const kilo = (sizes: number[]) => sizes.reduce((one, other) => one + other, 0) / 1000;
  const raw = kilo(contents.map(({ length }) => length));
  return figureOf(
    `${what}, gzipped (${raw.toFixed(1)} kB raw)`,
    'kB',
    [kilo(contents.map((content) => gzipSync(content, { level: 9 }).length))],
    peer === undefined ? null : [PEERS[0].name, [peer]],
    target === undefined ? null : { atMost: target },
  );
}

/** A page with its styles and all scripts that it waits for, and those that it loads later. */
async function partsOf(page: string): Promise<{ first: string[]; later: string[] }> {
  const html = await readFile(join(BUILT_EXTENSION, page), 'utf8');
  const first = new Set([page]);
  const later = new Set<string>();
  for (const [, file = ''] of html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g))
    first.add(file);
  for (const file of first) await addImports(file, first, later);
  for (const file of later) await addImports(file, later, later);
  return { first: [...first], later: [...later].filter((file) => !first.has(file)) };
}

/** Sets that grow while they are gone through take their new members in. */
async function addImports(file: string, now: Set<string>, later: Set<string>): Promise<void> {
  if (!file.endsWith('.js')) return;
  const script = await readFile(join(BUILT_EXTENSION, file), 'utf8');
  const chunk = (path: string) => new URL(path, `file:///${file}`).pathname.slice(1);
  for (const [, path = ''] of script.matchAll(/(?:from|import)\s*["'`](\.\/[^"'`]+\.js)["'`]/g)) {
    now.add(chunk(path));
  }
  for (const [, path = ''] of script.matchAll(/import\(\s*["'`]([^"'`]+\.js)["'`]/g)) {
    later.add(chunk(path));
  }
  for (const [, path = ''] of script.matchAll(/["'`]\/?(assets\/[^"'`]+\.css)["'`]/g))
    later.add(path);
}
