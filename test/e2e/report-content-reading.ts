import type { ReportContent } from '../service/report-contents';
import { app, type Screen } from './app';

/** The report that the service has, which `openReport` opens. */
export const URL_OPENED = 'https://museum.example/visit';

/** Opens the service's only report, which holds this. */
export async function openReport(content: ReportContent): Promise<Screen> {
  app.service.behave({ shape: { content } });
  const popup = await app.popupWithRows(1);
  await popup.row(URL_OPENED).open();
  await popup.isRead();
  return popup;
}

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
  await popup.locator('.other-fields pre').wait();
  return popup.$eval('.other-fields pre', ({ textContent }) => textContent.split('\n'));
}

export async function unfold(popup: Screen, name: string): Promise<void> {
  await popup.locator(`summary ::-p-text(${name})`).click();
}
