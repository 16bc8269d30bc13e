import { beforeEach, describe, expect, it } from 'vitest';
import type { Since } from '@/lib/report/compare/page-change';
import { judgedPages } from '@/lib/report/compare/tickets';
import { NO_MUTES } from '@/lib/report/mutes';
import { useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';
import { drawClients, wordsIn } from './drawn-clients';
import { historyOf, openExports, TICKETS } from './six-clients';

beforeEach(useEnglish);

const [ROBOTS, NOINDEX] = TICKETS;

describe('a problem that failed, passed and fails again', () => {
  it.each<[page: string, status: string, day: string | null]>([
    // noindex failed on November 22, passed on November 24, and fails on November 29
    ['fahrrad.example/', 'failingAgain', '2026-11-29'],
    ['fahrrad.example/rad', 'fixed', '2026-11-29'],
    // noindex failed on both days, without a result in between
    ['fahrrad.example/helm', 'failing', '2026-11-29'],
    // no result after November 22
    ['fahrrad.example/licht', 'unmeasured', null],
    // no result at all
    ['fahrrad.example/alt', 'gone', null],
    ['bergblick.example/', 'fixed', '2026-11-29'],
    // the last result is of November 27
    ['bergblick.example/suite', 'fixed', '2026-11-27'],
    // robots failed on November 24 and 27
    ['bergblick.example/spa', 'fixed', '2026-11-29'],
    ['bergblick.example/lift', 'fixed', '2026-11-29'],
  ])('has the correct status on each page of a ticket: %s is %s', (address, status, day) => {
    const pages = TICKETS.flatMap(
      (ticket) =>
        judgedPages(
          ticket,
          (key) => historyOf(key).results,
          () => NO_MUTES,
        ) ?? [],
    );
    const page = pages.find(({ report }) => report.url === `https://${address}`);
    expect(page?.status).toBe(status);
    expect(page?.result?.generatedAt.slice(0, 10) ?? null).toBe(day);
  });

  it.each<[string, typeof NOINDEX, string[]]>([
    [
      'noindex',
      NOINDEX,
      [
        'Noindex: 1 of 5 pages fixed, measured Nov 29, 2026',
        'fahrrad.example · Handed over Nov 22, 2026',
        '',
        'Fixed',
        'https://fahrrad.example/rad',
        '',
        'Failing again',
        'https://fahrrad.example/',
        '  Now: noindex as found',
        '  Report: https://service.example/reports/112980',
        '',
        'Still failing',
        'https://fahrrad.example/helm',
        '  Now: noindex as found',
        '',
        'Not measured since',
        'https://fahrrad.example/licht',
        '',
        'Without a report',
        'https://fahrrad.example/alt',
        '',
      ],
    ],
    [
      'robots',
      ROBOTS,
      [
        // `/suite` was measured on November 27, the others on November 29.
        'Robots.txt: 4 of 4 pages fixed, measured Nov 27 – 29, 2026',
        'bergblick.example · Handed over Nov 24, 2026',
        '',
        'https://bergblick.example/',
        '  Report: https://service.example/reports/112985',
        'https://bergblick.example/suite',
        'https://bergblick.example/spa',
        'https://bergblick.example/lift',
        '',
      ],
    ],
  ])('is not listed as still failing in the proof of %s', async (_, ticket, lines) => {
    if (ticket === undefined) throw new Error('no ticket');
    const { exports, texts } = await openExports('week');
    const pages = judgedPages(
      ticket,
      (key) => historyOf(key).results,
      () => NO_MUTES,
    );
    await exports.copyProof(ticket, pages ?? []);
    expect(texts).toEqual([lines.join('\n')]);
  });

  it.each<[Since, letter: string, closed: string]>([
    [
      // Base of `/`: 60 noindex on November 22. The problem is not new with the base week.
      'week',
      'Fixed since Nov 22, 2026: Noindex on 1 page. Passed on Nov 22, 2026, failing again since Nov 29, 2026: Title on 1 page.',
      'Failing again on 1 page: handed over Oct 28, 2026, ticket closed Nov 24, 2026',
    ],
    [
      // Base of `/kette`: 50 title on October 28. Neither problem is new.
      'month',
      'Fixed since Oct 28, 2026: Noindex on 1 page and Title on 1 page.',
      'Failing again on 1 page: handed over Oct 28, 2026, ticket closed Nov 24, 2026',
    ],
    [
      // Bases: `/` on November 24, `/kette` on November 22.
      'before',
      'Passed on Nov 24, 2026, failing again since Nov 29, 2026: Noindex on 1 page. Passed on Nov 22, 2026, failing again since Nov 29, 2026: Title on 1 page.',
      'Failing again on 1 page: handed over Oct 28, 2026, ticket closed Nov 24, 2026',
    ],
  ])(
    'is failing again in the letter of fahrrad.example with the base %s',
    async (since, letter, closed) => {
      const { exports, texts, clientOf } = await openExports(since);
      exports.copySummary(clientOf('fahrrad.example'));
      await settle();
      // The last sentence names the problems to fix first.
      const [, sentences = ''] = texts[0]?.split('\n\n') ?? [];
      expect(sentences.slice(0, letter.length)).toBe(letter);
      expect(sentences.slice(letter.length)).not.toMatch(/fails|Passed/);
      expect(texts[0]?.split('\n')).toContain(`  ${closed}`);
      expect(texts[0]).not.toMatch(/still failing/i);
    },
  );

  it.each<[check: string, lines: string[]]>([
    [
      'noindex',
      [
        'Noindex (high): 3 pages of fahrrad.example',
        '',
        'Passed on Nov 24, 2026, failing again since Nov 29, 2026',
        'noindex as found',
        'https://fahrrad.example/',
        '  Report: https://service.example/reports/112980',
        '',
        // `/helm` also failed on November 29, without a result in between.
        'Failing since Nov 22, 2026 or earlier',
        'noindex as found',
        'https://fahrrad.example/helm',
        '  Report: https://service.example/reports/112978',
        'https://fahrrad.example/licht',
        '  Report: https://service.example/reports/112277',
        '',
        'Fixed when: “Noindex” passes on all 3 pages.',
        '',
      ],
    ],
    [
      'title',
      [
        'Title (high): 1 page of fahrrad.example',
        // `/sattel` belongs to the closed ticket, and passes.
        'Failing again on 1 page: handed over Oct 28, 2026, ticket closed Nov 24, 2026',
        'Why it matters: The title names the page in browser tabs, bookmarks and shared links.',
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
  ])('is failing again in the ticket of fahrrad.example for %s', async (check, lines) => {
    const { lookAt, exports, texts } = await openExports('week');
    lookAt('fahrrad.example', check);
    exports.copyTicket('fahrrad.example');
    await settle();
    expect(texts).toEqual([lines.join('\n')]);
  });

  it('is failing again on screen: in the tickets, their counts and a closed ticket', async () => {
    const page = await drawClients('week');
    const button = [...document.querySelectorAll<HTMLElement>('button.toggle')].find(
      ({ textContent }) => textContent === 'Handed over 2',
    );
    button?.click();
    await waitUntil(() =>
      expect(wordsIn('.tickets > li')).toEqual([
        'Robots.txt 4 pages bergblick.example · Nov 24 · 4 fixed',
        'Noindex 5 pages fahrrad.example · Nov 22 · 1 fixed, 1 failing again, 1 still failing, 1 not measured since, 1 without a report',
      ]),
    );
    for (const [check, expected] of [
      [
        'noindex',
        'Handed over Nov 22 · 5 pages · 1 fixed, 1 failing again, 1 still failing, 1 not measured since, 1 without a report',
      ],
      ['title', 'Failing again on 1 page: handed over Oct 28, ticket closed Nov 24'],
    ] as const) {
      page.routes.goTo({ name: 'list', client: 'fahrrad.example', check });
      await waitUntil(() => expect(wordsIn('.ticket > p')).toEqual([expected]));
    }
    page.routes.goTo({ name: 'list', client: 'fahrrad.example' });
    await waitUntil(() =>
      expect(wordsIn('[aria-labelledby=new-heading] > .part > ol > li')).toEqual([
        // `/kette`
        'Title 1 page 1 failing again, ticket closed Nov 24 · high',
      ]),
    );
  });
});
