import { describe, expect, it } from 'vitest';
import { workerEvaluate } from '../browser/chromium/worker-control';
import { app, byRole, type Screen, until } from './app';
import { answer, lure, lured, openReport, openWatched, useHostileService } from './hostile-answers';
import { foreignParts, watch } from './inertness';

useHostileService();

/** Markup that would load, run or show something if it were taken for more than text. */
function markup(): string {
  return `"'><img src="${lure}" onerror="alert(1)"><script>alert(2)</script><iframe src="${lure}"></iframe>{{7*7}}\${8*8}&lt;b&gt;`;
}

/** What must be so whatever the service has said. */
async function expectInert(page: Screen, happened: string[]): Promise<void> {
  expect(await foreignParts(page)).toEqual([]);
  expect(happened).toEqual([]);
  expect(lured).toEqual([]);
}

const DANGEROUS_ADDRESSES = [
  'javascript:alert(1)',
  ' JaVa\tScript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'chrome://settings/',
  'blob:https://example.com/1',
  'chrome-extension://abc/options.html',
];

describe('an address that does more than lead to a page', () => {
  it('is text in the list, and its report offers no way to open it', async () => {
    const reports = DANGEROUS_ADDRESSES.map((url, index) => ({ id: index + 1, url }));
    answer({ list: JSON.stringify(reports) });
    const { popup, happened } = await openWatched();
    await popup.rows((rows) => rows.length === reports.length);
    const shown = await popup.$$eval('.row bdi.unseen', (all) => all.map((one) => one.textContent));
    expect(shown).toEqual(DANGEROUS_ADDRESSES);

    for (const { id, url } of reports) {
      answer({ report: JSON.stringify({ id, url, also: 'read' }) });
      await popup.click(`[data-report="${id}"] .row`);
      await popup.isRead();
      expect(await popup.$eval('h2', (heading) => heading.textContent)).toBe(url);
      expect(await popup.names('button')).not.toContain('Open page');
      await popup.press('Back');
    }
    expect(await popup.names('link')).toEqual([]);
    await expectInert(popup, happened);
  });

  it('is text among the other fields, where an address of the web is a link', async () => {
    const fields = Object.fromEntries(DANGEROUS_ADDRESSES.map((url, at) => [`field${at}`, url]));
    const report = { id: 1, url: 'https://a.example/', ...fields, web: 'https://b.example/?<x>' };
    const { popup, happened } = await openReport(report.url, JSON.stringify(report));
    const shown = await popup.$$eval('dd', (all) => all.map((one) => one.textContent));
    expect(shown).toEqual(expect.arrayContaining(DANGEROUS_ADDRESSES));
    expect(await popup.names('link')).toEqual([report.web]);
    await expectInert(popup, happened);
  });
});

describe('markup', () => {
  it('is text in every field of a report, and in the name of any other', async () => {
    const text = markup();
    const report = {
      id: text.slice(0, 200),
      url: text,
      result: text,
      privacy: text,
      generated_at: text,
      project: text.slice(0, 200),
      [text]: text,
      nested: { [text]: [text] },
    };
    const other = { id: 'other', project: '<b>other</b>' };
    answer({ list: JSON.stringify({ data: [report, other], message: text }) });
    answer({ report: JSON.stringify(report) });
    const { popup, happened } = await openWatched();
    await popup.rows((rows) => rows.length === 2);
    expect(await popup.items('Recent reports')).toEqual([
      expect.stringContaining(text),
      expect.stringContaining('Report other'),
    ]);
    await popup.row(text).open();
    await popup.isRead();
    expect(await popup.$eval('h2', (heading) => heading.textContent)).toBe(text);
    expect(await popup.$eval('.fact-project', (project) => project.textContent)).toContain(
      text.slice(0, 120),
    );
    const shown = await popup.$$eval('dd', (all) => all.map((one) => one.textContent));
    // The id, result, privacy, date, and the two that nobody has documented.
    expect(shown.filter((one) => text.startsWith(one) && one.length > 100)).toHaveLength(6);
    const names = await popup.$$eval('dt, summary > bdi', (all) =>
      all.map((one) => one.textContent),
    );
    expect(
      names.filter((name) => text.startsWith(name.replace('…', '')) && name !== ''),
    ).toHaveLength(2);
    await expectInert(popup, happened);
  });

  it('is text where the service refuses a report', async () => {
    const text = markup();
    const errors = { url: [text], password: [text], [text]: [text], constructor: [text] };
    answer({ refusal: JSON.stringify({ message: text, errors }) });
    const { popup, happened } = await openWatched();
    await popup.choose('Password');
    await popup.press('Make a strong password');
    await popup.press('Create report');
    await popup.says("The service didn't accept this.");
    const problems = await popup.texts('.problem');
    expect(problems.filter((problem) => problem === text)).toHaveLength(2);
    expect(await popup.texts(byRole('alert'))).toEqual([expect.stringContaining(text)]);
    await expectInert(popup, happened);
  });

  it('is text in the account', async () => {
    const text = markup();
    answer({ account: JSON.stringify({ name: text, [text]: 'javascript:alert(1)' }) });
    await app.connect();
    const options = await app.options();
    const { happened } = watch(options);
    const account = byRole('region', 'Account');
    await until('the account is shown', async () =>
      (await options.texts(account)).join().includes('javascript:alert(1)'),
    );
    expect((await options.$eval('dl', (list) => list.textContent)).includes(text)).toBe(true);
    expect(await options.names('link')).toEqual([]);
    await expectInert(options, happened);
  });
});

describe('names that objects have of themselves', () => {
  const REPORT = `{"id":1,"url":"https://a.example/","__proto__":{"polluted":"p1"},
    "constructor":{"prototype":{"polluted":"p2"}},"toString":"t","hasOwnProperty":null}`;

  it('are fields like others or left out, and change no object', async () => {
    answer({ list: `{"__proto__":{"polluted":"p3"},"data":[${REPORT}]}` });
    answer({ report: REPORT });
    const { popup, happened } = await openWatched();
    await popup.rows((rows) => rows.length === 1);
    await popup.row('https://a.example/').open();
    await popup.isRead();
    const names = await popup.$$eval('dt, summary bdi', (all) => all.map((one) => one.textContent));
    expect(names).toEqual(
      expect.arrayContaining(['__proto__', 'Polluted', 'To string', 'Has own property']),
    );
    expect(await popup.evaluate(() => Reflect.get({}, 'polluted'))).toBe(undefined);
    const { browser, extensionId } = app.stage;
    expect(await workerEvaluate(browser, extensionId, 'String({}.polluted)')).toBe('undefined');
    await expectInert(popup, happened);
  });
});
