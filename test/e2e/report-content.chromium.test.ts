import { describe, expect, it } from 'vitest';
import { keyedChecks, listedAudits, manyValues, nestedMetrics } from '../service/report-contents';
import { until, useService } from './app';
import { checks, filter, openReport, URL_OPENED, unfold, values } from './report-content-reading';

useService({ reports: [{ url: URL_OPENED, result: 'good', project: 'museum' }] });

it('entries that carry booleans are checks, failed ones first or alone, with what they say', async () => {
  const popup = await openReport(keyedChecks);
  const items = await popup.items('Checks');
  expect(items.map((item) => item.slice(0, 6)).join(' ')).toBe(
    'Failed Failed Failed Passed Passed Passed Passed',
  );
  expect(items[0]).toMatch(/^Failed Meta description.*high.*Missing$/);
  expect(items[1]).toMatch(/^Failed Image alt.*medium.*3 images have no text\. Describe what/);
  expect(items[2]).toMatch(/^Failed Load time ms.*3400.*At most 2 s$/);
  expect(await popup.mainText()).toContain('3 failed, 4 passed');
  expect((await popup.texts('.facts'))[0]).toMatch(/^Good .* Project museum$/);
  expect(await values(popup)).toEqual(
    expect.arrayContaining(['Generated in ms: 742', 'Report ID: 1']),
  );
  await popup.press('Failed only');
  await until('three are left', async () => (await checks(popup)).length === 3);
  expect(await popup.$eval('.toggle', (button) => button.ariaPressed)).toBe('true');
  await popup.press('Failed only');
  await until('all are there', async () => (await checks(popup)).length === 7);
});

it('entries that carry words are checks where they passed or failed, and fields otherwise', async () => {
  const popup = await openReport(listedAudits);
  const [mixed, title, canonical] = await popup.items('Checks');
  expect(mixed).toMatch(/^Failed Mixed content.*critical.*Load it by https\..*More details$/);
  expect(title).toMatch(/^Failed Title length.*warning/);
  expect(canonical).toMatch(/^Passed Canonical address/);
  await unfold(popup, 'More details');
  await popup.says('Elements');
  expect(await values(popup)).toEqual(
    expect.arrayContaining(['Status: skipped', 'Is indexable: Yes', 'Language: en']),
  );
});

it('entries tell the groups that they come from apart from their names', async () => {
  const groups = { desktop: { title: { passed: true } }, mobile: { title: { passed: false } } };
  const items = await (await openReport(groups)).items('Checks');
  expect(items).toEqual(['Failed Title Mobile', 'Passed Title Desktop']);
});

it('where no check failed, none are offered alone', async () => {
  const popup = await openReport({ results: { title: { passed: true }, h1: { passed: true } } });
  expect(await popup.items('Checks')).toEqual(['Passed Title', 'Passed H1']);
  expect(await popup.names('button')).not.toContain('Failed only');
});

it('sections fold, and show values as the service wrote them', async () => {
  const popup = await openReport({ ...nestedMetrics, crawled_on: '2026-10-06' });
  expect(await popup.names('list')).not.toContain('Checks');
  expect(await popup.names('button')).not.toContain('Failed only');
  expect(await values(popup)).toEqual(
    expect.arrayContaining([
      'Performance score: 72.5',
      'Total bytes: 1240500',
      'Is broken: No',
      'Keywords: –',
      '2: /hours',
      'Crawled on: Oct 6, 2026',
    ]),
  );
  expect(await popup.$eval('dt[title=ttfb_ms]', (name) => name.textContent)).toBe('Ttfb ms');
  // An address with user info leads nowhere.
  const links = await popup.names('link');
  expect(links).toEqual(['https://museum.example/visit', 'https://maps.example/harbour']);
  const speed = async () => (await popup.texts('summary')).find((name) => name.includes('Speed'));
  expect(await speed()).toBe('Speed');
  await unfold(popup, 'Speed');
  // Open, it shows them; how many there are is said instead.
  await until('it is folded', async () => !(await popup.mainText()).includes('Ttfb'));
  expect(await speed()).toMatch(/^Speed \d$/);
});

it('a report is copied as plain text', async () => {
  const popup = await openReport(keyedChecks);
  const copied = await popup.evaluateHandle(() => {
    const texts: string[] = [];
    navigator.clipboard.writeText = async (text) => void texts.push(text);
    return texts;
  });
  await popup.press('Copy as text');
  await popup.says('Report copied as text');
  const [text = ''] = await copied.jsonValue();
  expect(text).toMatch(/^(https:..)?museum.example.visit\nResult: Good( \d+)?\n/);
  expect(text).toContain(
    '\nChecks: 3 failed, 4 passed\n\nFailed:\n- Meta description (high): Missing\n',
  );
});

describe('a report of many values', () => {
  it('is opened folded, and finds any of them', async () => {
    const popup = await openReport(manyValues(2000));
    expect((await values(popup)).length).toBeLessThan(20);
    await filter(popup, 'value 1777');
    await popup.says('1 match');
    expect(await values(popup)).toEqual(['Field 1777: value 1777']);
    await filter(popup, 'value');
    await popup.says('2,000 matches. The first 100 fields are shown.');
    expect(await values(popup)).toHaveLength(100);
    await filter(popup, 'section_99');
    await popup.says('20 matches');
    await popup.clear('Filter fields', 'searchbox');
    await unfold(popup, 'Pages');
    await popup.says('Section 100');
  });

  it('shows a long list in parts', async () => {
    const audits = Array.from({ length: 250 }, (_, index) => ({ name: `no ${index}`, ok: false }));
    const popup = await openReport({ audits });
    expect(await checks(popup)).toHaveLength(100);
    expect(await popup.mainText()).toContain('250 failed, 0 passed');
    await popup.press('Show 100 more');
    await popup.press('Show 50 more');
    await until('all are shown', async () => (await checks(popup)).length === 250);
    const focused = popup.evaluate(() => document.activeElement?.closest('li')?.textContent);
    expect(await focused).toContain('no 199');
    expect((await popup.names('button')).join()).not.toMatch(/Show \d+ more/);
  });

  it('says so where there are too many to show', async () => {
    const popup = await openReport({ list: Array.from({ length: 200_000 }, (_, index) => index) });
    await popup.says('Only the first 5,000 values are shown.');
  });
});
