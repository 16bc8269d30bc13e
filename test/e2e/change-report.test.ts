import { describe, expect, it } from 'vitest';
import { announcements } from '../browser/announcements';
import { until } from '../browser/condition';
import { byRole, fill, press } from '../browser/roles';
import { createGate } from '../service/gate';
import { failures } from '../service/served-failure';
import {
  deleteElsewhere,
  giveUpResults,
  openPopup,
  requestsBy,
  service,
  stage,
  useService,
} from './fixture';
import {
  choose,
  openRow,
  untilAlert,
  untilNothingIsOnItsWay,
  untilReportRead,
  untilRows,
  untilSaid,
} from './popup-reading';

const URL_OPENED = 'https://clinic.example/appointments';

useService({
  reports: [{ url: 'https://older.example/' }, { url: URL_OPENED, privacy: 1, result: 'good' }],
});

async function openReport() {
  const popup = await openPopup();
  await untilRows(popup, (rows) => rows.length === 2);
  await openRow(popup, URL_OPENED);
  return popup;
}

function held() {
  return service.reports().find(({ url }) => url === URL_OPENED);
}

describe('an open report', () => {
  it('is read fresh and shows what else the service sent', async () => {
    service.behave({ shape: { extraFields: true } });
    const popup = await openReport();
    await untilReportRead(popup);
    await untilSaid(popup, 'Is indexable');
    expect(service.requests.at(-1)).toMatchObject({ method: 'GET', status: 200 });
    await press(popup, 'Copy URL');
    await untilSaid(popup, 'URL copied');
  });

  it('tells what comes after Copy URL', async () => {
    const popup = await openReport();
    await untilReportRead(popup);
    const status = async () => (await announcements(popup)).status;
    const copy = async () => {
      await press(popup, 'Copy URL');
      await until('it is copied', async () => (await status()) === 'URL copied');
    };
    await copy();
    await choose(popup, 'Password');
    await press(popup, 'Save changes');
    await untilSaid(popup, 'Enter a password, or choose another privacy.');
    expect(await status()).toBe('');

    await copy();
    await choose(popup, 'Public');
    for (const chosen of ['Public', 'Private']) {
      await choose(popup, chosen);
      await press(popup, 'Save changes');
      await until('it is saved', async () => (await status()) === 'Changes saved');
      await copy();
    }

    service.behave({ on: { method: 'PUT' }, analysis: 'later' });
    await press(popup, 'Update results');
    await until('they are awaited', async () => (await status()).startsWith('New results'));
    await copy();
    await giveUpResults();
    expect(await untilAlert(popup)).toContain('No new results yet.');
    await until('nothing else is said', async () => (await status()) === '');
  });

  it('opens its page in a tab', async () => {
    const popup = await openReport();
    await press(popup, 'Open page');
    await until('the tab is there', async () =>
      (await stage.tabUrls()).some((url) => url.startsWith('https://clinic.example/')),
    );
  });

  it('changes the privacy and sends nothing else', async () => {
    const popup = await openReport();
    await choose(popup, 'Public');
    await press(popup, 'Save changes');
    await untilSaid(popup, 'Changes saved');
    expect(requestsBy('PUT').map(({ form }) => form)).toEqual([[['privacy', '0']]]);
    expect(held()?.privacy).toBe(0);
    await press(popup, 'Back');
    await untilRows(popup, (rows) => rows[0]?.includes('Public') === true);
  });

  it('demands a password for the privacy Password', async () => {
    const popup = await openReport();
    await choose(popup, 'Password');
    await press(popup, 'Save changes');
    await untilSaid(popup, 'Enter a password, or choose another privacy.');
    expect(requestsBy('PUT')).toEqual([]);
    await fill(popup, 'Report password', ' new wörd ');
    await press(popup, 'Save changes');
    await untilSaid(popup, 'Changes saved');
    expect(held()).toMatchObject({ privacy: 2, password: ' new wörd ' });
  });

  it('sends nothing when nothing was changed', async () => {
    const popup = await openReport();
    await press(popup, 'Save changes');
    await press(popup, 'Update results');
    await until('the update is there', () => requestsBy('PUT').length === 1);
    expect(requestsBy('PUT')[0]?.form).toEqual([['results', '1']]);
  });

  it('awaits the new result after Update results, and shows it by itself', async () => {
    service.behave({ on: { method: 'PUT' }, analysis: 'later' });
    const popup = await openReport();
    await press(popup, 'Update results');
    await untilSaid(popup, 'New results are on their way');
    await press(popup, 'Back');
    await untilRows(popup, (rows) => rows[0]?.includes('Updating…') === true);
    await service.finishAnalyses();
    await untilRows(popup, (rows) => rows[0]?.includes('No result yet') === false);
    await untilRows(popup, (rows) => /Updating|No new result/.test(rows[0] ?? '') === false);
  });

  it("shows the service's words when a change is refused, and keeps what was chosen", async () => {
    service.behave({ on: { method: 'PUT' }, fail: failures.forbidden });
    const popup = await openReport();
    await choose(popup, 'Public');
    await press(popup, 'Save changes');
    const alert = await untilAlert(popup);
    expect(alert).toContain('The service says: This key may not do that.');
    expect(await popup.$eval(':checked', (radio) => radio.closest('label')?.textContent)).toBe(
      'Public',
    );
  });

  it('has its refused change in the queue where the person has gone back', async () => {
    const gate = createGate();
    service.behave({ on: { method: 'PUT' }, gate, fail: failures.forbidden });
    const popup = await openReport();
    await choose(popup, 'Public');
    await press(popup, 'Save changes');
    await until('it is sent', () => requestsBy('PUT').length === 1);
    await press(popup, 'Back');
    gate.open();
    expect(await untilAlert(popup)).toBe('1 report needs attention');
    await untilSaid(popup, `Couldn't change ${URL_OPENED}`);
    await untilSaid(popup, 'This key may not do that.');
    service.behave(null);
    await press(popup, 'Send again');
    await untilNothingIsOnItsWay(popup);
    expect(held()?.privacy).toBe(0);
  });

  it('says so when it was deleted elsewhere, on opening and on changing', async () => {
    const popup = await openReport();
    await untilReportRead(popup);
    await deleteElsewhere(URL_OPENED);
    await choose(popup, 'Public');
    await press(popup, 'Save changes');
    await untilSaid(popup, 'This report is no longer on the service.');
    await press(popup, 'Back');
    await untilRows(popup, (rows) => rows.length === 1);

    await deleteElsewhere('https://older.example/');
    await openRow(popup, 'https://older.example/');
    await untilSaid(popup, 'This report is no longer on the service.');
    await popup.locator(byRole('heading', 'https://older.example/')).wait();
  });
});
