import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { openPopup } from '@/components/popup/open-popup';
import { type PopupRequest, popupRequestItem } from '@/lib/browser-ui/popup-request';
import { reportsRequestItem } from '@/lib/browser-ui/reports-request';
import { connectPage, fakeBackground } from '../../support/page-view';
import { sampleReport } from '../../support/sample-report';
import { all, one, press, says, useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';

let paint = () => {};
let isPaintedAtOnce = true;

/** The paint happens at once, or when the test calls `paint`. */
class PaintObserver {
  constructor(onPaint: () => void) {
    paint = onPaint;
  }
  // An arrow function, because an instance of the spy has the prototype of the real class.
  observe = (): void => {
    if (isPaintedAtOnce) paint();
  };
  disconnect = (): void => {};
}

beforeEach(useEnglish);
beforeEach(async () => {
  isPaintedAtOnce = true;
  const spies = [
    vi.spyOn(globalThis, 'PerformanceObserver').mockImplementation(PaintObserver as never),
    vi.spyOn(window, 'close').mockImplementation(() => {}),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    vi.useRealTimers();
  });
  const tab = { id: 1, url: 'https://host.example/', incognito: false };
  fakeBrowser.tabs.query = (async () => [tab]) as never;
  fakeBrowser.runtime.openOptionsPage = async () => {};
  await connectPage();
});

/** Creates a background with a spy for `markSeen`. */
function createBackground() {
  const markSeen = vi.fn(async () => ({ value: null }));
  return Object.assign(fakeBackground({ markSeen }), { markSeen });
}

describe('an opened popup', () => {
  it.each([
    ['at the toolbar button closes', '', 1],
    ['in a tab stays open', 'token', 0],
  ])('%s when another extension page opens', async (_, tabToken, closings) => {
    await openPopup(createBackground(), tabToken);
    const openOptionsPage = vi.spyOn(fakeBrowser.runtime, 'openOptionsPage');
    await press('Settings');
    await waitUntil(() => expect(openOptionsPage).toHaveBeenCalledOnce());
    await openOptionsPage.mock.results[0]?.value;
    await waitUntil(() => expect(window.close).toHaveBeenCalledTimes(closings));
  });

  it.each([
    ['a new tab, and the popup stays open', false, ['2']],
    ['the popup itself in a private window', true, []],
  ])('opens a report with Ctrl in %s', async (_, incognito, opened) => {
    const tab = { id: 1, url: 'https://host.example/', incognito };
    fakeBrowser.tabs.query = (async () => [tab]) as never;
    const create = vi.spyOn(fakeBrowser.tabs, 'create');
    onTestFinished(() => create.mockRestore());
    await openPopup(createBackground(), '');
    const list = await one('list', 'Recent reports');
    const press = new MouseEvent('click', { bubbles: true, ctrlKey: true });
    list.querySelector('.row')?.dispatchEvent(press);
    if (incognito) await one('heading', 'https://host.example/2');
    await waitUntil(() => expect(create).toHaveBeenCalledTimes(opened.length));
    const requests = await Promise.all(
      create.mock.calls.map(([{ active, url = '' }]) => {
        expect(active).toBe(false);
        return reportsRequestItem(new URL(url).hash.slice(1)).read();
      }),
    );
    expect(requests.map((request) => request?.route.reportId)).toEqual(opened);
    expect(window.close).not.toHaveBeenCalled();
  });

  it.each<PopupRequest>([
    {
      connectionId: 'a',
      kind: 'draft',
      url: 'https://handed.example/',
      privacy: null,
      isPrivate: false,
    },
    { connectionId: 'a', kind: 'search', search: 'shop' },
    { connectionId: 'a', kind: 'form', isPrivate: false },
  ])('in a tab for $kind does not say that its view was not found', async (request) => {
    await popupRequestItem('token').write(request);
    history.replaceState(null, '', '#token');
    await openPopup(createBackground(), 'token');
    await one('list', 'Recent reports');
    expect(document.body.textContent).not.toContain('was not found');
  });

  it('in a tab for the form has an empty URL field with the focus, and no hint', async () => {
    await popupRequestItem('token').write({ connectionId: 'a', kind: 'form', isPrivate: false });
    await openPopup(createBackground(), 'token');
    const field = (await one('textbox', 'URL')) as HTMLInputElement;
    expect(field.value).toBe('');
    expect(document.activeElement).toBe(field);
    expect(document.body.textContent).not.toContain("can't be reported");
  });

  it('in a tab shows nothing of a request of another connection', async () => {
    const report = sampleReport('7', { url: 'https://other.example/' });
    await popupRequestItem('token').write({ connectionId: 'b', kind: 'report', report });
    history.replaceState(null, '', '#token');
    await openPopup(createBackground(), 'token');
    await one('list', 'Recent reports');
    await says('was not found');
    expect(document.body.textContent).not.toContain('other.example');
    expect(await popupRequestItem('token').read()).toBeUndefined();
  });

  it('in a tab with an unknown token says that its view was not found', async () => {
    history.replaceState(null, '', '#token');
    await openPopup(createBackground(), 'token');
    await says('was not found');
  });

  it('loads the code of the report view only after the first paint', async () => {
    const preload = vi.fn(async () => {});
    isPaintedAtOnce = false;
    const opening = openPopup(createBackground(), '', preload);
    await one('list', 'Recent reports');
    expect(preload).not.toHaveBeenCalled();
    paint();
    await opening;
    expect(preload).toHaveBeenCalledOnce();
  });

  it('marks finished operations as seen only while the popup is visible', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => visibility.mockRestore());
    const background = createBackground();
    await openPopup(background, 'token');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(background.markSeen).not.toHaveBeenCalled();
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitUntil(() => expect(background.markSeen).toHaveBeenCalledOnce());
  });

  it.each([
    { count: 1, buttons: 0 },
    { count: 3, buttons: 1 },
  ])('offers to report the selected tabs if there are several: $count', async (selected) => {
    const tabs = Array.from({ length: selected.count }, (_, index) => ({
      id: index + 1,
      url: 'https://host.example/',
      incognito: false,
    }));
    fakeBrowser.tabs.query = (async () => tabs) as never;
    await openPopup(createBackground(), '');
    await one('list', 'Recent reports');
    const labels = all('button').map(({ textContent }) => textContent ?? '');
    expect(labels.filter((label) => /selected tab/.test(label))).toHaveLength(selected.buttons);
  });

  it('calls the worker only after the first paint', async () => {
    isPaintedAtOnce = false;
    // With fake timers, the time limit for the paint does not end.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const background = createBackground();
    const opening = openPopup(background, '');
    while (all('list', 'Recent reports').length === 0) await new Promise(setImmediate);
    const calls = [background.markSeen, background.listReports, background.getPages];
    for (const call of calls) expect(call).not.toHaveBeenCalled();
    // Runs the timers of Preact's effects, because real timers follow.
    vi.advanceTimersByTime(100);
    vi.useRealTimers();
    paint();
    await opening;
    for (const call of calls) await waitUntil(() => expect(call).toHaveBeenCalled());
    await one('list', 'Recent reports');
  });
});

