import { describe, expect, it } from 'vitest';
import { createGate, type Gate } from '../service/gate';
import { app, failures, type Screen, until, useService } from './app';
import {
  allowedExtension,
  buttonOf,
  evaluateInFreshWorker,
  inWorker,
  prefer,
  untilBadge,
  untilPopupTab,
} from './browser-ui';

useService({ launch: { extensionDir: allowedExtension() } });

const pageUrl = 'https://me:secret@shop.example/good/page?name=ann#part';

interface Shown {
  id: string;
  title: string;
  message: string;
}

const SPY = `
  globalThis.shown = [];
  for (const api of new Set([chrome.notifications, globalThis.browser?.notifications])) {
    if (!api) continue;
    const create = api.create.bind(api);
    api.create = (id, options) => {
      globalThis.shown.push({ id, ...options });
      return create(id, options);
    };
  }`;

/** Asks for a report of the page by the menu, in a worker that was just started. */
async function reportByMenu(incognito = false): Promise<void> {
  const info = JSON.stringify({ menuItemId: 'report-page/private', pageUrl });
  const tab = JSON.stringify({ url: pageUrl, incognito });
  await evaluateInFreshWorker(`${SPY}; chrome.contextMenus.onClicked.dispatch(${info}, ${tab})`);
}

/** The notifications that the worker has shown since. */
async function shown(): Promise<Shown[]> {
  return JSON.parse((await inWorker('JSON.stringify(globalThis.shown ?? [])')) as string);
}

/** Waits for a notification that is told by its title. */
function untilShown(title: string, timeout?: number): Promise<Shown> {
  return until(
    `"${title}" is shown`,
    async () => (await shown()).find((one) => one.title.startsWith(title)),
    timeout,
  );
}

/** Waits until nothing of a report is on its way. */
async function untilDone(count = 1): Promise<void> {
  await until('it is made', () => app.service.reports().length >= count);
  await until('nothing waits', async () => (await app.worker.tasks()).tasks.length === 0);
}

async function click(id: string): Promise<void> {
  await evaluateInFreshWorker(`chrome.notifications.onClicked.dispatch(${JSON.stringify(id)})`);
}

describe('a notification of a report from the menu', () => {
  it('names host and rating, and opens the report in a worker that has shown none', async () => {
    await prefer({ notifiesOfDone: true });
    await reportByMenu();
    const { id, title, message } = await untilShown('Report created');
    expect(title).toBe('Report created · Good');
    expect(message).toBe('shop.example');
    expect(JSON.stringify(await shown())).not.toMatch(/secret|page|ann|part/);
    expect(app.service.reports().map((one) => String(one.id))).not.toContain(id);
    await click(id);
    const tab = await untilPopupTab();
    await until('its view opens', async () =>
      (await tab.mainText()).includes('https://shop.example/good/page?name=ann'),
    );
    expect((await buttonOf()).text).toBe('');
  });

  it('tells that it needs attention without the service’s words, and opens the queue', async () => {
    app.service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    await prefer({ notifiesOfAttention: true });
    await reportByMenu();
    const { id, title, message } = await untilShown('Report needs attention');
    expect(`${title} ${message}`).toBe('Report needs attention shop.example');
    await untilBadge('1');
    await click(id);
    const tab = await untilPopupTab();
    await until('the queue is shown', async () =>
      (await tab.mainText()).includes('1 report needs attention'),
    );
  });

  it('opens the options where no service is connected any more', async () => {
    await prefer({ notifiesOfDone: true });
    await reportByMenu();
    const { id } = await untilShown('Report created');
    await app.disconnect();
    await click(id);
    await until('the options open', () =>
      app.stage.browser.targets().some((one) => one.url().endsWith('/options.html')),
    );
  });
});

describe('a notification of a report from the form', () => {
  /** Presses Create report, and holds its answer back. */
  async function createIn(popup: Screen): Promise<Gate> {
    const gate = createGate();
    app.service.behave({ on: { method: 'POST' }, gate });
    await inWorker(SPY);
    await popup.press('Create report');
    await until('it is sent', () => app.requests('POST').length === 1);
    return gate;
  }

  /** Opens the popup in a tab, as menus do. */
  async function openPopupTab(): Promise<Screen> {
    const popup = await app.stage.openFile('popup.html');
    await popup.fill('URL', pageUrl);
    return popup;
  }

  it('comes where the popup was closed before the report was made', async () => {
    await prefer({ notifiesOfDone: true });
    const gate = await createIn(await app.popup());
    await app.stage.closePages();
    gate.open();
    expect((await untilShown('Report created')).title).toBe('Report created · Good');
  });

  it('comes where the form is in a tab that is not in front', async () => {
    await prefer({ notifiesOfDone: true });
    const gate = await createIn(await openPopupTab());
    await app.stage.openTab();
    gate.open();
    expect((await untilShown('Report created')).message).toBe('shop.example');
  });

  it('is stood in for by a badge that goes when the tab comes to the front', async () => {
    const popup = await openPopupTab();
    const gate = await createIn(popup);
    await app.stage.openTab();
    gate.open();
    await untilBadge('G');
    await popup.bringToFront();
    await untilBadge('');
  });

  it('does not come where the form is in the tab in front', async () => {
    await prefer({ notifiesOfDone: true });
    const popup = await openPopupTab();
    const gate = await createIn(popup);
    gate.open();
    await popup.says('Report created');
    await untilDone();
    expect(await shown()).toEqual([]);
  });
});

describe('no notification', () => {
  it.each([
    ['created', null],
    ['refused', failures.invalid],
  ])(
    'is shown of a report that a private window has asked for and that is %s, nor a badge',
    async (_, fail) => {
      await prefer({ notifiesOfDone: true, notifiesOfAttention: true });
      if (fail) app.service.behave({ on: { method: 'POST' }, fail });
      await reportByMenu(true);
      await until('something has come of it', async () => {
        const { tasks } = await app.worker.tasks();
        return fail ? tasks[0]?.state === 'stuck' : app.service.reports().length > 0;
      });
      expect(await shown()).toEqual([]);
      expect((await buttonOf()).text).toBe('');
    },
  );

  it('is shown where none was chosen: the badge tells it until the popup is opened', async () => {
    await reportByMenu();
    const { title } = await untilBadge('G');
    expect(title).toBe('SEO Reports · Report created · Good');
    expect(await shown()).toEqual([]);
    await app.popup();
    await untilBadge('');
  });
});
