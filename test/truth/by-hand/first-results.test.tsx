import { beforeEach, describe, expect, it } from 'vitest';
import type { Since } from '@/lib/report/compare/page-change';
import { useEnglish } from '../../support/view';
import { settle, waitUntil } from '../../support/wait-until';
import { drawClients, wordsIn } from './drawn-clients';
import { type ClientName, openExports } from './six-clients';

beforeEach(useEnglish);

type Counts = [fresh: number, failedBefore: number, firstMeasured: number];

describe('first results', () => {
  // Title fails on 13 pages: sofas, betten · tal · kette · /, alt, still, neu, frisch · /, team, praxis, preise
  it.each<[since: Since, client: ClientName | null, check: string, counts: Counts]>([
    // New: tal, kette, lumen, and three of zahnarzt. First: neu, frisch. 13 − 6 − 2 = 5
    ['week', null, 'title', [6, 5, 2]],
    // New: /. Failed on November 22: alt, still. First: neu, frisch.
    ['week', 'lumen.example', 'title', [1, 2, 2]],
    // New: /, team, preise. Failed before: praxis.
    ['week', 'zahnarzt.example', 'title', [3, 1, 0]],
    // New: alpen. Failed on November 22: / and helm of fahrrad, and licht, which was not measured afterwards.
    ['week', null, 'noindex', [1, 3, 0]],
    // kette failed on October 28. sofas, betten and still have one result, which is later than October 30.
    ['month', null, 'title', [5, 3, 5]],
    ['month', 'lumen.example', 'title', [1, 1, 3]],
    // licht has one result, of November 22.
    ['month', null, 'noindex', [1, 2, 1]],
    // Previous results: kette passed on November 22. Failed before: alt, praxis.
    ['before', null, 'title', [6, 2, 5]],
    // New: alpen, and / of fahrrad, which passed on November 24. Failed before: helm. First: licht.
    ['before', null, 'noindex', [2, 1, 1]],
    // fahrrad and lumen have no summary. New: tal, and three of zahnarzt. Failed before: sofas, betten, praxis.
    ['summary', null, 'title', [4, 3, 0]],
    ['summary', null, 'noindex', [1, 0, 0]],
  ])('are not old failures: base %s, client %s, %s', async (since, client, check, counts) => {
    const { table, lookAt } = await openExports(since);
    lookAt(client);
    const { important } = table.overview.findings.value;
    const problem = important.find(({ name }) => name === check);
    expect([problem?.pages, problem?.failedBefore, problem?.firstMeasured]).toEqual(counts);
  });

  it.each<[since: Since, lines: string[]]>([
    [
      'week',
      [
        'Title 6 pages 1 failing again, ticket closed Nov 24 · zahnarzt.example 3, alpen.example 1, fahrrad.example 1, lumen.example 1 · 5 more were failing already · 2 first measured',
        'Noindex 1 page alpen.example · 3 more were failing already',
      ],
    ],
    [
      'month',
      [
        'Title 5 pages zahnarzt.example 3, alpen.example 1, lumen.example 1 · 3 more were failing already · 5 first measured',
        'Noindex 1 page alpen.example · 2 more were failing already · 1 first measured',
      ],
    ],
    [
      'before',
      [
        'Title 6 pages 1 failing again, ticket closed Nov 24 · zahnarzt.example 3, alpen.example 1, fahrrad.example 1, lumen.example 1 · 2 more were failing already · 5 first measured',
        'Noindex 2 pages handed over Nov 22 · alpen.example 1, fahrrad.example 1 · 1 more was failing already · 1 first measured',
      ],
    ],
    [
      'summary',
      [
        'Title 4 pages zahnarzt.example 3, alpen.example 1 · 3 more were failing already',
        'Noindex 1 page alpen.example',
      ],
    ],
  ])('are counted separately in What is wrong with the base %s', async (since, lines) => {
    await drawClients(since);
    await waitUntil(() =>
      expect(wordsIn('[aria-labelledby=wrong-heading] > .part > ol > li')).toEqual(lines),
    );
  });

  it.each<[client: ClientName, since: Since, text: string]>([
    // neu, frisch, jung
    ['lumen.example', 'week', '6 pages: 1 worse, 1 the same, 1 not checked since, 3 first results'],
    // neu, frisch, jung, still
    ['lumen.example', 'month', '6 pages: 1 worse, 1 the same, 4 first results'],
    ['nordlicht.example', 'month', '10 pages: 2 better, 8 first results'],
    ['fahrrad.example', 'before', '6 pages: 2 worse, 3 the same, 1 first result'],
    // kontakt
    ['zahnarzt.example', 'before', '5 pages: 3 worse, 1 better, 1 first result'],
  ])('are counted separately in the letter of %s, base %s', async (client, since, text) => {
    const { exports, texts, clientOf } = await openExports(since);
    exports.copySummary(clientOf(client));
    await settle();
    expect(texts[0]?.split('\n')).toContain(text);
  });
});
