import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadExtensionPage } from '../../browser/firefox/bidi';
import { evaluatePrivileged } from '../../browser/firefox/privileged';
import { app, inChromium, type Screen, until, useService } from '../app';
import { callsOf, installForeignExtension, type Messaging, sendAll } from '../foreign-calls';

declare const chrome: {
  runtime: Messaging;
  storage: { local: { get(): Promise<object> } };
  tabs: { query(query: object): Promise<{ id: number }[]> };
  scripting: { executeScript(script: object): Promise<{ result?: unknown }[]> };
};

/** The address of the other extension's page, and a function that removes its folder. */
let foreign: { page: string; remove(): Promise<void> };
let ownId: string;
let calls: ReturnType<typeof callsOf>;

// The test installs another extension, so it needs its own browser.
useService({ launch: {} });
beforeAll(async () => {
  if (app.testBrowser.name === 'firefox') return installInFirefox();
  const { id, remove } = await installForeignExtension(app.testBrowser.browser);
  foreign = { page: `chrome-extension://${id}/page.html`, remove };
  ownId = app.testBrowser.extensionId;
});
beforeEach(async () => {
  calls = callsOf(await app.worker.connectionId());
});
afterAll(() => foreign.remove());

async function installInFirefox(): Promise<void> {
  const id = 'somebody@else.example';
  const manifest = {
    manifest_version: 3,
    name: 'Somebody else',
    version: '1',
    browser_specific_settings: { gecko: { id } },
  };
  const folder = await mkdtemp(join(tmpdir(), 'foreign-extension-'));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'page.html'), '<!doctype html><title>Somebody else</title>');
  const { browser, extensionId } = app.testBrowser;
  await browser.installExtension(folder);
  const names = `[WebExtensionPolicy.getByID('${id}').mozExtensionHostname, extension.id]`;
  const joined = await evaluatePrivileged(browser, extensionId, `return ${names}.join();`);
  const [host = '', name = ''] = String(joined).split(',');
  foreign = {
    page: `moz-extension://${host}/page.html`,
    remove: () => rm(folder, { recursive: true }),
  };
  ownId = name;
}

/** Expects that a function causes no request to the service and no change. */
async function expectUntouchedBy(work: () => Promise<void>): Promise<void> {
  await until('the extension sends no other requests', async () => {
    const countBefore = app.service.requests.length;
    expect(await app.worker.callForConnection('getAccount')).toMatchObject({ value: {} });
    return app.service.requests.length === countBefore + 1;
  });
  const storedBefore = JSON.stringify(await app.worker.stored());
  const requestCount = app.service.requests.length;
  await work();
  // The background handles messages in order, so all earlier calls have been handled.
  expect(await app.worker.callForConnection('getAccount')).toMatchObject({ value: {} });
  const paths = app.service.requests.slice(requestCount).map(({ path }) => path);
  expect(paths).toEqual(['/api/v1/account']);
  expect(JSON.stringify(await app.worker.stored())).toBe(storedBefore);
}

async function openPage(url: string): Promise<Screen> {
  const page = await app.testBrowser.openTab();
  if (url.startsWith('moz-extension:')) await loadExtensionPage(page, url);
  else await page.goto(url);
  await page.bringToFront();
  return page;
}

/** Returns the answers that a content script of our extension gets: messages, ports, storage. */
async function callAsContentScript(
  messages: object[],
): Promise<{ answers?: unknown; store?: unknown }> {
  await openPage(`${app.service.origin}/page`);
  return app.worker.page.evaluate(async (given) => {
    const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
    const [outcome] = await chrome.scripting.executeScript({
      target: { tabId: tab?.id },
      args: [given],
      func: async (all: object[]) => {
        const { runtime, storage } = chrome;
        const send = (message: object) =>
          runtime.sendMessage(message).then(
            (answer) => answer ?? null,
            () => null,
          );
        const overPort = (message: object) =>
          new Promise((resolve) => {
            const port = runtime.connect();
            port.onMessage.addListener(resolve);
            port.onDisconnect.addListener(() => resolve(null));
            port.postMessage(message);
          });
        return {
          answers: await Promise.all([...all.map(send), ...all.map(overPort)]),
          store: await storage.local.get().catch((error) => `${error}`),
        };
      },
    });
    return Object(outcome?.result);
  }, messages);
}

describe('the background', () => {
  it('cannot be called by a web page', async () => {
    const page = await openPage(app.service.samplePages.good);
    await expectUntouchedBy(async () => {
      expect(await page.evaluate(sendAll, ownId, calls)).toEqual([]);
    });
  });

  it('does not answer a page of another extension', async () => {
    const page = await openPage(foreign.page);
    await expectUntouchedBy(async () => {
      expect(await page.evaluate(sendAll, ownId, calls)).toEqual([null, null, null, null]);
    });
  });

  it('does not answer a content script, even of this extension', async () => {
    await expectUntouchedBy(async () => {
      const { answers, store } = await callAsContentScript(calls);
      expect(answers).toEqual(Array(6).fill(null));
      if (app.testBrowser.name === 'chromium') expect(store).toMatch(/not allowed/);
    });
  });

  inChromium('BiDi does not distinguish the content scripts of extensions')(
    'does not answer a content script of another extension',
    async () => {
      const page = await openPage(`${app.service.origin}/page`);
      const session = await page.createCDPSession();
      const contexts: { id: number; origin: string }[] = [];
      session.on('Runtime.executionContextCreated', ({ context }) => contexts.push(context));
      await session.send('Runtime.enable');
      const own = await until('the content script of the other extension runs', () =>
        contexts.find(({ origin }) => origin !== '' && foreign.page.startsWith(origin)),
      );
      await expectUntouchedBy(async () => {
        const { result } = await session.send('Runtime.callFunctionOn', {
          functionDeclaration: `${sendAll}`,
          arguments: [{ value: ownId }, { value: calls }],
          executionContextId: own.id,
          awaitPromise: true,
          returnByValue: true,
        });
        expect(result.value).toEqual([null, null, null, null]);
      });
    },
  );

  it('answers an extension page', async () => {
    for (const { call, args } of calls.slice(0, 2)) {
      expect(await app.worker.callBackground(call, ...args)).toHaveProperty('value');
    }
  });
});
