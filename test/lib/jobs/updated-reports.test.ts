import { expect, it } from 'vitest';
import { createUpdatedReports } from '@/lib/jobs/updated-reports';
import { sampleDetails } from '../../support/sample-report';

it('an updated report is there for ten seconds, or until it is dropped', () => {
  let time = 0;
  const updated = createUpdatedReports(() => time);
  const report = sampleDetails('1');
  updated.note(report);
  expect([updated.find('2'), updated.find('1')]).toEqual([null, report]);
  time = 10_000;
  expect(updated.find('1')).toEqual(report);
  time = 10_001;
  expect(updated.find('1')).toBeNull();
  updated.note(report);
  updated.drop('1');
  expect(updated.find('1')).toBeNull();
});
