import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Since } from '@/lib/report/compare/page-change';
import { press, says, useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';
import { drawPopupOver, wordsIn, wordsOf } from './drawn-clients';
import { READ, REPORTS } from './six-clients';

beforeEach(useEnglish);

/** Draws the popup over a page, and returns the texts of *This page*. */
async function readThisPage(page: string, since: Since, reports = REPORTS): Promise<string[]> {
  await drawPopupOver(`https://${page}`, since, { reports });
  await waitUntil(() => expect(document.querySelector('.this-page .page-brief')).not.toBeNull());
  await settle();
  return [
    wordsOf(document.querySelector('.this-page time')),
    ...wordsIn('.this-page .page-brief > span:not([class*=privacy])'),
  ].filter((text) => text !== '' && !/^\d ratings?/.test(text));
}

describe('This page', () => {
  it.each<[page: string, since: Since, texts: string[]]>([
    // 88 − 60
    [
      'nordlicht.example/',
      'week',
      ['Measured Nov 29', '28 higher than before compared with Nov 22'],
    ],
    // The page has no earlier result. One check fails, and the text does not say "still".
    ['nordlicht.example/sofas', 'week', ['Measured Nov 22', '1 issue']],
    // Not measured after the base day, so compared with the previous result: 60 − 50
    [
      'nordlicht.example/tische',
      'week',
      ['Measured Nov 22', '10 higher than before compared with Oct 28'],
    ],
    // 88 − 50
    [
      'alpen.example/',
      'week',
      [
        'Measured Nov 29',
        '38 higher than before compared with Nov 22',
        'New: Noindex · Asks search engines not to list it',
      ],
    ],
    // 70 on both days
    ['bergblick.example/suite', 'week', ['Measured Nov 27', 'compared with Nov 22']],
    // 70 − 55
    [
      'bergblick.example/suite',
      'before',
      ['Measured Nov 27', '15 higher than before compared with Nov 24'],
    ],
    // The last summary was copied on November 24: 66 − 60
    [
      'bergblick.example/lift',
      'summary',
      ['Measured Nov 29', '6 higher than before compared with Nov 24'],
    ],
    // 66 − 66
    ['bergblick.example/lift', 'month', ['Measured Nov 29', 'compared with Oct 28']],
    // 58 − 70
    [
      'fahrrad.example/',
      'before',
      [
        'Measured Nov 29',
        '12 lower than before compared with Nov 24',
        'New: Noindex · Asks search engines not to list it',
      ],
    ],
    // No summary before today, so compared with the previous result: 52 − 60
    [
      'fahrrad.example/kette',
      'summary',
      ['Measured Nov 29', '8 lower than before compared with Nov 22', 'New: Title'],
    ],
    // Title and Sitemap fail on both days.
    ['lumen.example/alt', 'week', ['Measured Nov 29', 'compared with Nov 22', '2 still failing']],
    ['lumen.example/neu', 'week', ['Measured Nov 29', '1 issue']],
    // 64 − 70, without a result in the four weeks between
    [
      'zahnarzt.example/team',
      'week',
      ['Measured Nov 27', '6 lower than before compared with Oct 28', 'New: Title'],
    ],
    // 62 − 60. Title fails on both days.
    [
      'zahnarzt.example/praxis',
      'month',
      ['Measured Nov 29', '2 higher than before compared with Oct 28', '1 still failing'],
    ],
    ['zahnarzt.example/kontakt', 'week', ['Measured Oct 28']],
  ])('shows the day of the result and the day of the base: %s, base %s', async (...row) => {
    const [page, since, texts] = row;
    expect(await readThisPage(page, since)).toEqual(texts);
    expect(wordsOf(document.querySelector('.this-page'))).not.toMatch(/since/i);
  });

  it.each<[known: string, page: string, reports: typeof REPORTS, texts: string[]]>([
    // The history ends on October 28. The newest list has 88 on November 29.
    [
      'the newest list',
      'alpen.example/',
      REPORTS.slice(READ),
      [
        'Measured Nov 29',
        '38 higher than before compared with Nov 22',
        'New: Noindex · Asks search engines not to list it',
      ],
    ],
    // The newest list does not reach back to October 28.
    ['the history', 'zahnarzt.example/kontakt', REPORTS, ['Measured Oct 28']],
  ])('shows the newest known result, here from %s', async (_, page, reports, texts) => {
    expect(await readThisPage(page, 'week', reports)).toEqual(texts);
  });

  it('requests the reports of an unknown page only after a press on Look on the service', async () => {
    const { background } = await drawPopupOver('https://alpen.example/unbekannt', 'week');
    const listReports = vi.mocked(background.listReports);
    await says('Look on the service');
    await settle();
    const searches = () => listReports.mock.calls.filter(([, { search }]) => search !== '');
    expect(searches()).toEqual([]);
    await press('Look on the service');
    await waitUntil(() =>
      expect(searches().map(([, { search }]) => search)).toEqual(['alpen.example/unbekannt']),
    );
  });
});
