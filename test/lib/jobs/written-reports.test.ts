import { expect, it } from 'vitest';
import { createWrittenReports } from '@/lib/jobs/written-reports';
import type { Check } from '@/lib/report/content/checks';
import { sampleDetails } from '../../support/sample-report';

const checkOf = (name: string, isPassed: boolean): Check => ({
  name,
  isPassed,
  importance: 'high',
  value: null,
  reasons: [],
  details: [],
});

it('a written report is available for ten seconds, or until it is dropped', () => {
  let time = 0;
  const written = createWrittenReports(() => time);
  const report = sampleDetails('1');
  written.note(report, true);
  expect([written.find('2'), written.find('1')]).toEqual([null, report]);
  time = 10_000;
  expect(written.find('1')).toEqual(report);
  time = 10_001;
  expect([written.find('1'), written.findings(['1'])]).toEqual([null, {}]);
  written.note(report, true);
  written.drop('1');
  expect(written.find('1')).toBeNull();
});

it('findings() returns failed checks even without a report from find()', () => {
  const written = createWrittenReports(() => 0);
  const checks = [checkOf('title', false), checkOf('robots', true)];
  written.note({ ...sampleDetails('1'), checks }, false);
  expect(written.find('1')).toBeNull();
  expect(written.findings(['1', '2'])).toEqual({
    1: { generatedAt: sampleDetails('1').generatedAt, checks: checks.slice(0, 1) },
  });
});
