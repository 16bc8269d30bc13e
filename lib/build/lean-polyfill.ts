import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineWxtModule } from 'wxt/modules';

/** Makes a file of lib/browser what `wxt/browser` is, in place of the polyfill. */
const browserFrom = (file: string) => ({
  name: 'browser-from',
  enforce: 'pre' as const,
  resolveId: (id: string) =>
    id === '@wxt-dev/webextension-polyfill/browser'
      ? fileURLToPath(new URL(`../browser/${file}`, import.meta.url))
      : undefined,
});

/** Pages load the polyfill where the browser has no `browser` of its own: lib/browser/page-browser.ts. */
const polyfillBesidePages = {
  name: 'polyfill-beside-pages',
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

/** Ships of `webextension-polyfill` what a browser can need of it: nothing in the worker. */
export default defineWxtModule({
  name: 'lean-polyfill',
  setup(wxt) {
    wxt.hooks.hook('vite:build:extendConfig', (entrypoints, config) => {
      const isWorker = entrypoints.some(({ type }) => type === 'background');
      if (isWorker) config.plugins?.push(browserFrom('worker-browser.ts'));
      else config.plugins?.push(browserFrom('page-browser.ts'), polyfillBesidePages);
    });
  },
});
