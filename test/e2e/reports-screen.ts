import type { ElementHandle } from 'puppeteer-core';
import { pdfPages } from '../browser/pdf';
import { screenOf } from '../browser/screen';
import { app, byRole, type Screen, until } from './app';

export async function openReports(count: number): Promise<Screen> {
  const page = await app.reports();
  await untilRows(page, count);
  return page;
}

export async function openOneReport(): Promise<Screen> {
  const page = await openReports(1);
  await page.locator('.table-row .row').click();
  await page.untilReportIsRead();
  return page;
}

/** Brings the page to front, waits for a number of past results, and returns their texts. */
export async function untilPastResults(page: Screen, count: number): Promise<string[]> {
  await page.bringToFront();
  return until(`${count} results are shown`, async () => {
    const results = await page.items('Past results');
    return results.length === count && results;
  });
}

export async function openPanel(): Promise<Screen> {
  const page = await app.reports();
  return openPanelBy(() => page.press('Open side panel'));
}

/** Opens the side panel in the window of a popup, as the browser's menu does. */
export async function openPanelFrom(popup: Screen): Promise<Screen> {
  const session = await popup.createCDPSession();
  const expression = 'chrome.sidePanel.open({ windowId: chrome.windows.WINDOW_ID_CURRENT })';
  return openPanelBy(() => session.send('Runtime.evaluate', { expression, userGesture: true }));
}

async function openPanelBy(act: () => Promise<unknown>): Promise<Screen> {
  const { browser, origin } = app.testBrowser;
  const pages = () => browser.targets().filter((one) => one.url() === `${origin}/reports.html`);
  const before = pages();
  await act();
  const target = await until('the panel is open', () =>
    pages().find((one) => !before.includes(one)),
  );
  const panel = screenOf(await target.asPage());
  await panel.find('main');
  return panel;
}

/** Waits until the table has a number of rows, drawn or not. */
export async function untilRows(page: Screen, count: number): Promise<void> {
  await page.shows('table', 'Reports');
  let rows = Number.NaN;
  const hasCount = async () => {
    rows = await page.$eval(byRole('table', 'Reports'), ({ ariaRowCount }) => Number(ariaRowCount));
    return rows - 1 === count;
  };
  await until(`the table has ${count} rows`, hasCount, 60_000).catch(() => {
    throw new Error(`There are ${rows - 1} rows, not ${count}.`);
  });
}

/** Waits until all reports are read, and all numbers are known. */
export async function untilNumbers(page: Screen, timeout = 60_000): Promise<void> {
  await page.shows('table', 'Clients');
  await untilRowsAge(page, /^As of [^·]*$/, timeout);
  const areKnown = async () => (await page.$('.no-number')) === null;
  await until('all numbers are known', areKnown, timeout);
}

/** Waits until the line about the age of the rows matches a pattern. */
export async function untilRowsAge(page: Screen, pattern: RegExp, timeout?: number): Promise<void> {
  const matches = async () => pattern.test((await page.texts('.rows-age span')).join());
  await until(`the age of the rows matches ${pattern}`, matches, timeout);
}

export async function openClient(page: Screen, name: string, count: number): Promise<void> {
  await untilNumbers(page);
  await page.locator(`${byRole('table', 'Clients')} ${byRole('button', name)}`).click();
  await page.shows('heading', `${name} ${count} ${count === 1 ? 'page' : 'pages'}`);
  await untilRows(page, count);
}

/** Unfolds all problems if necessary. */
export async function openProblem(page: Screen, name: string, count: number): Promise<void> {
  const problem = () =>
    page.evaluateHandle(
      (wanted) =>
        [
          ...document.querySelectorAll(
            '.findings section:not([aria-labelledby=fixed-heading]) li button',
          ),
        ].find((button) => button.querySelector('bdi, b')?.textContent === wanted),
      name,
    );
  let button = (await problem()).asElement();
  if (button === null) {
    const fold = await page.$('.findings .fold[aria-expanded=false]');
    await fold?.click();
    await page.nextFrames();
    await page.locator('.findings .toggle[aria-expanded=false]').click();
    await page.nextFrames();
    button = (await problem()).asElement();
  }
  if (button === null) throw new Error(`${name} is no problem.`);
  await (button as ElementHandle<Element>).click();
  await page.find('.problem-header');
  await until(`${name} is the heading`, async () =>
    (await page.texts('#problem-heading'))[0]?.startsWith(
      `${name}, ${count} ${count === 1 ? 'page' : 'pages'}`,
    ),
  );
  await untilRows(page, count);
}

