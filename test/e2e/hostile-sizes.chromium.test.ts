import { describe, expect, it } from 'vitest';
import { app, type Screen, until } from './app';
import { answer, openReport, openWatched, useHostileService } from './hostile-answers';
import { foreignParts } from './inertness';

useHostileService();

const URL_OPENED = 'https://a.example/';
const LONG = 'x'.repeat(100_000);
/** As long as an address may be. */
const LONG_PATH = 'x'.repeat(9900);

function accountReads() {
  return app.service.requests.filter(({ path }) => path === '/api/v1/account');
}

/** Heights of what scrolls, in popups of the largest size. */
function screens(popup: Screen): Promise<number> {
  return popup.$eval('.scroll', (scrolled) => scrolled.scrollHeight / 600);
}

describe('a text of 100,000 characters', () => {
  it('takes one line in the list, and leaves it as usable as ever', async () => {
    const reports = Array.from({ length: 10 }, (_, id) => ({
      id,
      url: `https://long${id}.example/${LONG_PATH}`,
      project: LONG,
    }));
    answer({ list: JSON.stringify(reports) });
    const { popup, happened } = await openWatched();
    await popup.rows((rows) => rows.length === 10);
    expect(await screens(popup)).toBeLessThan(2);
    answer({ list: JSON.stringify(reports.slice(7, 8)) });
    await popup.fill('Search', 'long7', 'searchbox');
    await popup.rows((rows) => rows.length === 1);

    await popup.row('long7').open();
    expect(await screens(popup)).toBeLessThan(2);
    answer({ report: '{"message":"no"}' });
    await popup.press('Delete report');
    await popup.says('Deleted: https://long7.example/xxx');
    expect(await screens(popup)).toBeLessThan(2);
    await popup.press('Undo');
    await popup.rows((rows) => rows.length === 1);
    expect(happened).toEqual([]);
  });

  it('is folded in the view of a report, and so is the name of a field', async () => {
    const fields = { notes: LONG, [LONG]: 'short', [`${LONG}y`]: 'shorter', list: [LONG, LONG] };
    const { popup, happened } = await openReport(URL_OPENED, JSON.stringify({ id: 1, ...fields }));
    expect(await screens(popup)).toBeLessThan(3);
    const summaries = await popup.$$('summary');
    expect(summaries).toHaveLength(4);
    await summaries[0]?.click();
    await until('it is unfolded', async () => (await screens(popup)) > 5);
    await summaries[0]?.click();
    await until('it is folded', async () => (await screens(popup)) < 3);
    expect(happened).toEqual([]);
  });

  it('is cut where the service refuses with it', async () => {
    answer({
      refusal: JSON.stringify({
        message: LONG,
        errors: { url: LONG, [LONG]: LONG },
      }),
    });
    const { popup, happened } = await openWatched();
    await popup.press('Create report');
    await popup.alert();
    expect(await screens(popup)).toBeLessThan(3);
    expect(happened).toEqual([]);
  });
});

describe('thousands of values', () => {
  it('are shown up to a bound, and nested ones to a depth', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const many = Array.from({ length: 5000 }, (_, index) => `"field${index}":${index}`).join();
    const { popup, happened } = await openReport(URL_OPENED, `{"id":1,"nested":${nested},${many}}`);
    const shown = await popup.$$eval('dt', (all) => all.map((one) => one.textContent));
    expect(shown.length).toBeLessThanOrEqual(210);
    expect(shown).toContain('Field9');
    await popup.says('Only the first 5,000 values are shown.');
    await popup.fill('Filter fields', 'nested', 'searchbox');
    await popup.says('1 match');
    expect(await popup.$$eval('.section', (sections) => sections.length)).toBeGreaterThan(50);
    expect(await foreignParts(popup)).toEqual([]);
    expect(happened).toEqual([]);
  });

  it('are no list of reports where they are nested alone', async () => {
    const { popup, happened } = await openWatched();
    answer({ list: `${'['.repeat(20_000)}${']'.repeat(20_000)}` });
    await popup.press('Refresh');
    expect(await popup.alert()).toContain('has an unknown format');
    expect(happened).toEqual([]);
  });
});

describe('numbers and ids out of measure', () => {
  it('are shown as they are, or their row is left out', async () => {
    answer({
      list: `[{"id":1,"url":"https://one.example/"},{"id":1e400},{"id":-1},
      {"id":9007199254740993},{"id":""},{"id":".."},{"id":"\\ud800"},{"id":null},{"id":{}}]`,
    });
    answer({ report: '{"id":1,"huge":1e400,"tiny":1e-400,"long":123456789012345678901}' });
    const { popup, happened } = await openWatched();
    await popup.rows((rows) => rows.length === 1);
    await popup.says("8 reports couldn't be read");
    await popup.row('https://one.example/').open();
    await popup.isRead();
    const shown = await popup.$$eval('dd', (all) => all.map((one) => one.textContent));
    expect(shown).toEqual(expect.arrayContaining(['Infinity', '0', '123456789012345680000']));
    expect(happened).toEqual([]);
  });

  it('lead to no other call', async () => {
    const ids = ['../account', 'a/../../account', '..\\account', 'account?x=1', '%2e%2e/a', '#'];
    answer({
      list: JSON.stringify(ids.map((id) => ({ id, url: `https://${ids.indexOf(id)}.example/` }))),
    });
    const { popup, happened } = await openWatched();
    await until('the account is read', () => accountReads().length > 0);
    await popup.rows((rows) => rows.length === ids.length);
    for (const [index, id] of ids.entries()) {
      await popup.row(`https://${index}.example/`).open();
      const path = `/api/v1/reports/${encodeURIComponent(id)}`;
      await until(`${id} is read`, () =>
        app.service.requests.some((request) => request.path === path),
      );
      await popup.press('Back');
    }
    expect(accountReads()).toHaveLength(1);
    expect(happened).toEqual([]);
  });
});
