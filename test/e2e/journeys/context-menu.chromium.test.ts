import { describe, expect, it } from 'vitest';
import { createGate } from '../../service/gate';
import { app, byRole, until, useService } from '../app';
import { evaluateInFreshWorker, pressMenu, pressShortcut } from '../browser-ui/events';
import { untilPopupTab } from '../browser-ui/tabs';
import { setDefaultPrivacy } from '../stored-preferences';

useService();

const pageUrl = 'https://page.example/from';
const linkUrl = 'https://link.example/to?a=1#part';
const risky = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

const isChecked = (radio: Element) => (radio as HTMLInputElement).checked;

async function untilReports(count = 1) {
  await until(`${count} reports are created`, () => app.service.reports().length >= count);
  await until('no operation is left', async () => (await app.worker.operations()).length === 0);
  return app.service.reports().map(({ url, privacy }) => ({ url, privacy }));
}

describe('the context menu', () => {
  it('creates one report after two presses on a page, and a report of a link', async () => {
    const frameUrl = 'https://frame.example/';
    const info = { pageUrl: 'https://me:secret@page.example/from', frameUrl, selectionText: 'x' };
    await pressMenu('report-page/private', info, { incognito: false }, 2);
    expect(await untilReports()).toEqual([{ url: pageUrl, privacy: 1 }]);
    await pressMenu('report-link/public', { pageUrl, linkUrl });
    expect((await untilReports(2))[0]).toEqual({ url: linkUrl, privacy: 0 });
  });

  it('opens the form for a report with a password, once', async () => {
    await pressMenu('report-link/password', { pageUrl, linkUrl });
    const tab = await untilPopupTab();
    expect(tab.url()).not.toContain('link.example');
    expect(await tab.value('URL')).toBe(linkUrl);
    expect(await tab.$eval(byRole('radio', 'Password'), isChecked)).toBe(true);
    await until('the password field has the focus', () =>
      tab.evaluate(() => document.activeElement?.id === 'password'),
    );
    await tab.fill('Report password', 'pass-word-1');
    await tab.press('Create report');
    expect(await untilReports()).toEqual([{ url: linkUrl, privacy: 2 }]);
    await tab.says('Report created');
    await tab.reload();
    expect(await tab.value('URL')).toBe('');
    expect(await tab.mainText()).not.toContain("can't be reported");
  });

  it('never publishes a risky address without a confirmation', async () => {
    await pressMenu('report-page/public', { pageUrl: risky });
    const tab = await untilPopupTab();
    await tab.says('looks like it contains a sign-in token');
    expect(app.service.reports()).toEqual([]);
    await tab.press('Publish anyway');
    expect(await untilReports()).toEqual([{ url: risky, privacy: 0 }]);
  });

  it('has all its items after the installation and after a stop of the worker', async () => {
    const ids = ['report-page', 'report-link'].flatMap((parent) =>
      ['', '/public', '/private', '/password'].map((end) => parent + end),
    );
    // Only an existing item can be updated. No API lists the items.
    const found = ids.map(
      (id) =>
        `new Promise((done) => chrome.contextMenus.update('${id}', {}, () => done(chrome.runtime.lastError?.message ?? 'there')))`,
    );
    const answers = await evaluateInFreshWorker(`Promise.all([${found}])`);
    expect(answers).toEqual(ids.map(() => 'there'));
  });
});

it('reports from menu and shortcut of a private window are only in memory until they are created', async () => {
  /** Submits a report, expects that its host is only in memory, and then answers the request. */
  async function expectInMemory(host: string, submit: () => Promise<void>): Promise<void> {
    const gate = createGate();
    app.service.behave({ on: { method: 'POST' }, gate });
    await submit();
    const countBefore = app.service.reports().length;
    await until('the request is sent', () => app.requests('POST').length === countBefore + 1);
    const places = await app.worker.itemsContaining(host);
    expect(places).not.toEqual([]);
    expect(places.filter((place) => !place.startsWith('session: '))).toEqual([]);
    gate.open();
    await untilReports(countBefore + 1);
  }

  const inPrivate = { incognito: true };
  await expectInMemory('page.example', () =>
    pressMenu('report-page/private', { pageUrl }, inPrivate),
  );
  await setDefaultPrivacy(2);
  await pressShortcut(linkUrl, true);
  const tab = await untilPopupTab();
  await tab.says('reports not sent yet are lost when the browser closes');
  expect(await tab.value('URL')).toBe(linkUrl);
  expect(await app.worker.itemsContaining('link.example')).toEqual([]);
  await tab.fill('Report password', 'pass-word-1');
  await expectInMemory('link.example', () => tab.press('Create report'));
});
