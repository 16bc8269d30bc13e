import { expect, it } from 'vitest';
import { app, bareAddress, creation, failures, until, useService } from './app';

const OPENED = 'https://opened.example/';

useService({ reports: [{ url: 'https://older.example/' }, { url: OPENED, privacy: 1 }] });

/** What another window tells the background of the report. */
function openedReport() {
  const id = String(app.service.reports().find(({ url }) => url === OPENED)?.id);
  const unknown = { privacy: null, result: null, generatedAt: null, project: null };
  return { id, url: bareAddress(OPENED), fullUrl: OPENED, ...unknown };
}

async function openPopupWithRows() {
  const popup = await app.popupWithRows(2);
  await popup.saysNoMore('saved results');
  return popup;
}

it('an open report follows a change in another window, and closes when deleted there', async () => {
  const popup = await openPopupWithRows();
  await popup.row(OPENED).open();
  await popup.isRead();
  await app.worker.add({ kind: 'change', report: openedReport(), change: { privacy: 0 } });
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

const RECENT = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 10 };

it('the rows stay while another window searches for something else', async () => {
  const popup = await openPopupWithRows();
  const searched = await app.worker.ask('list', { ...RECENT, search: 'older' });
  expect(searched).toMatchObject({ value: { reports: [{ url: 'older.example/' }] } });
  // Whatever the page is told of the search is told before this.
  app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  await app.worker.add(creation('https://waiting.example/'));
  await popup.says('Waiting: waiting.example/');
  expect(await popup.items('Recent reports')).toHaveLength(2);
  expect(await popup.mainText()).not.toContain('saved results');
});
