import { afterEach, expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, bareAddress, byRole, failures, type Screen, until, useService } from './app';
import { allowedExtension } from './browser-ui/permissions';
import { openPrivateWindow } from './browser-ui/tabs';
import { untilBadge } from './browser-ui/toolbar-button';
import { accessibilityProblems } from './looks/axe';
import { listedIn, openPanel, openPanelFrom, untilRows } from './reports-screen';
import { setDefaultPrivacy } from './stored-preferences';

useService({
  reports: [{ url: 'https://trails.example/huts', score: 74 }],
  launch: { extensionDir: allowedExtension(), privateWindows: true },
});

const TYPED = 'https://typed.example/page';

let panel: Screen;

afterEach(() => panel.evaluate(() => window.close()));

async function untilFormHas(url: string): Promise<void> {
  await until(`the form offers ${url}`, async () => (await panel.value('URL')) === url);
}

it('the side panel reports the page in front, unlike All reports in a tab', async () => {
  const { good, bad } = app.service.samplePages;
  panel = await openPanel();
  const page = await app.testBrowser.openTab();
  await page.goto(good);
  await untilFormHas(good);
  await setDefaultPrivacy(2);
  await panel.shows('textbox', 'Report password');
  await setDefaultPrivacy(1);
  expect(await accessibilityProblems(panel)).toEqual([]);
  await panel.press('Create report');
  await panel.says('Report created');
  await until('both reports are listed', async () => (await listedIn(panel)).length === 2);
  expect((await listedIn(panel))[0]).toContain(bareAddress(good).slice(0, 20));
  const other = await app.testBrowser.openTab();
  await other.goto(bad);
  await untilFormHas(bad);
  await page.bringToFront();
  await untilFormHas(good);
  const tab = await app.reports();
  await untilRows(tab, 2);
  expect(await tab.$(byRole('textbox', 'URL'))).toBeNull();
  // The panel has shown the outcome, so the badge stays empty.
  await untilBadge('');
});

it('Edit fills the form of the panel with a refused report, even when the page in front changes', async () => {
  const { good, bad } = app.service.samplePages;
  app.service.behave({ on: { method: 'POST' }, fail: failures.invalid });
  panel = await openPanel();
  const page = await app.testBrowser.openTab();
  await page.goto(good);
  await untilFormHas(good);
  await panel.fill('URL', TYPED);
  await panel.press('Create report');
  await panel.says("typed.example/page wasn't reported");
  await page.goto(bad);
  await untilFormHas(bad);
  await panel.press('Edit');
  await untilFormHas(TYPED);
  await panel.expectFocus('URL');
  await page.goto(good);
  app.service.behave(null);
  await panel.press('Create report');
  await panel.says('Report created');
  expect(app.service.reports().map(({ url }) => url)).toContain(TYPED);
});

it('a pasted address fills the form of the panel unless a report is open', async () => {
  panel = await openPanel();
  await panel.paste(TYPED);
  await untilFormHas(TYPED);
  await panel.row('trails.example/huts').open();
  await panel.untilReportIsRead();
  await panel.paste('https://other.example/');
  // Pastes without a focused element.
  await panel.evaluate(() => (document.activeElement as HTMLElement).blur());
  await panel.paste('https://other.example/');
  await panel.press('Back');
  await panel.expectFocus('trails.example/huts');
  await untilFormHas(TYPED);
});

it('the panel of a private window keeps its jobs in memory', async () => {
  const url = `${app.service.samplePages.good}?private`;
  const popup = await app.testBrowser.openPopup(await openPrivateWindow(url));
  panel = await openPanelFrom(popup);
  await untilFormHas(url);
  await panel.says('Private window');
  await panel.fill('Search', 'secret-search', 'searchbox');
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, gate });
  await panel.press('Create report');
  await until('the request is sent', () => app.requests('POST').length === 1);
  expect(await app.worker.itemsContaining('secret-search')).toEqual([]);
  const places = await app.worker.itemsContaining('?private');
  expect(places).not.toEqual([]);
  expect(places.filter((place) => !place.startsWith('session: '))).toEqual([]);
  gate.open();
  await panel.says('Report created');
  await panel.clear('Search', 'searchbox');
  await until('both reports are listed', async () => (await listedIn(panel)).length === 2);
  expect(await panel.names('button')).not.toContain('Report many pages');
});
