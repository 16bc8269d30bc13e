import { readFileSync } from 'node:fs';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { NewJob } from '@/lib/jobs/types';
import { createGate } from '../../service/gate';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { all, expectFocus, one, press, says, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

const sample = (name: string) => readFileSync(`test/lib/import/samples/${name}`);

async function importFiles(files: Record<string, BlobPart>, calls: Partial<BackgroundApi> = {}) {
  const createJob = vi.fn(async (_: string, _job: NewJob) => ({ value: null }));
  const { page } = await drawReports({ background: fakeBackground({ createJob, ...calls }) });
  await press('Report many pages');
  await one('textbox', 'Addresses');
  const chosen = Object.entries(files).map(([name, content]) => new File([content], name));
  page.batch.source.choose('list');
  await page.batch.source.readFiles(chosen);
  const urls = () =>
    createJob.mock.calls[0]?.[1].subjects.flatMap((one) => (one.kind === 'create' ? one.url : []));
  return { page, urls };
}

async function readOptions(name: string) {
  const select = (await one('combobox', name)) as HTMLSelectElement;
  return [...select.options].map(({ text }) => text);
}

async function choose(name: string, value: string): Promise<void> {
  const select = await one('combobox', name);
  Reflect.set(select, 'value', value);
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

const backlinks = sample('semrush-backlinks.csv');

it('a workbook with a filter says how many rows were left out', async () => {
  await importFiles({ 'filtered.xlsx': sample('filtered.xlsx') });
  await says('1 hidden row left out');
  await one('checkbox', 'https://shop.example/blue-shoes');
});

it('a spreadsheet of LibreOffice is named, with what to do', async () => {
  await importFiles({ 'list.ods': sample('list.ods') });
  await says('list.ods');
  await says('Save it as XLSX or CSV.');
  expect(all('table', 'Preview')).toEqual([]);
});

it('an imported table shows the rows of the chosen column', async () => {
  const { urls } = await importFiles({ 'backlinks.csv': backlinks });
  expect(await readOptions('Column')).toEqual(['Source url (2)', 'Target url (2)']);
  expect(await one('combobox', 'Column')).toHaveProperty('value', 'Target url');
  await one('checkbox', 'https://shop.example/red-shoes');
  await choose('Column', 'Source url');
  await one('checkbox', 'https://blog-one.example/review');
  expect(await one('combobox', 'Column')).toHaveProperty('value', 'Source url');
  await press('Create 2 reports');
  await waitUntil(() =>
    expect(urls()).toEqual([
      'https://blog-one.example/review',
      'https://blog-two.example/post?p=3',
    ]),
  );
});

it('imported paths have a preview only after a site is entered', async () => {
  const { urls } = await importFiles({ 'pages.csv': sample('ga4-pages-and-screens.csv') });
  await says('These are paths only. Which site are they on?');
  expect(all('table', 'Preview')).toEqual([]);
  await type('Site', 'no site');
  await says('Enter the site');
  await type('Site', 'shop.example');
  await press('Create 3 reports');
  await waitUntil(() =>
    expect(urls()).toEqual(
      ['/', '/blog/red-shoes/', '/service'].map((path) => `https://shop.example${path}`),
    ),
  );
});

it('Preview asks for the site of paths, and does not drop their file', async () => {
  const { page } = await importFiles({ 'pages.csv': sample('ga4-pages-and-screens.csv') });
  await says('These are paths only. Which site are they on?');
  await type('Site', '');
  const button = await one('button', 'Preview');
  button.focus();
  button.click();
  await expectFocus('Site');
  const alerts = all('alert').map(({ textContent }) => textContent);
  expect(alerts).toEqual(["Enter the site's address, such as example.com"]);
  await type('Site', 'shop.example');
  await one('button', 'Create 3 reports');
  expect(page.batch.source.fileNames.value).toEqual(['pages.csv']);
});

it('Preview of a sitemap asks for the site of paths, and does not drop their file', async () => {
  const file = new File([sample('ga4-pages-and-screens.csv')], 'pages.csv');
  const { page } = await importFiles({});
  const { source } = page.batch;
  source.enterAddress('https://shop.example/sitemap.xml');
  await source.readFiles([file]);
  await press('Sitemap', 'tab');
  await says('These are paths only. Which site are they on?');
  await type('Site', '');
  (await one('tabpanel', 'Sitemap')).querySelector('form')?.requestSubmit();
  await expectFocus('Site');
  await type('Site', 'shop.example');
  await one('button', 'Create 3 reports');
  expect(source.fileNames.value).toEqual(['pages.csv']);
});

it('the preview begins with the names of files and the number of rows', async () => {
  await importFiles({ 'pages.txt': 'https://shop.example/1 https://shop.example/2' });
  const section = await one('region', 'Preview');
  const text = () => section.textContent.replaceAll(/[\u2066-\u2069]/g, '');
  expect(text()).toMatch(/^Previewpages\.txt · 2 addresses/);
  await type('Filter addresses', 'none', 'searchbox');
  await says('No matches');
  expect(all('button', 'All 0')).toEqual([]);
  await press('Clear filters');
  await one('checkbox', 'https://shop.example/1');
});

it('Create waits for the comparison of the rows, and omits reported addresses', async () => {
  const gate = createGate();
  const getReportDates = async () => {
    await gate.opened;
    return { value: { 'shop.example/1': null } };
  };
  const { urls } = await importFiles(
    { 'pages.txt': 'https://shop.example/1 https://shop.example/2' },
    { getReportDates },
  );
  await one('checkbox', 'https://shop.example/1');
  await press('Create 2 reports · Comparing…');
  expect(urls()).toBeUndefined();
  gate.open();
  await waitUntil(() => expect(urls()).toEqual(['https://shop.example/2']));
});

it('addresses that are not pages are off with a reason and a count, and can be switched on', async () => {
  const { urls } = await importFiles({ 'crawl.csv': sample('screamingfrog-internal_all.csv') });
  await one('button', 'Create 2 reports');
  await press('Not a page 5');
  const rowTexts = () =>
    all('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  await waitUntil(() => expect(rowTexts()).toHaveLength(5));
  expect(rowTexts()[0]).toContain('Not a page · 301');
  expect(rowTexts()[1]).toContain('Not a page · image/png');
  expect(rowTexts()[4]).toContain('Not a page · 404');
  (await one('checkbox', 'https://shop.example/old')).click();
  await press('Create 3 reports');
  await waitUntil(() => expect(urls()).toContain('https://shop.example/old'));
});

it('an imported archive names its parts without addresses', async () => {
  await importFiles({ 'search.zip': sample('gsc-performance-on-search.zip') });
  await one('button', 'Create 2 reports');
  await says('2 parts without addresses: Consultas.csv, Filtros.csv');
});

it.each([
  [
    'a table',
    'Views;Users;Revenue\n3;4;5\n',
    'No web addresses in 3 columns: Views, Users, Revenue',
  ],
  ['JSON', '[{"title": "a", "views": 3}]', 'No web addresses in 2 fields: title, views'],
  ['XML', '<?xml version="1.0"?><a><b>c d</b></a>', 'No web addresses in 2 fields: a, b'],
  ['a text', 'One thing.\nTwo things.', 'No web addresses in 2 lines.'],
])('the form describes a file without addresses: %s', async (_, content, sentence) => {
  await importFiles({ file: content });
  await says(sentence);
  expect(document.body.textContent).not.toContain('Create 0');
});

it('a text that is not an address has a row, but no report can be created', async () => {
  await importFiles({ file: 'intranet' });
  await one('checkbox', 'intranet');
  expect(document.body.textContent).not.toContain('Create 0');
});
