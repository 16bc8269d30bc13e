import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';

/** Somebody else's extension: a page that can do what it likes, and a content script in every page. */
export interface ForeignExtension {
  id: string;
  /** Takes its folder away; the browser need not run any longer. */
  remove(): Promise<void>;
}

const manifest = {
  manifest_version: 3,
  name: 'Somebody else',
  version: '1',
  host_permissions: ['http://127.0.0.1/*'],
  content_scripts: [{ matches: ['http://127.0.0.1/*'], js: ['content.js'] }],
};

/** Installs it into a running browser. */
export async function installForeignExtension(browser: Browser): Promise<ForeignExtension> {
  const folder = await mkdtemp(join(tmpdir(), 'foreign-extension-'));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'content.js'), 'document.documentElement.dataset.foreign = "here"');
  await writeFile(join(folder, 'page.html'), '<!doctype html><title>Somebody else</title>');
  return {
    id: await browser.installExtension(folder),
    remove: () => rm(folder, { recursive: true }),
  };
}
