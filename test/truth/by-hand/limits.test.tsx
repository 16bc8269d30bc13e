import { beforeEach, describe, expect, it } from 'vitest';
import { useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';
import { drawClients, wordsIn, wordsOf } from './drawn-clients';
import { type ClientName, openExports, READ, REPORTS } from './six-clients';

beforeEach(useEnglish);

/** The reports of November 27 and 29. The history has no other reports. */
const NEWEST = REPORTS.slice(0, READ);
const SENTENCE = '26 of 69 reports were read.';

describe('after only 26 of 69 reports were read', () => {
  it.each<[client: ClientName, average: string, kinds: string]>([
    // (88 + 64 + 70 + 61) / 4 = 70.75
    [
      'alpen.example',
      'Average score of 4 pages: 71',
      '4 pages: 4 with a single result among these reports',
    ],
    // (80 + 70 + 50 + 60 + 66) / 5 = 65.2. Only three pages have a second result, of November 27.
    [
      'bergblick.example',
      'Average score of 5 pages: 65 → 70, 3 of 5 pages measured again',
      '5 pages: 3 better, 2 with a single result among these reports',
    ],
    // `/licht` is missing: (58 + 66 + 60 + 52 + 55) / 5 = 58.2
    [
      'fahrrad.example',
      'Average score of 5 pages: 58',
      '5 pages: 5 with a single result among these reports',
    ],
    // `/still` is missing: (55 + 50 + 40 + 45 + 70) / 5 = 52
    [
      'lumen.example',
      'Average score of 5 pages: 52',
      '5 pages: 5 with a single result among these reports',
    ],
    // `/kontakt` is missing: (55 + 64 + 62 + 60) / 4 = 60.25
    [
      'zahnarzt.example',
      'Average score of 4 pages: 60',
      '4 pages: 4 with a single result among these reports',
    ],
  ])('each text and file of %s has both numbers, and calls no result the first', async (...row) => {
    const [client, average, kinds] = row;
    const reading = { reports: NEWEST, partRead: { read: READ, total: REPORTS.length } };
    const { exports, texts, sheets, files, clientOf } = await openExports('week', reading);
    const one = clientOf(client);
    exports.copySummary(one);
    exports.print(one);
    exports.save(one);
    exports.copyWorst(one);
    await settle();
    const letter = texts.find((text) => text.includes('Average score')) ?? '';
    const tickets = texts.filter((text) => text !== letter);
    expect(letter.split('\n')).toEqual(expect.arrayContaining([SENTENCE, average, kinds]));
    expect(sheets.map(({ head }) => head.at(-1))).toEqual([SENTENCE]);
    expect(files.map(({ document }) => document.head.slice(2))).toEqual([
      [SENTENCE, average, kinds],
    ]);
    // No check fails on pages of bergblick now.
    expect(tickets).toHaveLength(client === 'bergblick.example' ? 0 : 1);
    for (const ticket of tickets) expect(ticket.split('\n')).toContain(SENTENCE);
    for (const text of [...texts, JSON.stringify([sheets, files])]) {
      expect(text).not.toMatch(/first result/);
    }
  });

  it('the letter of bergblick.example covers only the reports that were read', async () => {
    const reading = { reports: NEWEST, partRead: { read: READ, total: REPORTS.length } };
    const { exports, texts, clientOf } = await openExports('week', reading);
    exports.copySummary(clientOf('bergblick.example'));
    await settle();
    expect(texts[0]?.split('\n').slice(0, 13)).toEqual([
      'bergblick.example, Nov 27 – 29, 2026',
      // `/suite` on November 27
      'Measured Nov 27, 2026 (1 page) and Nov 29, 2026 (4 pages)',
      '26 of 69 reports were read.',
      '',
      // `/spa` and `/bar` failed on November 27.
      'Fixed since Nov 27, 2026: Robots.txt on 2 pages.',
      '',
      'Average score of 5 pages: 65 → 70, 3 of 5 pages measured again',
      '5 pages: 3 better, 2 with a single result among these reports',
      '',
      'Worst pages',
      '60 → 64 https://bergblick.example/bar',
      '66 https://bergblick.example/lift',
      '50 → 70 https://bergblick.example/spa',
    ]);
  });

  it('the screen has both numbers, and calls no result the first', async () => {
    const page = await drawClients('week', { reports: NEWEST, total: REPORTS.length });
    await waitUntil(() => expect(wordsOf(document.querySelector('.rows-age'))).toBe(SENTENCE));
    const groups = () => wordsIn('.clients tbody');
    await waitUntil(() => expect(groups()).toHaveLength(2));
    // The oldest known results are of November 27. Robots.txt is fixed on `/spa` and `/bar`.
    const cells = ['name', 'pages', 'average', 'moves', 'problem', 'fixed'];
    const first = cells.map((cell) => `.clients tbody:first-of-type .client-${cell}`);
    expect(first.flatMap((cell) => wordsIn(cell))).toEqual([
      'bergblick.example compared with Nov 27',
      '5',
      '65 → 70 3 of 5 pages measured again',
      '3 better',
      'Nothing new',
      'Robots.txt, 2 pages',
    ]);
    const others = ['name', 'average'].map((cell) =>
      wordsIn(`.clients tbody:last-of-type .client-${cell}`),
    );
    expect(others).toEqual([
      ['alpen.example', 'fahrrad.example', 'lumen.example', 'zahnarzt.example'],
      ['71', '58', '52', '60'],
    ]);
    for (const problem of wordsIn('.clients tbody:last-of-type td.client-problem')) {
      expect(problem).toMatch(/^no earlier result known( · |$)/);
    }
    page.routes.goTo({ name: 'list', client: 'lumen.example' });
    await waitUntil(() =>
      expect(wordsOf(document.querySelector('.client-header .measure'))).toBe(
        'Average score of 5 pages 52 Not comparable: no earlier result known',
      ),
    );
  });
});

describe('the number of reports that were read', () => {
  it.each<[read: number, total: number | null, sentence: string]>([
    [2000, 2080, '2,000 of 2,080 reports were read.'],
    [69, 1367, '69 of 1,367 reports were read.'],
    // The service does not send the number of all reports.
    [2000, null, 'The first 2,000 reports were read.'],
  ])('%s of %s is in each text and file', async (read, total, sentence) => {
    const partRead = { read, total };
    const { exports, texts, sheets, files, clientOf } = await openExports('month', { partRead });
    const client = clientOf('nordlicht.example');
    exports.copySummary(client);
    exports.copyWorst(client);
    exports.print(client);
    exports.save(client);
    await settle();
    // Letter and ticket
    expect(texts.map((text) => text.split('\n').includes(sentence))).toEqual([true, true]);
    // The history has two results of `/` and `/tische`.
    expect(texts.join()).toContain(
      '10 pages: 2 better, 8 with a single result among these reports',
    );
    expect(sheets.map(({ head }) => head.includes(sentence))).toEqual([true]);
    expect(files.map(({ document }) => document.head.includes(sentence))).toEqual([true]);
  });

  it('is in no text and file if all reports were read', async () => {
    const { exports, texts, sheets, files, clientOf } = await openExports('month');
    const client = clientOf('nordlicht.example');
    exports.copySummary(client);
    exports.copyWorst(client);
    exports.print(client);
    exports.save(client);
    await settle();
    expect([texts.length, sheets.length, files.length]).toEqual([2, 1, 1]);
    expect(JSON.stringify([texts, sheets, files])).not.toMatch(/reports were read/);
    expect(texts.join()).toContain('10 pages: 2 better, 8 first results');
  });
});
