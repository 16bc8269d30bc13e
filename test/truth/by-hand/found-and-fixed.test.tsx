import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentCell } from '@/components/export/document';
import type { Since } from '@/lib/report/compare/page-change';
import { one, useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';
import { drawClients, wordsIn, wordsOf } from './drawn-clients';
import { CLIENTS, type ClientName, openExports, tableIn } from './six-clients';

beforeEach(useEnglish);

/** Returns the first sentences of a letter: fixed problems. */
function repairsIn(letter: string | undefined): string | undefined {
  return letter?.replace(/ ?(?:Passed on|Failing since|New on|Next:|To fix first:).*$/, '');
}

function textOfCell(cell: DocumentCell | undefined): string {
  return String(typeof cell === 'object' && cell !== null ? cell.text : cell);
}

/** The last failures of all pages, if the base is not the previous result. */
const BERGBLICK = [
  // `/` and `/suite`
  'Robots.txt · 2 · Nov 24, 2026 · Nov 27, 2026',
  // `/spa` and `/lift`
  'Robots.txt · 2 · Nov 24, 2026 · Nov 29, 2026',
  // `/bar` passed on November 24.
  'Robots.txt · 1 · Nov 27, 2026 · Nov 29, 2026',
];

describe('a problem that was found and fixed', () => {
  it.each<[client: ClientName, since: Since, sentences: string[], rows: string[]]>([
    [
      'bergblick.example',
      'week',
      [
        // `/bar` failed on November 22, and passes now.
        'Fixed since Nov 22, 2026: Robots.txt on 1 page.',
        // `/` and `/suite`
        'Found Nov 24, 2026, fixed Nov 27, 2026: Robots.txt on 2 pages.',
        // `/spa` also failed on November 27. `/lift` has no result of that day.
        'Found Nov 24, 2026, fixed Nov 29, 2026: Robots.txt on 2 pages.',
      ],
      BERGBLICK,
    ],
    [
      'bergblick.example',
      'month',
      [
        'Fixed since Nov 22, 2026: Robots.txt on 1 page.',
        'Found Nov 24, 2026, fixed Nov 27, 2026: Robots.txt on 2 pages.',
        'Found Nov 24, 2026, fixed Nov 29, 2026: Robots.txt on 2 pages.',
      ],
      BERGBLICK,
    ],
    [
      // Previous results: `/suite` and `/lift` on November 24, `/spa` and `/bar` on November 27.
      'bergblick.example',
      'before',
      ['Fixed since Nov 24, 2026: Robots.txt on 4 pages.'],
      [
        'Robots.txt · 1 · Nov 24, 2026 · Nov 27, 2026',
        'Robots.txt · 2 · Nov 24, 2026 · Nov 29, 2026',
        'Robots.txt · 1 · Nov 27, 2026 · Nov 29, 2026',
      ],
    ],
    [
      // The base day is November 24. All pages except `/bar` fail in the base. `/bar` failed on November 27.
      'bergblick.example',
      'summary',
      [
        'Fixed since Nov 24, 2026: Robots.txt on 4 pages.',
        'Found Nov 27, 2026, fixed Nov 29, 2026: Robots.txt on 1 page.',
      ],
      BERGBLICK,
    ],
    // `/rad`. On `/`, Noindex passed on November 24, and fails again.
    [
      'fahrrad.example',
      'week',
      ['Fixed since Nov 22, 2026: Noindex on 1 page.'],
      ['Noindex · 1 · Nov 22, 2026 or earlier · Nov 24, 2026'],
    ],
    [
      // `/rad`, and `/sattel` with a base of October 28
      'fahrrad.example',
      'month',
      ['Fixed since Oct 28, 2026: Noindex on 1 page and Title on 1 page.'],
      [
        'Noindex · 1 · Nov 22, 2026 or earlier · Nov 24, 2026',
        'Title · 1 · Oct 28, 2026 or earlier · Nov 22, 2026',
      ],
    ],
    // `/rad` passed already on November 24, and `/sattel` on November 22.
    ['fahrrad.example', 'before', [], []],
    ['fahrrad.example', 'summary', [], []],
    [
      'alpen.example',
      'week',
      ['Fixed since Nov 22, 2026: Sitemap on 1 page.'],
      ['Sitemap · 1 · Nov 22, 2026 or earlier · Nov 29, 2026'],
    ],
    ['nordlicht.example', 'month', [], []],
    ['lumen.example', 'week', [], []],
    ['zahnarzt.example', 'month', [], []],
  ])('is in the letter and on the sheet of %s, with the base %s', async (...row) => {
    const [client, since, expected, rows] = row;
    const { exports, texts, sheets, clientOf } = await openExports(since);
    exports.copySummary(clientOf(client));
    exports.print(clientOf(client));
    await settle();
    const [, letter] = texts[0]?.split('\n\n') ?? [];
    expect(repairsIn(letter)).toBe(expected.join(' '));
    const fixed = sheets[0]?.sections.find(({ heading }) => heading === 'Fixed');
    const cells = fixed?.table?.rows.map((row) => row.map(textOfCell).join(' · ')) ?? [];
    expect(cells.sort()).toEqual(rows.toSorted());
  });

  it.each<[page: string, fixed: string, foundAndFixed: string]>([
    ['bergblick.example/', '', 'Robots.txt: found 2026-11-24 08:00, fixed 2026-11-27 08:00'],
    ['bergblick.example/suite', '', 'Robots.txt: found 2026-11-24 08:00, fixed 2026-11-27 08:00'],
    ['bergblick.example/spa', '', 'Robots.txt: found 2026-11-24 08:00, fixed 2026-11-29 08:00'],
    ['bergblick.example/bar', 'Robots.txt', ''],
    ['bergblick.example/lift', '', 'Robots.txt: found 2026-11-24 08:00, fixed 2026-11-29 08:00'],
    ['fahrrad.example/', '', ''],
    ['fahrrad.example/rad', 'Noindex', ''],
    ['alpen.example/gipfel', 'Sitemap', ''],
  ])('is in the CSV file with the base week: %s', async (page, fixed, foundAndFixed) => {
    const { exports, files, clientOf } = await openExports('week');
    const client = CLIENTS.find((name) => page.startsWith(name)) ?? CLIENTS[0];
    exports.save(clientOf(client));
    await settle();
    const { columns, rows } = tableIn(files);
    const row = rows.find(([address]) => address === `https://${page}`);
    const cell = (column: string) => row?.[columns.indexOf(column)];
    expect([cell('Fixed'), cell('Found and fixed')]).toEqual([fixed, foundAndFixed]);
  });

  it('is on screen with the base week, for all clients and for one client', async () => {
    const page = await drawClients('week');
    const lines = () => wordsIn('[aria-labelledby=fixed-heading] > .part > ol > li');
    await waitUntil(() => expect(lines()).toHaveLength(3));
    (await one('region', 'Fixed')).querySelector<HTMLElement>('.toggle')?.click();
    await waitUntil(() => expect(lines()).toHaveLength(5));
    // Checks of high importance come first. Checks that failed in the base come before checks that failed
    // only after the base.
    expect(lines()).toEqual([
      'Robots.txt 1 page bergblick.example',
      'Noindex 1 page fahrrad.example',
      'Sitemap 1 page alpen.example',
      'Robots.txt 2 pages found Nov 24, fixed Nov 27 · bergblick.example',
      'Robots.txt 2 pages found Nov 24, fixed Nov 29 · bergblick.example',
    ]);
    const columns = wordsIn('.clients .client-name bdi').map((name, at) => [
      name,
      wordsIn('.clients td.client-fixed')[at],
    ]);
    expect(Object.fromEntries(columns)).toEqual({
      'nordlicht.example': '',
      'alpen.example': 'Sitemap, 1 page',
      // One line for a page that failed in the base, and two lines for pages that failed after the base.
      'bergblick.example': 'Robots.txt, 1 page and 2 more',
      'fahrrad.example': 'Noindex, 1 page',
      'lumen.example': '',
      'zahnarzt.example': '',
    });
    page.routes.goTo({ name: 'list', client: 'bergblick.example' });
    await waitUntil(() =>
      expect(lines()).toEqual([
        'Robots.txt 1 page high',
        'Robots.txt 2 pages found Nov 24, fixed Nov 27 · high',
        'Robots.txt 2 pages found Nov 24, fixed Nov 29 · high',
      ]),
    );
    page.routes.goTo({
      name: 'list',
      client: 'bergblick.example',
      check: 'robots',
      isFixed: true,
    });
    // 1 + 2 + 2 pages
    await waitUntil(() =>
      expect(wordsOf(document.querySelector('#problem-heading'))).toBe(
        'Robots.txt, fixed on 5 pages high · bergblick.example',
      ),
    );
  });
});
