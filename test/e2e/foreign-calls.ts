import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';

export type Messaging = Record<'sendMessage', (...sent: unknown[]) => Promise<unknown>> & {
  connect(...to: unknown[]): {
    onMessage: { addListener(listen: (message: unknown) => void): void };
    onDisconnect: { addListener(listen: () => void): void };
    postMessage(message: unknown): void;
  };
};

declare const chrome: { runtime?: Messaging } | undefined;

const list = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 10 };

export function callsOf(connectionId: string | undefined) {
  return [
    { call: 'listReports', args: [connectionId, list] },
    { call: 'getAccount', args: [connectionId] },
    { call: 'disconnect', args: [connectionId] },
  ];
}

/**
 * Runs in a page. Sends each call as a message and over a port. Returns an empty list if the page
 * has no messaging.
 * @param to id of the extension
 */
export function sendAll(to: string, messages: object[]): Promise<unknown[]> {
  const runtime = typeof chrome === 'undefined' ? undefined : chrome.runtime;
  if (runtime?.sendMessage === undefined) return Promise.resolve([]);
  const answers = messages.map((message) =>
    runtime.sendMessage(to, message).then(
      (answer) => answer ?? null,
      () => null,
    ),
  );
  const port = new Promise<unknown>((resolve) => {
    const opened = runtime.connect(to);
    opened.onMessage.addListener(resolve);
    opened.onDisconnect.addListener(() => resolve(null));
    for (const message of messages) opened.postMessage(message);
  });
  return Promise.all([...answers, port]);
}

/** Another extension with a page and with a content script in every web page. */
export type ForeignExtension = Awaited<ReturnType<typeof installForeignExtension>>;

export async function installForeignExtension(browser: Browser) {
  const folder = await mkdtemp(join(tmpdir(), 'foreign-extension-'));
  const manifest = {
    manifest_version: 3,
    name: 'Somebody else',
    version: '1',
    host_permissions: ['http://127.0.0.1/*'],
    content_scripts: [{ matches: ['http://127.0.0.1/*'], js: ['content.js'] }],
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'content.js'), 'document.documentElement.dataset.foreign = "here"');
  await writeFile(join(folder, 'page.html'), '<!doctype html><title>Somebody else</title>');
  const id = await browser.installExtension(folder);
  // The folder can be removed while the browser still runs.
  return { id, remove: () => rm(folder, { recursive: true }) };
}
