import { expect, it } from 'vitest';
import { until, useService } from './app';
import { openReports } from './reports-screen';

useService({ reports: [{ url: 'https://one.example/' }, { url: 'https://two.example/' }] });

it('folded problems unfold when the browser goes to an element of their list', async () => {
  const page = await openReports(2);
  // The problems are filled in after the rows.
  await page.waitForSelector('.findings .part button');
  const expanded = () => page.$eval('.findings .fold', ({ ariaExpanded }) => ariaExpanded);
  if ((await expanded()) === 'true') await page.locator('.findings .fold').click();
  await until('the problems are folded', async () => (await expanded()) === 'false');
  expect(await page.$eval('.findings .part', (part) => part.getAttribute('hidden'))).toBe(
    'until-found',
  );
  // Find in page reveals an element in the same way. Tests in Chromium cannot use Find in page.
  await page.$eval('.findings .part button', (button) => {
    button.id = 'found';
    location.hash = 'found';
  });
  await until('the problems are unfolded', async () => (await expanded()) === 'true');
});
