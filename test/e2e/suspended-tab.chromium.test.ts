import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { app, useService } from './app';
import { allowedExtension } from './browser-ui/permissions';

// Without the permission for tabs, Chromium hides the address of another extension's page.
useService({ extensionDir: allowedExtension() });

/** The folder of another extension, which shows one of its pages for a suspended tab. */
let folder: string;
let suspenderId: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'suspender-'));
  const manifest = { manifest_version: 3, name: 'Suspender', version: '1' };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'park.html'), '<!doctype html><title>Suspended</title>');
  suspenderId = await app.testBrowser.browser.installExtension(folder);
});
afterEach(async () => {
  await app.testBrowser.browser.uninstallExtension(suspenderId);
  await rm(folder, { recursive: true });
});

// Sources of the two forms of address, in order: sienori/Tab-Session-Manager#1505 and
// greatsuspender/thegreatsuspender#1312.
it.each([
  '?title=T&url=https%3A%2F%2Fa.example%2Fx%3Fb%3D1&tabId=7',
  '#ttl=T&uri=https://a.example/x?b=1',
])('the popup offers the page of a suspended tab: %s', async (rest) => {
  const popup = await app.popup(`chrome-extension://${suspenderId}/park.html${rest}`);
  expect(await popup.value('URL')).toBe('https://a.example/x?b=1');
});
