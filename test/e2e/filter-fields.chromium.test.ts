import { describe, expect, it } from 'vitest';
import { nestedMetrics } from '../service/report-contents';
import { usualChecks } from '../service/served-checks';
import { until, useService } from './app';
import { checks, filter, openReport, URL_OPENED, values } from './report-content-reading';

useService({ reports: [{ url: URL_OPENED, result: 'good', project: 'museum' }] });

const usual = { results: usualChecks(), generated_in_ms: 742 };

describe("the filter of a report's fields", () => {
  it('finds checks and fields, opens and counts the matches, and leaves the totals', async () => {
    const popup = await openReport(usual);
    await filter(popup, 'hall-4');
    await popup.says('3 matches');
    // Among the passed ones, which are open then, is that of the requests.
    expect(await checks(popup)).toEqual([
      ...['Failed Image keywords', 'Failed Image format', 'Passed HTTP requests'],
    ]);
    expect(await popup.names('link')).toContain('https://museum.example/visit/i/hall-4.jpg');
    await popup.says('16 failed, 20 passed');
    await popup.press('Failed only');
    await popup.says('2 matches · 1 match among passed checks');
    await filter(popup, 'doctype');
    await popup.says('1 match among passed checks');
    await popup.says('No failed checks');
    expect(await checks(popup)).toEqual([]);
    await popup.press('Failed only');
    await until('it is shown', async () => (await checks(popup)).join() === 'Passed Doctype');
    await filter(popup, 'nowhere to be found');
    await popup.says('No matches');
    await filter(popup, '742');
    await popup.says('1 match');
    expect(await popup.names('list')).not.toContain('Checks');
    // The ID has a place of its own.
    await filter(popup, 'report id');
    await until('the ID is found', async () => (await values(popup)).join() === 'Report ID: 1');
    await popup.clear('Filter fields', 'searchbox');
    await until('the failed ones are back', async () => (await checks(popup)).length === 16);
  });

  it('shows its matches in a section that was folded before', async () => {
    const popup = await openReport(nestedMetrics);
    await filter(popup, 'ht');
    await until('some are found', async () => (await values(popup)).includes('HTML bytes: 18204'));
    await popup.click('[aria-labelledby=further] summary');
    await until('it is folded', async () => !(await values(popup)).includes('HTML bytes: 18204'));
    await popup.type('input[type=search]', 'ml');
    await until('one is found', async () => (await values(popup)).join() === 'HTML bytes: 18204');
  });

  it('is emptied by Escape before Escape goes back, unless an input method takes the key', async () => {
    const popup = await openReport(usual);
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
