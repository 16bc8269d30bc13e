import { beforeEach, describe, expect, it } from 'vitest';
import { all, one, press, useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';
import { drawClients, wordsIn, wordsOf } from './drawn-clients';
import { CLIENTS, type ClientName, openExports, tableIn } from './six-clients';

beforeEach(useEnglish);

const WHY = 'Why it matters: The title names the page in browser tabs, bookmarks and shared links.';

/** The tickets of Title. Pages on which Title is new compared with November 22 come first. */
const TITLE_TICKETS: [client: ClientName, paths: string[], lines: string[]][] = [
  [
    'alpen.example',
    ['tal'],
    [
      'Title (high): 1 page of alpen.example',
      WHY,
      '',
      'Passed on Nov 22, 2026, failing since Nov 29, 2026',
      'title as found',
      'https://alpen.example/tal',
      '  Report: https://service.example/reports/112986',
      '',
      'Fixed when: “Title” passes on 1 page.',
      '',
    ],
  ],
  [
    'fahrrad.example',
    ['kette'],
    [
      'Title (high): 1 page of fahrrad.example',
      'Failing again on 1 page: handed over Oct 28, 2026, ticket closed Nov 24, 2026',
      WHY,
      '',
      'Passed on Nov 22, 2026, failing again since Nov 29, 2026',
      'title as found',
      'https://fahrrad.example/kette',
      '  Report: https://service.example/reports/112976',
      '',
      'Fixed when: “Title” passes on 1 page.',
      '',
    ],
  ],
  [
    'lumen.example',
    ['', 'alt', 'neu', 'frisch', 'still'],
    [
      'Title (high): 5 pages of lumen.example',
      WHY,
      '',
      'Passed on Nov 22, 2026, failing since Nov 29, 2026',
      'title as found',
      'https://lumen.example/',
      '  Report: https://service.example/reports/112974',
      '',
      // `/still` was last measured on November 22.
      'Failing since Nov 22, 2026 or earlier',
      'title as found',
      'https://lumen.example/alt',
      '  Report: https://service.example/reports/112973',
      'https://lumen.example/still',
      '  Report: https://service.example/reports/112272',
      '',
      'Failing since Nov 29, 2026 or earlier',
      'title as found',
      'https://lumen.example/neu',
      '  Report: https://service.example/reports/112971',
      'https://lumen.example/frisch',
      '  Report: https://service.example/reports/112970',
      '',
      'Fixed when: “Title” passes on all 5 pages.',
      '',
    ],
  ],
  [
    'zahnarzt.example',
    ['', 'preise', 'team', 'praxis'],
    [
      'Title (high): 4 pages of zahnarzt.example',
      WHY,
      '',
      'Passed on Nov 22, 2026, failing since Nov 29, 2026',
      'title as found',
      'https://zahnarzt.example/',
      '  Report: https://service.example/reports/112968',
      '',
      'Passed on Nov 24, 2026, failing since Nov 29, 2026',
      'title as found',
      'https://zahnarzt.example/preise',
      '  Report: https://service.example/reports/112965',
      '',
      'Passed on Oct 28, 2026, failing since Nov 27, 2026',
      'title as found',
      'https://zahnarzt.example/team',
      '  Report: https://service.example/reports/112767',
      '',
      'Failing since Oct 28, 2026 or earlier',
      'title as found',
      'https://zahnarzt.example/praxis',
      '  Report: https://service.example/reports/112966',
      '',
      'Fixed when: “Title” passes on all 4 pages.',
      '',
    ],
  ],
  [
    'nordlicht.example',
    ['sofas', 'betten'],
    [
      'Title (high): 2 pages of nordlicht.example',
      WHY,
      '',
      'Failing since Nov 22, 2026 or earlier',
      'title as found',
      'https://nordlicht.example/sofas',
      '  Report: https://service.example/reports/112298',
      'https://nordlicht.example/betten',
      '  Report: https://service.example/reports/112297',
      '',
      'Fixed when: “Title” passes on all 2 pages.',
      '',
    ],
  ],
];

/**
 * The addresses in the letter of each client with the base week: first the pages with problems, then the
 * worst pages.
 */
const LETTERS: [client: ClientName, problems: string[], worst: string[]][] = [
  [
    'nordlicht.example',
    ['https://nordlicht.example/sofas', 'https://nordlicht.example/betten'],
    // Nine pages have 60, and the reports of these three are the newest.
    [
      '60 https://nordlicht.example/sofas',
      '60 https://nordlicht.example/betten',
      '60 https://nordlicht.example/stuehle',
    ],
  ],
  [
    'alpen.example',
    // Noindex, Title, Load time
    ['https://alpen.example/', 'https://alpen.example/tal', 'https://alpen.example/huette'],
    [
      '61 → 61 https://alpen.example/tal',
      '60 → 64 https://alpen.example/huette',
      '70 → 70 https://alpen.example/gipfel',
    ],
  ],
  [
    'bergblick.example',
    // No check fails now.
    [],
    [
      '60 → 64 https://bergblick.example/bar',
      // 66 on October 28
      '66 → 66 https://bergblick.example/lift',
      '70 → 70 https://bergblick.example/spa',
    ],
  ],
  [
    'fahrrad.example',
    [
      // Title
      'https://fahrrad.example/kette',
      // Noindex
      'https://fahrrad.example/',
      'https://fahrrad.example/helm',
      'https://fahrrad.example/licht',
    ],
    [
      '60 → 52 https://fahrrad.example/kette',
      '55 → 55 https://fahrrad.example/sattel',
      '60 → 58 https://fahrrad.example/',
      // Only the report of the home page is public.
      '  Report: https://service.example/reports/112980',
    ],
  ],
  [
    'lumen.example',
    [
      // Title
      'https://lumen.example/',
      'https://lumen.example/alt',
      'https://lumen.example/neu',
      'https://lumen.example/frisch',
      'https://lumen.example/still',
      // Robots.txt
      'https://lumen.example/jung',
    ],
    // The first two pages have no earlier score.
    [
      '40 https://lumen.example/neu',
      '45 https://lumen.example/frisch',
      '50 → 50 https://lumen.example/alt',
    ],
  ],
  [
    'zahnarzt.example',
    [
      'https://zahnarzt.example/',
      'https://zahnarzt.example/praxis',
      'https://zahnarzt.example/preise',
      'https://zahnarzt.example/team',
    ],
    [
      '60 → 55 https://zahnarzt.example/',
      '  Report: https://service.example/reports/112968',
      // 66 on November 24
      '66 → 60 https://zahnarzt.example/preise',
      '60 → 62 https://zahnarzt.example/praxis',
    ],
  ],
];

/** The addresses in the CSV file of each client: all pages, newest report first. */
const FILES: [client: ClientName, paths: string[]][] = [
  [
    'nordlicht.example',
    [
      ...['', 'sofas', 'betten', 'stuehle', 'lampen', 'regale', 'teppiche', 'spiegel', 'bad'],
      // The report is of October 28.
      'tische',
    ],
  ],
  ['alpen.example', ['', 'huette', 'gipfel', 'tal']],
  ['bergblick.example', ['', 'spa', 'bar', 'lift', 'suite']],
  ['fahrrad.example', ['', 'rad', 'helm', 'kette', 'sattel', 'licht']],
  ['lumen.example', ['', 'alt', 'neu', 'frisch', 'jung', 'still']],
  ['zahnarzt.example', ['', 'praxis', 'preise', 'team', 'kontakt']],
];

describe('tickets, letters and files of one client', () => {
  it('a problem of five clients is offered as five tickets', async () => {
    const { table, lookAt, exports } = await openExports('week');
    lookAt(null, 'title');
    expect(table.overview.problem.value?.pages).toBe(13);
    // 1 + 1 + 5 + 4 + 2 = 13
    expect(exports.tickets.value).toEqual(
      TITLE_TICKETS.map(([client, paths]) => ({ client, pages: paths.length })),
    );
  });

  it.each(TITLE_TICKETS)('the ticket of %s lists only pages of this client', async (...row) => {
    const [client, paths, lines] = row;
    const { lookAt, exports, texts, tickets } = await openExports('week');
    lookAt(null, 'title');
    exports.copyTicket(client);
    await settle();
    expect(texts).toEqual([lines.join('\n')]);
    const copied = tickets.map((ticket) => [
      ticket.client,
      ticket.check,
      ticket.pages.map(({ report }) => report.url),
    ]);
    expect(copied).toEqual([[client, 'title', paths.map((path) => `https://${client}/${path}`)]]);
  });

  it.each(LETTERS)('the letter of %s lists only pages of this client', async (...row) => {
    const [client, problems, worst] = row;
    const { exports, texts, clientOf } = await openExports('week');
    exports.copySummary(clientOf(client));
    await settle();
    const [letter = ''] = texts;
    expect(letter.split(/[,\n]/)[0]).toBe(client);
    const lines = letter.split('\n').filter((line) => line.includes('https://'));
    expect(lines).toEqual([...problems.map((address) => `  ${address}`), ...worst]);
    for (const other of CLIENTS) if (other !== client) expect(letter).not.toContain(other);
  });

  it.each(FILES)(
    'the CSV file and the sheet of %s list only pages of this client',
    async (...row) => {
      const [client, paths] = row;
      const { exports, files, sheets, clientOf } = await openExports('week');
      exports.save(clientOf(client));
      exports.print(clientOf(client));
      await settle();
      expect(files.map(({ name }) => name)).toEqual([client]);
      const { rows } = tableIn(files);
      expect(rows.map(([address]) => address)).toEqual(
        paths.map((path) => `https://${client}/${path}`),
      );
      expect(sheets.map(({ title }) => title)).toEqual([client]);
      const others = CLIENTS.filter((name) => name !== client);
      for (const other of others) expect(JSON.stringify([files, sheets])).not.toContain(other);
    },
  );

  it('on screen, a problem of one client opens for this client', async () => {
    await drawClients('week');
    const wrong = await one('region', 'What is wrong');
    const rows = all('button', undefined, wrong);
    // Title is new on 1 + 1 + 1 + 3 = 6 pages, Noindex on one.
    const texts = rows.map(wordsOf);
    const pressRow = (start: string) => rows[texts.findIndex((text) => text.startsWith(start))];
    expect(wordsOf(pressRow('Noindex'))).toContain('alpen.example');
    pressRow('Noindex')?.click();
    const heading = () => wordsOf(document.querySelector('#problem-heading'));
    await waitUntil(() => expect(heading()).toBe('Noindex, 1 page high · alpen.example'));
    await one('button', 'Copy ticket: 1 page');
  });

  it('on screen, a problem of several clients has a button for the ticket of each client', async () => {
    await drawClients('week');
    const wrong = await one('region', 'What is wrong');
    const row = all('button', undefined, wrong).find((one) => wordsOf(one).startsWith('Title'));
    row?.click();
    await waitUntil(() =>
      expect(wordsOf(document.querySelector('#problem-heading'))).toBe('Title, 13 pages high'),
    );
    const items = [...document.querySelectorAll('.tickets-by-client > li')];
    expect(items.map((item) => wordsIn('button', item))).toEqual([
      ['alpen.example', 'Copy ticket: 1 page'],
      ['fahrrad.example', 'Copy ticket: 1 page'],
      ['lumen.example', 'Copy ticket: 5 pages'],
      ['zahnarzt.example', 'Copy ticket: 4 pages'],
      ['nordlicht.example', 'Copy ticket: 2 pages'],
    ]);
    expect(all('button', 'Copy ticket')).toEqual([]);
  });

  it.each<[client: ClientName | null, items: string[]]>([
    [null, ['Download CSV', 'Download XLSX', 'Print']],
    ['alpen.example', ['Copy summary', 'Copy as text', 'Download CSV', 'Download XLSX', 'Print']],
  ])('on screen, Export of the pages of %s offers %s', async (client, items) => {
    const page = await drawClients('week');
    if (client !== null) page.routes.goTo({ name: 'list', client });
    await waitUntil(() => expect(page.table.value.overview.client.value).toBe(client));
    await press('Export');
    await waitUntil(() => expect(all('menuitem').map(wordsOf)).toEqual(items));
  });

  it.each<[client: ClientName, check: string, heading: string, button: string]>([
    // Four pages of the ticket of November 24 are fixed, and the check fails on no page.
    ['bergblick.example', 'robots', 'Robots.txt, 0 pages · bergblick.example', 'Copy proof'],
    // One of five pages is fixed.
    [
      'fahrrad.example',
      'noindex',
      'Noindex, 3 pages high · fahrrad.example',
      'Copy ticket: 3 pages',
    ],
    ['lumen.example', 'title', 'Title, 5 pages high · lumen.example', 'Copy ticket: 5 pages'],
    ['zahnarzt.example', 'title', 'Title, 4 pages high · zahnarzt.example', 'Copy ticket: 4 pages'],
    [
      'nordlicht.example',
      'title',
      'Title, 2 pages high · nordlicht.example',
      'Copy ticket: 2 pages',
    ],
  ])('on screen, the primary button of %s for %s copies a ticket or a proof', async (...row) => {
    const [client, check, heading, button] = row;
    const page = await drawClients('week');
    page.routes.goTo({ name: 'list', client, check });
    await waitUntil(() => {
      expect(wordsOf(document.querySelector('#problem-heading'))).toBe(heading);
      expect(wordsIn('.problem-header .primary')).toEqual([button]);
    });
  });
});
