import { expect, it } from 'vitest';
import { app, byRole, type Screen, until, useService } from './app';
import { takePicture } from './looks/looks';
import { recordCopies } from './reports-screen';

const CLIENT = 'shop.example';

useService({
  reports: ['beds', 'sofas'].map((path) => ({
    url: `https://${CLIENT}/${path}`,
    generated_at: '2026-01-05T10:00:00.000Z',
    failing: ['noindex'],
  })),
});

async function openProblem(): Promise<Screen> {
  const page = await app.reports({ name: 'list', client: CLIENT, check: 'noindex' });
  await page.shows('button', 'Copy ticket: 2 pages');
  return page;
}

const focusedButton = (page: Screen) =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

it('Undo ends a copied ticket and opens a closed one, also after the worker has stopped', async () => {
  const page = await openProblem();
  const other = await openProblem();
  const countTickets = (count: number) =>
    until(`each window shows ${count} tickets`, async () => {
      const counts = await Promise.all([page, other].map((one) => one.$$('div.ticket')));
      return counts.every(({ length }) => length === count);
    });
  await page.bringToFront();
  const copiedTexts = await recordCopies(page);
  await page.press('Copy ticket: 2 pages');
  await page.says('Ticket copied: ');
  await page.shows('button', 'Undo');
  await countTickets(1);
  await takePicture(page, 'undo-copy-ticket');
  await page.press('Undo');
  await page.says('Undone');
  await countTickets(0);
  expect(await copiedTexts(1)).toEqual([expect.stringContaining('Noindex')]);

  await page.press('Copy ticket: 2 pages');
  await page.shows('button', 'Undo');
  await countTickets(1);
  await page.focus(byRole('button', 'Close ticket'));
  await page.keyboard.press('Enter');
  await page.says(`Ticket closed: Noindex, ${CLIENT}`);
  await until('Undo has the focus', async () => (await focusedButton(page)) === 'Undo');
  await countTickets(0);
  await takePicture(page, 'undo-close-ticket');
  await app.worker.stop();
  await page.keyboard.press('Enter');
  await page.says('Undone');
  await countTickets(1);
  await page.saysNoMore(`Ticket closed: Noindex, ${CLIENT}`);
});
