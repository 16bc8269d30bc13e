import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { connectPage } from '../../support/page-view';
import { replaceGlobal } from '../../support/replace-global';
import { one, press, says, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);
beforeEach(() => {
  fakeBrowser.permissions.contains = (async () => false) as never;
  fakeBrowser.tabs.getCurrent = (async () => ({ id: 1 })) as never;
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.resetModules();
  onTestFinished(() => {
    log.mockRestore();
    vi.restoreAllMocks();
  });
});

const popup = () => import('@/entrypoints/popup/show-popup');
const options = () => import('@/entrypoints/options/show-options');
const allReports = () => import('@/entrypoints/reports.sidepanel/show-reports');

/** Waits until an alert begins with a sentence. */
async function expectAlert(sentence: string): Promise<void> {
  await says(sentence);
  expect(document.querySelector('main [role=alert]')?.textContent).toMatch(
    new RegExp(`^${sentence}`),
  );
}

describe('an extension page shows that its storage cannot be read', () => {
  it.each([
    ['popup', popup],
    ['options', options],
    ['all reports', allReports],
  ])('%s', async (_, open) => {
    for (const area of [fakeBrowser.storage.local, fakeBrowser.storage.session]) {
      vi.spyOn(area, 'get').mockRejectedValue(new Error('IO error'));
    }
    await open();
    await expectAlert("Couldn't read the browser's storage.");
  });
});

describe('an extension page that cannot be opened for another reason does not blame the storage', () => {
  const throwError = () => {
    throw new Error('a mistake in the code');
  };

  it.each<[string, () => Promise<unknown>, () => void]>([
    ['popup: the worker does not answer', popup, () => {}],
    ['all reports: the worker does not answer', allReports, () => {}],
    [
      'options: an exception',
      options,
      () => void vi.spyOn(fakeBrowser.runtime, 'getManifest').mockImplementation(throwError),
    ],
  ])('%s', async (_, open, cause) => {
    cause();
    await open();
    await expectAlert("SEO Reports couldn't be opened.");
    expect(document.body.textContent).not.toContain('storage');
    expect(console.warn).toHaveBeenCalledOnce();
  });

  it('popup: an exception after the worker has answered', async () => {
    await connectPage();
    replaceGlobal('PerformanceObserver', throwError);
    await popup();
    await expectAlert("SEO Reports couldn't be opened.");
    expect(document.body.textContent).not.toContain('storage');
  });

  it('popup: an exception while the page is drawn', async () => {
    await connectPage();
    const { h } = await import('preact');
    const Broken = () => h('main', {}, h(throwError, {}));
    vi.doMock('@/components/popup/popup', () => ({ Popup: Broken }));
    onTestFinished(() => vi.doUnmock('@/components/popup/popup'));
    await popup();
    await expectAlert("SEO Reports couldn't be opened.");
  });
});

it('Try again reloads the extension page', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  await popup();
  await one('alert');
  await press('Try again');
  await waitUntil(() => expect(reload).toHaveBeenCalledOnce());
});
