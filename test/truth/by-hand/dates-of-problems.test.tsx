import { beforeEach, describe, expect, it } from 'vitest';
import { i18n } from '#i18n';
import { failingPages, ticketTable } from '@/components/export/ticket';
import { newsText } from '@/components/text/labels';
import { clientNews } from '@/lib/report/compare/clients';
import { daySince, type Since } from '@/lib/report/compare/page-change';
import { useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';
import { drawClients, drawPopupOver, wordsIn, wordsOf } from './drawn-clients';
import { CLIENTS, linkOf, NOW, newestOf, openExports, stopClock, tableIn } from './six-clients';

beforeEach(useEnglish);

const clientIn = (page: string) => CLIENTS.find((name) => page.startsWith(name)) ?? CLIENTS[0];

describe('screen and exports agree', () => {
  it.each<[page: string, check: string, dates: string, onScreen: string]>([
    [
      'zahnarzt.example/',
      'title',
      'Passed on Nov 22, 2026, failing since Nov 29, 2026',
      'new Nov 29, passed on Nov 22',
    ],
    [
      // Not measured between October 28 and November 27.
      'zahnarzt.example/team',
      'title',
      'Passed on Oct 28, 2026, failing since Nov 27, 2026',
      'new Nov 27, passed on Oct 28',
    ],
    // Failed three times, and never passed.
    [
      'zahnarzt.example/praxis',
      'title',
      'Failing since Oct 28, 2026 or earlier',
      'Oct 28 or earlier',
    ],
    [
      'zahnarzt.example/preise',
      'title',
      'Passed on Nov 24, 2026, failing since Nov 29, 2026',
      'new Nov 29, passed on Nov 24',
    ],
    [
      'alpen.example/',
      'noindex',
      'Passed on Nov 22, 2026, failing since Nov 29, 2026',
      'new Nov 29, passed on Nov 22',
    ],
    [
      // Failed on November 22, which is the base of a week, so the problem is not new.
      'fahrrad.example/',
      'noindex',
      'Passed on Nov 24, 2026, failing again since Nov 29, 2026',
      'Nov 29, passed on Nov 24',
    ],
    [
      'fahrrad.example/helm',
      'noindex',
      'Failing since Nov 22, 2026 or earlier',
      'Nov 22 or earlier',
    ],
    [
      'fahrrad.example/kette',
      'title',
      'Passed on Nov 22, 2026, failing again since Nov 29, 2026',
      'new Nov 29, passed on Nov 22',
    ],
    // First results.
    ['lumen.example/neu', 'title', 'Failing since Nov 29, 2026 or earlier', 'Nov 29 or earlier'],
    ['lumen.example/jung', 'robots', 'Failing since Nov 27, 2026 or earlier', 'Nov 27 or earlier'],
    [
      'nordlicht.example/sofas',
      'title',
      'Failing since Nov 22, 2026 or earlier',
      'Nov 22 or earlier',
    ],
  ])('on the dates of a problem in letter, ticket and table: %s, %s', async (...row) => {
    const [page, check, dates, onScreen] = row;
    const client = clientIn(page);
    const { lookAt, exports, texts, clientOf } = await openExports('week');
    lookAt(client, check);
    exports.copyTicket(client);
    exports.copySummary(clientOf(client));
    await settle();
    const ticket = texts.find((text) => text.includes('Fixed when'));
    const letter = texts.find((text) => text.includes('Average score'));
    // A section of the ticket begins with the dates. The pages follow.
    const section = ticket?.split('\n\n').find((part) => part.includes(`https://${page}\n`));
    expect(section?.split('\n')[0]).toBe(dates);
    // A letter names only the dates of new problems.
    const isNew = onScreen.startsWith('new ');
    if (isNew) expect(letter).toContain(`${dates}: `);
    expect(letter).not.toMatch(/New since|new since/);
    const view = await drawClients('week');
    view.routes.goTo({ name: 'list', client, check });
    const cellOf = () => {
      const rows = [...document.querySelectorAll('.table-row')];
      const own = rows.find(
        (one) => wordsOf(one.querySelector('button.row bdi')) === `https://${page}`,
      );
      return wordsOf(own?.querySelector('.cell-since'));
    };
    await waitUntil(() => expect(cellOf()).toBe(onScreen));
  });

  it.each<[page: string, check: string, passed: string | null, since: string]>([
    ['zahnarzt.example/', 'title', '2026-11-22 08:00', '2026-11-29 08:00'],
    ['zahnarzt.example/team', 'title', '2026-10-28 08:00', '2026-11-27 08:00'],
    ['zahnarzt.example/praxis', 'title', null, '2026-10-28 08:00'],
    ['zahnarzt.example/preise', 'title', '2026-11-24 08:00', '2026-11-29 08:00'],
    ['fahrrad.example/', 'noindex', '2026-11-24 08:00', '2026-11-29 08:00'],
    ['fahrrad.example/licht', 'noindex', null, '2026-11-22 08:00'],
    ['lumen.example/jung', 'robots', null, '2026-11-27 08:00'],
  ])('on the dates in the CSV file of a ticket: %s, %s', async (page, check, ...dates) => {
    const { table, lookAt } = await openExports('week');
    lookAt(clientIn(page), check);
    const problem = table.overview.problem.value;
    if (problem === null) throw new Error(`${check} fails on no page`);
    const pages = failingPages(problem, table.overview.rows.value);
    const facts = { notes: [], failingAgain: [], checkOf: () => null, linkOf };
    const { columns, rows } = tableIn([{ document: ticketTable(problem, pages, facts, i18n) }]);
    const cells = rows.find(([address]) => address === `https://${page}`);
    const cell = (column: string) => cells?.[columns.indexOf(column)];
    expect([cell('Last passed'), cell('Failing since')]).toEqual(dates);
  });

  it.each<[page: string, since: Since, base: string, isoBase: string, scores: string]>([
    ['zahnarzt.example/', 'week', 'Nov 22', '2026-11-22 08:00', '60 → 55'],
    // No result between October 28 and November 22.
    ['zahnarzt.example/team', 'week', 'Oct 28', '2026-10-28 08:00', '70 → 64'],
    // The page has no result up to November 22, so its oldest result is the base.
    ['zahnarzt.example/preise', 'week', 'Nov 24', '2026-11-24 08:00', '66 → 60'],
    ['zahnarzt.example/praxis', 'week', 'Nov 22', '2026-11-22 08:00', '60 → 62'],
    ['zahnarzt.example/praxis', 'month', 'Oct 28', '2026-10-28 08:00', '60 → 62'],
    ['fahrrad.example/', 'week', 'Nov 22', '2026-11-22 08:00', '60 → 58'],
    ['fahrrad.example/', 'before', 'Nov 24', '2026-11-24 08:00', '70 → 58'],
    ['bergblick.example/', 'week', 'Nov 22', '2026-11-22 08:00', '80 → 82'],
    // The page has no result up to October 30, so its oldest result is the base.
    ['bergblick.example/', 'month', 'Nov 22', '2026-11-22 08:00', '80 → 82'],
    // The last summary before today was copied on November 24.
    ['bergblick.example/', 'summary', 'Nov 24', '2026-11-24 08:00', '60 → 82'],
    ['bergblick.example/', 'before', 'Nov 27', '2026-11-27 08:00', '80 → 82'],
    // The last summary before today: November 27.
    ['alpen.example/', 'summary', 'Nov 22', '2026-11-22 08:00', '50 → 88'],
  ])('on the base in popup, report and CSV file: %s, base %s', async (...row) => {
    const [page, since, base, isoBase, scores] = row;
    const { exports, files, clientOf } = await openExports(since);
    exports.save(clientOf(clientIn(page)));
    await settle();
    const { columns, rows } = tableIn(files);
    const cells = rows.find(([address]) => address === `https://${page}`);
    expect(cells?.[columns.indexOf('Compared with')]).toBe(isoBase);
    await drawPopupOver(`https://${page}`, since);
    const [compared] = await waitUntil(() => {
      const texts = wordsIn('.this-page .page-brief .cut').filter((text) =>
        text.includes('compared with'),
      );
      expect(texts).toHaveLength(1);
      return texts;
    });
    expect(compared).toMatch(new RegExp(`compared with ${base}$`));
    document.querySelector<HTMLElement>('.this-page .opens')?.click();
    await waitUntil(() =>
      expect(wordsOf(document.querySelector('.what-changed b'))).toBe(`Since ${base}: ${scores}`),
    );
    const view = await drawClients(since);
    const time = new Date(isoBase.replace(' ', 'T')).toISOString();
    await waitUntil(() => expect(view.baseOf(newestOf(page))?.generatedAt).toBe(time));
  });

  it.each<[since: Since, line: string, worse: string[], better: string[]]>([
    [
      'week',
      'Since Nov 22: 4 clients worse, 2 better',
      // Sorted by pages with a new Title: 3, 1, 1, 1. The last three are sorted by average: −1, 0, +11
      ['zahnarzt.example', 'lumen.example', 'fahrrad.example', 'alpen.example'],
      // Average +1, +3
      ['bergblick.example', 'nordlicht.example'],
    ],
    [
      'month',
      'Since Oct 30: 3 clients worse, 3 better',
      ['zahnarzt.example', 'lumen.example', 'alpen.example'],
      // No problem is new. Average +1, +2, +4
      ['bergblick.example', 'fahrrad.example', 'nordlicht.example'],
    ],
    [
      'before',
      '4 clients worse, 2 better',
      // Sorted by pages with a new Title: 3, 1, 1, 1. The last three are sorted by average: −3, −1, +11
      ['zahnarzt.example', 'fahrrad.example', 'lumen.example', 'alpen.example'],
      // Average +4, +9
      ['nordlicht.example', 'bergblick.example'],
    ],
    [
      'summary',
      '2 clients worse, 2 better',
      ['zahnarzt.example', 'alpen.example'],
      // Average +3, +13
      ['nordlicht.example', 'bergblick.example'],
    ],
  ])(
    "on worse and better clients in the popup's line and in the table, with the base %s",
    async (since, line, ...groups) => {
      stopClock();
      const { table } = await openExports(since);
      const news = clientNews(table.overview.rows.value, daySince(since, NOW));
      expect(newsText(news)).toBe(line);
      const { groups: actual } = table.overview.clients.value;
      const namesOf = (kind: string) =>
        actual?.find((group) => group.kind === kind)?.clients.map(({ name }) => name);
      expect([namesOf('worse'), namesOf('better')]).toEqual(groups);
    },
  );
});
