import type { Page } from 'puppeteer-core';
import { announcements } from '../browser/announcements';
import { until } from '../browser/condition';
import { byRole, itemsOf, press } from '../browser/roles';

/** The text that a field holds. */
export function fieldText(popup: Page, name: string, role = 'textbox'): Promise<string> {
  return popup
    .locator(byRole(role, name))
    .map((field) => (field as HTMLInputElement).value)
    .wait();
}

/** Chooses one of a group of radio buttons. */
export async function choose(popup: Page, name: string): Promise<void> {
  await popup.locator(byRole('radio', name)).click();
}

/** Empties a field, as a person does. */
export async function empty(popup: Page, name: string, role = 'textbox'): Promise<void> {
  await popup.locator(byRole(role, name)).click({ count: 3 });
  await popup.keyboard.press('Backspace');
}

/** Opens what a button shows and hides, unless it is open. */
export async function expand(popup: Page, name: string): Promise<void> {
  const button = await popup.locator(byRole('button', name)).waitHandle();
  if ((await button.evaluate((element) => element.ariaExpanded)) !== 'true') await button.click();
}

/** Chooses an option of one of the filters by its label. */
export async function select(popup: Page, name: string, label: string): Promise<void> {
  await expand(popup, 'Filters');
  const box = await popup.locator(byRole('combobox', name)).waitHandle();
  await box.evaluate((element, wanted) => {
    const list = element as HTMLSelectElement;
    const option = [...list.options].find(({ text }) => text === wanted);
    if (!option) throw new Error(`No option ${wanted}`);
    list.value = option.value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }, label);
}

/** Everything that the popup's main part says; nothing while there is none yet. */
export function mainText(popup: Page): Promise<string> {
  return popup.evaluate(() => document.querySelector('main')?.textContent ?? '');
}

/** Waits until the popup says a text. */
export async function untilSaid(popup: Page, text: string): Promise<void> {
  await until(`the popup says "${text}"`, async () => (await mainText(popup)).includes(text));
}

/** Waits until the popup does not say a text any more. */
export async function untilUnsaid(popup: Page, text: string): Promise<void> {
  await until(`the popup says no more "${text}"`, async () => {
    return !(await mainText(popup)).includes(text);
  });
}

/** Waits until what a press has changed is on the screen. */
export function nextFrames(popup: Page): Promise<void> {
  return popup.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/** Waits for an alert, and gives what it says. */
export function untilAlert(popup: Page): Promise<string> {
  return until('an alert', async () => (await announcements(popup)).alert || false);
}

/** Waits until the rows of the list are as the check wants them, and gives them. */
export async function untilRows(
  popup: Page,
  check: (rows: string[]) => boolean,
): Promise<string[]> {
  let rows: string[] = [];
  try {
    return await until('the rows are as expected', async () => {
      rows = await itemsOf(popup, 'Recent reports');
      return check(rows) && rows;
    });
  } catch {
    throw new Error(`The rows stayed:\n${rows.join('\n')}`);
  }
}

/** The reports on their way, each as it is told of in the queue's details; none where there is no queue. */
export async function queuedReports(popup: Page): Promise<string[]> {
  if ((await popup.$(byRole('region', 'Queue'))) === null) return [];
  await expand(popup, 'Queue details');
  return itemsOf(popup, 'Reports on their way');
}

/** Waits until no report is on its way any more, nor rests. */
export async function untilNothingIsOnItsWay(popup: Page): Promise<void> {
  await until('nothing is on its way', async () => {
    return (await popup.$(byRole('region', 'Queue'))) === null;
  });
}

/** Opens the report whose row contains a text. */
export async function openRow(popup: Page, text: string): Promise<void> {
  const rows = await popup.$$(`${byRole('list', 'Recent reports')} .row`);
  for (const row of rows) {
    if ((await row.evaluate((button) => button.textContent)).includes(text)) {
      await row.click();
      await popup.locator(byRole('button', 'Back')).wait();
      return;
    }
  }
  throw new Error(`No row contains ${text}`);
}

/** Waits until the report that is open has been read, with all that the service says of it. */
export async function untilReportRead(popup: Page): Promise<void> {
  await popup.locator(byRole('searchbox', 'Filter fields')).wait();
}

/** Presses Create report, agrees to publish, and gives the word that it is done. */
export async function create(popup: Page): Promise<string> {
  await press(popup, 'Create report');
  let hasAgreed = false;
  return until(
    'the popup says how it ended',
    async () => {
      const { status, alert } = await announcements(popup);
      if (!hasAgreed && (await popup.$(byRole('button', 'Publish anyway'))) !== null) {
        hasAgreed = true;
        await press(popup, 'Publish anyway');
        return false;
      }
      const isUnderWay = status.startsWith('Creating report…');
      return !isUnderWay && (alert || status || false);
    },
    60_000,
  );
}
