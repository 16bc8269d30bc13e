import { expect, it } from 'vitest';
import { app, bareAddress, useService } from './app';
import { hasRows, openReports } from './reports-screen';

/** The list shows a hundred, and a page of answers has as many. */
const BEFORE = 95;
const SIZE = 40;

useService({
  reports: Array.from({ length: BEFORE }, (_, at) => ({ url: `https://older.example/${at}` })),
});

async function addBatch(name: string, size: number): Promise<void> {
  const urls = Array.from({ length: size }, (_, at) => `https://${name}.example/${1000 + at}`);
  await app.worker.addBatch(name, urls);
}

it('a list of a hundred beside a batch holds the newest hundred, and counts all', async () => {
  const popup = await app.stage.openFile('popup.html');
  await popup.pick('Per page', '100');
  await popup.rows((rows) => rows.length === BEFORE);
  await popup.evaluate(() => {
    const list = document.querySelector('.rows');
    const counts = new Set<number>();
    Object.assign(window, { counts });
    new MutationObserver(() => counts.add(list?.children.length ?? 0)).observe(document.body, {
      ...{ childList: true, subtree: true },
    });
  });
  await addBatch('new', SIZE);
  await popup.says(`100 of ${BEFORE + SIZE}`);
  // Those out of sight are not drawn, and have no text that is seen.
  const rows = await popup.$$eval('.rows .row', (all) => all.map(({ textContent }) => textContent));
  expect(rows).toHaveLength(100);
  const newest = app.service.reports().map(({ url }) => bareAddress(url));
  // Two are asked for at the same time: their answers may come in another order.
  const missing = newest
    .slice(0, 98)
    .filter((one) => !rows.some((row) => row.replace(' ', '').includes(one)));
  expect(missing).toEqual([]);
  const counts = await popup.evaluate(() => [
    ...(window as unknown as { counts: Set<number> }).counts,
  ]);
  expect(Math.max(...counts)).toBe(100);
});

it('the page of all reports beside a batch has all of them, whether it had a page of rows or more', async () => {
  const page = await openReports(BEFORE);
  await addBatch('first', 30);
  await hasRows(page, BEFORE + 30);
  await addBatch('second', 10);
  await hasRows(page, BEFORE + 40);
});
