import Papa from 'papaparse';
import { beforeEach, expect, it } from 'vitest';
import {
  areSame,
  comparisonCsv,
  comparisonText,
} from '@/components/reports/comparison/comparison-words';
import type { Side } from '@/components/reports/comparison/side-by-side-state';
import { compareResults } from '@/lib/report/compare/comparison';
import { useMessageKeys } from '../../support/message-keys';
import { sampleReport } from '../../support/sample-report';

beforeEach(() => useMessageKeys());

const HIGH = 'checks_importance_high';

const side = (id: string, generatedAt: string | null): Side => ({
  report: sampleReport(id, { generatedAt }),
  ...{ details: null, failure: null, past: [], chosen: null },
});

it('a comparison as CSV has both addresses in its head, each with the date of its result', () => {
  const none = { appeared: [], fixed: [], remaining: [], passedOnBoth: [] };
  const sides = { left: side('1', '2026-11-02T12:00:00.000Z'), right: side('2', null) };
  const [head] = Papa.parse<string[]>(comparisonCsv(none, sides)).data;
  expect(head?.slice(3)).toEqual([
    expect.stringMatching(/host\.example\/1 \(Nov 2, 2026.*\)$/),
    '',
    expect.stringMatching(/host\.example\/2$/),
    '',
  ]);
});

it('a comparison with a past result says whether checks failed then, and the address once', () => {
  const checked = (name: string, isPassed: boolean, value: string) => ({
    ...{ name, isPassed, importance: 'high', value, reasons: [], details: [] },
  });
  const failed = (...names: string[]) =>
    names.map((name) => ({ name, importance: 'high' as const }));
  const now = {
    checks: [
      checked('title', false, 'A'),
      checked('robots', true, 'B'),
      checked('new', false, 'C'),
    ],
    failed: failed('title', 'new'),
  };
  const comparison = compareResults({ checks: null, failed: failed('title', 'robots') }, now);
  const sides = { left: side('1', null), right: side('1', null) };
  expect(comparisonText(comparison, sides).split('\n').slice(0, 3)).toEqual([
    'https://host.example/1',
    'comparison_left: rating_good',
    'comparison_right: rating_good',
  ]);
  const rows = Papa.parse<string[]>(comparisonCsv(comparison, sides).trim()).data.slice(1);
  expect(rows).toEqual([
    ['past_appeared', 'New', HIGH, 'comparison_notFailed', '', 'report_failed', 'C'],
    ['past_fixed', 'checks_name_robots', HIGH, 'comparison_failed', '', 'report_passed', 'B'],
    ['past_remaining', 'checks_name_title', HIGH, 'comparison_failed', '', 'report_failed', 'A'],
  ]);
  const twice = compareResults(now, now);
  expect(twice.remaining.map(areSame)).toEqual([true, true]);
});
