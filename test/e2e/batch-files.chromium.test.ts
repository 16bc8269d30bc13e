import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { app, byRole, type Screen, until, useService } from './app';

useService();

async function dropFiles(page: Screen, ...names: string[]): Promise<void> {
  const target = await page.find(byRole('tablist', 'Pages to report'));
  const { x, y } = (await target.boundingBox()) ?? expect.fail('The tabs are not visible.');
  const files = names.map((name) => resolve('test/lib/import/samples', name));
  const session = await page.createCDPSession();
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: x + 5,
      y: y + 5,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  }
}

async function untilCreated(urls: readonly string[]): Promise<void> {
  const created = () => app.service.reports().map(({ url }) => url);
  await until('all reports are created', () => created().length >= urls.length);
  expect(created().toSorted()).toEqual(urls.toSorted());
}

const RED = 'https://shop.example/red-shoes';

it('reports are created from a Search Console archive, and its parts without addresses are named', async () => {
  const page = await app.batches();
  await dropFiles(page, 'gsc-performance-on-search.zip');
  await page.says('2 parts without addresses: Consultas.csv, Filtros.csv');
  await page.press('Create 2 reports');
  await untilCreated(['https://shop.example/', RED]);
});

it('reports are created from a crawl workbook; an image is reported only if a person selects it', async () => {
  const page = await app.batches();
  await dropFiles(page, 'crawl.xlsx');
  await page.shows('button', 'Create 2 reports');
  await page.says('Not a page · image/png');
  await page.press('Not a page 1');
  const picture = 'https://shop.example/logo.png';
  await page.locator(byRole('checkbox', picture)).click();
  await page.press('Create 3 reports');
  await untilCreated(['https://shop.example/', RED, picture]);
});

it('no reports are created of redirects, errors and formats other than HTML in a crawl', async () => {
  const page = await app.batches();
  await dropFiles(page, 'screamingfrog-internal_all.csv');
  await page.shows('button', 'Not a page 5');
  await page.press('Create 2 reports');
  await untilCreated(['https://shop.example/', RED]);
});

it('reports are created from paths of Google Analytics and the site that a person enters', async () => {
  const page = await app.batches();
  await dropFiles(page, 'ga4-pages-and-screens.csv');
  await page.says('These are paths only. Which site are they on?');
  await page.fill('Site', 'shop.example');
  await page.press('Create 3 reports');
  await untilCreated(
    ['/', '/blog/red-shoes/', '/service'].map((path) => `https://shop.example${path}`),
  );
});
