import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Extension } from 'puppeteer-core';
import { until } from '../browser/condition';

/** Extensions that do one thing with as little as can be, to be measured beside ours. */
export interface Yardsticks {
  /** A popup of one static line. */
  line: Extension;
  /** A popup whose script fetches the list and writes the first address. */
  fetch: Extension;
  /** A popup with one field whose text it repeats. */
  field: Extension;
  /** A popup with a button, and a worker that fetches when it gets a message. */
  worker: Extension;
}

/** The service that the bare fetches go to. */
interface Address {
  baseUrl: string;
  apiKey: string;
}

const FOLDER = join('.output', 'bench', 'yardsticks');
const PERMISSIONS = ['storage', 'activeTab', 'alarms', 'scripting'];

const page = (body: string) =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Bare</title></head><body>${body}</body></html>\n`;

/** Writes them and gives them to the browser, in which ours runs as well. */
export async function installYardsticks(browser: Browser, service: Address): Promise<Yardsticks> {
  await rm(FOLDER, { recursive: true, force: true });
  const headers = JSON.stringify({
    Accept: 'application/json',
    Authorization: `Bearer ${service.apiKey}`,
  });
  const list = `${service.baseUrl}/api/v1/reports?sort_by=id&sort=desc&per_page=10`;
  return {
    line: await install(browser, 'line', { 'popup.html': page('<p id="line">One line.</p>') }),
    fetch: await install(browser, 'fetch', {
      'popup.html': page('<p id="line"></p><script src="popup.js"></script>'),
      'popup.js': `fetch(${JSON.stringify(list)}, { headers: ${headers} })
  .then((answer) => answer.json())
  .then((answer) => { document.getElementById('line').textContent = (answer.data ?? answer)[0].url; });\n`,
    }),
    field: await install(browser, 'field', {
      'popup.html': page(
        '<p id="line">One line.</p><input type="search"><p class="rows"></p><script src="popup.js"></script>',
      ),
      'popup.js': `document.querySelector('input').addEventListener('input', ({ target }) => {
  document.querySelector('.rows').textContent = target.value;
});\n`,
    }),
    worker: await install(browser, 'worker', {
      'popup.html': page(
        '<p id="line">One line.</p><button>Create</button><script src="popup.js"></script>',
      ),
      'popup.js': `document.querySelector('button').onclick = () => chrome.runtime.sendMessage({ post: globalThis.target });
chrome.runtime.sendMessage({ hello: true });\n`,
      'worker.js': `const post = ({ url, page }) => fetch(url, {
  method: 'POST',
  headers: ${headers},
  body: new URLSearchParams({ url: page, privacy: '1' }),
}).then((answer) => answer.text());
async function loop({ url, pages }) {
  await Promise.all([0, 1].map(async () => { for (let page; (page = pages.pop());) await post({ url, page }); }));
}
chrome.runtime.onMessage.addListener((message, sender, respond) => {
  if (message.hello) return respond('hello');
  const work = message.post ? post(message.post) : message.loop ? loop(message.loop) : null;
  if (work === null) return false;
  work.then(() => respond('done'), (error) => respond(String(error)));
  return true;
});\n`,
    }),
  };
}

/** Writes an extension and gives it to the browser. */
export async function install(
  browser: Browser,
  name: string,
  files: Record<string, string>,
): Promise<Extension> {
  const folder = join(process.cwd(), FOLDER, name);
  const manifest = {
    manifest_version: 3,
    name: `Bare ${name}`,
    version: '1',
    action: { default_popup: 'popup.html' },
    permissions: PERMISSIONS,
    host_permissions: ['http://127.0.0.1/*'],
    ...('worker.js' in files && { background: { service_worker: 'worker.js' } }),
  };
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries({
    ...files,
    'manifest.json': JSON.stringify(manifest),
  })) {
    await writeFile(join(folder, file), text);
  }
  const id = await browser.installExtension(folder);
  return until('the browser lists a yardstick', async () => (await browser.extensions()).get(id));
}
