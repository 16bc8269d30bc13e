import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { byRole, fill, press } from '../browser/roles';
import {
  insider,
  openPopup,
  openPopupAgain,
  requestsBy,
  service,
  stage,
  useService,
} from './fixture';
import {
  choose,
  empty,
  openRow,
  select,
  untilAlert,
  untilRows,
  untilSaid,
  untilUnsaid,
} from './popup-reading';
import { disconnect } from './scene';
import { isAccount, isOfConnection } from './stored';

useService({ sampleReports: true });
beforeEach(async () => {
  // The account comes last, and would take a part of what is to be filled.
  await until('the account is stored', async () =>
    Object.keys(await insider.stored()).some(isAccount),
  );
  await insider.fillStore();
});

const MEMORY_ONLY = "Browser storage is full. This list won't be kept when the browser closes.";

describe('with a store that takes nothing more', () => {
  it('a new list is shown and filtered, and said to be in memory only', async () => {
    service.add({ url: `https://new.example/${'path/'.repeat(100)}` });
    const popup = await openPopup();
    await untilRows(popup, (rows) => rows[0]?.includes('new.example') === true);
    await untilSaid(popup, MEMORY_ONLY);

    await fill(popup, 'Search', 'museum', 'searchbox');
    await untilRows(popup, (rows) => rows.length === 2);
    await untilUnsaid(popup, 'Showing saved');
    await select(popup, 'Per page', '100');
    await empty(popup, 'Search', 'searchbox');
    await untilRows(popup, (rows) => rows.length === 25);
    await untilSaid(popup, MEMORY_ONLY);
    await insider.emptyStore();
    await press(popup, 'Refresh');
    await untilUnsaid(popup, 'storage is full');
  });

  it('no report is sent that could not be stored before', async () => {
    const popup = await openPopup();
    await untilRows(popup, (rows) => rows.length === 10);
    await press(popup, 'Create report');
    expect(await untilAlert(popup)).toContain('Browser storage is full.');
    expect(requestsBy('POST')).toEqual([]);
  });

  it('nothing is deleted whose deletion could not be stored', async () => {
    const popup = await openPopup();
    await untilRows(popup, (rows) => rows.length === 10);
    await openRow(popup, 'museum.example');
    await press(popup, 'Delete report');
    expect(await untilAlert(popup)).toContain('so nothing was deleted');
    await untilRows(popup, (rows) => rows.length === 10);
    expect(requestsBy('DELETE')).toEqual([]);
  });

  it('a change is shown in the list, although that is in memory only', async () => {
    service.add({ url: `https://new.example/${'path/'.repeat(100)}` });
    const popup = await openPopup();
    await untilRows(popup, (rows) => rows[0]?.includes('Private') === true);
    await untilSaid(popup, MEMORY_ONLY);
    await openRow(popup, 'new.example');
    await choose(popup, 'Public');
    await press(popup, 'Save changes');
    await untilSaid(popup, 'Changes saved');
    await press(popup, 'Back');
    await untilRows(popup, (rows) => rows[0]?.includes('Public') === true);
  });

  it('the list that was stored before is painted at once', async () => {
    const popup = await openPopup();
    await untilRows(popup, (rows) => rows.length === 10);
    await closePopup(popup);
    await service.close();
    const again = await openPopupAgain();
    await untilRows(again, (rows) => rows.length === 10);
    expect(await untilAlert(again)).toContain('Results from ');
  });

  it('Disconnect removes all that belongs to the service', async () => {
    const page = await stage.openOptions();
    await press(page, 'Disconnect');
    await untilSaid(page, 'Disconnected.');
    const left = Object.keys(await insider.stored()).filter(isOfConnection);
    expect(left).toEqual([]);
  });

  it('a preference that could not be stored is not shown as chosen', async () => {
    const page = await stage.openOptions();
    const isPublic = () =>
      page.$eval(byRole('radio', 'Public'), (radio) => (radio as HTMLInputElement).checked);
    await choose(page, 'Public');
    expect(await untilAlert(page)).toBe('Browser storage is full. Free up space and try again.');
    expect(await isPublic()).toBe(false);
    const after = await page.$eval(
      '[role="alert"]',
      (alert) => alert.nextElementSibling?.textContent,
    );
    expect(after).toContain('Report link');
    await insider.emptyStore();
    await choose(page, 'Public');
    await untilUnsaid(page, 'storage is full');
    await until('it is chosen', isPublic);
  });

  it('Connect says that the connection could not be stored', async () => {
    await disconnect(stage);
    await insider.fillStore();
    const page = await stage.openOptions();
    await fill(page, 'Base URL', service.baseUrl);
    await fill(page, 'API key', service.apiKey);
    await press(page, 'Connect');
    await untilSaid(page, 'Browser storage is full. Free up space and select Connect again.');
  });
});
