import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { says, useEnglish } from '../../support/view';

beforeEach(useEnglish);

it.each([
  ['popup', () => import('@/entrypoints/popup/show-popup')],
  ['options', () => import('@/entrypoints/options/show-options')],
  ['all reports', () => import('@/entrypoints/reports.sidepanel/show-reports')],
])('the extension page %s shows that its stored values cannot be read', async (_, open) => {
  for (const area of [fakeBrowser.storage.local, fakeBrowser.storage.session]) {
    vi.spyOn(area, 'get').mockRejectedValue(new Error('IO error'));
  }
  vi.resetModules();
  await open();
  await says("Couldn't read the browser's storage.");
  expect(document.querySelector('main [role=alert]')?.textContent).toContain('storage');
  vi.restoreAllMocks();
});