// Sources of the links: test/lib/url/wrapped-address.test.ts.
describe('a popup on a wrapped link', () => {
  const page = 'https://shop.example/a?b=1';
  const link = `https://www.bing.com/ck/a?!&&p=6cd3&u=a1${btoa(page)}&ntb=1`;

  /**
   * Resolves when the popup knows the canonical link.
   * @param canonical the canonical link of the tab's page
   */
  async function openOn(url: string, canonical = 'https://canonical.example/'): Promise<void> {
    fakeBrowser.tabs.query = (async () => [{ id: 1, url, incognito: false }]) as never;
    const executeScript = vi.fn(async () => [{ result: canonical }]);
    fakeBrowser.scripting.executeScript = executeScript as never;
    await openPopup(createBackground(), '');
    await waitUntil(() => expect(executeScript).toHaveBeenCalledOnce());
    await settle();
  }

  const field = () => one('textbox', 'URL') as Promise<HTMLInputElement>;

  /** Returns the names and the addresses in the list *Other addresses*. */
  async function readOthers(): Promise<(string | undefined)[][]> {
    await press('Other addresses');
    const list = await one('list', 'Other addresses for this page');
    return [...list.querySelectorAll('button')].map((button) => [
      button.firstChild?.textContent ?? undefined,
      button.title,
    ]);
  }

  it('has the page in the URL field, and offers the link', async () => {
    await openOn(link);
    expect((await field()).value).toBe(page);
    expect(await readOthers()).toEqual([['Address of this tab', link]]);
    await press('Address of this tab');
    await waitUntil(async () => expect((await field()).value).toBe(link));
    expect((await readOthers())[0]).toEqual(['This page', page]);
    await press('This page');
    await waitUntil(async () => expect((await field()).value).toBe(page));
  });

  it('sends the page only', async () => {
    const createJob = vi.fn(async () => ({ value: null }));
    fakeBrowser.tabs.query = (async () => [{ id: 1, url: link, incognito: false }]) as never;
    await openPopup(Object.assign(createBackground(), { createJob }), '');
    await press('Create report');
    await waitUntil(() => expect(createJob).toHaveBeenCalledOnce());
    expect(JSON.stringify(createJob.mock.calls)).toContain(`"url":"${page}"`);
    expect(JSON.stringify(createJob.mock.calls)).not.toContain('bing');
  });

  it('shows another page of the same site unchanged', async () => {
    const search = 'https://www.bing.com/search?q=shoes';
    await openOn(search, 'https://www.bing.com/');
    expect((await field()).value).toBe(search);
    expect(await readOthers()).toEqual([['Canonical URL', 'https://www.bing.com/']]);
  });

  it('fills the form with the page when the link is pasted', async () => {
    await openOn('https://host.example/', 'https://host.example/');
    const pasteInto = (target: Element, text: string) => {
      const event = new Event('paste', { bubbles: true, cancelable: true });
      const clipboardData = { getData: (type: string) => (type === 'text/plain' ? text : '') };
      Object.defineProperty(event, 'clipboardData', { value: clipboardData });
      target.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const input = await field();
    await waitUntil(() => expect(pasteInto(input, ` ${link}\n`)).toBe(true));
    await waitUntil(async () => expect((await field()).value).toBe(page));
    // The browser inserts any other text into the field.
    expect(pasteInto(input, 'https://other.example/')).toBe(false);
    expect(pasteInto(input, `See ${link}`)).toBe(false);
    expect(pasteInto(await one('searchbox', 'Search'), link)).toBe(false);
    const chatLink = 'https://slack-redir.net/link?url=https%3A%2F%2Fchat.example%2F&v=3';
    expect(pasteInto(document.body, `See ${chatLink}`)).toBe(true);
    await waitUntil(async () => expect((await field()).value).toBe('https://chat.example/'));
  });
});
