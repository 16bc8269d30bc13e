import { describe, expect, it } from 'vitest';
import { clickFromBefore } from '../browser/hasty-presses';
import { app, byRole, until, useService } from './app';
import { hasRows } from './reports-screen';

// What real installations answer of pages that cannot be fetched or end elsewhere (real-service.md).

const HOST = 'https://shop.example';

useService({
  keepAlive: false,
  endsAt: (url) => (url.includes('/nowhere') ? null : url.replace('/old', '/new')),
});

function addBatch(names: readonly string[]): Promise<void> {
  const urls = names.map((name) => `${HOST}/${name}`);
  return app.worker.addBatch('b', urls);
}

describe('a page that cannot be fetched', () => {
  it('is told in the service’s words, at the form and in a batch, and holds up no other page', async () => {
    const popup = await app.popup();
    await popup.fill('URL', `${HOST}/nowhere`);
    await popup.press('Create report');
    await popup.says('The service says:');
    expect(await popup.mainText()).toMatch(/could not resolve/i);
    // A redirect within its site: the report is listed where that ended.
    await popup.fill('URL', `${HOST}/old`);
    expect(await popup.create()).toMatch(/^Report created · \w+ \d+$/);
    await popup.rows((rows) => rows.some((row) => row.includes('shop.example/new')));
    await addBatch(['a', 'nowhere/b', 'c']);
    const page = await app.batches('#batch=b');
    await hasRows(page, 3);
    await page.says('1 failed');
    expect(await page.mainText()).toMatch(/could not resolve/i);
  });
});

describe('a page that was just reported', () => {
  it('can be updated instead, or reported again after a further press', async () => {
    const popup = await app.popup();
    expect(await popup.create()).toMatch(/^Report created/);
    await popup.press('Create report');
    await popup.says('Reported just now · ');
    const ofPage = `${byRole('region', 'This page')} ${byRole('button', 'Update results')}`;
    expect(await popup.$(ofPage)).toBeNull();
    await popup.press('Update results');
    await popup.saysNoMore('Reported just now');
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
