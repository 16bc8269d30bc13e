import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BUILT_EXTENSION } from '../e2e/stage';

/** What one part of the build weighs, in bytes. */
export interface Size {
  part: string;
  raw: number;
  gzipped: number;
  /** At most so many bytes, gzipped; null where nothing was promised. */
  target: number | null;
}

/** Popup and worker of other extensions of this kind, gzipped, in kB, as published in August 2026. */
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
export async function measureSizes(): Promise<Size[]> {
  const popup = await partsOf('popup.html');
  const options = await partsOf('options.html');
  const worker = { first: ['background.js'], later: [] };
  return [
    await weigh('popup, first load', popup.first, 18_000),
    await weigh('popup, lazy parts', popup.later, null),
    await weigh('options, first load', options.first, null),
    await weigh('options, lazy parts', options.later, null),
    await weigh('worker', worker.first, 20_000),
  ];
}

async function weigh(part: string, files: string[], target: number | null): Promise<Size> {
  const contents = await Promise.all(files.map((file) => readFile(join(BUILT_EXTENSION, file))));
  const sum = (sizes: number[]) => sizes.reduce((one, other) => one + other, 0);
  return {
    part,
    raw: sum(contents.map(({ length }) => length)),
    gzipped: sum(contents.map((content) => gzipSync(content, { level: 9 }).length)),
    target,
  };
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
  const chunk = (path: string) => join('chunks', path.replace(/^.*\//, ''));
  for (const [, path = ''] of script.matchAll(/(?:from|import)\s*["'`](\.\/[^"'`]+\.js)["'`]/g)) {
    now.add(chunk(path));
  }
  for (const [, path = ''] of script.matchAll(/import\(\s*["'`]([^"'`]+\.js)["'`]/g)) {
    later.add(chunk(path));
  }
  for (const [, path = ''] of script.matchAll(/["'`](assets\/[^"'`]+\.css)["'`]/g)) later.add(path);
}

/** The sizes as a Markdown table. */
export function sizeTable(sizes: readonly Size[]): string {
  const kilo = (bytes: number) => (bytes / 1000).toFixed(1);
  const rows = sizes.map(({ part, raw, gzipped, target }) => {
    const reached =
      target === null ? '' : `at most ${target / 1000}: ${gzipped <= target ? 'yes' : '**no**'}`;
    return `| ${part} | ${kilo(raw)} | ${kilo(gzipped)} | ${reached} |`;
  });
  const peers = PEERS.map(
    ({ name, popup, worker }) => `${name} ${popup}${worker === null ? '' : ` + ${worker}`}`,
  );
  return [
    '| part | raw, kB | gzipped, kB | target |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    `Peers, popup + worker, gzipped, kB: ${peers.join(', ')}.`,
  ].join('\n');
}
