import { afterEach, expect, it } from 'vitest';
import { showSidebar } from '../browser/firefox/browser-events';
import { app, bareAddress, until, useService } from './app';
import { untilBadge } from './browser-ui/toolbar-button';
import { choosePreference } from './stored-preferences';

declare const chrome: {
  extension: { getViews(of: { type: 'sidebar' }): Window[] };
};

useService();

afterEach(() => showSidebar(app.testBrowser, false));

/** Returns the content and the status of the sidebar; null without a sidebar. */
function readSidebar(): Promise<{
  url: string | undefined;
  status: string;
  rows: string[];
} | null> {
  return app.worker.page.evaluate(() => {
    const page = chrome.extension.getViews({ type: 'sidebar' })[0]?.document;
    if (!page?.querySelector('main')) return null;
    const texts = (selector: string) =>
      [...page.querySelectorAll(selector)].map(({ textContent }) => textContent);
    const url = page.querySelector<HTMLInputElement>('#url')?.value;
    return { url, status: texts('[role=status]').join(''), rows: texts('.rows .row') };
  });
}

async function untilFormHas(url: string): Promise<void> {
  await until(`the form offers ${url}`, async () => (await readSidebar())?.url === url);
}

it('the sidebar reports the page in front when access to tabs is allowed', async () => {
  const { good, bad } = app.service.samplePages;
  const page = await app.testBrowser.openTab();
  await page.goto(good);
  await showSidebar(app.testBrowser, true);
  await untilFormHas('');
  await choosePreference('showsPageRating');
  await page.bringToFront();
  await untilFormHas(good);
  await page.goto(bad);
  await untilFormHas(bad);
  await app.worker.page.evaluate(() => {
    const [view] = chrome.extension.getViews({ type: 'sidebar' });
    view?.document.querySelector<HTMLElement>('.new-report [type=submit]')?.click();
  });
  await until('the sidebar announces the report', async () => {
    return (await readSidebar())?.status.startsWith('Report created') === true;
  });
  expect((await readSidebar())?.rows[0]).toContain(bareAddress(bad).slice(0, 15));
  await page.goto(good);
  await untilFormHas(good);
  // The sidebar has shown the outcome, so the badge stays empty.
  await untilBadge('');
});
