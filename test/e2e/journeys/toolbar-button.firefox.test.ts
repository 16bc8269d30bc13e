import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { pressToolbarButton } from '../../browser/firefox/browser-events';
import { evaluatePrivileged } from '../../browser/firefox/privileged';
import { createGate, type Gate } from '../../service/gate';
import { listen, stopListening } from '../../service/listening';
import { app, creation, until, useService } from '../app';
import {
  closePopups,
  pressInPopup,
  pressToolbarButtonOn,
  readPopup,
  untilPopupSays,
} from '../browser-ui/firefox-popup';
import { GOOD_BADGE, untilBadge } from '../browser-ui/toolbar-button';

declare const chrome: {
  extension: { getViews(of: { type: 'popup' }): Window[] };
  permissions: { remove(of: { permissions: string[] }): Promise<boolean> };
};

useService({ connects: false });

afterEach(async () => {
  await closePopups();
  await app.worker.page.evaluate(() => chrome.permissions.remove({ permissions: ['tabs'] }));
});

describe("Firefox's toolbar button", () => {
  // First test, because a popup of an earlier test stays open and clears the badge at once.
  it('clears its badge for a report when it opens the popup', async () => {
    await app.connect();
    const url = app.service.samplePages.good;
    await app.worker.createJobs(creation(url));
    await untilBadge(GOOD_BADGE);
    await pressToolbarButtonOn(url);
    await untilBadge('');
  });

  it('reports the page in front without a host permission, even from the reader view', async () => {
    await app.connect();
    const url = `${app.service.samplePages.good}?q=a+b%20c#part`;
    await pressToolbarButtonOn(url);
    await until('the popup offers the page', async () => (await readPopup())?.url === url);
    await pressInPopup('Create report');
    await until('the popup announces the report', async () => {
      return /^Report created · Good( \d+)? · ./.test((await readPopup())?.status ?? '');
    });
    expect(app.service.reports()).toMatchObject([{ url, privacy: 1 }]);
    expect(await readPopup()).toMatchObject({ width: 416, height: 600 });
    const read = `${app.service.samplePages.good}?a=1&b=2`;
    await pressToolbarButtonOn(`about:reader?url=${encodeURIComponent(read)}`);
    await until('the popup offers the page', async () => (await readPopup())?.url === read);
  });

  it('opens a popup of its usual width without a connection', async () => {
    await pressToolbarButtonOn(app.service.samplePages.good);
    // Firefox adapts the size of a popup to its content after a delay.
    await until('the popup is as high as its content', async () => {
      const { width = 0, height = 0 } = (await readPopup()) ?? {};
      return width === 416 && height > 200 && height < 400;
    });
  });
});

// dessant/web-archives#102.
describe("Firefox's toolbar button on a page that has not answered", () => {
  const STILL_LOADING =
    'This page is still loading. Click the toolbar button again once the page has loaded.';
  let server: Server;
  let gate: Gate;
  afterEach(() => stopListening(server));

  /** Opens the popup on a page that answers when the gate opens. Returns the address. */
  async function pressOnSlowPage(): Promise<string> {
    await app.connect();
    gate = createGate();
    server = createServer((_, response) => {
      void gate.opened.then(() => response.end('<title>Slow</title>'));
    });
    // The extension has a permission for the host of the service, so this page has another host.
    const url = `http://localhost:${await listen(server)}/slow`;
    const page = await app.testBrowser.openTab();
    const requested = new Promise((resolve) => server.once('request', resolve));
    void page.goto(url).catch(() => {});
    await requested;
    await pressToolbarButton(app.testBrowser);
    await untilPopupSays(STILL_LOADING);
    return url;
  }

  const allowTabs = () =>
    evaluatePrivileged(
      app.testBrowser.browser,
      app.testBrowser.extensionId,
      `const tabs = { permissions: ['tabs'], origins: [] };
      await ExtensionPermissions.add(extension.id, tabs, extension);`,
    );

  it('tells the person to press again, and then offers the page', async () => {
    const url = await pressOnSlowPage();
    gate.open();
    await until('the page has loaded', async () => (await app.testBrowser.tabUrls()).includes(url));
    expect((await readPopup())?.text).toContain(STILL_LOADING);
    await pressToolbarButton(app.testBrowser);
    await until('the popup offers the page', async () => (await readPopup())?.url === url);
  });

  it('offers the page when it answers, if access to tabs is allowed', async () => {
    await allowTabs();
    const url = await pressOnSlowPage();
    gate.open();
    await until('the popup offers the page', async () => (await readPopup())?.url === url);
    expect((await readPopup())?.text).not.toContain(STILL_LOADING);
  });

  it('keeps a text that a person types before the page answers', async () => {
    await allowTabs();
    await pressOnSlowPage();
    await app.worker.page.evaluate(() => {
      const [view] = chrome.extension.getViews({ type: 'popup' });
      const field = view?.document.querySelector('input');
      if (!field) return;
      field.value = 'typed.example';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    gate.open();
    await until('the form offers the page beside the typed text', () =>
      app.worker.page.evaluate(() => {
        const [view] = chrome.extension.getViews({ type: 'popup' });
        return view?.document.querySelector('.url-field [command]') != null;
      }),
    );
    expect((await readPopup())?.url).toBe('typed.example');
  });
});
