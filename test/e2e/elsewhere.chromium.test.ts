import { expect, it } from 'vitest';
import { listedReport } from '../browser/stored';
import { app, bareAddress, type Screen, until, useService } from './app';
import { pressShortcut } from './browser-ui/events';
import { listedIn, openPanel, rowsOf, selectRows } from './reports-screen';

useService({ reports: [{ url: 'https://older.example/' }] });

async function untilAllShow(
  pages: Record<string, [page: Screen, rows: (page: Screen) => Promise<string[]>]>,
  what: string,
  check: (first: string, count: number) => boolean,
): Promise<void> {
  for (const [name, [page, rows]] of Object.entries(pages)) {
    let texts: string[] = [];
    const areShown = async () => {
      texts = await rows(page);
      return check(texts[0] ?? '', texts.length);
    };
    await until(what, areShown).catch(() => {
      throw new Error(`Not shown in the ${name}: ${what}\n${texts.join('\n')}`);
    });
  }
}

it('popup, All reports and side panel show changes from other windows without a press', async () => {
  const panel = await openPanel();
  const popup = await app.testBrowser.openFile('popup.html');
  const other = await app.reports();
  const listed = {
    panel: [panel, listedIn],
    popup: [popup, listedIn],
    page: [other, rowsOf],
  } satisfies Parameters<typeof untilAllShow>[0];
  await untilAllShow(listed, 'the old report', (_first, count) => count === 1);
  const url = app.service.samplePages.good;
  const name = bareAddress(url);
  await pressShortcut(url);
  await untilAllShow(
    listed,
    'the new report',
    (first, count) => count === 2 && first.includes(name),
  );

  const report = listedReport(await app.worker.stored(), url);
  await app.worker.createJobs({ kind: 'update', report, update: { privacy: 0 } });
  const isPublic = (first: string) => first.includes(name) && first.includes('Public');
  await untilAllShow(listed, 'the new privacy', isPublic);

  await other.bringToFront();
  await selectRows(other, 1);
  await other.press('Delete');
  await other.press('Delete 1');
  await other.expectFocus('Undo');
  await app.passUndoTime();
  const isAlone = (first: string, count: number) => count === 1 && first.includes('older');
  await untilAllShow(listed, 'only the older report', isAlone);

  app.service.add({ url: 'https://foreign.example/' });
  await other.press('Refresh');
  const isFirst = (first: string, count: number) =>
    count === 2 && first.includes('foreign.example');
  await untilAllShow(listed, 'the report of the other client', isFirst);
  for (const page of [panel, popup]) expect(await page.mainText()).not.toContain('the saved list');
  await panel.evaluate(() => window.close());
});
