import { describe, expect, it } from 'vitest';
import { hostileContent } from '../../service/report-contents';
import { app, byRole, type Screen, until } from '../app';
import {
  changeAnswers,
  forbiddenAddress,
  openReport,
  openWatched,
  recordForbiddenEvents,
  useHostileService,
} from '../hostile-answers';
import { checks, otherFields, unfold } from '../report-content-reading';

useHostileService();

function markup(): string {
  return `"'><img src="${forbiddenAddress}" onerror="alert(1)"><script>alert(2)</script><iframe src="${forbiddenAddress}"></iframe>{{7*7}}\${8*8}&lt;b&gt;`;
}

const textsIn = (page: Screen, selector: string) =>
  page.$$eval(selector, (all) => all.map(({ textContent }) => textContent));

it('an unsafe address is shown as text, without a way to open it', async () => {
  const addresses = [
    ' JaVa\tScript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://bank.example@evil.example/',
  ];
  const reports = addresses.map((url, index) => ({ id: index + 1, url }));
  changeAnswers({ list: JSON.stringify(reports) });
  const popup = await openWatched();
  await popup.untilRows((rows) => rows.length === reports.length);
  expect(await textsIn(popup, '.row bdi.visually-hidden')).toEqual(addresses);
  for (const { id, url } of reports) {
    changeAnswers({ report: JSON.stringify({ id, url, also: url }) });
    await popup.click(`[data-report="${id}"] .row`);
    await popup.untilReportIsRead();
    expect(await textsIn(popup, 'h2')).toEqual([url]);
    expect(await otherFields(popup)).toContain(`Also: ${url.replace('\t', ' ').trim()}`);
    await popup.locator('.report-buttons .more').click();
    await popup.shows('menuitem', 'Copy as text');
    expect(await popup.names('menuitem')).not.toContain('Open page');
    await popup.keyboard.press('Escape');
    expect(await popup.names('link')).toEqual([]);
    await popup.press('Back');
  }
  await popup.press('More');
  await popup.shows('menuitem', 'Copy URL');
  expect(await popup.names('menuitem')).not.toContain('Open page');
});

it('the popup sends no prefetch', async () => {
  const popup = await openWatched();
  await popup.evaluate((href) => {
    const link = Object.assign(document.createElement('link'), { rel: 'prefetch', href });
    document.head.append(link);
    return new Promise((resolve) => {
      link.onload = resolve;
      link.onerror = resolve;
    });
  }, forbiddenAddress);
});

describe('markup from the service', () => {
  it('is shown as text in every field and field name of a report, and in a refusal', async () => {
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
    const errors = { url: [text], password: [text], [text]: [text], constructor: [text] };
    changeAnswers({ list: JSON.stringify({ data: [report], message: text }) });
    changeAnswers({ report: JSON.stringify(report) });
    changeAnswers({ refusal: JSON.stringify({ message: text, errors }) });
    const popup = await openWatched();
    await popup.untilRows(([row]) => row?.includes(text) ?? false);
    await popup.row(text).open();
    await popup.untilReportIsRead();
    expect(await textsIn(popup, 'h2')).toEqual([text]);
    expect(await otherFields(popup)).toEqual([
      ...['Report ID', 'Project'].map((name) => `${name}: ${text.slice(0, 200)}`),
      ...['Result', 'Privacy', 'Generated at', text].map((name) => `${name}: ${text}`),
      ...['Nested', `  ${text}`, `    1: ${text}`],
    ]);
    await popup.press('Back');
    await popup.choose('Password');
    await popup.press('Make a strong password');
    await popup.press('Create report');
    await popup.says("The service didn't accept this.");
    expect((await popup.texts('.problem')).filter((one) => one === text)).toHaveLength(2);
    expect(await popup.texts(byRole('alert'))).toEqual([expect.stringContaining(text)]);
  });

  it('is shown as text in the account', async () => {
    const text = markup();
    changeAnswers({ account: JSON.stringify({ name: text, [text]: 'javascript:alert(1)' }) });
    await app.connect();
    const options = await app.options();
    recordForbiddenEvents(options);
    await options.says('Other fields');
    expect((await textsIn(options, 'dl')).join()).toContain(text);
    expect(await otherFields(options)).toEqual([`${text}: javascript:alert(1)`]);
    expect(await options.names('link')).toEqual([]);
  });
});

it('field names like __proto__ are shown as text at every level of a report', async () => {
  const report = JSON.stringify({ id: 1, ...hostileContent() });
  const popup = await openReport('https://a.example/', report);
  await unfold(popup, 'Other checks');
  await until('all checks are shown', async () => (await checks(popup)).length === 3);
  expect(await checks(popup)).toEqual([
    'Failed __proto__',
    'Failed <b>bold</b>',
    'Passed To string',
  ]);
  const items = await popup.items('Checks');
  expect(items[0]).toContain('<img src=x onerror=alert(1)>');
  expect(items[1]).toContain('<i>high</i>');
  const lines = await otherFields(popup);
  expect(lines).toContain('__proto__');
  expect(lines.join('\n')).toContain('the deepest');
  expect(await popup.evaluate(() => Reflect.get({}, 'polluted'))).toBe(undefined);
});
