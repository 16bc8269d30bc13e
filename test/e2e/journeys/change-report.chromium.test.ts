import { describe, expect, it } from 'vitest';
import { app, byRole, until, useService } from '../app';

const URL_OPENED = 'https://clinic.example/appointments';
const NAME = 'clinic.example/appointments';

useService({
  reports: [{ url: 'https://older.example/' }, { url: URL_OPENED, privacy: 1, result: 'good' }],
});

async function openReport() {
  const popup = await app.popup();
  await popup.untilRows((rows) => rows.length === 2);
  await popup.row(URL_OPENED).open();
  return popup;
}

function servedReport() {
  return app.service.reports().find(({ url }) => url === URL_OPENED);
}

describe('an open report', () => {
  it('is read from the service, and its web page opens in a tab', async () => {
    const popup = await openReport();
    await popup.untilReportIsRead();
    const read = app.service.requests.findLast(({ path }) => /\/reports\/\d+$/.test(path));
    expect(read).toMatchObject({ method: 'GET', status: 200 });
    // The new tab closes the popup during the click.
    void popup.pressInMenu('Open page').catch(() => {});
    await until('the page opens in a tab', async () =>
      (await app.testBrowser.tabUrls()).some((url) => url.startsWith('https://clinic.example/')),
    );
  });

  it('sends only changed fields, and closes the fields afterwards', async () => {
    const popup = await openReport();
    await popup.untilReportIsRead();
    await popup.expand('Change…');
    await popup.press('Save changes');
    await popup.pressInMenu('Copy URL');
    await popup.untilStatus(`URL copied: ${NAME}.`);
    await popup.choose('Password');
    await popup.press('Save changes');
    await popup.says('Enter a password, or choose another privacy setting.');
    await popup.expectFocus('Report password');
    await popup.untilStatus('');
    await popup.choose('Public');
    await popup.press('Save changes');
    await popup.untilStatus(`Changes saved · ${NAME}`);
    expect(servedReport()?.privacy).toBe(0);
    await popup.choose('Password');
    await popup.fill('Report password', ' new wörd ');
    await popup.press('Save changes');
    const saves = byRole('button', 'Save changes');
    await until('the change is saved', async () => (await popup.$(saves)) === null);
    await popup.untilStatus(`Changes saved · ${NAME}`);
    expect(servedReport()?.password).toBe(' new wörd ');
    await popup.expand('Change…');
    expect(await popup.value('Report password')).toBe('');
    await popup.press('Save changes');
    await popup.press('Back');
    await popup.untilRows((rows) => rows[0]?.includes('Password') === true);
    expect(app.requests('PUT').map(({ form }) => form)).toEqual([
      [['privacy', '0']],
      [
        ['privacy', '2'],
        ['password', ' new wörd '],
      ],
    ]);
  });

  it('shows a message when it is opened or changed after its deletion on the service', async () => {
    const popup = await openReport();
    await popup.untilReportIsRead();
    await app.deleteElsewhere(URL_OPENED);
    await popup.choose('Public');
    await popup.press('Save changes');
    await popup.says('This report is no longer on the service.');
    await popup.press('Back');
    await popup.untilRows((rows) => rows.length === 1);

    await app.deleteElsewhere('https://older.example/');
    await popup.row('https://older.example/').open();
    await popup.says('This report is no longer on the service.');
    await popup.shows('heading', 'older.example/');
  });
});
