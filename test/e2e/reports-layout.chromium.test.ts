import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, byRole, type Screen, until, useService } from './app';
import { emulatePhone } from './looks/looks';
import { openReports, selectRows, untilNumbers, untilRows, untilRowsAge } from './reports-screen';

/** The window of a usual laptop, without the browser's own bars. */
const WINDOW = { width: 1366, height: 625 };

const DAY_MS = 24 * 60 * 60_000;

/** Returns the path of a page. The last part of the newest page's path is longer than a row. */
const pathOf = (at: number) =>
  at === 59 ? 'the-highest-of-all-huts-'.repeat(6) : `valley-${at % 7}/page-${at}`;

useService({
  reports: Array.from({ length: 60 }, (_, at) => ({
    url: `https://www.huts-and-trails.example/alps/huts-and-shelters/${pathOf(at)}`,
    score: 30 + ((at * 17) % 65),
    privacy: (at % 3) as 0 | 1 | 2,
  })),
});

async function openTable(): Promise<Screen> {
  const page = await openReports(60);
  await page.setViewport(WINDOW);
  await untilNumbers(page);
  await page.nextFrames();
  return page;
}

const rowsInSight = (page: Screen): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.table-row')].flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      const isOnTop = (y: number) => row.contains(document.elementFromPoint(200, y));
      return isOnTop(top + 2) && isOnTop(bottom - 3)
        ? [row.querySelector('bdi')?.innerText ?? '']
        : [];
    }),
  );

const rowPositions = (page: Screen): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.table-row')].flatMap((row) => {
        const { top } = row.getBoundingClientRect();
        const key = row.getAttribute('data-key') ?? '';
        return top >= 0 && top < innerHeight ? [[key, Math.round(top)]] : [];
      }),
    ),
  );

async function expectNoRowMoves(page: Screen, act: () => Promise<unknown>): Promise<void> {
  const before = await rowPositions(page);
  await act();
  await page.nextFrames();
  const after = await rowPositions(page);
  const both = Object.keys(before).filter((key) => key in after);
  expect(both.length).toBeGreaterThan(4);
  for (const key of both) expect([key, after[key]]).toEqual([key, before[key]]);
}

