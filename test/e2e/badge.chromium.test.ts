import { describe, expect, it } from 'vitest';
import { app, failures, type Screen, until, useService } from './app';
import { evaluateInFreshWorker, pressMenu } from './browser-ui/events';
import { allowedExtension } from './browser-ui/permissions';
import { tabIdOf } from './browser-ui/tabs';
import {
  BAD_BADGE,
  buttonOf,
  untilBadge,
  untilTitle,
  wipeBadge,
} from './browser-ui/toolbar-button';
import { setPreferences } from './stored-preferences';

useService({ extensionDir: allowedExtension() });

async function openPage(url: string): Promise<{ page: Screen; tab: number }> {
  const page = await app.testBrowser.openTab();
  await page.goto(url);
  await page.bringToFront();
  return { page, tab: await tabIdOf(url) };
}

describe('the badge', () => {
  it('counts waiting reports until Disconnect, even after a restart of the worker', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    await pressMenu('report-page/private', { pageUrl: app.service.samplePages.good });
    await untilBadge('1');
    // A press starts a new worker. An interrupted request would need a lookup first.
    await app.untilBackoff();
    await pressMenu('report-page/private', { pageUrl: app.service.samplePages.bad });
    await untilBadge('2');
    await untilTitle('SEO Reports · 2 reports waiting');
    await app.worker.stop();
    await wipeBadge();
    await app.worker.wake();
    await untilBadge('2');
    await app.disconnect();
    await untilBadge('');
    await untilTitle('SEO Reports');
  });
});

describe('this page’s rating on the button', () => {
  /** Connecting stores the report in the history. */
  async function connectWithBadReport(): Promise<void> {
    app.service.add({ url: app.service.samplePages.bad, result: 'bad' });
    await app.connect();
  }

  it('appears in all tabs with the page while the preference is on, without a request', async () => {
    await connectWithBadReport();
    const { bad, good } = app.service.samplePages;
    const behind = await openPage(bad);
    const hasListeners =
      'chrome.tabs.onUpdated.hasListeners() || chrome.tabs.onActivated.hasListeners()';
    await until(
      'the worker does not listen for tab events',
      async () => !(await evaluateInFreshWorker(hasListeners)),
    );
    expect((await buttonOf(behind.tab)).text).toBe('');
    await setPreferences({ showsPageRating: true });
    await untilBadge(BAD_BADGE, behind.tab);
    const before = app.service.requests.length;
    const { page, tab } = await openPage(bad);
    await untilBadge(BAD_BADGE, tab);
    await untilTitle(/^SEO Reports · This page: Bad( \d+)?$/, tab);
    expect((await buttonOf()).text).toBe('');
    await page.goto(good);
    await untilBadge('', tab);
    await page.goto(bad);
    await untilBadge(BAD_BADGE, tab);
    expect(app.service.requests.length).toBe(before);
    await setPreferences({ showsPageRating: false });
    await untilBadge('', tab);
    await untilTitle('SEO Reports', tab);
    await untilBadge('', behind.tab);
    await untilTitle('SEO Reports', behind.tab);
  });

  it('gives way to the number of reports that need attention, until a person discards them', async () => {
    await connectWithBadReport();
    await setPreferences({ showsPageRating: true });
    const { tab } = await openPage(app.service.samplePages.bad);
    await untilBadge(BAD_BADGE, tab);
    app.service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    await pressMenu('report-page/private', { pageUrl: app.service.samplePages.good });
    await untilTitle('SEO Reports · 1 report needs attention', tab);
    expect([await buttonOf(tab), await buttonOf()]).toMatchObject([{ text: '!1' }, { text: '!1' }]);
    const popup = await app.popup();
    await popup.press('Discard');
    await untilBadge('');
  });
});
