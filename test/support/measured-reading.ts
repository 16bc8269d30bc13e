import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import type { Reading } from './reader-process';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

export interface MeasuredReader {
  /**
   * Reads a file in a new process.
   * @param limits The size of the heap in MB, and the time limit in seconds.
   * @throws If a limit is reached.
   */
  read(
    file: Uint8Array,
    format: string,
    limits: { heap: number; seconds: number },
  ): Promise<Reading>;
  close(): Promise<void>;
}

/** Bundles `reader-process.ts` for Node. */
export async function createMeasuredReader(): Promise<MeasuredReader> {
  const folder = await mkdtemp(join(tmpdir(), 'readers-'));
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    resolve: { alias: { '@': ROOT } },
    ssr: { noExternal: true },
    build: {
      ssr: join(ROOT, 'test/support/reader-process.ts'),
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'reader.mjs' } },
    },
  });
  let files = 0;
  return {
    async read(file, format, { heap, seconds }) {
      files += 1;
      const path = join(folder, `file-${files}`);
      await writeFile(path, file);
      // A small space for new objects keeps garbage out of the measured memory.
      const flags = ['--expose-gc', '--max-semi-space-size=4', `--max-old-space-size=${heap}`];
      const { stdout } = await run(
        process.execPath,
        [...flags, join(folder, 'reader.mjs'), path, format],
        { timeout: seconds * 1000, killSignal: 'SIGKILL' },
      );
      await rm(path);
      return JSON.parse(stdout) as Reading;
    },
    close: () => rm(folder, { recursive: true }),
  };
}
