import { describe, expect, it } from 'vitest';
import { doubleClick } from '../../browser/hasty-presses';
import { app, bareAddress, until, useService } from '../app';

useService();

const PASSWORD = ' pä$s & 🔑 + % word ';

describe('the popup of the toolbar button', () => {
  it('reports the page with each privacy, even with a stopped worker', async () => {
    const url = `${app.service.samplePages.good}?q=a+b%20c&x=%C3%A4#part`;
    const popup = await app.popup(url);
    await popup.untilListIsRead();
    let known = 'No report yet';
    for (const [privacy, answer] of [
      ['Public', 'Publish anyway'],
      ['Private', undefined],
      ['Password', undefined],
    ] as const) {
      // Half a second after a change of the history, the popup reads the line of this page again. This
      // read wakes the worker.
      await until('the line of this page is up to date', async () => {
        const [line = known] = await popup.texts('.this-page');
        return line.includes(known);
      });
      await popup.choose(privacy);
      if (privacy === 'Password') await popup.fill('Report password', PASSWORD);
      await until('the worker is stopped', async () => {
        await app.worker.stop();
        return !(await app.worker.isRunning());
      });
      expect(await popup.create(answer)).toMatch(/^Report created · Good( \d+)? · ./);
      known = privacy;
    }
    expect(app.service.reports()).toMatchObject([
      { url, privacy: 2, password: PASSWORD },
      { url, privacy: 1, password: null },
      { url, privacy: 0, password: null },
    ]);
    const rows = await popup.untilRows((all) => all.length === 3);
    for (const [index, privacy] of ['Password', 'Private', 'Public'].entries()) {
      for (const text of [bareAddress(url), 'Good', privacy]) expect(rows[index]).toContain(text);
    }
  });

  it('starts with Private, sends no cookies, and creates one report at a double click', async () => {
    const url = app.service.samplePages.bad.replace('localhost', '127.0.0.1');
    const popup = await app.popup(url);
    expect(await app.tab.evaluate(() => document.cookie)).toContain('visitor');
    await doubleClick(popup, 'Create report');
    await popup.says('Report created · Bad');
    // A second request would arrive before the list is read again.
    const requests = app.service.requests.length;
    await popup.press('Refresh');
    await until('the list was read again', () => app.service.requests.length > requests);
    expect(app.requests('POST')).toHaveLength(1);
    expect(app.service.reports()).toMatchObject([{ privacy: 1 }]);
  });
});
