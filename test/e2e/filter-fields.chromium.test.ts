import { describe, expect, it } from 'vitest';
import { keyedChecks, nestedMetrics } from '../service/report-contents';
import { until, useService } from './app';
import { checks, filter, openReport, URL_OPENED, values } from './report-content-reading';

useService({ reports: [{ url: URL_OPENED, result: 'good', project: 'museum' }] });

describe("the filter of a report's fields", () => {
  it('finds checks and fields alike, opens the details that match, and counts both', async () => {
    const popup = await openReport(keyedChecks);
    await filter(popup, 'roof');
    await popup.says('1 match');
    expect(await checks(popup)).toEqual(['Failed Image alt']);
    expect(await values(popup)).toContain('2: /i/roof.png');
    await filter(popup, 'nowhere to be found');
    await popup.says('No matches');
    await filter(popup, 'title');
    await popup.says('1 match');
    expect(await checks(popup)).toEqual(['Passed Title']);
    expect(await popup.mainText()).toContain('0 failed, 1 passed');
    await popup.press('Failed only');
    await popup.says('No failed checks');
    await popup.says('No matches');
    expect(await checks(popup)).toEqual([]);
    await filter(popup, 'generated');
    await popup.says('1 match');
    await popup.says('742');
    expect(await popup.names('list')).not.toContain('Checks');
    // The ID has a place of its own.
    await filter(popup, 'report id');
    await until('the ID is found', async () => (await values(popup)).join() === 'Report ID: 1');
    await popup.clear('Filter fields', 'searchbox');
    await until('the failed ones are back', async () => (await checks(popup)).length === 3);
  });

  it('shows what a filter finds in a section that was folded before', async () => {
    const popup = await openReport(nestedMetrics);
    await filter(popup, 'ht');
    await until('some are found', async () => (await values(popup)).includes('HTML bytes: 18204'));
    await popup.click('[aria-labelledby=further] summary');
    await until('it is folded', async () => !(await values(popup)).includes('HTML bytes: 18204'));
    await popup.type('.content > input', 'ml');
    await until('one is found', async () => (await values(popup)).join() === 'HTML bytes: 18204');
  });

  it('is emptied by Escape before Escape goes back, which an input method may take', async () => {
    const popup = await openReport(keyedChecks);
    await filter(popup, 'url');
    await popup.focus('input[type=search]');
    await popup.evaluate(() => {
      const composing = { key: 'Escape', bubbles: true, isComposing: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', composing));
    });
    expect(await popup.value('Filter fields', 'searchbox')).toBe('url');
    await popup.keyboard.press('Escape');
    await until('it is empty', async () => {
      return (await popup.value('Filter fields', 'searchbox')) === '';
    });
    await popup.keyboard.press('Escape');
    await popup.shows('button', 'Create report');
  });
});
