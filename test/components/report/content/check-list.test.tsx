import { beforeEach, expect, it } from 'vitest';
import type { ReportContent } from '../../../service/report-contents';
import { usualChecks } from '../../../service/served-checks';
import { openAtService } from '../../../support/at-service';
import { expectFocus, itemsOf, openReport, says, useEnglish } from '../../../support/view';
import { waitUntil } from '../../../support/wait-until';

beforeEach(useEnglish);

async function openContent(content: ReportContent): Promise<void> {
  const extension = await openAtService([{ url: 'https://museum.example/visit', result: 'good' }]);
  extension.service.behave({ shape: { content } });
  await extension.openPopup();
  await openReport('museum.example/visit');
}

const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

it('the list of checks shows failed checks by importance, and folds passed checks', async () => {
  await openContent({ results: usualChecks() });
  await says('16 failed: 6 high, 5 medium, 5 low · 20 passed');
  expect(textsOf('.check-name').map((name) => name.replace('Failed ', ''))).toEqual([
    ...['Title', 'Meta description', 'Headings', 'Image keywords', '404 page', 'Robots.txt'],
    ...['Load time', 'Page size', 'Image format', 'Server signature'],
    ...['Unsafe cross-origin links', 'Defer JavaScript', 'Plaintext email'],
    ...['Sitemap', 'Content length', 'Deprecated HTML tags'],
  ]);
  const items = itemsOf('Checks');
  expect(items[0]).toMatch(/^High 6.*Failed Title.*Too long: 71 charact/);
  expect(items[5]).toMatch(/Matched by robots\.txt: \/visit\*/);
  expect(items[6]).toMatch(/^Medium 5.*Failed /);
  expect(items[11]).toMatch(/^Low 5.*Failed /);
  expect(textsOf('.passed-checks summary')).toEqual([
    ...[expect.stringMatching(/^SEO 6 · /), expect.stringMatching(/^Performance 4 · .*DOM size/)],
    ...[expect.stringMatching(/^Security 4 · /), expect.stringMatching(/^Miscellaneous 6 · /)],
  ]);
  expect(textsOf('.is-passed')).toEqual([]);
  const summaries = [...document.querySelectorAll<HTMLElement>('.passed-checks summary')];
  summaries.find(({ textContent }) => textContent.startsWith('Performance'))?.click();
  await waitUntil(() => expect(textsOf('.is-passed')).toHaveLength(4));
  expect(textsOf('.is-passed')).toContainEqual(expect.stringMatching(/Passed DOM size.*812/));
});

it('a failed check shows two links at first, and more links at a press', async () => {
  const failing = Object.keys(usualChecks()).slice(0, 20);
  await openContent({
    results: usualChecks({ failing, links: 1550, images: 240, scripts: 90 }),
  });
  await says('20 failed: ');
  await says('No alternative text: 240');
  const buttons = [...document.querySelectorAll<HTMLElement>('.check button')];
  const moreImages = buttons.find(({ textContent }) => textContent === 'Show 48 more');
  moreImages?.click();
  await expectFocus('hall-2.jpg');
  await says('190 more');
});
