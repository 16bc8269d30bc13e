import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { byRole, fill, press } from '../browser/roles';
import {
  inChromium,
  openPopup,
  openPopupAgain,
  requestsBy,
  service,
  stage,
  tab,
  useService,
} from './fixture';
import { choose, create, untilRows, untilSaid } from './popup-reading';

useService();

const PASSWORD = ' pä$s & 🔑 + % word ';

/** Creates a public, a private and a protected report. */
async function createThree(popup: Page, rating: string, beforeEachPress = async () => {}) {
  for (const privacy of ['Public', 'Private', 'Password']) {
    await choose(popup, privacy);
    if (privacy === 'Password') await fill(popup, 'Report password', PASSWORD);
    await beforeEachPress();
    expect(await create(popup)).toBe(`Report created · ${rating}`);
  }
}

function threeOf(url: string) {
  return [
    { url, privacy: 2, password: PASSWORD },
    { url, privacy: 1, password: null },
    { url, privacy: 0, password: null },
  ];
}

/** What a wish would have sent is on the wire before the list is asked for again. */
async function expectOnePost(popup: Page) {
  const requests = service.requests.length;
  await press(popup, 'Refresh');
  await until('the list was read again', () => service.requests.length > requests);
  expect(requestsBy('POST')).toHaveLength(1);
}

describe('the toolbar button', () => {
  it('reports the page in front as public, private and with a password', async () => {
    const url = `${service.samplePages.good}?q=a+b%20c&x=%C3%A4#part`;
    const popup = await openPopup(url);
    await createThree(popup, 'Good');
    expect(service.reports()).toMatchObject(threeOf(url));
    const rows = await untilRows(popup, (all) => all.length === 3);
    expect(rows.map((row) => /(Public|Private|Password)/.exec(row)?.[0])).toEqual([
      'Password',
      'Private',
      'Public',
    ]);
    for (const row of rows) {
      expect(row).toContain(url);
      expect(row).toContain('Good');
    }
  });

  it('starts with the privacy Private, and sends no cookie of the service', async () => {
    const url = service.samplePages.bad.replace('localhost', '127.0.0.1');
    const popup = await openPopup(url);
    expect(await tab.evaluate(() => document.cookie)).toContain('visitor');
    expect(await create(popup)).toBe('Report created · Bad');
    expect(service.reports()).toMatchObject([{ privacy: 1 }]);
  });

  it('takes a double click for one wish', async () => {
    const popup = await openPopup();
    const button = await popup.locator(byRole('button', 'Create report')).waitHandle();
    const { x, y } = await button.clickablePoint();
    await popup.mouse.click(x, y, { count: 2 });
    await untilSaid(popup, 'Report created');
    await expectOnePost(popup);
  });

  inChromium('WebDriver BiDi makes no half of a double click')(
    'takes its second half for no second wish, however late it comes',
    async () => {
      const popup = await openPopup();
      const button = await popup.locator(byRole('button', 'Create report')).waitHandle();
      const { x, y } = await button.clickablePoint();
      await popup.mouse.click(x, y);
      await untilSaid(popup, 'Report created');
      await popup.mouse.down({ clickCount: 2 });
      await popup.mouse.up({ clickCount: 2 });
      await expectOnePost(popup);
    },
  );
});

describe('a worker that is not there', () => {
  it('is started by Create report after it was stopped', async () => {
    const url = service.samplePages.decent;
    await createThree(await openPopup(url), 'Decent', async () => {
      await stage.stopWorker();
      expect(await stage.isWorkerRunning()).toBe(false);
    });
    expect(service.reports()).toMatchObject(threeOf(url));
  });

  it('outlasts a service that takes 40 seconds, left alone with a closed popup', async () => {
    service.behave({ on: { method: 'POST' }, delayMs: 40_000 });
    const popup = await openPopup();
    await press(popup, 'Create report');
    // Said when it is so: the report is stored.
    await untilSaid(popup, 'Creating report… You can close this.');
    await closePopup(popup);
    await until('the service has answered', () => requestsBy('POST')[0]?.status === 201, 60_000);

    const again = await openPopupAgain();
    await untilRows(again, (rows) => rows[0]?.includes(service.samplePages.good) === true);
    expect(service.reports()).toHaveLength(1);
    expect(requestsBy('POST')).toHaveLength(1);
  });
});
