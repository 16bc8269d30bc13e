import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../service/behaviour';
import { app, byRole, failures, type Screen, useService } from './app';
import { failedChecksOf } from './check-names';
import { hasNumbers, openReports } from './reports-screen';

const PAGE = 'https://wohnwelt24.example/';
const ONE_REPORT = /\/reports\/\d+$/;

async function failedOn(page: Screen): Promise<string[]> {
  const names = await page.texts('.checks > ul > .check .check-name');
  return names.map((name) => name.replace('Failed ', '')).toSorted();
}

describe('a report whose results are updated', () => {
  useService({ reports: [{ url: PAGE, score: 60, generated_at: '2026-10-26T09:00:00Z' }] });

  /** Opens the report of a service that takes no more reads from then on. */
  async function updateUnread(...update: Behaviour[]): Promise<Screen> {
    const popup = await app.popupWithRows(1);
    await popup.row(PAGE).open();
    await popup.isRead();
    const reads = { on: { method: 'GET', path: ONE_REPORT }, fail: failures.tooManyRequests };
    app.service.behave([reads, ...update]);
    await popup.press('Update results');
    await popup.says('Results updated');
    return popup;
  }

  it('says of which date its checks are where neither answer nor read has new ones', async () => {
    const before = app.service.reports().flatMap(failedChecksOf);
    const popup = await updateUnread({ on: { method: 'PUT' }, shape: { checks: false } });
    await popup.says('Checks of Oct 26, 2026, 9:00 AM');
    await popup.says('Too many requests.');
    expect(await failedOn(popup)).toEqual(before);
    app.service.behave(null);
    await popup.press('Try again');
    await popup.saysNoMore('Checks of');
    expect(await failedOn(popup)).toEqual(app.service.reports().flatMap(failedChecksOf));
  });
});

describe('an update of a report that is not its page’s newest', () => {
  useService({
    reports: [
      { url: PAGE, score: 60, generated_at: '2025-10-26T09:00:00Z' },
      { url: PAGE, score: 81, generated_at: '2026-11-20T10:11:12Z' },
    ],
  });
  const QUESTION =
    'Replaces the result of Oct 26, 2025 in this report. The link stays, its content changes.';
  const questionIn = (page: Screen) => page.texts('.ask .alert');

  it('asks first, and offers one more report before that', async () => {
    const popup = await app.popupWithRows(2);
    await popup.row('Decent 60').open();
    await popup.isRead();
    await popup.press('Update results');
    await expect.poll(() => questionIn(popup)).toEqual([QUESTION]);
    expect(await popup.texts('.ask button')).toEqual(['Report again', 'Update anyway', 'Cancel']);
    await popup.press('Cancel');
    await popup.hasFocus('Open report');
    await popup.press('Update results');
    await popup.press('Report again');
    await popup.hasFocus('Create report');
    expect(await popup.value('URL')).toBe(PAGE);
    expect(app.requests('PUT')).toEqual([]);
  });

  it('of several is said in their question', async () => {
    const page = await openReports(1);
    await hasNumbers(page);
    await page.press('Older than 90 days 1');
    await page.says('1 selected');
    await page.locator(`[role=toolbar] ${byRole('button', 'Update results')}`).click();
    await page.says("1 is not its page's newest. Its link stays, its content changes.");
  });
});
