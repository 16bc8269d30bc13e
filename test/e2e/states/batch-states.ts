import { createGate } from '../../service/gate';
import { app, failures, type Screen, type State, until } from '../app';
import { choose, fill, press, shows, walk } from './walk';

/** Three usable addresses, a duplicate, an address outside the web, and an address with a secret. */
export const MIXED = [
  'https://shop.example/p/8801',
  'https://shop.example/p/8802',
  'https://shop.example/p/8801/?utm_source=mail',
  'ftp://shop.example/list',
  'https://shop.example/reset?token=3f9a0c7e51b24d68a1',
  'https://a-rather-long-name-of-a-host.shop.example/en/products/garden/chairs/folding/8803',
];

export const BATCH_STATES: Record<string, State> = {
  'many pages, a list': openPreview,
  'many pages to publish, one risky': walk(
    openPreview,
    choose('Public'),
    (page) => switchRow(page, MIXED[4] ?? ''),
    '1 address may expose a secret',
  ),
  'many pages with a password': walk(
    openPreview,
    choose('Password'),
    shows('textbox', 'Report password'),
  ),
  'many pages, a sitemap that was not found': walk(
    openNewBatch,
    (page) => openSource(page, 'Sitemap'),
    (page) => page.fill('Sitemap address', `${app.service.baseUrl}/sitemap.xml`),
    press('Preview'),
    "1 file couldn't be read",
  ),
  'many pages in progress, one refused': openBatch,
  'many pages, cancelled, with two lookups': walk(
    openUnverified,
    press('Cancel'),
    press('Cancel remaining'),
    '2 were already sent.',
  ),
  'the batches': walk(openBatch, press('Report many pages'), shows('list', 'Batches')),
};

/** Opens a batch of eight: three done, the fourth refused, two in flight, two waiting. */
async function openBatch(): Promise<Screen> {
  await app.connect();
  const on = { method: 'POST' };
  app.service.behave([
    { on, times: 3 },
    { on, times: 1, fail: failures.invalid },
    { on, gate: createGate() },
  ]);
  const urls = Array.from({ length: 8 }, (_, page) => `https://shop.example/products/${page}`);
  await app.worker.createBatch('batch-1', urls);
  const page = await app.batch('batch-1');
  await page.says('4 of 8');
  await page.says('Failed 1');
  return page;
}

/** Opens a batch of four. The answers to two creations are lost, and lookups get no answer. */
async function openUnverified(): Promise<Screen> {
  await app.connect();
  const gate = createGate();
  const fail = { ...failures.badGateway, afterWork: true };
  const lost = { on: { method: 'POST' }, gate, fail };
  app.service.behave(lost);
  const urls = Array.from({ length: 4 }, (_, page) => `https://shop.example/products/${page}`);
  await app.worker.createBatch('batch-1', urls);
  const page = await app.batch('batch-1');
  await until('two requests are sent', () => app.requests('POST').length === 2);
  app.service.behave({ fail: failures.silence });
  gate.open();
  await page.says('Checking');
  return page;
}

async function openNewBatch(): Promise<Screen> {
  await app.connect();
  return app.batches();
}

function openPreview(): Promise<Screen> {
  return previewMixed(openNewBatch);
}

function previewMixed(open: State): Promise<Screen> {
  return walk(
    open,
    (page) => openSource(page, 'List'),
    fill('Addresses', MIXED.join('\n')),
    press('Preview'),
    shows('table', 'Preview'),
  )() as Promise<Screen>;
}

export async function openSource(page: Screen, name: string): Promise<void> {
  await page.locator(`::-p-aria([role="tab"][name="${name}"])`).click();
}

export async function switchRow(page: Screen, address: string): Promise<void> {
  await page.locator(`::-p-aria([role="checkbox"][name="${address}"])`).click();
}
