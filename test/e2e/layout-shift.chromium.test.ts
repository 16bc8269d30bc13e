import { describe, expect, it } from 'vitest';
import { WITHOUT_PAUSES } from '../browser/chromium/without-pauses';
import { addClients } from '../demo/clients';
import { createGate } from '../service/gate';
import { app, type Screen, useService } from './app';
import { inWorker } from './browser-ui/events';
import { untilNumbers, untilRows } from './reports-screen';
import { setPreferences } from './stored-preferences';

const DAY_MS = 24 * 60 * 60_000;

/** The problems are folded in the first window, and unfolded in the others. */
const WINDOWS = [
  { width: 1366, height: 625 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

type Window = (typeof WINDOWS)[number];

/** Not in TypeScript's own types: developer.mozilla.org/docs/Web/API/LayoutShift. */
interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Returns the layout shifts since the page was loaded, and the elements that have moved. */
const layoutShifts = (page: Screen): Promise<string[]> =>
  page.evaluate(async () => {
    const entries: LayoutShiftEntry[] = [];
    // The browser reports the mark after all earlier layout shifts.
    const hasMark = () => entries.some(({ entryType }) => entryType === 'mark');
    await new Promise<void>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        entries.push(...(list.getEntries() as LayoutShiftEntry[]));
        if (hasMark()) resolve();
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      observer.observe({ type: 'mark' });
      performance.mark('end of layout shifts');
    });
    const placeOf = ({ x, y }: DOMRect) => `${Math.round(x)},${Math.round(y)}`;
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.localName}.${element?.className} ${node?.textContent?.slice(0, 30)}`;
    };
    return entries
      .filter(({ entryType }) => entryType === 'layout-shift')
      .map(({ value, sources }) => {
        const moves = sources.map(({ node, previousRect, currentRect }) => {
          return `${nameOf(node)}: ${placeOf(previousRect)} → ${placeOf(currentRect)}`;
        });
        return [value.toFixed(4), ...moves].join('\n');
      });
  });

/** Opens *All reports* in a new tab, and returns the layout shifts until all numbers are known. */
async function shiftsOfReports(window: Window, rows: number): Promise<string[]> {
  const page = await app.testBrowser.openTab();
  await page.setViewport(window);
  await page.goto(`${app.testBrowser.origin}/reports.html`);
  await untilRows(page, rows);
  await untilNumbers(page);
  await page.nextFrames();
  const shifts = await layoutShifts(page);
  await page.close();
  return shifts;
}

/** Whether only rows have moved. The page sorts the rows when their changes are known. */
function isOfRows(shift: string): boolean {
  const [, ...moves] = shift.split('\n');
  return moves.length > 0 && moves.every((move) => move.startsWith('tr.table-row'));
}

/** Whether an element has moved up or down. Beside an open report, columns move sideways. */
function isUpOrDown(shift: string): boolean {
  return [...shift.matchAll(/: \S+,(\S+) → \S+,(\S+)$/gm)].some(([, from, to]) => from !== to);
}

/** Connects the service, reads all reports into the history, and stops the worker. */
async function readAll(window: Window, rows: number): Promise<void> {
  await app.connect();
  await inWorker(WITHOUT_PAUSES);
  await shiftsOfReports(window, rows);
  await app.testBrowser.stopWorker();
}

/** Adds reports of 24 pages of a client, each page with one result. */
function addOneClient(): void {
  for (let at = 0; at < 24; at += 1) {
    app.service.add({ url: `https://huts.example/alps/${at}`, score: 30 + ((at * 17) % 65) });
  }
}

/** Adds two results of each page of eight clients. No page has become worse. */
function addUnchangedClients(): void {
  for (const days of [10, 1]) {
    for (const client of ['alder', 'birch', 'cedar', 'elm', 'fir', 'hazel', 'larch', 'oak']) {
      for (const path of ['a', 'b', 'c', 'd', 'e', 'f']) {
        app.service.add({
          url: `https://${client}.example/${path}`,
          score: 40 + client.length * 7,
          failing: ['title', 'load_time'],
          generated_at: new Date(Date.now() - days * DAY_MS).toISOString(),
        });
      }
    }
  }
}

