import { describe, expect, it } from 'vitest';
import { app, failures, type Screen, until } from './app';
import { changeAnswers, openReport, openWatched, useHostileService } from './hostile-answers';
import { otherFields } from './report-content-reading';

useHostileService();

const LONG = 'x'.repeat(100_000);
const NESTED = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const ONE = JSON.stringify([{ id: 1, url: 'https://one.example/' }]);
const LIST = { method: 'GET', path: '/api/v1/reports' };

/** Returns the height of the scrolled content, as a multiple of the popup's height. */
function contentHeight(popup: Screen): Promise<number> {
  return popup.$eval('.scroll', (scrolled) => scrolled.scrollHeight / 600);
}

describe('a text of 100,000 characters', () => {
  it('takes one line in the list, and is cut in a refusal and in storage', async () => {
    const reports = Array.from({ length: 10 }, (_, id) => ({
      id,
      // The longest address that the extension reads.
      url: `https://long${id}.example/${'x'.repeat(9900)}`,
      project: LONG,
    }));
    const fields = Array.from({ length: 10_000 }, (_, at) => [`field${at}`, 'x'.repeat(470)]);
    const errors = { url: LONG, [LONG]: LONG, ...Object.fromEntries(fields) };
    changeAnswers({ list: JSON.stringify(reports), report: '{"message":"no"}' });
    changeAnswers({ refusal: JSON.stringify({ message: LONG, errors }) });
    const popup = await openWatched();
    await popup.untilRows((rows) => rows.length === 10);
    expect(await contentHeight(popup)).toBeLessThan(2);
    await popup.row('long7').open();
    expect(await contentHeight(popup)).toBeLessThan(2);
    await popup.pressInMenu('Delete report');
    await popup.says('long7.example/xxx');
    expect(await contentHeight(popup)).toBeLessThan(2);
    await popup.press('Undo');
    await popup.untilRows((rows) => rows.length === 10);
    const size = async () => JSON.stringify(await app.worker.stored()).length;
    const before = await size();
    await popup.press('Create report');
    expect(await popup.untilAlert()).toContain("didn't accept this");
    expect(await contentHeight(popup)).toBeLessThan(3);
    expect(await size()).toBeLessThan(before + 20_000);
  });

  it('is folded and cut in fields of a report, like 20,000 nested lists', async () => {
    const fields = { notes: LONG, [LONG]: 'short', [`${LONG}y`]: 'shorter', list: [LONG, LONG] };
    const report = JSON.stringify({ id: 1, ...fields }).replace('{', `{"nested":${NESTED},`);
    const popup = await openReport('https://a.example/', report);
    expect(await contentHeight(popup)).toBeLessThan(2);
    const lines = await otherFields(popup);
    expect(lines.length).toBeLessThan(100);
    expect(lines.join('\n').length).toBeLessThanOrEqual(20_000);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(11_000);
    await popup.says('Only the first 20 kB are shown.');
  });
});

it('a list of 30 MB fails with a message, and a list of 100,000 rows shows the first 500', async () => {
  changeAnswers({ list: ONE });
  const popup = await openWatched();
  await popup.untilRows((rows) => rows.length === 1);
  app.service.behave([{ on: LIST, fail: failures.hugeBody }]);
  await popup.press('Refresh');
  expect(await popup.untilAlert()).toMatch(
    /response is too large\. .* choose a smaller number under Per page/,
  );
  expect(await app.worker.isRunning()).toBe(true);
  changeAnswers({ list: `[${Array.from({ length: 100_000 }, (_, id) => `{"id":${id}}`)}]` });
  await popup.press('Refresh');
  await popup.untilRows((rows) => rows.length === 500);
  await popup.says('First 500');
  await until('the alert is gone', async () => (await popup.announcements()).alert === '');
  // An answer that stops half way blocks no other request.
  app.service.behave([{ on: LIST, fail: failures.stalledBody }]);
  const requestCount = app.service.requests.length;
  await popup.press('Refresh');
  await until('the list is requested', () => app.service.requests.length > requestCount);
  expect(await app.worker.callForConnection('getAccount')).toMatchObject({ value: {} });
});
