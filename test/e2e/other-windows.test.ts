import { expect, it } from 'vitest';
import { until } from '../browser/condition';
import { fill, press } from '../browser/roles';
import { insider, openPopup, requestsBy, service, useService } from './fixture';
import { creation } from './insider';
import {
  mainText,
  openRow,
  untilReportRead,
  untilRows,
  untilSaid,
  untilUnsaid,
} from './popup-reading';

const OPENED = 'https://opened.example/';

useService({ reports: [{ url: 'https://older.example/' }, { url: OPENED, privacy: 1 }] });

/** What another window tells the background of the report. */
function openedReport() {
  const id = String(service.reports().find(({ url }) => url === OPENED)?.id);
  const unknown = { privacy: null, result: null, generatedAt: null, project: null, link: null };
  return { id, url: OPENED, hasExactTime: false, ...unknown };
}

async function openPopupWithRows() {
  const popup = await openPopup();
  await untilRows(popup, (rows) => rows.length === 2);
  await until('the list was read', async () => !(await mainText(popup)).includes('saved results'));
  return popup;
}

it('an open report follows its change in another window, and gives way to its deletion', async () => {
  const popup = await openPopupWithRows();
  await openRow(popup, OPENED);
  await untilReportRead(popup);
  await insider.add({ kind: 'change', report: openedReport(), change: { privacy: 0 } });
  await until('it is shown as public', () =>
    popup.evaluate(
      () => document.querySelector(':checked')?.closest('label')?.textContent === 'Public',
    ),
  );
  await insider.add({ kind: 'delete', report: openedReport() });
  await untilSaid(popup, `Deleted: ${OPENED}`);
  await press(popup, 'Undo');
  await untilRows(popup, (rows) => rows.length === 2);
  expect(requestsBy('DELETE')).toEqual([]);
});

const RECENT = { search: '', project: '', result: null, sortBy: 'id', sort: 'desc', perPage: 10 };

it('the rows stay while another window searches for something else', async () => {
  const popup = await openPopupWithRows();
  const searched = await insider.ask('list', { ...RECENT, search: 'older' });
  expect(searched).toEqual({ value: null });
  await until('its answer is stored', async () =>
    JSON.stringify(await insider.stored()).includes('"search":"older"'),
  );
  await untilRows(popup, (rows) => rows.length === 2);
  expect(await mainText(popup)).not.toContain('saved results');
});

it('a search shows what another window creates, where it matches', async () => {
  const popup = await openPopupWithRows();
  await fill(popup, 'Search', 'older', 'searchbox');
  await untilRows(popup, (rows) => rows.length === 1);
  await untilUnsaid(popup, 'saved results');
  await insider.ask('list', RECENT);
  for (const url of ['https://older.example/new', 'https://opened.example/new']) {
    await insider.add(creation(url));
  }
  await until('both are made', async () => (await insider.tasks()).tasks.length === 0);
  await untilRows(popup, (rows) => rows.length === 2 && rows[0]?.includes('/new') === true);
  expect(await mainText(popup)).not.toContain('saved results');
});
