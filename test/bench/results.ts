import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Figure } from './figure';
import type { Machine } from './machine';
import { PEERS } from './sizes';

/** Leaves the figures for programs to read. */
export async function writeResults(
  path: string,
  machine: Machine,
  figures: readonly Figure[],
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify({ machine, figures, peers: PEERS }, null, 2)}\n`);
}
