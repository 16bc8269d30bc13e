import { describe, expect, it } from 'vitest';
import { app, byRole, inChromium, type Screen, until, useService } from './app';

useService();

const PASSWORD = ' pä$s & 🔑 + % word ';

/** Creates a public, a private and a protected report. */
async function createThree(popup: Screen, rating: string, beforeEachPress = async () => {}) {
  for (const privacy of ['Public', 'Private', 'Password']) {
    await popup.choose(privacy);
    if (privacy === 'Password') await popup.fill('Report password', PASSWORD);
    await beforeEachPress();
    expect(await popup.create()).toBe(`Report created · ${rating}`);
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
async function expectOnePost(popup: Screen) {
  const requests = app.service.requests.length;
  await popup.press('Refresh');
  await until('the list was read again', () => app.service.requests.length > requests);
  expect(app.requests('POST')).toHaveLength(1);
}

describe('the toolbar button', () => {
  it('reports the page in front as public, private and with a password', async () => {
    const url = `${app.service.samplePages.good}?q=a+b%20c&x=%C3%A4#part`;
    const popup = await app.popup(url);
    await createThree(popup, 'Good');
    expect(app.service.reports()).toMatchObject(threeOf(url));
    const rows = await popup.rows((all) => all.length === 3);
    for (const [index, privacy] of ['Password', 'Private', 'Public'].entries()) {
      for (const text of [url, 'Good', privacy]) expect(rows[index]).toContain(text);
    }
  });

  it('starts with the privacy Private, and sends no cookie of the service', async () => {
    const url = app.service.samplePages.bad.replace('localhost', '127.0.0.1');
    const popup = await app.popup(url);
    expect(await app.tab.evaluate(() => document.cookie)).toContain('visitor');
    expect(await popup.create()).toBe('Report created · Bad');
    expect(app.service.reports()).toMatchObject([{ privacy: 1 }]);
  });

  it('takes a double click for one wish', async () => {
    const popup = await app.popup();
    const button = await popup.locator(byRole('button', 'Create report')).waitHandle();
    const { x, y } = await button.clickablePoint();
    await popup.mouse.click(x, y, { count: 2 });
    await popup.says('Report created');
    await expectOnePost(popup);
  });

  inChromium('WebDriver BiDi makes no half of a double click')(
    'takes its second half for no second wish, however late it comes',
    async () => {
      const popup = await app.popup();
      const button = await popup.locator(byRole('button', 'Create report')).waitHandle();
      const { x, y } = await button.clickablePoint();
      await popup.mouse.click(x, y);
      await popup.says('Report created');
      await popup.mouse.down({ clickCount: 2 });
      await popup.mouse.up({ clickCount: 2 });
      await expectOnePost(popup);
    },
  );
});

describe('a worker that is not there', () => {
  it('is started by Create report after it was stopped', async () => {
    const url = app.service.samplePages.decent;
    await createThree(await app.popup(url), 'Decent', async () => {
      await app.worker.stop();
      expect(await app.worker.isRunning()).toBe(false);
    });
    expect(app.service.reports()).toMatchObject(threeOf(url));
  });

  it('outlasts a service that takes 40 seconds, left alone with a closed popup', async () => {
    app.service.behave({ on: { method: 'POST' }, delayMs: 40_000 });
    const popup = await app.popup();
    await popup.press('Create report');
    // Said when it is so: the report is stored.
    await popup.says('Creating report… You can close this.');
    await popup.leave();
    await until('the service has answered', () => app.requests('POST')[0]?.status === 201, 60_000);

    const again = await app.popupAgain();
    await again.rows((rows) => rows[0]?.includes(app.service.samplePages.good) === true);
    expect(app.service.reports()).toHaveLength(1);
    expect(app.requests('POST')).toHaveLength(1);
  });
});
