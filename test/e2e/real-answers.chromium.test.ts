import { describe, expect, it } from 'vitest';
import { clickFromBefore } from '../browser/hasty-presses';
import { app, byRole, until, useService } from './app';
import { hasRows } from './reports-screen';

// What real installations answer: pages that cannot be fetched or end elsewhere, a plan's limit, 403 for
// what is gone (real-service.md).

const HOST = 'https://shop.example';

useService({
  keepAlive: false,
  monthlyReports: 3,
  endsAt: (url) => (url.includes('/nowhere') ? null : url.replace('/old', '/new')),
});

function addBatch(names: readonly string[]): Promise<unknown> {
  const urls = names.map((name) => `${HOST}/${name}`);
  return app.worker.ask('addBatch', { id: 'b', kind: 'create', privacy: 1, leftOut: {}, urls });
}

describe('a page that cannot be fetched', () => {
  it('is told in the service’s words, at the form and in a batch, and holds up no other page', async () => {
    const popup = await app.popup();
    await popup.fill('URL', `${HOST}/nowhere`);
    await popup.press('Create report');
    await popup.says('The service says:');
    expect(await popup.mainText()).toMatch(/could not resolve/i);
    await popup.fill('URL', `${HOST}/somewhere`);
    expect(await popup.create()).toMatch(/^Report created · \w+ \d+$/);
    await addBatch(['a', 'nowhere/b', 'c']);
    const page = await app.bulk('#batch=b');
    await hasRows(page, 2);
    expect(await page.mainText()).toMatch(/could not resolve/i);
  });
});

describe('a plan’s limit', () => {
  it('pauses a batch after repeated refusals, and page and popup say why', async () => {
    await addBatch(Array.from({ length: 20 }, (_, page) => `limit/${page}`));
    const page = await app.bulk('#batch=b');
    const alert = await page.alert();
    expect(alert).toMatch(/^Paused\. The service says: ".+"$/);
    await page.shows('button', 'Resume');
    expect(app.requests('POST').length).toBeLessThanOrEqual(10);
    // Two are asked for at the same time, and may both be the last.
    expect(app.service.reports().length).toBeLessThanOrEqual(4);
    const popup = await app.popup();
    await popup.says('Paused. The service says:');
  });
});

describe('a page that was just reported', () => {
  it('can be updated instead, or reported again after a further press', async () => {
    const popup = await app.popup();
    expect(await popup.create()).toMatch(/^Report created/);
    await popup.press('Create report');
    await popup.says('Reported just now · ');
    expect(await popup.$(`${byRole('region', 'This page')} [title="Update results"]`)).toBeNull();
    await popup.press('Update results');
    await until('it is updated', () => app.requests('PUT').length === 1);
    expect(app.requests('POST')).toHaveLength(1);
    await popup.press('Create report');
    // A click from before the question is no answer.
    await clickFromBefore(popup, 'Create another');
    await popup.nextFrames();
    await popup.press('Create another');
    await until('two are made', () => app.service.reports().length === 2);
  });
});

describe('a page that redirects within its site', () => {
  it('is listed at the address where the redirect ended', async () => {
    const popup = await app.popup();
    await popup.fill('URL', `${HOST}/old`);
    expect(await popup.create()).toMatch(/^Report created/);
    await popup.rows((rows) => rows.some((row) => row.includes('shop.example/new')));
  });
});

describe('a report that is gone', () => {
  it('is recognized when a change of it is answered by 403', async () => {
    app.service.add({ url: `${HOST}/gone` });
    const popup = await app.popupWithRows(1);
    await popup.row('shop.example/gone').open();
    await popup.isRead();
    await app.deleteElsewhere(`${HOST}/gone`);
    await popup.press('Update results');
    await popup.says('no longer on the service');
  });
});
