import { expect, inject, it } from 'vitest';
import { pressKeys } from '../browser/firefox/browser-events';
import { app, bareAddress, type Screen, until, useService } from './app';
import { pressShortcut } from './browser-ui';
import { openPanel, openReports, rowsOf, selectRows } from './reports-screen';
import { listedReport } from './stored';

const isChromium = inject('browserName') === 'chromium';

useService({ reports: [{ url: 'https://older.example/' }] });

async function openPopup(): Promise<Screen> {
  return app.stage.openFile('popup.html');
}

const PLACES: [string, () => Promise<Screen>, (page: Screen) => Promise<string[]>][] = [
  ['the page of all reports', () => openReports(1), rowsOf],
  ['the popup in a tab', openPopup, (page) => page.texts('.rows .row')],
  ['the side panel', openPanel, rowsOf],
];

/** Presses the shortcut on a page of the web. */
async function reportByShortcut(url: string): Promise<void> {
  if (isChromium) return pressShortcut(url);
  const page = await app.stage.openTab();
  await page.goto(url);
  await pressKeys(app.stage, 'report-page');
}

it.each(isChromium ? PLACES : PLACES.slice(0, 1))(
  '%s shows without a press what is created, changed, deleted and read elsewhere',
  async (_, open, rows) => {
    const page = await open();
    const shown = async (what: string, check: (first: string, count: number) => boolean) => {
      let texts: string[] = [];
      await until(what, async () => {
        texts = await rows(page);
        return check(texts[0] ?? '', texts.length);
      }).catch(() => {
        throw new Error(`Not shown: ${what}\n${texts.join('\n')}`);
      });
    };
    await shown('the list', (_first, count) => count === 1);
    const url = app.service.samplePages.good;
    const name = bareAddress(url);
    await reportByShortcut(url);
    await shown('the new report', (first, count) => count === 2 && first.includes(name));

    const report = listedReport(await app.worker.stored(), url);
    await app.worker.add({ kind: 'change', report, change: { privacy: 0 } });
    await shown('its privacy', (first) => first.includes(name) && first.includes('Public'));

    const other = await openReports(2);
    await selectRows(other, 1);
    await other.press('Delete');
    await other.press('Delete 1');
    await app.passUndoTime();
    await shown('the older alone', (first, count) => count === 1 && first.includes('older'));

    app.service.add({ url: 'https://foreign.example/' });
    await other.press('Refresh');
    await shown('what is new', (first, count) => count === 2 && first.includes('foreign.example'));
    expect(await page.mainText()).not.toContain('saved results');
    if (page.url().endsWith('/reports.html')) await page.evaluate(() => window.close());
  },
);
