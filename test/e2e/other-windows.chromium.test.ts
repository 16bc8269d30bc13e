import { expect, it } from 'vitest';
import { app, bareAddress, until, useService } from './app';

const OPENED = 'https://opened.example/';

useService({ reports: [{ url: 'https://older.example/' }, { url: OPENED, privacy: 1 }] });

/** What another window tells the background of the report. */
function openedReport() {
  const id = String(app.service.reports().find(({ url }) => url === OPENED)?.id);
  const unknown = { privacy: null, result: null, generatedAt: null, project: null };
  return { id, url: bareAddress(OPENED), fullUrl: OPENED, ...unknown };
}

it('an open report follows a change in another window, and closes when deleted there', async () => {
  const popup = await app.popupWithRows(2);
  await popup.row(OPENED).open();
  await popup.isRead();
  await app.worker.add({ kind: 'update', report: openedReport(), update: { privacy: 0 } });
  await until('it is shown as public', () =>
    popup.evaluate(
      () => document.querySelector('.privacy-line .privacy')?.textContent === 'Public',
    ),
  );
  await app.worker.add({ kind: 'delete', report: openedReport() });
  await popup.says(`Deleted: ${bareAddress(OPENED)}`);
  await popup.press('Undo');
  await popup.rows((rows) => rows.length === 2);
  expect(app.requests('DELETE')).toEqual([]);
});
