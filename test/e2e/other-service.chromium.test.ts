import { expect, it } from 'vitest';
import { app, type Screen, until, useService } from './app';
import { openClient, openReports, untilNumbers } from './reports-screen';
import { OTHER_KEY } from './states/options-states';
import { connectOther, connectTwo, disconnectInUse } from './states/two-services';

useService({
  connects: false,
  reports: ['https://one.example/', 'https://two.example/'].map((url) => ({ url, score: 40 })),
  otherKeys: { [OTHER_KEY]: 8 },
});

/** Waits until an action has opened the page again. */
async function reloadAfter(page: Screen, act: () => Promise<unknown>): Promise<void> {
  // `waitForNavigation` also resolves after a change of the history.
  const loaded = new Promise((resolve) => page.once('load', resolve));
  await act();
  await loaded;
}

const ownHost = () => new URL(app.service.baseUrl).host;
const ownRequests = () =>
  app.service.requests.filter(({ headers }) => headers.authorization?.endsWith(app.service.apiKey));

it('a page of All reports sends no request while another service is in use', async () => {
  await app.connect();
  const page = await openReports(2);
  await untilNumbers(page);
  const otherHost = await connectOther();
  await page.says(`This page shows ${ownHost()}. In use: ${otherHost}.`);
  const count = ownRequests().length;
  const enabled = await page.$$eval('main :is(button, input, select):enabled', (controls) =>
    controls.map(({ textContent }) => textContent),
  );
  expect(enabled).toEqual([`Use ${ownHost()}`, `Go to ${otherHost}`]);
  await page.locator('.table-row .row').setWaitForEnabled(false).click();
  await page.keyboard.press('Escape');
  expect(ownRequests()).toHaveLength(count);
  await page.press(`Use ${ownHost()}`);
  await page.saysNoMore('This page shows');
  await until('the page reads its list again', () => ownRequests().length > count);
  expect(await page.$$('.table-row')).toHaveLength(2);
});

it('a page of All reports goes to the list of the service in use', async () => {
  await app.connect();
  const page = await openReports(2);
  await openClient(page, 'one.example', 1);
  const otherHost = await connectOther();
  await reloadAfter(page, () => page.press(`Go to ${otherHost}`));
  await page.says('No reports yet');
  await page.shows('button', otherHost);
  expect(new URL(page.url()).hash).toBe('');
});

it('a choice in the menu of the popup changes the service of the popup', async () => {
  const host = await connectTwo();
  const popup = await app.popupWithRows(2);
  await popup.press(host);
  const otherHost = host.replace('127.0.0.1', 'localhost');
  await reloadAfter(popup, () => popup.pressMenuItem(otherHost));
  await popup.says('No reports yet');
  await popup.shows('button', otherHost);
});

it('Use changes to the service of the list after Disconnect', async () => {
  await connectTwo();
  await disconnectInUse();
  const popup = await app.popup();
  await popup.says('No service is in use.');
  await reloadAfter(popup, () => popup.press('Use'));
  await popup.says('No reports yet');
});
