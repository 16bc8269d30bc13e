import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineWxtModule } from 'wxt/modules';

type Table = Record<string, Record<string, unknown>>;

/** What lib/browser calls of each interface that the polyfill has a table for. */
const CALLED: Record<string, string[]> = {
  alarms: ['clear'],
  permissions: ['contains', 'remove'],
  runtime: ['getPlatformInfo'],
  storage: ['local'],
};

/** Pages load the polyfill where the browser has no `browser` of its own: lib/browser/page-browser.ts. */
const loadedWhereNeeded = {
  name: 'polyfill-loaded-where-needed',
  enforce: 'pre' as const,
  resolveId: (id: string) =>
    id === '@wxt-dev/webextension-polyfill/browser'
      ? fileURLToPath(new URL('../browser/page-browser.ts', import.meta.url))
      : undefined,
  generateBundle(this: { emitFile(file: object): void }) {
    const path = createRequire(import.meta.url).resolve('webextension-polyfill');
    const source = readFileSync(path.replace(/\.js$/, '.min.js'), 'utf8');
    this.emitFile({
      type: 'asset',
      fileName: 'browser-polyfill.js',
      source: source.replace(/\n\/\/# sourceMappingURL=.*/, ''),
    });
  },
};

/**
 * A worker has no `import()`, and our content policy rules out `importScripts`. So the polyfill
 * stays in it, without the tables of what it never calls: what has no table is handed through.
 */
const tablesOfWhatIsCalled = {
  name: 'polyfill-tables-of-what-is-called',
  transform(code: string, id: string) {
    if (!id.includes('webextension-polyfill/dist/browser-polyfill')) return undefined;
    const all = /(?<=const apiMetadata = )\{.*?\n {6}\}(?=;)/s.exec(code)?.[0];
    if (all === undefined) throw new Error('The polyfill keeps its tables elsewhere');
    const tables = Object.entries(JSON.parse(all) as Table).flatMap(([name, table]) => {
      const called = Object.entries(table).filter(([key]) => CALLED[name]?.includes(key));
      return called.length > 0 ? [[name, Object.fromEntries(called)]] : [];
    });
    return { code: code.replace(all, JSON.stringify(Object.fromEntries(tables))), map: null };
  },
};

/** Ships of `webextension-polyfill` what a browser can need of it. */
export default defineWxtModule({
  name: 'lean-polyfill',
  setup(wxt) {
    wxt.hooks.hook('vite:build:extendConfig', (entrypoints, config) => {
      const isWorker = entrypoints.some(({ type }) => type === 'background');
      config.plugins?.push(isWorker ? tablesOfWhatIsCalled : loadedWhereNeeded);
    });
  },
});
