import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../browser/condition';
import { byRole } from '../browser/roles';
import type { Screen } from '../browser/screen';
import {
  startTestBrowser,
  type TestBrowser,
  type TestBrowserOptions,
} from '../browser/test-browser';
import { chromiumPolicies, firefoxWithPolicies } from './policies';

const NOTE = 'Set by your organization';
const POLICY = {
  baseUrl: 'https://reports.example.com',
  reportLink: 'https://reports.example.com/r/{id}',
  defaultPrivacy: 'public',
  requestHeaders: ['X-Office'],
  notifications: false,
  agencyName: 'Voss Search Studio',
};

const testBrowsers: TestBrowser[] = [];
afterEach(async () => {
  for (const testBrowser of testBrowsers.splice(0)) await testBrowser.close();
});

async function openTestBrowser(options: TestBrowserOptions): Promise<TestBrowser> {
  const testBrowser = await startTestBrowser(options);
  testBrowsers.push(testBrowser);
  return testBrowser;
}

async function readShownPolicy(options: Screen) {
  const field = (name: string) =>
    options.$eval(byRole('textbox', name), (element) => {
      const { value, readOnly } = element as HTMLInputElement;
      return { value, readOnly };
    });
  return {
    baseUrl: await field('Base URL'),
    reportLink: await field('Report link'),
    isPublic: await options.$eval('[name=default-privacy]', (element) => {
      const { checked, disabled } = element as HTMLInputElement;
      return checked && disabled;
    }),
    noteCount: (await options.mainText()).split(NOTE).length - 1,
  };
}

const EMPTY_FIELD = { value: '', readOnly: false };
const fieldByPolicy = (value: string) => ({ value, readOnly: true });
const WHOLE_POLICY = {
  baseUrl: fieldByPolicy(POLICY.baseUrl),
  reportLink: fieldByPolicy(POLICY.reportLink),
  isPublic: true,
  noteCount: 6,
};

describe('the policy in Chromium', () => {
  it('is shown by an open options page as soon as it is set, changed or removed', async () => {
    const testBrowser = await openTestBrowser({ browserName: 'chromium' });
    const policies = await chromiumPolicies(testBrowser.extensionId);
    onTestFinished(policies.remove);
    const options = await testBrowser.openOptions();
    expect(await readShownPolicy(options)).toMatchObject({
      baseUrl: EMPTY_FIELD,
      isPublic: false,
      noteCount: 0,
    });
    const untilShown = (condition: string, expected: object) =>
      until(
        condition,
        async () => {
          const found = JSON.stringify({ ...(await readShownPolicy(options)), ...expected });
          return found === JSON.stringify(await readShownPolicy(options));
        },
        60_000,
      );
    await policies.set(POLICY);
    await untilShown('the whole policy is shown', WHOLE_POLICY);
    await policies.set({ ...POLICY, baseUrl: 'https://other.example.com', defaultPrivacy: 7 });
    await untilShown('the invalid value is not shown', {
      baseUrl: fieldByPolicy('https://other.example.com'),
      isPublic: false,
    });
    await policies.set(null);
    await untilShown('no value is shown', { noteCount: 0 });
    expect((await readShownPolicy(options)).baseUrl.readOnly).toBe(false);
  });
});

describe('the policy in Firefox', async () => {
  const manifest = JSON.parse(await readFile('.output/firefox-mv3/manifest.json', 'utf8'));

  it('is shown by the options page after a start of the browser', async () => {
    const policies = await firefoxWithPolicies(manifest.browser_specific_settings.gecko.id);
    onTestFinished(policies.remove);
    await policies.set(POLICY);
    const { program } = policies;
    const options = await (
      await openTestBrowser({ browserName: 'firefox', program })
    ).openOptions();
    await until(
      'the whole policy is shown',
      async () => (await readShownPolicy(options)).noteCount === WHOLE_POLICY.noteCount,
    );
    expect(await readShownPolicy(options)).toEqual(WHOLE_POLICY);
  });
});
