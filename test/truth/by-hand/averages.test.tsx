import { beforeEach, expect, it } from 'vitest';
import type { Since } from '@/lib/report/compare/page-change';
import { useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';
import { drawClients, wordsIn, wordsOf } from './drawn-clients';
import { type ClientName, openExports } from './six-clients';

beforeEach(useEnglish);

type Row = [
  client: ClientName,
  since: Since,
  label: string,
  average: string,
  measuredAgain: string | null,
  kinds: string,
];

// A page without a second result counts with its only score.
const TABLE: Row[] = [
  // (10 × 60) / 10 = 60, (88 + 9 × 60) / 10 = 62.8
  [
    'nordlicht.example',
    'week',
    'Average score of 10 pages',
    '60 → 63',
    '1 of 10 pages measured again',
    '10 pages: 1 better, 9 not checked since',
  ],
  // (50 + 60 + 70 + 61) / 4 = 60.25, (88 + 64 + 70 + 61) / 4 = 70.75
  [
    'alpen.example',
    'week',
    'Average score of 4 pages',
    '60 → 71',
    null,
    '4 pages: 2 worse, 1 better, 1 the same',
  ],
  // (80 + 70 + 70 + 60 + 66) / 5 = 69.2, (82 + 70 + 70 + 64 + 66) / 5 = 70.4
  [
    'bergblick.example',
    'week',
    'Average score of 5 pages',
    '69 → 70',
    null,
    '5 pages: 2 better, 3 the same',
  ],
  // (5 × 60 + 55) / 6 = 59.17, (58 + 66 + 60 + 60 + 52 + 55) / 6 = 58.5, rounded half up
  [
    'fahrrad.example',
    'week',
    'Average score of 6 pages',
    '59 → 59',
    '5 of 6 pages measured again',
    '6 pages: 2 worse, 1 better, 2 the same, 1 not checked since',
  ],
  // (60 + 50 + 52 + 40 + 45 + 70) / 6 = 52.83, (55 + 50 + 52 + 40 + 45 + 70) / 6 = 52
  [
    'lumen.example',
    'week',
    'Average score of 6 pages',
    '53 → 52',
    '2 of 6 pages measured again',
    '6 pages: 1 worse, 1 the same, 1 not checked since, 3 first results',
  ],
  // (60 + 70 + 60 + 66 + 80) / 5 = 67.2, (55 + 64 + 62 + 60 + 80) / 5 = 64.2
  [
    'zahnarzt.example',
    'week',
    'Average score of 5 pages',
    '67 → 64',
    '4 of 5 pages measured again',
    '5 pages: 3 worse, 1 better, 1 not checked since',
  ],
  // The base of `/tische` is 50: (9 × 60 + 50) / 10 = 59
  [
    'nordlicht.example',
    'month',
    'Average score of 10 pages',
    '59 → 63',
    '2 of 10 pages measured again',
    '10 pages: 2 better, 8 first results',
  ],
  // The oldest results are of November 22. The bases of a week are the same.
  [
    'alpen.example',
    'month',
    'Average score of 4 pages',
    '60 → 71',
    null,
    '4 pages: 2 worse, 1 better, 1 the same',
  ],
  // The base of `/lift` is the result of October 28, as for a week. The other bases are the oldest results.
  [
    'bergblick.example',
    'month',
    'Average score of 5 pages',
    '69 → 70',
    null,
    '5 pages: 2 better, 3 the same',
  ],
  // `/kette` and `/sattel` were at 50: (4 × 60 + 2 × 50) / 6 = 56.67. Both are better now.
  [
    'fahrrad.example',
    'month',
    'Average score of 6 pages',
    '57 → 59',
    '5 of 6 pages measured again',
    '6 pages: 1 worse, 3 better, 1 the same, 1 first result',
  ],
  // The only result of `/still` is later than October 30.
  [
    'lumen.example',
    'month',
    'Average score of 6 pages',
    '53 → 52',
    '2 of 6 pages measured again',
    '6 pages: 1 worse, 1 the same, 4 first results',
  ],
  // The score of `/praxis` was also 60 on October 28.
  [
    'zahnarzt.example',
    'month',
    'Average score of 5 pages',
    '67 → 64',
    '4 of 5 pages measured again',
    '5 pages: 3 worse, 1 better, 1 not checked since',
  ],
  [
    'nordlicht.example',
    'before',
    'Average score of 10 pages',
    '59 → 63',
    '2 of 10 pages measured again',
    '10 pages: 2 better, 8 first results',
  ],
  [
    'alpen.example',
    'before',
    'Average score of 4 pages',
    '60 → 71',
    null,
    '4 pages: 2 worse, 1 better, 1 the same',
  ],
  // (80 + 55 + 50 + 60 + 60) / 5 = 61
  ['bergblick.example', 'before', 'Average score of 5 pages', '61 → 70', null, '5 pages: 5 better'],
  // `/` was at 70 and `/rad` at 66 on November 24: (70 + 66 + 60 + 60 + 60 + 55) / 6 = 61.83
  [
    'fahrrad.example',
    'before',
    'Average score of 6 pages',
    '62 → 59',
    '5 of 6 pages measured again',
    '6 pages: 2 worse, 3 the same, 1 first result',
  ],
  [
    'lumen.example',
    'before',
    'Average score of 6 pages',
    '53 → 52',
    '2 of 6 pages measured again',
    '6 pages: 1 worse, 1 the same, 4 first results',
  ],
  [
    'zahnarzt.example',
    'before',
    'Average score of 5 pages',
    '67 → 64',
    '4 of 5 pages measured again',
    '5 pages: 3 worse, 1 better, 1 first result',
  ],
  // The base day is November 24. `/tische` was not measured after this day.
  [
    'nordlicht.example',
    'summary',
    'Average score of 10 pages',
    '60 → 63',
    '1 of 10 pages measured again',
    '10 pages: 1 better, 9 not checked since',
  ],
  // The base day is November 27, because today's summary does not count yet. The bases are of November 22.
  [
    'alpen.example',
    'summary',
    'Average score of 4 pages',
    '60 → 71',
    null,
    '4 pages: 2 worse, 1 better, 1 the same',
  ],
  // The base day is November 24: (60 + 55 + 50 + 60 + 60) / 5 = 57
  [
    'bergblick.example',
    'summary',
    'Average score of 5 pages',
    '57 → 70',
    null,
    '5 pages: 5 better',
  ],
  // The only summary was copied today.
  ['fahrrad.example', 'summary', 'Average score of 6 pages', '59', null, '6 pages: 6 not compared'],
  ['lumen.example', 'summary', 'Average score of 6 pages', '52', null, '6 pages: 6 not compared'],
  // The base day is November 22, as for a week.
  [
    'zahnarzt.example',
    'summary',
    'Average score of 5 pages',
    '67 → 64',
    '4 of 5 pages measured again',
    '5 pages: 3 worse, 1 better, 1 not checked since',
  ],
];

/** For each client, a search that finds one page. */
const SEARCHES: Record<ClientName, string> = {
  'nordlicht.example': 'sofas',
  'alpen.example': 'tal',
  'bergblick.example': 'suite',
  'fahrrad.example': 'helm',
  'lumen.example': 'neu',
  'zahnarzt.example': 'team',
};

it.each(TABLE)('exports of %s with the base %s show the expected average', async (...row) => {
  const [client, since, label, average, measuredAgain, kinds] = row;
  const { table, lookAt, exports, texts, sheets, files, clientOf } = await openExports(since);
  const value = measuredAgain === null ? average : `${average}, ${measuredAgain}`;
  const lines = [`${label}: ${value}`, kinds];
  exports.copySummary(clientOf(client));
  exports.print(clientOf(client));
  await settle();
  expect(texts).toHaveLength(1);
  expect(texts[0]?.split('\n\n')).toContain(lines.join('\n'));
  expect(sheets).toHaveLength(1);
  // A further line says what to fix first.
  expect(sheets[0]?.sections[0]?.lines?.slice(0, 2)).toEqual([
    { label, text: average, note: measuredAgain },
    { text: kinds },
  ]);
  // A CSV file contains these lines only if it leaves out pages.
  lookAt(client);
  table.overview.find(SEARCHES[client]);
  exports.save();
  await settle();
  expect(files[0]?.name).toBe(client);
  expect(files[0]?.document.head).toEqual(expect.arrayContaining(lines));
});

it('the sheet has the average scores of the weeks since the first result', async () => {
  const { exports, sheets, clientOf } = await openExports('week');
  exports.print(clientOf('alpen.example'));
  exports.print(clientOf('zahnarzt.example'));
  await settle();
  expect(sheets.map(({ sections }) => sections[0]?.trend)).toEqual([
    { days: ['Nov 22, 2026', 'Nov 29, 2026'], averages: [60, 71], lastMeasured: 1 },
    {
      days: ['Nov 1, 2026', 'Nov 8, 2026', 'Nov 15, 2026', 'Nov 22, 2026', 'Nov 29, 2026'],
      // Until November 22: 60, 70, 60, 66 and 80. On November 29: 55, 64, 62, 60 and 80.
      averages: [67, 67, 67, 67, 64],
      lastMeasured: 4,
    },
  ]);
});

it('the table of clients and the head of each client show the averages of the base week', async () => {
  const page = await drawClients('week');
  const averages = TABLE.filter(([, since]) => since === 'week').map(
    ([client, , label, average, measuredAgain]) => ({
      client,
      label,
      text: [average, measuredAgain].filter(Boolean).join(' '),
    }),
  );
  const names = wordsIn('.clients .client-name bdi');
  const texts = wordsIn('.clients td.client-average');
  expect(Object.fromEntries(names.map((name, at) => [name, texts[at]]))).toEqual(
    Object.fromEntries(averages.map(({ client, text }) => [client, text])),
  );
  for (const { client, label, text } of averages) {
    page.routes.goTo({ name: 'list', client });
    await waitUntil(() =>
      expect(wordsOf(document.querySelector('#client-heading bdi'))).toBe(client),
    );
    const words = wordsOf(document.querySelector('.client-header .measure'));
    expect(words).toMatch(new RegExp(`^${label} ${text}(?: \\d+ worse)?(?: \\d+ better)?$`));
  }
});
