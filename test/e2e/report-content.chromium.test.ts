import { describe, expect, it } from 'vitest';
import { nestedMetrics } from '../service/report-contents';
import { usualChecks } from '../service/served-checks';
import { app, until, useService } from './app';
import { checks, openReport, otherFields, URL_OPENED, unfold } from './report-content-reading';
import type { Screen } from './screen';

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
    expect(items[0]).toMatch(/^High 6 Failed Title SEO Too long: 71 charact/);
    expect(items[4]).toMatch(/^Failed 404 page SEO Missing$/);
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
      ...[expect.stringMatching(/^SEO 6 · /), expect.stringMatching(/^Performance 5 · .*DOM size/)],
      ...[expect.stringMatching(/^Security 3 · /), expect.stringMatching(/^Miscellaneous 6 · /)],
    ]);
    await unfold(popup, 'Performance');
    await until('they are there', async () => (await checks(popup)).length === 21);
    const all = await popup.items('Checks');
    expect(all).toHaveLength(21);
    expect(all).toContainEqual(expect.stringMatching(/^Passed DOM size low 812$/));
  });

  it('lists links of a failed check that open, two at first and the rest at a press', async () => {
    const popup = await openReport({
      results: usualChecks({ failing: ['image_keywords'], images: 40 }),
    });
    await popup.says('No alternative text: 40');
    expect(await popup.names('link')).toHaveLength(2);
    await popup.press('Show 38 more');
    await until('all are listed', async () => (await popup.names('link')).length === 40);
    await popup.hasFocus('hall-2.jpg');
  });

  it('counts thousands of links rightly, and scrolls without a halt', async () => {
    const popup = await openReport(large);
    await popup.says('20 failed: ');
    await popup.says('No alternative text: 240');
    await popup.press('Show 48 more');
    await popup.says('190 more');
    for (const group of await popup.$$('.passed-checks summary')) await group.click();
    await until('all are there', async () => (await checks(popup)).length === 36);
    // A busy computer makes any task long now and then.
    await until('it scrolls without a halt', async () => !(await haltsScrolling(popup)));
  });

  it('shows links on a line with their texts, and their number by kind', async () => {
    const popup = await openReport({ results: usualChecks({ failing: [], links: 240 }) });
    await unfold(popup, 'SEO');
    await unfold(popup, 'Internal 180');
    await popup.says('Room 1 https://museum.example/visit/room-1');
    await popup.says('130 more');
  });

  it('is copied as plain text', async () => {
    const popup = await openReport(large);
    const copied = await popup.evaluateHandle(() => {
      const texts: string[] = [];
      navigator.clipboard.writeText = async (text) => void texts.push(text);
      return texts;
    });
    await popup.pressMore('Copy as text');
    await popup.says('Report copied as text');
    const [text = ''] = await copied.jsonValue();
    expect(text).toMatch(/^https:..museum.example.visit\nResult: Good \d+\nDate generated: /);
    expect(text).toContain(
      '\nFailed: 20\n- Title (high): Too long: 71 characters, at most 60 · Plan',
    );
    expect(text.match(/^ {2}http/gm)).toHaveLength(30);
    expect(text).toContain('\n16 passed: ');
  });
});

describe("a report's privacy", () => {
  it('is a line; its form opens and closes by a press, and closes after saving', async () => {
    const popup = await openReport(usual);
    expect(await popup.names('radio')).toEqual([]);
    const [line] = await popup.texts('.privacy-line');
    expect(line).toMatch(/^Private ?Change…$/);
    const isClosed = async () => (await popup.names('radio')).length === 0;
    await popup.choose('Public');
    await popup.press('Change…');
    await until('it closes', isClosed);
    await popup.choose('Public');
    await popup.press('Save changes');
    await popup.hasStatus('Changes saved');
    await until('it closes', isClosed);
    await popup.hasFocus('Change…');
    expect((await popup.texts('.privacy-line'))[0]).toMatch(/^Public/);
    expect(app.requests('PUT')).toHaveLength(1);
  });
});

it('a check that is not known is shown by its name with all that the service says of it', async () => {
  const popup = await openReport({
    results: {
      ai_readiness: { passed: false, importance: 'high', value: { score: 3, by: { model: 'x' } } },
      llms_txt: { passed: false, value: 'absent', seen_on: '2026-10-06' },
    },
  });
  const [unfolded, folded] = (await popup.items('Checks')).toReversed();
  expect(unfolded).toMatch(/^Low 1 Failed Llms txt absent More details Seen on: Oct 6, 2026$/);
  expect(folded).toMatch(/^High 1 Failed Ai readiness More details$/);
  await popup.click('.check-details:not([open]) summary');
  await popup.says('Score: 3\nBy\n  Model: x');
});

describe('the other fields of a report', () => {
  it('are folded, and indented text when open', async () => {
    const popup = await openReport({ ...nestedMetrics, crawled_on: '2026-10-06' });
    expect(await popup.names('list')).not.toContain('Checks');
    expect(await popup.mainText()).not.toContain('Report ID');
    expect(await otherFields(popup)).toEqual(
      expect.arrayContaining([
        'Report ID: 1',
        'Performance score: 72.5',
        'Sections',
        '  Speed',
        '    Metrics',
        '      Ttfb ms: 310',
        '      2: /hours',
        '        Is broken: No',
        'Keywords: –',
        'Crawled on: Oct 6, 2026',
      ]),
    );
    expect(await popup.names('link')).toEqual([]);
  });

  it('end after 20 kB, and say so, as do too many checks', async () => {
    const results = Object.fromEntries(
      Array.from({ length: 250 }, (_, at) => [`check_${at}`, { passed: false }]),
    );
    const list = Array.from({ length: 200_000 }, (_, index) => index);
    const popup = await openReport({ list, results });
    await popup.says('Only the first 200 checks are shown and counted.');
    expect((await otherFields(popup)).join('\n')).toHaveLength(20_000);
    await popup.says('Only the first 20 kB are shown.');
  });
});
