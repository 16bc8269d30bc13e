import type { Screen } from './app';

/** Returns the shown checks, such as `Failed Meta description`. */
export function checks(popup: Screen): Promise<string[]> {
  return popup.$$eval('.check-name', (all) => all.map((one) => one.textContent));
}

export function failedInSight(popup: Screen): Promise<number> {
  return popup.$$eval('.is-failed', (items) => {
    const isInSight = (item: Element) => item.getBoundingClientRect().bottom <= innerHeight;
    return items.filter(isInSight).length;
  });
}

export async function otherFields(popup: Screen): Promise<string[]> {
  await unfold(popup, 'Other fields');
  await popup.find('.other-fields pre');
  return popup.$eval('.other-fields pre', ({ textContent }) => textContent.split('\n'));
}

export async function unfold(popup: Screen, name: string): Promise<void> {
  await popup.locator(`summary ::-p-text(${name})`).click();
}
