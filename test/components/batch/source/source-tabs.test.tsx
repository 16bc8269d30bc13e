import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { drawReports } from '../../../support/reports-view';
import { all, one, press, pressKey, useEnglish } from '../../../support/view';
import { settle, waitUntil } from '../../../support/wait-until';

beforeEach(useEnglish);

async function drawSources() {
  await drawReports();
  await press('Report many pages');
  await press('List', 'tab');
  (await one('tab', 'List')).focus();
  await waitUntil(() => expect(selectedTab()).toBe('List'));
}

function selectedTab(): string | undefined {
  return all('tab').find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent;
}

describe('the tabs of sources', () => {
  it.each([
    ['ArrowRight', 'Sitemap'],
    ['ArrowLeft', 'Open tabs'],
    ['Home', 'Open tabs'],
    ['End', 'Sitemap'],
  ])('after the key %s, select and focus the tab %s', async (key, name) => {
    await drawSources();
    expect(pressKey(key)).toBe(true);
    await waitUntil(() => expect(selectedTab()).toBe(name));
    expect(document.activeElement).toBe(await one('tab', name));
  });

  it('have one tab in the order of the Tab key', async () => {
    await drawSources();
    const stops = all('tab').map((tab) => [tab.textContent, tab.tabIndex]);
    expect(stops).toEqual([
      ['Open tabs', -1],
      ['List', 0],
      ['Sitemap', -1],
    ]);
  });

  it('continue with the first tab after the last tab', async () => {
    await drawSources();
    pressKey('End');
    await waitUntil(() => expect(selectedTab()).toBe('Sitemap'));
    pressKey('ArrowRight');
    await waitUntil(() => expect(selectedTab()).toBe('Open tabs'));
  });

  it.each([
    ['ArrowRight', 'Open tabs'],
    ['ArrowLeft', 'Sitemap'],
  ])('in a right-to-left language, select the tab after %s: %s', async (key, name) => {
    // happy-dom derives no direction from the attribute `dir`.
    document.documentElement.style.direction = 'rtl';
    onTestFinished(() => void document.documentElement.style.removeProperty('direction'));
    await drawSources();
    expect(pressKey(key)).toBe(true);
    await waitUntil(() => expect(selectedTab()).toBe(name));
  });

  it('leave the key of the selected tab to the browser', async () => {
    await drawSources();
    pressKey('Home');
    await waitUntil(() => expect(selectedTab()).toBe('Open tabs'));
    expect(pressKey('Home')).toBe(false);
  });

  it.each<[string, KeyboardEventInit]>([
    ['a', {}],
    ['Tab', {}],
    ['ArrowDown', {}],
    ['ArrowLeft', { altKey: true }],
    ['Home', { ctrlKey: true }],
  ])('leave the key %s with %j to the browser', async (key, modifier) => {
    await drawSources();
    expect(pressKey(key, modifier)).toBe(false);
    expect(selectedTab()).toBe('List');
  });
});

describe('the source Open tabs', () => {
  it.each([
    [[], ['This window', 'All windows']],
    [
      [4, 5],
      ['2 selected tabs', 'This window', 'All windows'],
    ],
  ])('offers the selected tabs %j of the popup', async (tabsFromPopup, names) => {
    await drawReports({ tabsFromPopup });
    await press('Report many pages');
    await press('Open tabs', 'tab');
    const buttons = all('button', undefined, await one('tabpanel', 'Open tabs'));
    expect(buttons.map(({ textContent }) => textContent)).toEqual(names);
  });
});

describe('the source List', () => {
  it('inserts the addresses of pasted links', async () => {
    await drawSources();
    const field = (await one('textbox', 'Addresses')) as HTMLTextAreaElement;
    const html = '<a href="https://shop.example/shoes">Shoes</a>';
    expect(paste(field, { 'text/plain': 'Shoes', 'text/html': html }).defaultPrevented).toBe(true);
    await waitUntil(() => expect(field.value).toBe('https://shop.example/shoes'));
    await press('Preview');
    await one('button', 'Create 1 report');
  });

  it('leaves pasted content without links to the browser', async () => {
    await drawSources();
    const field = await one('textbox', 'Addresses');
    const formats = { 'text/plain': 'Shoes', 'text/html': '<b>Shoes</b>' };
    expect(paste(field, formats).defaultPrevented).toBe(false);
  });

  it('reads chosen files, and keeps the preview if no file is chosen', async () => {
    await drawSources();
    choose(new File(['https://shop.example/shoes'], 'pages.txt'));
    await one('button', 'Create 1 report');
    choose();
    await settle();
    await one('button', 'Create 1 report');
  });
});

function paste(field: HTMLElement, formats: Record<string, string>): Event {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  const getData = (format: string) => formats[format] ?? '';
  Object.defineProperty(event, 'clipboardData', { value: { getData } });
  field.dispatchEvent(event);
  return event;
}

function choose(...files: File[]): void {
  const input = document.querySelector('input[type=file]') ?? expect.fail('No field for files.');
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
