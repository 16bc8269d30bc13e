import { beforeEach, describe, expect, it } from 'vitest';
import { comparedOf, type PageChange, type Since } from '@/lib/report/compare/page-change';
import { useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';
import { drawClients, wordsIn, wordsOf } from './drawn-clients';
import { CLIENTS, openExports, tableIn } from './six-clients';

beforeEach(useEnglish);

type Row = [
  page: string,
  kind: PageChange['kind'],
  difference: number | null,
  /** The cell *Change* of the table. */
  cell: string,
  /** The cell *New* of the CSV file. */
  fresh: string | null,
];

/** The pages compared with a week ago, November 22. */
const TABLE: Row[] = [
  // 88 − 50, but Noindex is new and of high importance.
  ['alpen.example/', 'worse', 38, '38 higher than before new: Noindex', 'Noindex'],
  // 64 − 60. Load time is new, but of medium importance.
  ['alpen.example/huette', 'better', 4, '4 higher than before Load time', 'Load time'],
  ['alpen.example/gipfel', 'same', 0, 'Sitemap fixed', ''],
  // 61 − 61, and Title is new.
  ['alpen.example/tal', 'worse', 0, 'new: Title', 'Title'],
  ['nordlicht.example/', 'better', 28, '28 higher than before', ''],
  ['nordlicht.example/sofas', 'notChecked', null, 'Not checked since', null],
  ['bergblick.example/', 'better', 2, '2 higher than before', ''],
  ['bergblick.example/bar', 'better', 4, '4 higher than before Robots.txt fixed', ''],
  // 58 − 60. Noindex also failed in the base.
  ['fahrrad.example/', 'worse', -2, '2 lower than before', ''],
  ['fahrrad.example/rad', 'better', 6, '6 higher than before Noindex fixed', ''],
  ['fahrrad.example/kette', 'worse', -8, '8 lower than before Title', 'Title'],
  ['fahrrad.example/sattel', 'same', 0, '', ''],
  ['lumen.example/', 'worse', -5, '5 lower than before Title', 'Title'],
  ['lumen.example/neu', 'first', null, 'No earlier result', null],
  ['zahnarzt.example/team', 'worse', -6, '6 lower than before Title', 'Title'],
  // 62 − 60. Title also failed in the base.
  ['zahnarzt.example/praxis', 'better', 2, '2 higher than before', ''],
  [
    'zahnarzt.example/preise',
    'worse',
    -6,
    '6 lower than before Title · compared with Nov 24',
    'Title',
  ],
];

describe('a page with a higher score is worse if a problem of high importance is new', () => {
  it.each(TABLE)('%s is %s with a difference of %s', async (page, kind, difference, _, fresh) => {
    const { table, exports, files, clientOf } = await openExports('week');
    const row = table.overview.rows.value.find(({ report }) => report.url === `https://${page}`);
    expect(row?.change?.kind).toBe(kind);
    expect(comparedOf(row?.change ?? null)?.difference ?? null).toBe(difference);
    const client = CLIENTS.find((name) => page.startsWith(name)) ?? CLIENTS[0];
    exports.save(clientOf(client));
    await settle();
    const { columns, rows } = tableIn(files);
    const cells = rows.find(([address]) => address === `https://${page}`);
    const cell = (name: string) => cells?.[columns.indexOf(name)] ?? null;
    expect([cell('Change'), cell('New')]).toEqual([difference, fresh]);
  });

  it.each(CLIENTS)('the cell Change names the new problem: pages of %s', async (client) => {
    const page = await drawClients('week');
    page.routes.goTo({ name: 'list', client });
    const cells = () =>
      [...document.querySelectorAll('.table-row')].map((row) => [
        wordsOf(row.querySelector('button.row bdi')).replace('https://', ''),
        wordsIn('.cell-change > *', row).filter(Boolean).join(' '),
      ]);
    const expected = TABLE.filter(([address]) => address.startsWith(client));
    await waitUntil(() => {
      expect(cells().every(([address]) => address?.startsWith(client))).toBe(true);
      expect(Object.fromEntries(cells())).toMatchObject(
        Object.fromEntries(expected.map(([address, , , cell]) => [address, cell])),
      );
    });
  });

  it.each<[Since, worse: string[], better: number]>([
    [
      'week',
      [
        'alpen.example/',
        'alpen.example/tal',
        'fahrrad.example/',
        'fahrrad.example/kette',
        'lumen.example/',
        'zahnarzt.example/',
        'zahnarzt.example/preise',
        'zahnarzt.example/team',
      ],
      // `/` of nordlicht, `/huette`, `/` and `/bar` of bergblick, `/rad`, `/praxis`
      6,
    ],
    [
      'month',
      [
        'alpen.example/',
        'alpen.example/tal',
        // 58 − 60. `/kette` rose from 50 to 52, and Title failed in the base.
        'fahrrad.example/',
        'lumen.example/',
        'zahnarzt.example/',
        'zahnarzt.example/preise',
        'zahnarzt.example/team',
      ],
      // The six pages of the base week, `/tische`, `/kette`, `/sattel`
      9,
    ],
    [
      'before',
      [
        'alpen.example/',
        'alpen.example/tal',
        'fahrrad.example/',
        'fahrrad.example/kette',
        'lumen.example/',
        'zahnarzt.example/',
        'zahnarzt.example/preise',
        'zahnarzt.example/team',
      ],
      // `/` and `/tische` of nordlicht, `/huette`, all five of bergblick, `/praxis`
      9,
    ],
  ])(
    'the filters Worse and Better count the page as worse, with the base %s',
    async (since, worse, better) => {
      const { table } = await openExports(since);
      const { overview } = table;
      expect([overview.counts.value.worse, overview.counts.value.better]).toEqual([
        worse.length,
        better,
      ]);
      overview.toggle('change', 'worse');
      const shown = overview.shown.value.map(({ report }) => report.url?.replace('https://', ''));
      expect(shown.sort()).toEqual([...worse].sort());
    },
  );

  it('the sheet of worse pages lists the page with the higher score', async () => {
    const { table, lookAt, exports, sheets } = await openExports('week');
    lookAt('alpen.example');
    table.overview.toggle('change', 'worse');
    exports.print();
    await settle();
    const section = sheets[0]?.sections.at(-1);
    expect(section?.heading).toBe('2 of 4 pages, those that got worse');
    const cells = section?.table?.rows.map((row) =>
      row.map((cell) => (typeof cell === 'object' && cell !== null ? cell.text : cell)),
    );
    // The lowest score first. Only reports of home pages are public.
    expect(section?.table?.columns).toEqual([
      'Address',
      'Before (Nov\u00A022,\u00A02026)',
      'Result (Nov\u00A029,\u00A02026)',
      'Failed checks of high importance',
      'Report',
    ]);
    expect(cells).toEqual([
      ['https://alpen.example/tal', 'Decent 61', 'Decent 61', 'Title', null],
      ['https://alpen.example/', 'Decent 50', 'Good 88', 'Noindex', '112989'],
    ]);
  });

  it('the client of the page is worse despite a higher average, and its row names the problem', async () => {
    await drawClients('week');
    const groups = [...document.querySelectorAll('.clients tbody')];
    const worse = groups.find((group) => wordsOf(group).startsWith('Worse'));
    const row = [...(worse?.querySelectorAll('tr') ?? [])].find((one) =>
      wordsOf(one).includes('alpen.example'),
    );
    expect(wordsIn('.client-name, td', row ?? document).slice(0, 7)).toEqual([
      'alpen.example',
      '4',
      '60 → 71',
      'Averages of 8 weeks: 60, 71',
      '2 worse 1 better',
      'Noindex, 1 page new and 2 more',
      'Sitemap, 1 page',
    ]);
  });
});
