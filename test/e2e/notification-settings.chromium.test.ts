import { beforeEach, describe, expect, it } from 'vitest';
import { app, byRole, forgetAll, type Screen, until, useStage } from './app';
import { answerDialog } from './browser-ui';

useStage();
beforeEach(forgetAll);

const DONE = 'When a report is done';
const ATTENTION = 'When a report needs attention';
const RATING = "Show this page's rating on the button";

const isChecked = (page: Screen, name: string) =>
  page
    .locator(byRole('checkbox', name))
    .map((box) => (box as HTMLInputElement).checked)
    .wait();

const stored = async () => (await app.worker.stored()).preferences as Record<string, boolean>;

describe('the region Notifications', () => {
  it('has three checkboxes that are off', async () => {
    const page = await app.options();
    await page.locator(byRole('region', 'Notifications')).wait();
    for (const name of [DONE, ATTENTION, RATING]) expect(await isChecked(page, name)).toBe(false);
  });

  it('keeps what the browser allows, each on its own', async () => {
    const page = await app.options();
    await answerDialog(page, true);
    await page.locator(byRole('checkbox', DONE)).click();
    await until('it is stored', async () => (await stored())?.notifiesOfDone === true);
    await page.locator(byRole('checkbox', RATING)).click();
    await until('that, too', async () => (await stored()).showsPageRating === true);
    expect(await isChecked(page, DONE)).toBe(true);
    expect(await isChecked(page, ATTENTION)).toBe(false);
    await page.locator(byRole('checkbox', DONE)).click();
    await until('it is taken back', async () => (await stored()).notifiesOfDone === false);
    expect(await isChecked(page, RATING)).toBe(true);
  });

  it.each([
    [ATTENTION, "Your browser didn't allow notifications."],
    [RATING, "Your browser didn't allow access to tabs."],
  ])('unticks %s where that is refused, time after time, and says so', async (name, sentence) => {
    const page = await app.options();
    await answerDialog(page, false);
    for (let press = 0; press < 2; press += 1) {
      await page.locator(byRole('checkbox', name)).click();
      await page.says(sentence);
      await until('it is unticked', async () => !(await isChecked(page, name)));
    }
    expect(await stored()).toBeUndefined();
    await answerDialog(page, true);
    await page.locator(byRole('checkbox', name)).click();
    await until('it says so no more', async () => !(await page.mainText()).includes(sentence));
    await until('it is ticked', () => isChecked(page, name));
  });

  it('shows that the browser allows it no more', async () => {
    const page = await app.options();
    await answerDialog(page, true);
    await page.locator(byRole('checkbox', DONE)).click();
    await until('it is stored', async () => (await stored())?.notifiesOfDone === true);
    // Nothing was granted to the extension itself.
    const other = await app.options();
    expect(await isChecked(other, DONE)).toBe(false);
  });
});
