import { join } from 'node:path';
import { Puppeteer } from 'puppeteer-core';
import { build, type Rolldown } from 'vite';

const NAME = 'role';

/** Whether this process finds elements by `::-p-role({"role":…,"name":…})`. */
export function hasRoleSelector(): boolean {
  return Puppeteer.customQueryHandlerNames().includes(NAME);
}

/**
 * Lets `::-p-role({"role":…,"name":…})` find elements. `::-p-aria` would find them as well, yet by
 * WebDriver BiDi, which has Firefox paint two frames for each element of a page: half a second for
 * a popup, where this takes a tenth of it.
 */
export async function registerRoleSelector(): Promise<void> {
  if (hasRoleSelector()) return;
  // Puppeteer carries a function to the pages as text, and reads dollars in it as patterns.
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

/** A script that leaves `role-query.ts`, with all that it imports, in a variable `roleQuery`. */
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
