import { describe, expect, it } from 'vitest';
import { app, byRole, type Screen, until, useService } from './app';
import { answerDialog } from './browser-ui/permissions';

const DONE = 'When a report is done';
const ATTENTION = 'When a report needs attention';
const RATING = "Show this page's rating on the button";

useService({ path: '/s' });

async function readPreferences(): Promise<Record<string, unknown>> {
  return Object((await app.worker.stored()).preferences);
}

async function tick(page: Screen, name: string): Promise<void> {
  await page.locator(byRole('checkbox', name)).click();
}

async function tickedCheckboxes(page: Screen): Promise<string[]> {
  await page.find(byRole('region', 'Notifications'));
  const isChecked = (box: Element) => (box as HTMLInputElement).checked;
  const states = [DONE, ATTENTION, RATING].map(async (name) =>
    (await page.$eval(byRole('checkbox', name), isChecked)) ? name : null,
  );
  return (await Promise.all(states)).filter((name) => name !== null);
}

describe('the region Notifications', () => {
  it('ticks a checkbox only while the browser grants its permission', async () => {
    const page = await app.settledOptions();
    expect(await tickedCheckboxes(page)).toEqual([]);
    await answerDialog(page, true);
    await tick(page, DONE);
    await until(
      'the preference is stored',
      async () => (await readPreferences()).notifiesOfDone === true,
    );
    await tick(page, RATING);
    await until(
      'the second preference is stored',
      async () => (await readPreferences()).showsPageRating === true,
    );
    expect(await tickedCheckboxes(page)).toEqual([DONE, RATING]);
    // The replaced dialog granted nothing to the extension itself.
    expect(await tickedCheckboxes(await app.settledOptions())).toEqual([]);
    await page.bringToFront();
    await tick(page, DONE);
    await until(
      'the preference is off',
      async () => (await readPreferences()).notifiesOfDone === false,
    );
    expect(await tickedCheckboxes(page)).toEqual([RATING]);
  });

  it('unticks a checkbox with a message each time the browser refuses its permission', async () => {
    const page = await app.settledOptions();
    await answerDialog(page, false);
    for (let press = 0; press < 2; press += 1) {
      await tick(page, RATING);
      await page.says("Your browser didn't allow access to tabs.");
      await until(
        'the checkbox is unticked',
        async () => (await tickedCheckboxes(page)).length === 0,
      );
    }
    expect(await readPreferences()).toEqual({});
    await answerDialog(page, true);
    await tick(page, ATTENTION);
    await page.saysNoMore("Your browser didn't allow");
    await until(
      'the checkbox is ticked',
      async () => (await tickedCheckboxes(page)).join() === ATTENTION,
    );
  });
});

it('the options page lists keyboard shortcuts and the keyword, opens their settings, and explains privacies', async () => {
  const page = await app.settledOptions();
  const region = byRole('region', 'Keyboard shortcuts');
  await page.find(region);
  expect(await page.texts(`${region} ${byRole('listitem')}`)).toEqual([
    'Open the popup Alt+Shift+E',
    'Report the current page with the default privacy Alt+Shift+U',
    'Find a report: type this word and a space in the address bar seor',
  ]);
  const address = 'chrome://extensions/shortcuts';
  expect((await page.texts(region))[0]).toContain(address);
  await page.says('Only your account on the service can see new reports.');
  await page.choose('Public');
  await page.says('Anyone with the link can see new reports.');
  await page.press('Change shortcuts');
  await until('the shortcut settings open', () =>
    app.testBrowser.browser.targets().some((one) => one.url() === address),
  );
  await (await app.popup()).create('Publish anyway');
  expect(app.service.reports()).toMatchObject([{ url: app.service.samplePages.good, privacy: 0 }]);
});
