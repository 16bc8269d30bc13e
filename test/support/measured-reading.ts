import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import type { Reading } from './reader-process';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** Reads files in processes with limited memory and time. */
export interface MeasuredReader {
  /**
   * Reads a file in a separate process.
   * @param limits `heap` in MB
   * @throws if the process exceeds a limit
   */
  read(
    file: Uint8Array,
    format: string,
    limits: { heap: number; seconds: number },
  ): Promise<Reading>;
  close(): Promise<void>;
}

/** Bundles a script of this folder and returns the path of the bundle. */
export async function bundledScript(name: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    resolve: { alias: { '@': ROOT } },
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, `${name}.ts`),
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'script.mjs' } },
    },
  });
  return join(folder, 'script.mjs');
}

/** @param heap in MB */
export function memoryFlags(heap: number): string[] {
  return [
    '--expose-gc',
    // Node often collects garbage in a small space for new objects. Little garbage then counts as memory.
    '--max-semi-space-size=4',
    // On a busy machine, waiting threads of the garbage collector count as CPU time.
    '--single-threaded-gc',
    `--max-old-space-size=${heap}`,
  ];
}

export async function createMeasuredReader(): Promise<MeasuredReader> {
  const folder = await mkdtemp(join(tmpdir(), 'readers-'));
  const script = await bundledScript('reader-process', folder);
  let files = 0;
  return {
    async read(file, format, { heap, seconds }) {
      files += 1;
      const path = join(folder, `file-${files}`);
      await writeFile(path, file);
      const { stdout } = await run(process.execPath, [...memoryFlags(heap), script, path, format], {
        timeout: seconds * 1000,
        killSignal: 'SIGKILL',
      });
      await rm(path);
      return JSON.parse(stdout) as Reading;
    },
    close: () => rm(folder, { recursive: true }),
  };
}
