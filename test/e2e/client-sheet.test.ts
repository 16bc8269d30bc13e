import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElementHandle } from 'puppeteer-core';
import { expect, inject, it } from 'vitest';
import { pdfColors, pdfImages, pdfPages } from '../browser/pdf';
import { pngOf } from '../support/logos';
import { app, byRole, until, useProfile, useService } from './app';
import { openClient, openReports } from './reports-screen';

const DAY_MS = 24 * 60 * 60_000;
const PAGES = ['booking', 'huts', 'jobs', ...Array.from({ length: 30 }, (_, at) => `tours/${at}`)];
/** No other part of a sheet has this colour. */
const COLOR = '#c81e5a';

useService({
  reports: [14, 7, 0].flatMap((days) =>
    PAGES.map((path, at) => ({
      url: `https://trails.example/${path}`,
      score: 40 + at + (days === 0 && at === 0 ? 0 : 7),
      failing: days === 7 ? ['title'] : days === 0 && at === 0 ? ['noindex'] : [],
      generated_at: new Date(Date.now() - days * DAY_MS).toISOString(),
    })),
  ),
});

async function setAgency(): Promise<void> {
  const page = await app.settledOptions();
  const file = join(useProfile(), 'logo.png');
  writeFileSync(file, pngOf(60, 20, [20, 90, 200]));
  const input = (await page.find('input[accept^=".png"]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(file);
  await page.waitForSelector('.agency-logo');
  const isDrawn = () =>
    page.$eval('.agency-logo', (image) => (image as HTMLImageElement).naturalWidth === 60);
  await until('the options page shows the logo', isDrawn);
  await page.locator(byRole('textbox', 'Agency')).fill('Voss Search Studio');
  await page.keyboard.press('Tab');
  await page.$eval(
    '#agency-color',
    (field, color) => {
      (field as HTMLInputElement).value = color;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },
    COLOR,
  );
  await until('the agency is stored', async () => {
    const { name, color, logo } = Object((await app.worker.stored()).agency);
    return name === 'Voss Search Studio' && color === COLOR && typeof logo === 'string';
  });
}

it('a sheet has logo, name and colour of the agency, trend, fixed and new problems, and page numbers', async () => {
  await setAgency();
  const page = await openReports(PAGES.length);
  await openClient(page, 'trails.example', PAGES.length);
  const pdf = await page.pdf({ format: 'a4', timeout: 120_000 });
  expect(pdfImages(pdf)).toEqual(['60 x 20']);
  // The reader of texts and colours supports only Chromium, and Firefox prints its own page numbers.
  if (inject('browserName') === 'firefox') return;
  const sheets = pdfPages(pdf);
  expect(sheets.length).toBeGreaterThan(1);
  for (const [index, text] of sheets.entries()) {
    expect(text.startsWith(`${index + 1}/${sheets.length}`)).toBe(true);
  }
  const sheet = sheets.join('');
  expect(sheet).toMatch(/^1\/\dVossSearchStudioSEOreporttrails\.example/);
  const { ofText, others } = pdfColors(pdf);
  expect([others.has(COLOR), ofText.has(COLOR)]).toEqual([true, false]);
  const places = ['Averagescore', 'Fixed', 'New', 'All33pages', 'booking', 'huts', 'jobs'];
  const positions = places.map((place) => sheet.lastIndexOf(place));
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  // The pages that passed again, and the page that fails since its last result.
  expect(sheet).toMatch(/FixedTitle.*?\.33[A-Z]/);
  expect(sheet).toMatch(/AddressNoindex.*?\.high1[A-Z].*passedon.*\/booking/);
});
