import { beforeEach, expect, it } from 'vitest';
import type { Since } from '@/lib/report/compare/page-change';
import { useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';
import { drawClients, wordsIn, wordsOf } from './drawn-clients';
import type { ClientName } from './six-clients';

beforeEach(useEnglish);

interface Lists {
  fresh: string[];
  /** The problems of pages that failed in the base and fail now. */
  remaining: string[];
  /** The problems of pages without a base. */
  uncompared: string[];
}

it.each<[client: ClientName, since: Since, lists: Lists]>([
  [
    'lumen.example',
    'week',
    {
      // alt, still · neu, frisch
      fresh: ['Title 1 page high · 2 more were failing already · 2 first measured'],
      // alt · frisch
      remaining: ['Sitemap 1 page low · 1 first measured'],
      // jung
      uncompared: ['Robots.txt 1 page high · 1 first measured'],
    },
  ],
  [
    'lumen.example',
    'month',
    {
      // alt · still, neu, frisch
      fresh: ['Title 1 page high · 1 more was failing already · 3 first measured'],
      remaining: ['Sitemap 1 page low · 1 first measured'],
      uncompared: ['Robots.txt 1 page high · 1 first measured'],
    },
  ],
  [
    'lumen.example',
    'before',
    {
      fresh: ['Title 1 page high · 1 more was failing already · 3 first measured'],
      remaining: ['Sitemap 1 page low · 1 first measured'],
      uncompared: ['Robots.txt 1 page high · 1 first measured'],
    },
  ],
  // The base of sofas and betten, which were not measured afterwards, is their result of November 22.
  ['nordlicht.example', 'week', { fresh: [], remaining: ['Title 2 pages high'], uncompared: [] }],
  // sofas and betten have one result, which is later than October 30.
  [
    'nordlicht.example',
    'month',
    { fresh: [], remaining: [], uncompared: ['Title 2 pages high · 2 first measured'] },
  ],
  [
    'fahrrad.example',
    'week',
    {
      // kette
      fresh: ['Title 1 page 1 failing again, ticket closed Nov 24 · high'],
      // /, helm, licht
      remaining: ['Noindex 3 pages handed over Nov 22 · high'],
      uncompared: [],
    },
  ],
  [
    'fahrrad.example',
    'month',
    {
      fresh: [],
      remaining: [
        // /, helm · licht
        'Noindex 2 pages handed over Nov 22 · high · 1 first measured',
        // kette failed on October 28.
        'Title 1 page 1 failing again, ticket closed Nov 24 · high',
      ],
      uncompared: [],
    },
  ],
  [
    'zahnarzt.example',
    'week',
    // /, team, preise · praxis
    {
      fresh: ['Title 3 pages high · 1 more was failing already'],
      remaining: [],
      uncompared: [],
    },
  ],
  [
    'alpen.example',
    'week',
    {
      fresh: ['Noindex 1 page high', 'Title 1 page high', 'Load time 1 page medium'],
      remaining: [],
      uncompared: [],
    },
  ],
  ['bergblick.example', 'week', { fresh: [], remaining: [], uncompared: [] }],
])(
  'the view of %s with the base %s lists new, remaining and uncompared problems',
  async (client, since, lists) => {
    const page = await drawClients(since);
    page.routes.goTo({ name: 'list', client });
    await waitUntil(() =>
      expect(wordsOf(document.querySelector('#client-heading bdi'))).toBe(client),
    );
    const linesOf = (id: string) => wordsIn(`[aria-labelledby=${id}-heading] > .part > ol > li`);
    await waitUntil(() =>
      expect({
        fresh: linesOf('new'),
        remaining: linesOf('remaining'),
        uncompared: linesOf('uncompared'),
      }).toEqual(lists),
    );
  },
);
