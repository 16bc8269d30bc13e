import { describe, expect, it } from 'vitest';
import { sampleReports } from '../service/sample-reports';
import { app, type Screen, useService } from './app';
import { allowedExtension } from './browser-ui/permissions';
import { setMedia, takePicture } from './looks/looks';

useService({
  connects: false,
  extensionDir: allowedExtension(),
});

/** Saves pictures of a page, to be looked at. */
async function takePictures(page: Screen, name: string): Promise<void> {
  for (const scheme of ['light', 'dark']) {
    await setMedia(page, { 'prefers-color-scheme': scheme });
    await takePicture(page, `${name} - ${scheme}`);
  }
}

describe('a score', () => {
  it('stands beside its rating and the failed checks, in rows and in an open report', async () => {
    sampleReports.forEach(app.service.add);
    const www = 'http://www.shop.example/visit';
    app.service.add({ url: www, score: 62 });
    app.service.add({ url: 'https://shop.example/visit', score: 30 });
    const popup = await app.popupWithRows(10);
    const [twin, row = ''] = await popup.texts('.rows .row');
    expect(row).toContain('shop.example/visit');
    expect(row).toContain('Decent 62');
    expect(row).toMatch(/\d+ issues: \d+ high · \d+ medium · \d+ low/);
    expect(twin).toContain('Bad 30');
    const shown = '.rows li:nth-child(2) .address';
    expect(await popup.texts(`${shown} b, ${shown} span`)).toEqual(['shop.example', '/visit']);
    await takePictures(popup, 'rows with scores');
    await popup.row('Decent 62').open();
    await popup.isRead();
    expect((await popup.texts('.facts'))[0]).toMatch(/^62 ?Decent/);
    expect(await popup.mainText()).toMatch(
      /\d+ failed: \d+ high, \d+ medium, \d+ low · \d+ passed/,
    );
    await takePictures(popup, 'a report with its score');
  });
});

describe('the line of this page', () => {
  it('updates the results of the report without opening it', async () => {
    const url = app.service.samplePages.good;
    for (const [month, result] of [
      ['09', 'bad'],
      ['10', 'decent'],
      ['11', 'good'],
    ] as const) {
      app.service.add({ url, result, generated_at: `2026-${month}-05T10:00:00Z` });
    }
    const popup = await app.popupWithRows(3);
    await popup.shows('region', 'This page');
    await takePictures(popup, 'this page with its score');
    await popup.press('Update results');
    await popup.says('Results updated');
    expect(app.requests('PUT').map(({ body }) => body)).toEqual(['results=1']);
    await popup.shows('button', 'Create report');
  });
});
