import { describe, expect, it } from 'vitest';
import { app, bareAddress, failures, type Screen, until, useService } from './app';
import { takePicture } from './looks/looks';

const REPORTS = Array.from({ length: 30 }, (_, number) => ({
  url: `https://clinic.example/en/services/page-${number}?from=map`,
  result: number % 2 === 0 ? ('good' as const) : ('decent' as const),
}));

/** Counts wholly visible rows. */
function rowsInSight(popup: Screen) {
  return popup.evaluate(() => {
    const scrolled = document.querySelector('.scroll')?.getBoundingClientRect();
    const bottom = Math.min(scrolled?.bottom ?? 0, innerHeight);
    const rows = [...document.querySelectorAll('.rows > li')];
    const inSight = rows.map((row) => row.getBoundingClientRect());
    return {
      window: innerHeight,
      rows: inSight.filter((box) => box.top >= (scrolled?.top ?? 0) && box.bottom <= bottom).length,
    };
  });
}

function formPlace(popup: Screen) {
  return popup.evaluate(() => {
    const box = (selector: string) => {
      const found = document.querySelector(selector)?.getBoundingClientRect();
      return found && [found.left, found.top, found.width, found.height].map(Math.round);
    };
    const sideways = [...document.querySelectorAll('*')].filter(
      (element) =>
        element.scrollWidth > element.clientWidth &&
        /auto|scroll/.test(getComputedStyle(element).overflowX),
    );
    return {
      width: innerWidth,
      field: box('#url'),
      press: box('.press'),
      sideways: sideways.map(({ className }) => className),
    };
  });
}

async function pressShiftTab({ keyboard }: Screen): Promise<void> {
  await keyboard.down('Shift');
  await keyboard.press('Tab');
  await keyboard.up('Shift');
}

describe('the popup on a low screen', () => {
  useService({
    reports: REPORTS,
    launch: {
      showsScrollbars: true,
      window: { width: 800, height: 600 },
      args: ['--screen-info={800x600}'],
    },
  });

  it('shows five whole rows, and keeps the form in place', async () => {
    const popup = await app.popupWithRows(10);
    await until('the popup has no scrollbar', () =>
      popup.evaluate(() => innerWidth === document.documentElement.clientWidth),
    );
    const seen = await rowsInSight(popup);
    expect(seen.window).toBeLessThan(600);
    expect(seen.rows).toBeGreaterThanOrEqual(5);
    const before = await formPlace(popup);
    expect(before.sideways).toEqual([]);
    await popup.create();
    expect(await formPlace(popup)).toEqual(before);
    app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
    await popup.create('Create another');
    expect(await formPlace(popup)).toEqual(before);
    await popup.choose('Password');
    await popup.press('Create report');
    expect(await formPlace(popup)).toEqual(before);
  });

  it('shows the head of a long list in one line beside the scrollbar', async () => {
    for (const { url } of REPORTS) for (let copy = 1; copy < 5; copy += 1) app.service.add({ url });
    const popup = await app.popupWithRows(10);
    await popup.says(`10 of ${5 * REPORTS.length}`);
    await popup.shows('button', 'This site');
    const { hasScrollbar, lines } = await popup.evaluate(() => {
      const list = document.querySelector<HTMLElement>('.scroll');
      const parts = [...document.querySelectorAll('.list-head > *')];
      const middles = parts.map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return (top + bottom) / 2;
      });
      return {
        hasScrollbar: list !== null && list.offsetWidth > list.clientWidth,
        lines: Math.max(...middles) - Math.min(...middles),
      };
    });
    expect(hasScrollbar).toBe(true);
    expect(lines).toBeLessThan(8);
  });

  it('shows the whole focused row below the sticky search', async () => {
    const popup = await app.popupWithRows(10);
    await popup.$$eval('.rows .row', (rows) => (rows.at(-1) as HTMLElement).focus());
    for (let at = 0; at < 18; at += 1) {
      await pressShiftTab(popup);
      await popup.nextFrames();
      const { top, searchBottom } = await popup.evaluate(() => ({
        top: document.activeElement?.getBoundingClientRect().top ?? 0,
        searchBottom: document.querySelector('.find')?.getBoundingClientRect().bottom ?? 0,
      }));
      expect(top).toBeGreaterThanOrEqual(searchBottom);
    }
    await popup.expectFocus('page-29');
  });

  it('shows enough rows in a narrow window, even below the filters, and scrolls only vertically', async () => {
    // The size of a popup is fixed, so the page opens in a tab.
    const page = await app.testBrowser.openTab();
    await page.goto(`${app.testBrowser.origin}/popup.html`);
    await page.untilRows((rows) => rows.length === 10);
    for (const [width, least] of [
      [320, 4],
      [395, 5],
    ] as const) {
      await page.setViewport({ width, height: 510 });
      await page.nextFrames();
      expect((await rowsInSight(page)).rows).toBeGreaterThanOrEqual(least);
      const { sideways, width: shown } = await formPlace(page);
      expect({ sideways, shown }).toEqual({ sideways: [], shown: width });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.$eval('.scroll', (list) => list.scrollTo(0, 400));
    await page.press('Filters');
    await page.shows('combobox', 'Per page');
    await until('the filters are in sight', () =>
      page.$eval('.filters', (filters) => {
        const { top, bottom } = filters.getBoundingClientRect();
        return top > 0 && bottom <= innerHeight;
      }),
    );
    await page.$eval('.scroll', (list) => list.scrollTo(0, 0));
    await takePicture(page, 'opened filters');
    await until('three rows are in sight', async () => (await rowsInSight(page)).rows >= 3);
  });
});