async function picture(page: Screen, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

/** Expects that elements lie below each other at the top of the window, without a gap. */
async function expectStacked(page: Screen, ...selectors: string[]): Promise<void> {
  let end = 0;
  for (const selector of selectors) {
    const { top, bottom } = await page.$eval(selector, (one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return { top, bottom };
    });
    expect([selector, Math.round(top)]).toEqual([selector, Math.round(end)]);
    end = bottom;
  }
}

it.each([false, true])(
  'a narrow window shows the whole title and the age of the rows (touch: %j)',
  async (isTouch) => {
    const page = await openTable();
    if (isTouch) await emulatePhone(page, 360);
    else await page.setViewport({ width: 360, height: 640 });
    for (let at = 60; at < 260; at += 1) app.service.add({ url: `https://more.example/${at}` });
    const gate = createGate();
    const on = { method: 'GET', path: '/api/v1/reports' };
    app.service.behave([
      { on, times: 1 },
      { on, times: 1, gate },
    ]);
    await page.reload();
    await untilRowsAge(page, /^As of .* · updating 100 of 260$/);
    await page.shows('button', 'Stop');
    const header = () =>
      page.$eval('header', (element) => {
        const title = element.querySelector('h1');
        const age = element.querySelector('.rows-age span');
        const button = element.querySelector('.rows-age button');
        if (title === null || age === null) return null;
        const words = document.createRange();
        words.selectNode(title.firstChild ?? title);
        const isOnTop = (one: Element) => {
          const { left, width, top, height } = one.getBoundingClientRect();
          const found = document.elementFromPoint(left + width / 2, top + height / 2);
          return one.contains(found);
        };
        return {
          title: `${words}`,
          isTitleWhole:
            words.getBoundingClientRect().right <= title.getBoundingClientRect().right + 1,
          isAgeWhole: age.scrollWidth <= age.clientWidth && isOnTop(age),
          hasButton: button !== null && isOnTop(button),
          height: element.offsetHeight,
        };
      });
    await picture(page, `layout-narrow-${isTouch}`);
    const during = await header();
    expect(during).toMatchObject({
      title: 'All reports',
      isTitleWhole: true,
      isAgeWhole: true,
      hasButton: true,
    });
    gate.open();
    await untilNumbers(page);
    expect(await header()).toEqual({ ...during, hasButton: false });
    await picture(page, `layout-narrow-${isTouch}-read`);
  },
);

/** Adds seven clients, whose pages were measured a week before and today. */
function addSevenClients(): void {
  for (const client of ['alder', 'birch', 'cedar', 'elm', 'fir', 'hazel', 'larch']) {
    for (const [at, days] of [30, 10, 0].entries()) {
      for (const path of ['a', 'b', 'c']) {
        app.service.add({
          url: `https://${client}.example/${path}`,
          score: 40 + client.length * 7 - at * 3,
          failing: at === 2 ? ['noindex', 'load_time'] : ['title'],
          generated_at: new Date(Date.now() - days * DAY_MS).toISOString(),
        });
      }
    }
  }
}

it('five rows are in sight below eight clients and folded problems, and fifteen after scrolling', async () => {
  addSevenClients();
  const page = await app.reports();
  await page.setViewport(WINDOW);
  await page.reload();
  await untilRows(page, 81);
  await untilNumbers(page);
  await page.nextFrames();
  await picture(page, 'layout-eight-clients');
  expect(await page.$$('.client-name button')).toHaveLength(8);
  const fold = byRole('button', 'What is wrong');
  expect(await page.$eval(fold, (button) => button.ariaExpanded)).toBe('false');
  expect((await rowsInSight(page)).length).toBeGreaterThanOrEqual(5);
  await page.mouse.move(500, 500);
  await page.mouse.wheel({ deltaY: 700 });
  await until('the page has scrolled', () => page.evaluate(() => scrollY > 400));
  await page.nextFrames();
  expect((await rowsInSight(page)).length).toBeGreaterThanOrEqual(15);
});

it('the question about selected reports has space around its text', async () => {
  const page = await openTable();
  await selectRows(page, 1);
  await page.press('Update results');
  await page.shows('dialog');
  const distance = await page.evaluate(() => {
    const leftOf = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect().left ?? 0;
    return leftOf('dialog[open] .ask') - leftOf('dialog[open]');
  });
  expect(distance).toBeGreaterThan(8);
});

it('the table shows eleven rows at first, and fifteen below its head after scrolling', async () => {
  const page = await openTable();
  await picture(page, 'layout-at-first');
  expect((await rowsInSight(page)).length).toBeGreaterThanOrEqual(11);
  await page.mouse.move(500, 500);
  await page.mouse.wheel({ deltaY: 700 });
  await until('the page has scrolled', () => page.evaluate(() => scrollY > 400));
  await page.nextFrames();
  await picture(page, 'layout-scrolled');
  expect((await rowsInSight(page)).length).toBeGreaterThanOrEqual(15);
  await expectStacked(page, '.bar', '.table-bar', '.reports-table thead');
  // All rows can be reached, and columns keep their widths.
  const widths = () =>
    page.$$eval('.reports-table thead th', (cells) => cells.map(({ clientWidth }) => clientWidth));
  const before = await widths();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await until('the last row is in sight', async () =>
    (await rowsInSight(page)).some((row) => row.endsWith('page-0')),
  );
  expect(await widths()).toEqual(before);
});

it.each([0, 200])(
  'no row moves when a report opens or rows are selected, after scrolling by %i pixels',
  async (top) => {
    const page = await openTable();
    await page.evaluate((to) => scrollTo(0, to), top);
    await page.nextFrames();
    const row = top === 0 ? 3 : 9;
    await expectNoRowMoves(page, async () => {
      await page.locator(`.table-row:nth-child(${row}) .row`).click();
      await page.untilReportIsRead();
    });
    await picture(page, `layout-open-${top}`);
    await expectNoRowMoves(page, async () => {
      await page.press('Back');
      await until('the report is closed', async () => (await page.$('.open-report')) === null);
    });
    await expectNoRowMoves(page, async () => {
      await selectRows(page, row, row + 1);
      await page.shows('toolbar', 'Selected');
    });
    await expectNoRowMoves(page, async () => {
      await page.press('Delete');
      await page.shows('button', 'Delete 2');
    });
    await picture(page, `layout-question-${top}`);
    await expectNoRowMoves(page, () => page.press('Cancel'));
    await page.evaluate(() => {
      navigator.clipboard.write = async () => {};
    });
    await expectNoRowMoves(page, async () => {
      await page.press('Export');
      await page.pressMenuItem('Copy summary');
      await page.nextFrames();
    });
    const gate = createGate();
    app.service.behave({ on: { method: 'PUT' }, gate });
    await page.press('Update results');
    await expectNoRowMoves(page, async () => {
      await page.press('Update 2');
      await page.says('Updating results: 0 of 2');
      await page.expectFocus('Reports');
    });
    expect(await page.evaluate(() => Math.round(scrollY))).toBe(top);
    // New results change the numbers above the rows, so rows and page may move from here on.
    gate.open();
    await page.says('Results updated');
    await picture(page, `layout-notice-${top}`);
  },
);

/** Returns the top and bottom of each part of *All reports*, in pixels from the top of the window. */
const partsOf = (page: Screen): Promise<Record<string, number[]>> =>
  page.evaluate(() =>
    Object.fromEntries(
      ['.clients', '.findings', '.table-bar', '.reports-table thead', '.table-row'].map((part) => {
        const { top, bottom } = document.querySelector(part)?.getBoundingClientRect() ?? {};
        return [part, [top, bottom].map((edge) => Math.round(edge ?? Number.NaN))];
      }),
    ),
  );

it.each([1280, 1366, 1920])(
  'opening a report moves no part in a window of %i pixels, and cuts no control',
  async (width) => {
    addSevenClients();
    const page = await app.reports();
    await page.setViewport({ width, height: 625 });
    await page.reload();
    await untilRows(page, 81);
    await untilNumbers(page);
    await page.nextFrames();
    const before = await partsOf(page);
    await page.locator('.table-row .row').click();
    await page.untilReportIsRead();
    await page.nextFrames();
    await picture(page, `layout-beside-${width}`);
    expect(await partsOf(page)).toEqual(before);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const cut = await page.$$eval('.table-bar :is(button, small, h2)', (all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    for (const name of ['Clear filters', 'Worse 21', 'Export']) await page.shows('button', name);
    await page.press('Back');
    await until('the report is closed', async () => (await page.$('.open-report')) === null);
    expect(await partsOf(page)).toEqual(before);
  },
);

it('the table cuts the middle of a path first, then the host, and the last part of the path last', async () => {
  const page = await openTable();
  for (const width of [1366, 900, 600, 420]) {
    await page.setViewport({ width, height: 625 });
    await page.nextFrames();
    const cut = await page.$$eval('.table-row .address', (addresses) =>
      addresses.map((address) =>
        [...address.children].map((part) => part.scrollWidth > part.clientWidth + 1),
      ),
    );
    for (const parts of cut) {
      const [isHostCut, isMiddleCut, isLastCut] = parts;
      expect([width, isLastCut && !(isMiddleCut && isHostCut)]).toEqual([width, false]);
      expect([width, isHostCut && !isMiddleCut]).toEqual([width, false]);
    }
    await picture(page, `layout-${width}`);
  }
});

it('a list of problems cuts the name of a check only if no width is left', async () => {
  const page = await openTable();
  await page.locator('.findings .toggle[aria-expanded=false]').click();
  await page.find('.wrong-columns button');
  const free = await page.$$eval('.wrong-columns button', (buttons) =>
    buttons.map((button) => {
      const name = button.querySelector('.cut');
      const isCut = name !== null && name.scrollWidth > name.clientWidth;
      const used = [...button.children].reduce((sum, { clientWidth }) => sum + clientWidth, 0);
      return isCut ? button.clientWidth - used : 0;
    }),
  );
  expect(Math.max(...free)).toBeLessThan(40);
});

it('rows of two lines have 44 pixels, and rows of one line 28', async () => {
  const heightsOf = (page: Screen, rows: string) =>
    page.$$eval(rows, (all) => [
      ...new Set(all.map((row) => Math.round(row.getBoundingClientRect().height))),
    ]);
  app.service.add({ url: 'https://clinic.example/', failing: ['load_time', 'doctype'] });
  const page = await app.reports();
  await page.setViewport(WINDOW);
  await untilRows(page, 61);
  expect(await heightsOf(page, '.table-row')).toEqual([28]);
  await page.locator('.table-row .row').click();
  await page.untilReportIsRead();
  // The first check of a group also has the heading of the group.
  const checks = '.check.is-failed:not(:has(> .check-group)):has(.check-body > :only-child)';
  await picture(page, 'layout-checks');
  expect(await heightsOf(page, checks)).toEqual([44]);
  const popup = await app.popupWithRows(10);
  expect(await heightsOf(popup, '.rows > li:not(:last-child)')).toEqual([44]);
});
