import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chromium, firefox } from '../browser/installation';

const readManifest = (build: string) =>
  JSON.parse(readFileSync(`.output/${build}/manifest.json`, 'utf8'));
const chromiumManifest = readManifest('chrome-mv3');
const firefoxManifest = readManifest('firefox-mv3');

/** Keys that Firefox does not know. Mozilla's linter does not report these keys. */
const CHROMIUM_ONLY =
  /^(externally_connectable|key|minimum_chrome_version|side_panel|version_name)$/;

it('the Firefox manifest names the data that is sent to the service', () => {
  const { gecko } = firefoxManifest.browser_specific_settings;
  expect(gecko.data_collection_permissions).toEqual({
    required: ['browsingActivity', 'authenticationInfo'],
  });
});

it('the Firefox manifest has no key that only Chromium knows', () => {
  expect(Object.keys(firefoxManifest).filter((key) => CHROMIUM_ONLY.test(key))).toEqual([]);
  expect(firefoxManifest.background).toEqual({ scripts: ['background.js'] });
});

it('the page of all reports is the side panel in Chromium and a closed sidebar in Firefox', () => {
  expect(chromiumManifest.side_panel).toEqual({ default_path: 'reports.html' });
  expect(firefoxManifest.sidebar_action).toMatchObject({
    default_panel: 'reports.html',
    open_at_install: false,
  });
});

// On a Mac, Alt with a letter types a character: see browserpass-legacy#157.
it.each([chromiumManifest, firefoxManifest])(
  'the suggested shortcuts for a Mac use Ctrl instead of Alt',
  ({ commands }) => {
    expect(commands).toMatchObject({
      _execute_action: { suggested_key: { default: 'Alt+Shift+E', mac: 'MacCtrl+Shift+E' } },
      'report-page': { suggested_key: { default: 'Alt+Shift+U', mac: 'MacCtrl+Shift+U' } },
    });
  },
);

it.each([chromiumManifest, firefoxManifest])(
  'the keyword of the address bar does not begin usual web searches, such as "seo tips"',
  ({ omnibox }) => expect(omnibox).toEqual({ keyword: 'seor' }),
);

it('tests and manifests name the same oldest browser versions', () => {
  expect(chromiumManifest.minimum_chrome_version).toBe(`${chromium.oldest}`);
  const { gecko, gecko_android } = firefoxManifest.browser_specific_settings;
  expect(gecko.strict_min_version).toBe(`${firefox.oldest}.0`);
  // Without this key, Mozilla would not offer the extension on Android.
  expect(gecko_android).toEqual({ strict_min_version: `${firefox.oldest}.0` });
});
