import { expect, it } from 'vitest';
import { toSummary } from '@/lib/report/report';
import { sampleDetails, sampleReport } from '../../support/sample-report';

it('the part of a report that is kept has nothing that the interface does not name', () => {
  expect(toSummary(sampleDetails('7'))).toStrictEqual(sampleReport('7'));
});

it('the part of a report that is kept says what is not known', () => {
  const unknown = { url: null, result: null, privacy: null, generatedAt: null };
  expect(toSummary(sampleDetails('7', unknown))).toStrictEqual(sampleReport('7', unknown));
});
