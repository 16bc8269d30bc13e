import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { byRole, fill, press } from '../browser/roles';
import { failures } from '../service/failure';
import { type Service, startService } from '../service/service';
import { choose, openRow, untilAlert, untilRows, untilSaid } from './popup-reading';
import { type Stage, startStage } from './stage';

let stage: Stage;
let service: Service;

const URL_OPENED = 'https://clinic.example/appointments';

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  service = await startService({ sampleReports: false });
  service.add({ url: 'https://older.example/' });
  service.add({ url: URL_OPENED, privacy: 1, result: 'good' });
  await stage.connect(service);
});
afterEach(() => service.close());

async function openReport() {
  const { popup, page } = await stage.openPopupOn(service.samplePages.good);
  await untilRows(popup, (rows) => rows.length === 2);
  await openRow(popup, URL_OPENED);
  return { popup, page };
}

function held() {
  return service.reports().find(({ url }) => url === URL_OPENED);
}

function updates() {
  return service.requests.filter(({ method }) => method === 'PUT');
}

describe('an open report', () => {
  it('is read fresh and shows what else the service sent', async () => {
    service.behave({ shape: { extraFields: true } });
    const { popup, page } = await openReport();
    await untilSaid(popup, 'Also sent by the service');
    expect(service.requests.at(-1)).toMatchObject({ method: 'GET', status: 200 });
    await press(popup, 'Copy URL');
    await untilSaid(popup, 'The URL is on the clipboard.');
    await page.close();
  });

  it('opens its page in a tab', async () => {
    const { popup, page } = await openReport();
    await press(popup, 'Open page');
    const target = await until('the tab is there', () =>
      stage.browser.targets().find((other) => other.url().startsWith('https://clinic.example/')),
    );
    await (await target.page())?.close();
    await page.close();
  });

  it('changes the privacy and sends nothing else', async () => {
    const { popup, page } = await openReport();
    await choose(popup, 'Public');
    await press(popup, 'Save changes');
    await untilSaid(popup, 'The changes are saved.');
    expect(updates().map(({ form }) => form)).toEqual([[['privacy', '0']]]);
    expect(held()?.privacy).toBe(0);
    await press(popup, 'Back');
    await untilRows(popup, (rows) => rows[0]?.includes('Public') === true);
    await page.close();
  });

  it('demands a password for the privacy Password', async () => {
    const { popup, page } = await openReport();
    await choose(popup, 'Password');
    await press(popup, 'Save changes');
    await untilSaid(popup, 'Enter a password, or choose another privacy.');
    expect(updates()).toEqual([]);
    await fill(popup, 'Report password', ' new wörd ');
    await press(popup, 'Save changes');
    await untilSaid(popup, 'The changes are saved.');
    expect(held()).toMatchObject({ privacy: 2, password: ' new wörd ' });
    await page.close();
  });

  it('sends nothing when nothing was changed', async () => {
    const { popup, page } = await openReport();
    await press(popup, 'Save changes');
    await press(popup, 'Update results');
    await until('the update is there', () => updates().length === 1);
    expect(updates()[0]?.form).toEqual([['results', '1']]);
    await page.close();
  });

  it('awaits the new result after Update results, and shows it by itself', async () => {
    service.behave({ on: { method: 'PUT' }, analysis: 'later' });
    const { popup, page } = await openReport();
    await press(popup, 'Update results');
    await untilSaid(popup, 'The service is working on the new result.');
    await press(popup, 'Back');
    await untilRows(popup, (rows) => rows[0]?.includes('new result awaited') === true);
    await service.finishAnalyses();
    await untilRows(popup, (rows) => rows[0]?.includes('awaited') === false);
    await page.close();
  });

  it("shows the service's words when a change is refused, and keeps what was chosen", async () => {
    service.behave({ on: { method: 'PUT' }, fail: failures.forbidden });
    const { popup, page } = await openReport();
    await choose(popup, 'Public');
    await press(popup, 'Save changes');
    const alert = await untilAlert(popup);
    expect(alert).toContain('The service says: This key may not do that.');
    expect(await popup.$eval(':checked', (radio) => radio.closest('label')?.textContent)).toBe(
      'Public',
    );
    await page.close();
  });

  it('says so when it was deleted elsewhere, on opening and on changing', async () => {
    const { popup, page } = await openReport();
    await until('it was read', () => service.requests.at(-1)?.status === 200);
    await remove(String(held()?.id));
    await choose(popup, 'Public');
    await press(popup, 'Save changes');
    await untilSaid(popup, 'This report is no longer on the service.');
    await press(popup, 'Back');
    await untilRows(popup, (rows) => rows.length === 1);

    await remove(String(service.reports()[0]?.id));
    await openRow(popup, 'https://older.example/');
    await untilSaid(popup, 'This report is no longer on the service.');
    await popup.locator(byRole('heading', 'https://older.example/')).wait();
    await page.close();
  });
});

/** Deletes a report as somebody else would. */
async function remove(id: string): Promise<void> {
  await fetch(`${service.baseUrl}/api/v1/reports/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
}