describe('the list in the popup', () => {
  useService({ reports: REPORTS });

  it('shows seven rows on a reported page, and does not move at the end of the undo time', async () => {
    app.service.add({ url: app.service.samplePages.good, generated_at: '2026-10-01T10:00:00Z' });
    const popup = await app.popupWithRows(10);
    await popup.shows('region', 'This page');
    const seen = await rowsInSight(popup);
    expect(seen.window).toBe(600);
    expect(seen.rows).toBeGreaterThanOrEqual(7);
    // Enough rows to scroll even without the line of the deletion.
    await popup.chooseFilter('Per page', '25');
    await popup.untilRows((rows) => rows.length === 25);
    await popup.row('page-29').open();
    await popup.pressInMenu('Delete report');
    await popup.says('Undo');
    const list = await popup.find('.scroll');
    const { x, y } = await list.clickablePoint();
    await popup.mouse.move(x, y);
    await popup.mouse.wheel({ deltaY: 300 });
    await until('the list has scrolled', () => list.evaluate(({ scrollTop }) => scrollTop === 300));
    const place = () =>
      popup.$eval('.rows > :nth-child(12)', (row) => row.getBoundingClientRect().top);
    const before = await place();
    await app.passUndoTime();
    await popup.saysNoMore('Undo');
    await popup.untilRows((rows) => rows.length === 24);
    await popup.nextFrames();
    expect(await place()).toBeCloseTo(before, 0);
  });

  it('does not move when the page in front gets its first report', async () => {
    const popup = await app.popupWithRows(10);
    const lineHeight = () =>
      popup.$eval('.this-page', (line) => line.getBoundingClientRect().height);
    await popup.says('No report among the newest');
    const before = await lineHeight();
    await popup.create();
    await popup.shows('region', 'This page');
    expect(await lineHeight()).toBe(before);
  });

  it('scrolls to a new report, and marks the report', async () => {
    const popup = await app.popupWithRows(10);
    await popup.$eval('.scroll', (scrolled) => scrolled.scrollTo({ top: 1000 }));
    await popup.create();
    await until('the new row is marked', async () => (await popup.$('.rows > .is-new')) !== null);
    await until('the new row is in sight', () =>
      popup.$eval('.rows > .is-new', (row) => {
        const { top, bottom } = row.getBoundingClientRect();
        const scrolled = row.closest('.scroll')?.getBoundingClientRect();
        // The search stays above the rows.
        const search = document.querySelector('.find')?.getBoundingClientRect();
        return scrolled && search && top >= search.bottom - 1 && bottom <= scrolled.bottom;
      }),
    );
    expect(await popup.$eval('.rows > .is-new', ({ textContent }) => textContent)).toContain(
      bareAddress(app.service.samplePages.good),
    );
    // The list keeps its position when a person returns.
    const end = await popup.$eval('.scroll', (scrolled) => {
      scrolled.scrollTo({ top: 1000 });
      return scrolled.scrollTop;
    });
    await popup.row('page-24').open();
    await popup.press('Back');
    await popup.untilRows((rows) => rows.length === 10);
    await popup.nextFrames();
    expect(await popup.$eval('.scroll', ({ scrollTop }) => scrollTop)).toBe(end);
    expect(await popup.$('.rows > .is-new')).toBeNull();
    // A later popup marks nothing.
    const again = await app.popupAgain();
    await again.untilRows((rows) => rows.length === 10);
    expect(await again.$('.rows > .is-new')).toBeNull();
  });
});
