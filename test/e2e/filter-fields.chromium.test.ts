import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { namesOf, press } from '../browser/roles';
import { keyedChecks, nestedMetrics } from '../service/report-contents';
import { useService } from './fixture';
import { mainText, untilSaid } from './popup-reading';
import {
  checks,
  clearFilter,
  filter,
  openReport,
  URL_OPENED,
  values,
} from './report-content-reading';

useService({ reports: [{ url: URL_OPENED, result: 'good', project: 'museum' }] });

describe("the filter of a report's fields", () => {
  it('keeps Failed only while a filter finds no check', async () => {
    const popup = await openReport(keyedChecks);
    await press(popup, 'Failed only');
    await filter(popup, 'generated');
    await untilSaid(popup, '1 match');
    expect(await namesOf(popup, 'list')).not.toContain('Checks');
    await clearFilter(popup);
    await until('the failed ones are back', async () => (await checks(popup)).length > 0);
    expect(await checks(popup)).toHaveLength(3);
  });

  it('counts the checks that it finds, and no passed one as seen with Failed only', async () => {
    const popup = await openReport(keyedChecks);
    await filter(popup, 'title');
    await untilSaid(popup, '1 match');
    expect(await checks(popup)).toEqual(['Passed Title']);
    expect(await mainText(popup)).toContain('0 failed, 1 passed');
    await press(popup, 'Failed only');
    await untilSaid(popup, 'No failed checks');
    await untilSaid(popup, 'No matches');
    expect(await checks(popup)).toEqual([]);
    await press(popup, 'Failed only');
    await untilSaid(popup, '1 match');
  });

  it('finds the ID, which has a place of its own', async () => {
    const popup = await openReport(keyedChecks);
    await filter(popup, 'report id');
    await until('the ID is found', async () => (await values(popup)).join() === 'Report ID: 1');
  });

  it('shows what a filter finds in a section that was folded before', async () => {
    const popup = await openReport(nestedMetrics);
    await filter(popup, 'ht');
    await until('some are found', async () => (await values(popup)).includes('Html bytes: 18204'));
    await popup.click('[aria-labelledby=further] summary');
    await until('it is folded', async () => !(await values(popup)).includes('Html bytes: 18204'));
    await popup.type('.content > input', 'ml');
    await until('one is found', async () => (await values(popup)).join() === 'Html bytes: 18204');
  });
});