/** Adds reports of 2,000 pages of a client, each page with one result. */
function addManyPages(): void {
  for (let at = 0; at < 2_000; at += 1) app.service.add({ url: `https://huts.example/alps/${at}` });
}

describe('nothing moves in All reports', () => {
  useService({ connects: false });

  describe.each([
    { name: 'one client', add: addOneClient, rows: 24 },
    { name: 'clients without a worse page', add: addUnchangedClients, rows: 48 },
  ])('with $name', ({ add, rows }) => {
    it.each(WINDOWS)('in a window of $width by $height pixels', async (window) => {
      add();
      await readAll(window, rows);
      expect(await shiftsOfReports(window, rows)).toEqual([]);
    });
  });

  it('with 2,000 pages in a window of 1280 by 800 pixels', async () => {
    const window = { width: 1280, height: 800 };
    addManyPages();
    await readAll(window, 2_000);
    expect(await shiftsOfReports(window, 2_000)).toEqual([]);
  });

  it.each(WINDOWS)(
    'except sorted rows, with worse and better pages, in a window of $width by $height pixels',
    async (window) => {
      addClients(app.service);
      await readAll(window, 72);
      const shifts = await shiftsOfReports(window, 72);
      expect(shifts.filter((shift) => !isOfRows(shift))).toEqual([]);
      expect(shifts.length).toBeLessThanOrEqual(1);
    },
  );

  it('if a person has unfolded the problems in a low window', async () => {
    addClients(app.service);
    await setPreferences({ unfoldsProblems: true });
    const window = { width: 1366, height: 625 };
    await readAll(window, 72);
    const shifts = await shiftsOfReports(window, 72);
    expect(shifts.filter((shift) => !isOfRows(shift))).toEqual([]);
  });

  it('up or down when a report opens beside the table', async () => {
    addClients(app.service);
    const window = { width: 1366, height: 625 };
    await readAll(window, 72);
    const page = await app.reports();
    await page.setViewport(window);
    await page.reload();
    await untilRows(page, 72);
    await untilNumbers(page);
    await page.nextFrames();
    const before = await layoutShifts(page);
    const gate = createGate();
    app.service.behave({ on: { method: 'GET', path: /^\/api\/v1\/reports\/\d+$/ }, gate });
    // Not a press of the mouse, after which the browser ignores layout shifts.
    await page.$eval('.table-row .row', (row) => (row as HTMLElement).click());
    await page.says('Loading the report…');
    await page.find('.what-changed');
    await page.nextFrames();
    gate.open();
    await page.untilReportIsRead();
    await page.nextFrames();
    const shifts = (await layoutShifts(page)).slice(before.length);
    expect(shifts.filter(isUpOrDown)).toEqual([]);
  });

  it('when the first reports of a service arrive', async () => {
    await app.connect();
    const page = await app.reports();
    await page.says('No reports yet');
    await page.setViewport({ width: 1366, height: 625 });
    addOneClient();
    await page.reload();
    await untilRows(page, 24);
    await untilNumbers(page);
    await page.nextFrames();
    expect(await layoutShifts(page)).toEqual([]);
  });
});

describe('nothing moves', () => {
  useService({
    reports: Array.from({ length: 24 }, (_, at) => ({ url: `https://huts.example/alps/${at}` })),
  });

  it('in the popup', async () => {
    await app.popupWithRows(10);
    await app.testBrowser.stopWorker();
    const popup = await app.popupAgain();
    await popup.untilRows((rows) => rows.length === 10);
    await popup.nextFrames();
    expect(await layoutShifts(popup)).toEqual([]);
  });

  it('in the form for many pages', async () => {
    const page = await app.batches();
    await page.shows('textbox', 'Addresses');
    await page.nextFrames();
    expect(await layoutShifts(page)).toEqual([]);
  });
});
