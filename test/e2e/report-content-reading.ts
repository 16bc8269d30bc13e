import type { Page } from 'puppeteer-core';
import { fill } from '../browser/roles';
import type { ReportContent } from '../service/report-contents';
import { openPopup, service } from './fixture';
import { openRow, untilReportRead, untilRows } from './popup-reading';

/** The report that the service has, which `openReport` opens. */
export const URL_OPENED = 'https://museum.example/visit';

/** Opens the service's only report, which holds this. */
export async function openReport(content: ReportContent): Promise<Page> {
  service.behave({ shape: { content } });
  const popup = await openPopup();
  await untilRows(popup, (rows) => rows.length === 1);
  await openRow(popup, URL_OPENED);
  await untilReportRead(popup);
  return popup;
}

/** The checks that are shown, as `Failed Meta description`. */
export function checks(popup: Page): Promise<string[]> {
  return popup.$$eval('.check-name', (all) =>
    all.map((one) => `${one.children[0]?.textContent}${one.children[1]?.textContent}`),
  );
}

/** The single values that can be seen, as `Language: en`. */
export function values(popup: Page): Promise<string[]> {
  return popup.$$eval('dl.fields > div', (rows) =>
    rows
      .filter((row) => row.checkVisibility())
      .map((row) =>
        [...row.children].map((part) => (part as HTMLElement).innerText.trim()).join(': '),
      ),
  );
}

export function filter(popup: Page, text: string): Promise<void> {
  return fill(popup, 'Filter fields', text, 'searchbox');
}

/** As a person does it: an empty text cannot be typed. */
export async function clearFilter(popup: Page): Promise<void> {
  await popup.click('.content > input', { count: 3 });
  await popup.keyboard.press('Backspace');
}

export async function unfold(popup: Page, name: string): Promise<void> {
  await popup.locator(`summary ::-p-text(${name})`).click();
}
