import { join } from 'node:path';
import { Puppeteer } from 'puppeteer-core';
import { build, type Rolldown } from 'vite';

const NAME = 'role';

export function hasRoleSelector(): boolean {
  return Puppeteer.customQueryHandlerNames().includes(NAME);
}

/**
 * Registers the selector `::-p-role({"role":…,"name":…})`. Puppeteer's own `::-p-aria` needs ten times as
 * long in Firefox, because WebDriver BiDi paints two frames for each element.
 */
export async function registerRoleSelector(): Promise<void> {
  if (hasRoleSelector()) return;
  // Puppeteer sends the function as text, and interprets dollar signs as replacement patterns.
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

/** Returns a script that defines a variable `roleQuery` with the exports of `role-query.ts`. */
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
