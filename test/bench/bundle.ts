import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** Bundles a file as one module (`.mjs`) as for production, and imports the module. */
export async function bundled<Module>(entry: string): Promise<Module> {
  const outDir = await mkdtemp(join(tmpdir(), 'bench-'));
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': process.cwd() } },
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: entry,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'bundle.mjs' } },
    },
  });
  try {
    return await import(pathToFileURL(join(outDir, 'bundle.mjs')).href);
  } finally {
    await rm(outDir, { recursive: true });
  }
}
