import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { press } from '../browser/roles';
import { failures } from '../service/served-failure';
import { allowedExtension } from './allowed-extension';
import { buttonOf, prefer, tabIdOf, untilBadge, untilTitle, wipeBadge } from './button';
import { insider, openPopup, service, stage, untilAtGate, useService } from './fixture';
import { inWorker } from './omnibox';
import { untilSaid } from './popup-reading';
import { disconnect } from './scene';
import { evaluateInFreshWorker, pressMenu } from './worker-events';

useService({ launch: { extensionDir: allowedExtension() } });

/** Opens a page in front, and gives it with the id of its tab. */
async function openPage(url: string): Promise<{ page: Page; tab: number }> {
  const page = await stage.browser.newPage();
  await page.goto(url);
  await page.bringToFront();
  return { page, tab: await tabIdOf(url) };
}

describe('the badge', () => {
  it('counts what waits, and again in a worker that was just started', async () => {
    service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    await pressMenu('report-page/private', { pageUrl: service.samplePages.good });
    await untilBadge('1');
    // A press starts the worker anew: a request that is cut off would be looked for first.
    await untilAtGate();
    await pressMenu('report-page/private', { pageUrl: service.samplePages.bad });
    expect((await untilBadge('2')).title).toBe('SEO Reports · 2 reports waiting');
    await stage.stopWorker();
    await wipeBadge();
    await insider.wake();
    await untilBadge('2');
    service.behave(null);
    await insider.ask('retryNow');
    await until('both are made', () => service.reports().length === 2);
  });

  it('counts what needs attention before what waits, until it is discarded', async () => {
    service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    await pressMenu('report-page/private', { pageUrl: service.samplePages.good });
    await untilTitle('SEO Reports · 1 report needs attention');
    expect((await buttonOf()).text).toBe('1');
    const popup = await openPopup();
    await press(popup, 'Discard');
    await untilBadge('');
  });

  it('goes with the connection', async () => {
    service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    await pressMenu('report-page/private', { pageUrl: service.samplePages.good });
    await untilBadge('1');
    await disconnect(stage);
    expect((await untilBadge('')).title).toBe('SEO Reports');
  });
});

describe('this page’s rating on the button', () => {
  /** Has a report of a page, and what is known of it in the store. */
  async function knowRatings(): Promise<void> {
    service.add({ url: service.samplePages.bad, result: 'bad' });
    const popup = await openPopup(service.samplePages.decent);
    await press(popup, 'Refresh');
    await untilSaid(popup, 'List updated');
    await popup.close();
  }

  it('is shown on its tab by letter and words, without asking anybody', async () => {
    await knowRatings();
    await prefer({ showsPageRating: true });
    const before = service.requests.length;
    const { tab } = await openPage(service.samplePages.bad);
    expect((await untilBadge('B', tab)).title).toBe('SEO Reports · This page: Bad');
    expect((await buttonOf()).text).toBe('');
    expect(service.requests.length).toBe(before);
    await prefer({ showsPageRating: false });
    expect((await untilBadge('', tab)).title).toBe('SEO Reports');
  });

  it('is shown by a worker that a tab has started, and goes with the page', async () => {
    await knowRatings();
    await prefer({ showsPageRating: true });
    const first = await openPage(service.samplePages.bad);
    await untilBadge('B', first.tab);
    await stage.stopWorker();
    const { page, tab } = await openPage(service.samplePages.bad);
    await untilBadge('B', tab);
    await page.goto(service.samplePages.good);
    await untilBadge('', tab);
  });

  it('goes from tabs that are not in front as well when it is turned off', async () => {
    await knowRatings();
    await prefer({ showsPageRating: true });
    const behind = await openPage(service.samplePages.bad);
    await untilBadge('B', behind.tab);
    const { tab } = await openPage(service.samplePages.bad);
    await untilBadge('B', tab);
    await prefer({ showsPageRating: false });
    await untilBadge('', tab);
    expect((await untilBadge('', behind.tab)).title).toBe('SEO Reports');
  });

  it('gives way to what needs attention', async () => {
    await knowRatings();
    await prefer({ showsPageRating: true });
    const { tab } = await openPage(service.samplePages.bad);
    await untilBadge('B', tab);
    service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    await pressMenu('report-page/private', { pageUrl: service.samplePages.good });
    await untilTitle('SEO Reports · 1 report needs attention', tab);
    expect((await buttonOf(tab)).text).toBe('1');
  });

  it('is not shown in a private window, nor in one that is not known', async () => {
    await knowRatings();
    await prefer({ showsPageRating: true });
    const { tab: id } = await openPage('about:blank');
    const url = service.samplePages.bad;
    await insider.wake();
    for (const [incognito, shown] of [
      [false, 'B'],
      [true, ''],
      [false, 'B'],
      [undefined, ''],
    ] as const) {
      const tab = JSON.stringify({ id, url, active: true, incognito });
      const update = `chrome.tabs.onUpdated.dispatch(${id}, { status: 'complete' }, ${tab})`;
      await inWorker(update);
      await untilBadge(shown, id);
    }
  });

  it('is off, and tabs wake nobody, until it is chosen', async () => {
    await knowRatings();
    const { tab } = await openPage(service.samplePages.bad);
    expect((await buttonOf(tab)).text).toBe('');
    const watched =
      'chrome.tabs.onUpdated.hasListeners() || chrome.tabs.onActivated.hasListeners()';
    await until('nothing listens', async () => !(await evaluateInFreshWorker(watched)));
  });
});
