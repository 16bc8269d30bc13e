import { describe, expect, it } from 'vitest';
import { isRating } from '@/lib/report/rating';
import { hasMore, toSummary } from '@/lib/report/report';
import { sampleDetails, sampleReport } from '../../support/sample-report';

describe('the part of a report that is kept', () => {
  it.each([{}, { url: null, result: null, privacy: null, generatedAt: null }])(
    'has nothing that the interface does not name, and says what is not known: %j',
    (unknown) => {
      expect(toSummary(sampleDetails('7', unknown))).toStrictEqual(sampleReport('7', unknown));
    },
  );
});

it.each<[sent: string, isMore: boolean, part: object, perPage: number, hidden: number]>([
  ['as many as it says', false, { total: 2 }, 10, 0],
  ['fewer than it says', true, { total: 3 }, 2, 0],
  ['as many as it says, some unreadable', false, { total: 4, unreadable: 2 }, 10, 0],
  ['a full page without a total', true, {}, 2, 0],
  ['a full page, of which some are out of sight', true, {}, 3, 1],
  ['less than a page', false, {}, 3, 0],
])('a service that sent %s has more: %s', (_, isMore, part, perPage, hidden) => {
  const reports = [sampleReport('2'), sampleReport('1')];
  expect(hasMore({ reports, unreadable: 0, total: null, ...part }, perPage, hidden)).toBe(isMore);
});

it.each(['Good', ' good', '', 'excellent', 0, null, undefined, ['good']])(
  '%j is no rating',
  (value) => expect(isRating(value)).toBe(false),
);