export const rowsOf = (page: Screen): Promise<string[]> => page.texts('.table-row');

export const listedIn = (panel: Screen): Promise<string[]> => panel.texts('.rows .row');

/** Ticks rows by their position, counted from 1. */
export async function selectRows(page: Screen, ...rows: number[]): Promise<void> {
  for (const row of rows) await page.locator(`.table-row:nth-child(${row}) input`).click();
}

/**
 * Records the texts that a page copies and the files that it saves, because headless browsers discard
 * both. Returns a function that waits for a number of copies and files, and returns their texts.
 */
export async function recordCopies(page: Screen): Promise<(count: number) => Promise<string[]>> {
  const copies = await page.evaluateHandle(() => {
    const texts: (string | Promise<string>)[] = [];
    navigator.clipboard.writeText = async (text) => void texts.push(text);
    navigator.clipboard.write = async ([item]) => {
      const blob = await item?.getType('text/plain');
      if (blob) texts.push(await blob.text());
    };
    URL.createObjectURL = (file) => {
      if (file instanceof Blob) texts.push(file.text());
      return 'blob:';
    };
    return texts;
  });
  return async (count) => {
    const countRecorded = () => copies.evaluate(({ length }) => length);
    await until(`${count} texts are recorded`, async () => (await countRecorded()) >= count);
    return copies.evaluate((all) => Promise.all(all));
  };
}

interface SavedFile {
  name: string;
  bytes: Buffer<ArrayBuffer>;
}

/** Records files instead of downloading them. Returns a function that waits for the next file. */
export async function recordFiles(page: Screen): Promise<() => Promise<SavedFile>> {
  const files = await page.evaluateHandle(() => {
    const recorded: { name: string; file: Blob }[] = [];
    let file = new Blob();
    URL.createObjectURL = (object) => {
      file = object as Blob;
      return 'blob:';
    };
    HTMLAnchorElement.prototype.click = function click() {
      recorded.push({ name: this.download, file });
    };
    return recorded;
  });
  return async () => {
    await until('a file is recorded', () => files.evaluate(({ length }) => length > 0));
    const { name, base64 } = await files.evaluate(async (recorded) => {
      const [first] = recorded.splice(0, 1);
      const reader = new FileReader();
      const read = new Promise((resolve) => {
        reader.onload = resolve;
      });
      reader.readAsDataURL(first?.file ?? new Blob());
      await read;
      return { name: first?.name ?? '', base64: String(reader.result).replace(/^.*,/, '') };
    });
    return { name, bytes: Buffer.from(base64, 'base64') };
  };
}

/**
 * Prints a page, and returns the text of each sheet without blanks.
 * @param press a press that opens the browser's print dialog; absent for a print by Ctrl+P
 */
export async function printPage(page: Screen, press?: () => Promise<void>): Promise<string[]> {
  if (press) {
    const printCalls = await page.evaluateHandle(() => {
      const calls = { count: 0 };
      // A print of a headless browser never ends.
      window.print = () => {
        calls.count += 1;
      };
      return calls;
    });
    await press();
    await until('the page is printed', () => printCalls.evaluate(({ count }) => count === 1));
  }
  return pdfPages(await page.pdf({ format: 'a4', timeout: 120_000 }));
}

/** Presses Tab, or Shift and Tab, until the focused element's text or label begins with a name. */
export async function tabTo(page: Screen, name: string, back = false): Promise<void> {
  const passed: string[] = [];
  if (back) await page.keyboard.down('Shift');
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const { ariaLabel, textContent } = document.activeElement ?? document.body;
      return ariaLabel ?? textContent;
    });
    if (focused.startsWith(name)) {
      if (back) await page.keyboard.up('Shift');
      return;
    }
    passed.push(focused);
  }
  throw new Error(`Tab does not reach ${name}, but ${passed.join(' | ')}.`);
}
