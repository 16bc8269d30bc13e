import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { drawReports } from '../../../support/reports-view';
import { all, isHandled, one, press, useEnglish } from '../../../support/view';
import { waitUntil } from '../../../support/wait-until';

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
    expect(isHandled(key)).toBe(true);
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
    isHandled('End');
    await waitUntil(() => expect(selectedTab()).toBe('Sitemap'));
    isHandled('ArrowRight');
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
    expect(isHandled(key)).toBe(true);
    await waitUntil(() => expect(selectedTab()).toBe(name));
  });

  it('leave the key of the selected tab to the browser', async () => {
    await drawSources();
    isHandled('Home');
    await waitUntil(() => expect(selectedTab()).toBe('Open tabs'));
    expect(isHandled('Home')).toBe(false);
  });

  it.each<[string, KeyboardEventInit]>([
    ['a', {}],
    ['Tab', {}],
    ['ArrowDown', {}],
    ['ArrowLeft', { altKey: true }],
    ['Home', { ctrlKey: true }],
  ])('leave the key %s with %j to the browser', async (key, modifier) => {
    await drawSources();
    expect(isHandled(key, modifier)).toBe(false);
    expect(selectedTab()).toBe('List');
  });
});
