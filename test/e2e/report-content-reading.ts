import type { Screen } from './app';

/** The checks that are shown, as `Failed Meta description`. */
export function checks(popup: Screen): Promise<string[]> {
  return popup.$$eval('.check-name', (all) => all.map((one) => one.textContent));
}

/** How many failed checks are seen whole without scrolling. */
export function failedInSight(popup: Screen): Promise<number> {
  return popup.$$eval('.is-failed', (items) => {
    const isInSight = (item: Element) => item.getBoundingClientRect().bottom <= innerHeight;
    return items.filter(isInSight).length;
  });
}

/** Opens the other fields, and gives their lines. */
export async function otherFields(popup: Screen): Promise<string[]> {
  await unfold(popup, 'Other fields');
  await popup.find('.other-fields pre');
  return popup.$eval('.other-fields pre', ({ textContent }) => textContent.split('\n'));
}

export async function unfold(popup: Screen, name: string): Promise<void> {
  await popup.locator(`summary ::-p-text(${name})`).click();
}
