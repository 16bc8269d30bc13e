import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadExtensionPage } from '../browser/firefox/bidi';
import { evaluatePrivileged } from '../browser/firefox/privileged';
import { app, useService } from './app';
import { CALLS, sendAll } from './foreign-calls';

const FOREIGN_ID = 'somebody@else.example';

const MANIFEST = {
  manifest_version: 3,
  name: 'Somebody else',
  version: '1',
  browser_specific_settings: { gecko: { id: FOREIGN_ID } },
};

declare const chrome: {
  tabs: { query(asked: object): Promise<{ id: number }[]> };
  scripting: { executeScript(script: object): Promise<{ result?: unknown }[]> };
};

let folder: string;

// A browser of their own, since another extension comes into it.
useService({ launch: {} });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foreign-extension-'));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
  await writeFile(join(folder, 'page.html'), '<!doctype html><title>Somebody else</title>');
  await app.stage.browser.installExtension(folder);
});
afterAll(() => rm(folder, { recursive: true }));

function evaluate(statements: string): Promise<unknown> {
  return evaluatePrivileged(app.stage.browser, app.stage.extensionId, statements);
}

/** Nothing is asked of the service, and nothing changes. */
async function expectUntouchedBy(work: () => Promise<void>): Promise<void> {
  const storedBefore = JSON.stringify(await app.worker.stored());
  const asked = app.service.requests.length;
  await work();
  // Messages are answered in turn: whatever was asked before has been asked of the service by now.
  expect(await app.worker.ask('account')).toMatchObject({ value: {} });
  expect(app.service.requests.slice(asked).map(({ path }) => path)).toEqual(['/api/v1/account']);
  expect(JSON.stringify(await app.worker.stored())).toBe(storedBefore);
}

describe('nobody else gets an answer in Firefox', () => {
  it('a page of the web, which has nobody to send to', async () => {
    const page = await app.stage.openTab();
    await page.goto(app.service.samplePages.good);
    await expectUntouchedBy(async () => {
      expect(await page.evaluate(sendAll, FOREIGN_ID, CALLS)).toEqual([]);
    });
  });

  it('a page of another extension', async () => {
    const host = await evaluate(
      `return WebExtensionPolicy.getByID('${FOREIGN_ID}').mozExtensionHostname;`,
    );
    const ours = (await evaluate('return extension.id;')) as string;
    const page = await app.stage.openTab();
    await loadExtensionPage(page, `moz-extension://${host}/page.html`);
    await expectUntouchedBy(async () => {
      expect(await page.evaluate(sendAll, ours, CALLS)).toEqual([null, null, null, null]);
    });
  });

  it('a content script, of our own extension even', async () => {
    const page = await app.stage.openTab();
    await page.goto(`${app.service.origin}/page`);
    await page.bringToFront();
    await expectUntouchedBy(async () => {
      const answers = await app.worker.page.evaluate(async (calls) => {
        const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
        const [outcome] = await chrome.scripting.executeScript({
          target: { tabId: tab?.id },
          args: [calls],
          func: (all: object[]) => {
            const { runtime } = chrome as unknown as {
              runtime: { sendMessage(message: object): Promise<unknown> };
            };
            const send = (message: object) =>
              runtime.sendMessage(message).then(
                (answer) => answer ?? null,
                () => null,
              );
            return Promise.all(all.map(send));
          },
        });
        return outcome?.result;
      }, CALLS);
      expect(answers).toEqual([null, null, null]);
    });
  });

  it('but a page of our own does', async () => {
    await app.popup();
    expect(await app.worker.ask('account')).toHaveProperty('value');
  });
});
