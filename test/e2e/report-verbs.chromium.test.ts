import { describe, expect, it } from 'vitest';
import { usualChecks } from '../service/served-checks';
import { app, type Screen, until, useService } from './app';
import { openPanel, openReports } from './reports-screen';

const PAGE = 'https://trails.example/huts/lakeside';

useService({ reports: [{ url: PAGE, score: 44, privacy: 0 }] });

/** Opens the report in the popup, and waits until it is read. */
async function openInPopup(): Promise<Screen> {
  app.service.behave({ shape: { content: { results: usualChecks() } } });
  const popup = await app.popupWithRows(1);
  await popup.row(PAGE).open();
  await popup.isRead();
  return popup;
}

/** Opens the report on the page of all reports, or beside the tabs. */
async function openInTable(page: Screen): Promise<Screen> {
  await page.locator('.table-row .row').click();
  await page.isRead();
  return page;
}

/** The words of the buttons and of the menu behind the last of them. */
async function verbsOf(page: Screen): Promise<[buttons: string[], items: string[]]> {
  const buttons = await page.texts('.report-buttons > button');
  await page.locator('.report-buttons .more').click();
  await page.shows('menu');
  const items = await page.names('menuitem');
  await page.keyboard.press('Escape');
  await page.hasFocus('More');
  return [buttons, items];
}

describe('an open report', () => {
  it('has the same parts in popup and table: a large score, counts once, and verbs in words', async () => {
    const verbs = ['Report again', 'Copy URL', 'Copy as text', 'Open page', 'Delete report'];
    const buttons = ['Open report', 'Copy report link', 'Update results', 'More'];
    const popup = await openInPopup();
    expect(await verbsOf(popup)).toEqual([buttons, verbs]);
    expect(await popup.texts('.report .primary')).toEqual(['Open report']);
    const scores = await popup.$$eval('main b, main span', (all) =>
      all.map((one) => [one.textContent, Number.parseFloat(getComputedStyle(one).fontSize)]),
    );
    const largest = Math.max(...scores.map(([, size]) => Number(size)));
    expect(scores.filter(([, size]) => size === largest)).toEqual([['44', largest]]);
    const text = await popup.mainText();
    expect(text.match(/16 failed: 6 high, 5 medium, 5 low · 20 passed/g)).toHaveLength(1);
    expect(text).not.toContain('issues');

    const parts = (page: Screen) =>
      page.$$eval('.report > *', (all) => all.map(({ className }) => className));
    const inPopup = await parts(popup);
    const page = await openInTable(await openReports(1));
    expect(await parts(page)).toEqual(inPopup);
    // There a report is a page that can be printed.
    expect(await verbsOf(page)).toEqual([buttons, verbs.toSpliced(4, 0, 'Print')]);
    await page.pressMore('Report again');
    await page.shows('button', 'Create 1 report');
  });

  it('fills the form of the popup with address and privacy, for one press', async () => {
    const popup = await openInPopup();
    await popup.pressMore('Report again');
    await popup.hasFocus('Create report');
    expect(await popup.value('URL')).toBe(PAGE);
    expect(await popup.$eval(':checked', (radio) => radio.closest('label')?.textContent)).toBe(
      'Public',
    );
    await popup.keyboard.press('Enter');
    await until('it is reported again', () => app.service.reports().length === 2);
  });

  it('fills the form beside the tabs', async () => {
    const panel = await openPanel();
    await panel.row(PAGE).open();
    await panel.isRead();
    await panel.pressMore('Report again');
    await panel.hasFocus('Create report');
    expect(await panel.value('URL')).toBe(PAGE);
    await panel.evaluate(() => window.close());
  });
});
