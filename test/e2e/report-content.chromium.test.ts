import { describe, expect, it } from 'vitest';
import type { Screen } from '../browser/screen';
import { usualChecks } from '../service/served-checks';
import { until, useService } from './app';
import { checks, openReport, URL_OPENED, unfold } from './report-content-reading';

useService({ reports: [{ url: URL_OPENED, result: 'good', project: 'museum' }] });

/** As installations send it (see real-service.md). */
const usual = { results: usualChecks(), created_at: '2026-10-05T07:12:08.000000Z' };
const FAILING = Object.keys(usual.results).slice(0, 20);
const large = {
  results: usualChecks({ failing: FAILING, links: 1550, images: 240, scripts: 90 }),
};

/** Whether any task takes more than 50 ms while the page is scrolled to its end. */
function haltsScrolling(popup: Screen): Promise<boolean> {
  return popup.evaluate(async () => {
    let halts = false;
    const observer = new PerformanceObserver(() => {
      halts = true;
    });
    observer.observe({ type: 'longtask' });
    const page = document.querySelector('.scroll');
    for (let top = 0; page && top < page.scrollHeight; top += 200) {
      page.scrollTop = top;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    observer.disconnect();
    return halts;
  });
}

describe('a report with checks', () => {
  it('lists failed checks first, by importance, and folds passed checks by group', async () => {
    const popup = await openReport(usual);
    const items = await popup.items('Checks');
    expect(items[0]).toMatch(/^High 6 Failed Title Too long: 71 charact/);
    expect(items[4]).toMatch(/^Failed 404 page Missing$/);
    expect(items[5]).toMatch(/Blocked by robots.txt: \/visit\*\s*This check counts rules for any/);
    expect(items[6]).toMatch(/^Medium 5 Failed /);
    expect(items[11]).toMatch(/^Low 5 Failed /);
    expect((await checks(popup)).map((name) => name.replace('Failed ', ''))).toEqual([
      ...['Title', 'Meta description', 'Headings', 'Image keywords', '404 page', 'Robots.txt'],
      ...['Load time', 'Page size', 'Image format', 'Server signature'],
      ...['Unsafe cross-origin links', 'Defer JavaScript', 'Plaintext email'],
      ...['Sitemap', 'Content length', 'Deprecated HTML tags'],
    ]);
    await popup.says('16 failed: 6 high, 5 medium, 5 low · 20 passed');
    expect(await popup.texts('.passed-checks summary')).toEqual([
      ...[expect.stringMatching(/^SEO 6 · /), expect.stringMatching(/^Performance 4 · .*DOM size/)],
      ...[expect.stringMatching(/^Security 4 · /), expect.stringMatching(/^Miscellaneous 6 · /)],
    ]);
    await unfold(popup, 'Performance');
    await until('they are there', async () => (await checks(popup)).length === 20);
    const all = await popup.items('Checks');
    expect(all).toHaveLength(20);
    expect(all).toContainEqual(expect.stringMatching(/^Passed DOM size low 812$/));
  });

  it('shows two links of a failed check at first, counts thousands, and scrolls without a halt', async () => {
    const popup = await openReport(large);
    await popup.says('20 failed: ');
    await popup.says('No alternative text: 240');
    await popup.press('Show 48 more');
    await popup.hasFocus('hall-2.jpg');
    await popup.says('190 more');
    for (const group of await popup.$$('.passed-checks summary')) await group.click();
    await until('all are there', async () => (await checks(popup)).length === 36);
    // A busy computer makes any task long now and then.
    await until('it scrolls without a halt', async () => !(await haltsScrolling(popup)));
  });
});
