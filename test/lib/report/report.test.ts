import { describe, expect, it } from 'vitest';
import { isRating } from '@/lib/report/rating';
import { hasMore, withoutDetails } from '@/lib/report/report';
import { sampleDetails, sampleReport } from '../../support/sample-report';

describe('the stored part of a report', () => {
  it.each([{}, { url: null, result: null, privacy: null, generatedAt: null }])(
    'has only the fields of the interface, with null for unknown values: %j',
    (unknown) => {
      expect(withoutDetails(sampleDetails('7', unknown))).toStrictEqual(sampleReport('7', unknown));
    },
  );
});

it.each<[sent: string, isMore: boolean, part: object, perPage: number, hidden: number]>([
  ['as many reports as its total', false, { total: 2 }, 10, 0],
  ['fewer reports than its total', true, { total: 3 }, 2, 0],
  ['as many rows as its total, two of them unreadable', false, { total: 4, unreadable: 2 }, 10, 0],
  ['a full page without a total', true, {}, 2, 0],
  ['a full page with hidden rows', true, {}, 3, 1],
  ['less than a full page', false, {}, 3, 0],
])('hasMore for a list with %s is %s', (_, isMore, part, perPage, hidden) => {
  const reports = [sampleReport('2'), sampleReport('1')];
  expect(hasMore({ reports, unreadable: 0, total: null, ...part }, perPage, hidden)).toBe(isMore);
});

it.each(['Good', ' good', '', 'excellent', 0, null, undefined, ['good']])(
  '%j is not a rating',
  (value) => expect(isRating(value)).toBe(false),
);
