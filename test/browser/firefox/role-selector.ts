import { join } from 'node:path';
import { Puppeteer } from 'puppeteer-core';
import { build, type Rolldown } from 'vite';

const NAME = 'role';

/** Whether this process finds elements by `::-p-role({"role":…,"name":…})`. */
export function hasRoleSelector(): boolean {
  return Puppeteer.customQueryHandlerNames().includes(NAME);
}

/**
 * Registers the selector `::-p-role({"role":…,"name":…})`. `::-p-aria` would need ten times as long in
 * Firefox: WebDriver BiDi paints two frames for each element, half a second for a popup.
 */
export async function registerRoleSelector(): Promise<void> {
  if (hasRoleSelector()) return;
  // Puppeteer sends the function as text, and interprets dollar signs as patterns.
  const source = JSON.stringify(await bundledQuery()).replaceAll('$', '\\u0024');
  const queryAll = new Function(
    'root',
    'selector',
    `globalThis.roleQuery ??= new Function(${source} + ';return roleQuery;')();
    return roleQuery.queryAll(root, JSON.parse(selector));`,
  );
  Puppeteer.registerCustomQueryHandler(NAME, {
    queryAll: queryAll as (root: Node, selector: string) => Element[],
  });
}

/** Returns a script that puts `role-query.ts` and its imports into a variable `roleQuery`. */
async function bundledQuery(): Promise<string> {
  const [bundle] = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, 'role-query.ts'),
        formats: ['iife'],
        name: 'roleQuery',
      },
    },
  })) as Rolldown.RolldownOutput[];
  if (bundle === undefined) throw new Error('Vite has bundled nothing.');
  return bundle.output[0].code;
}
