import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../browser/condition';
import { byRole } from '../browser/roles';
import type { Screen } from '../browser/screen';
import { type Stage, type StageOptions, startStage } from '../browser/stage';
import { chromiumPolicies, firefoxWithPolicies } from './policies';

const SET = 'Set by your organization';
const POLICY = {
  baseUrl: 'https://reports.example.com',
  reportLink: 'https://reports.example.com/r/{id}',
  defaultPrivacy: 'public',
  requestHeaders: ['X-Office'],
  notifications: false,
};

const stages: Stage[] = [];
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.close();
});

async function start(options: StageOptions): Promise<Stage> {
  const stage = await startStage(options);
  stages.push(stage);
  return stage;
}

/** What the options show of a policy. */
async function shown(options: Screen) {
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
    said: (await options.mainText()).split(SET).length - 1,
  };
}

const FREE = { value: '', readOnly: false };
const fixed = (value: string) => ({ value, readOnly: true });
const WHOLE = {
  baseUrl: fixed(POLICY.baseUrl),
  reportLink: fixed(POLICY.reportLink),
  isPublic: true,
  said: 5,
};

describe('the policy in Chromium', () => {
  it('is shown when it arrives, follows each change while the browser runs, and disappears', async () => {
    const stage = await start({ browserName: 'chromium' });
    const policies = await chromiumPolicies(stage.extensionId);
    onTestFinished(policies.remove);
    const options = await stage.openOptions();
    expect(await shown(options)).toMatchObject({ baseUrl: FREE, isPublic: false, said: 0 });
    const shows = (what: string, expected: object) =>
      until(
        what,
        async () => {
          const found = JSON.stringify({ ...(await shown(options)), ...expected });
          return found === JSON.stringify(await shown(options));
        },
        60_000,
      );
    await policies.set(POLICY);
    await shows('all of it is shown', WHOLE);
    await policies.set({ ...POLICY, baseUrl: 'https://other.example.com', defaultPrivacy: 7 });
    await shows('what is wrong is left out', {
      baseUrl: fixed('https://other.example.com'),
      isPublic: false,
    });
    await policies.set(null);
    await shows('nothing is set', { said: 0 });
    expect((await shown(options)).baseUrl.readOnly).toBe(false);
  });
});

describe('the policy in Firefox', async () => {
  const manifest = JSON.parse(await readFile('.output/firefox-mv3/manifest.json', 'utf8'));

  it('is shown as it was when the browser started', async () => {
    const policies = await firefoxWithPolicies(manifest.browser_specific_settings.gecko.id);
    onTestFinished(policies.remove);
    await policies.set(POLICY);
    const { program } = policies;
    const options = await (await start({ browserName: 'firefox', program })).openOptions();
    await until('all of it is shown', async () => (await shown(options)).said === WHOLE.said);
    expect(await shown(options)).toEqual(WHOLE);
  });
});
