import { describe, expect, it } from 'vitest';
import { app, failures, type Screen, until } from './app';
import { answer, openReport, openWatched, useHostileService } from './hostile-answers';
import { otherFields } from './report-content-reading';

useHostileService();

const LONG = 'x'.repeat(100_000);
const NESTED = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const ONE = JSON.stringify([{ id: 1, url: 'https://one.example/' }]);
const LIST = { method: 'GET', path: '/api/v1/reports' };

/** Heights of what scrolls, in popups of the largest size. */
function screens(popup: Screen): Promise<number> {
  return popup.$eval('.scroll', (scrolled) => scrolled.scrollHeight / 600);
}

describe('a text of 100,000 characters', () => {
  it('takes a single line in the list, which stays usable', async () => {
    const reports = Array.from({ length: 10 }, (_, id) => ({
      id,
      // As long as an address may be.
      url: `https://long${id}.example/${'x'.repeat(9900)}`,
      project: LONG,
    }));
    answer({ list: JSON.stringify(reports), report: '{"message":"no"}' });
    const popup = await openWatched();
    await popup.rows((rows) => rows.length === 10);
    expect(await screens(popup)).toBeLessThan(2);
    await popup.row('long7').open();
    expect(await screens(popup)).toBeLessThan(2);
    await popup.pressMore('Delete report');
    await popup.says('long7.example/xxx');
    expect(await screens(popup)).toBeLessThan(2);
    await popup.press('Undo');
    await popup.rows((rows) => rows.length === 10);
  });

  it('is folded and cut in a report, whether as value or as name of a field', async () => {
    const fields = { notes: LONG, [LONG]: 'short', [`${LONG}y`]: 'shorter', list: [LONG, LONG] };
    const popup = await openReport('https://a.example/', JSON.stringify({ id: 1, ...fields }));
    expect(await screens(popup)).toBeLessThan(2);
    const lines = await otherFields(popup);
    expect(lines.map((line) => Math.ceil(line.length / 1_000))).toEqual([1, 11, 1, 1, 1, 1, 1]);
    await popup.says('Only the first 20 kB are shown.');
  });

  it('is cut in a refusal of the service, and little of it is stored', async () => {
    const fields = Array.from({ length: 10_000 }, (_, at) => [`field${at}`, 'x'.repeat(470)]);
    const errors = { url: LONG, [LONG]: LONG, ...Object.fromEntries(fields) };
    answer({ refusal: JSON.stringify({ message: LONG, errors }) });
    const popup = await openWatched();
    await popup.press('Create report');
    expect(await popup.alert()).toContain("didn't accept this");
    expect(await screens(popup)).toBeLessThan(3);
    expect(JSON.stringify(await app.worker.stored()).length).toBeLessThan(20_000);
  });
});

describe('20,000 nested lists', () => {
  it('are shown down to a certain depth in a report', async () => {
    const popup = await openReport(
      'https://a.example/',
      `{"id":1,"more":[1,2,3,4,5,6,7,8],"nested":${NESTED}}`,
    );
    const lines = await otherFields(popup);
    expect(lines.length).toBeLessThan(100);
    expect(lines.at(-1)).toMatch(/^ {100,}1: …$/);
  });
});

describe('a list that is answered with', () => {
  it('30 MB is a failure in words, after which everything works', async () => {
    answer({ list: ONE });
    const popup = await openWatched();
    await popup.rows((rows) => rows.length === 1);
    app.service.behave([{ on: LIST, fail: failures.hugeBody }]);
    await popup.press('Refresh');
    expect(await popup.alert()).toMatch(/response is too large\. Choose a smaller Per page/);
    expect(await app.worker.isRunning()).toBe(true);
    answer({});
    await popup.press('Refresh');
    await until('the alert goes', async () => (await popup.announcements()).alert === '');
  });

  it('a body that stops half way does not hold up other requests', async () => {
    const popup = await openWatched();
    await popup.says('No reports yet');
    app.service.behave([{ on: LIST, fail: failures.stalledBody }]);
    const asked = app.service.requests.length;
    await popup.press('Refresh');
    await until('the list is asked for', () => app.service.requests.length > asked);
    expect(await app.worker.ask('account')).toMatchObject({ value: {} });
  });

  it('100,000 rows shows the first 500 rows', async () => {
    answer({ list: `[${Array.from({ length: 100_000 }, (_, id) => `{"id":${id}}`)}]` });
    const popup = await openWatched();
    await popup.rows((rows) => rows.length === 500);
    expect(await popup.mainText()).toContain('First 500');
  });
});
