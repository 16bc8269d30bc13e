import { describe, expect, it } from 'vitest';
import { isRating } from '@/lib/report/rating';
import { toSummary } from '@/lib/report/report';
import { sampleDetails, sampleReport } from '../../support/sample-report';

describe('the part of a report that is kept', () => {
  it.each([{}, { url: null, result: null, privacy: null, generatedAt: null }])(
    'has nothing that the interface does not name, and says what is not known: %j',
    (unknown) => {
      expect(toSummary(sampleDetails('7', unknown))).toStrictEqual(sampleReport('7', unknown));
    },
  );
});

it.each(['Good', ' good', '', 'excellent', 0, null, undefined, ['good']])(
  '%j is no rating',
  (value) => expect(isRating(value)).toBe(false),
);
