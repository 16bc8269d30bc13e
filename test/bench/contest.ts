import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Extension, Page } from 'puppeteer-core';
import { evaluateInExtension } from '../browser/chromium/extension-origin';
import { until } from '../browser/condition';
import { closePopup } from '../browser/page-actions';
import { withTestBrowser } from '../browser/test-browser';
import type { Service } from '../service/service';

declare const chrome: {
  storage: { local: { get(key: string): Promise<{ connections: { inUse: string } }> } };
};

/** A browser with our extension, connected to a service, and a bare extension for comparison. */
export interface Contest {
  service: Service;
  /** The web page on which popups open. */
  page: Page;
  ours: Extension;
  /** Id of the connection to the service. */
  connectionId: string;
  bare: Extension;
  /** Folder of the bare extension. The browser reads the popup's files at each opening. */
  folder: string;
}

/** Prepares a contest, and returns a function that measures one run of an extension, in milliseconds. */
export type Measurement = (
  contest: Contest,
  runs: number,
) => Promise<(extension: Extension, run: number) => Promise<number>>;

/** The production build. */
export const BUILD = '.output/chrome-mv3';
/** Part of the address of every report. Only rows of reports contain this text, not other list items. */
export const HOST = 'bench.example/';

const MANIFEST = `{ "manifest_version": 3, "name": "Bare", "version": "1",
"action": { "default_popup": "popup.html" }, "background": { "service_worker": "worker.js" },
"host_permissions": ["http://127.0.0.1/*"] }`;

const POPUP = `<!doctype html><button>Create report</button><input type="search" aria-label="Search">
<ul><li></li></ul><script src="popup.js"></script>`;

const POPUP_SCRIPT = `chrome.runtime.sendMessage({ urls: [] });
document.querySelector('button').onclick = () =>
  chrome.runtime.sendMessage({ urls: ['https://${HOST}bare'] });
document.querySelector('input').oninput = ({ target }) => {
  document.querySelector('li').textContent = '${HOST}' + target.value;
};`;

const workerFor = ({ baseUrl, apiKey }: Service) => `
const headers = { Accept: 'application/json', Authorization: 'Bearer ${apiKey}' };
const post = (url) => fetch('${baseUrl}/api/v1/reports',
  { method: 'POST', headers, body: new URLSearchParams({ url, privacy: '1' }) });
chrome.runtime.onMessage.addListener(({ urls }, sender, respond) => {
  const loop = async () => { while (urls.length > 0) await (await post(urls.pop())).text(); };
  Promise.all([loop(), loop()]).finally(() => respond('done'));
  return true;
});`;

/**
 * Starts a contest, runs the work, and ends the contest.
 * @param isBareEmpty whether the popup of the bare extension shows only the word *Empty*
 */
export async function withContest<Result>(
  isBareEmpty: boolean,
  work: (contest: Contest) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'bare-extension-'));
  // The median size of real reports.
  const options = { sampleReports: false, shape: { kilobytes: 30 } };
  return withTestBrowser({ service: options }, async (testBrowser, service) => {
    const { browser } = testBrowser;
    const popup = isBareEmpty ? '<!doctype html><p>Empty</p>' : POPUP;
    await writeFile(join(folder, 'manifest.json'), MANIFEST);
    await writeFile(join(folder, 'popup.html'), popup);
    await writeFile(join(folder, 'popup.js'), POPUP_SCRIPT);
    await writeFile(join(folder, 'worker.js'), workerFor(service));
    const id = await browser.installExtension(folder);
    const listed = (wanted: string) =>
      until('the browser lists the extension', async () =>
        (await browser.extensions()).get(wanted),
      );
    const [ours, bare] = [await listed(testBrowser.extensionId), await listed(id)];
    await testBrowser.connect(service);
    const connectionId = await evaluateInExtension(
      browser,
      testBrowser.extensionId,
      readConnectionId,
    );
    const page = await testBrowser.openTab();
    await page.goto(service.samplePages.good);
    return work({ service, page, ours, connectionId, bare, folder });
  }).finally(() => rm(folder, { recursive: true }));
}

/** Runs in an extension page. */
async function readConnectionId(): Promise<string> {
  return (await chrome.storage.local.get('connections')).connections.inUse;
}

/** Clicks a toolbar button, waits until the popup is idle, uses the popup and closes it. */
export async function inPopup<Result>(
  { page, service }: Contest,
  extension: Extension,
  use: (popup: Page, clickedAt: number) => Promise<Result>,
): Promise<Result> {
  const untilAnswered = () => until('no request is open', () => service.openRequests() === 0);
  const url = `chrome-extension://${extension.id}/popup.html`;
  await page.bringToFront();
  const opened = page.browser().waitForTarget((target) => target.url() === url);
  const clickedAt = performance.timeOrigin + performance.now();
  await extension.triggerAction(page);
  const popup = await (await opened).asPage();
  // Earlier calls would delay the opening of the popup.
  await pause(600);
  await untilAnswered();
  const result = await use(popup, clickedAt);
  await untilAnswered();
  await closePopup(popup);
  return result;
}
