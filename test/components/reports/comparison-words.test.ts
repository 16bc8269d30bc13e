import Papa from 'papaparse';
import { beforeEach, expect, it } from 'vitest';
import { comparisonCsv } from '@/components/reports/comparison/comparison-words';
import type { Side } from '@/components/reports/comparison/side-by-side-state';
import { useMessageKeys } from '../../support/message-keys';
import { sampleReport } from '../../support/sample-report';

beforeEach(() => useMessageKeys());

const side = (id: string, generatedAt: string | null): Side => ({
  report: sampleReport(id, { generatedAt }),
  ...{ details: null, failure: null, past: [], chosen: null },
});

it('a comparison as CSV has both addresses in its head, each with the date of its result', () => {
  const none = { failedOnBoth: [], failedLeft: [], failedRight: [], passedOnBoth: [] };
  const sides = { left: side('1', '2026-11-02T12:00:00.000Z'), right: side('2', null) };
  const [head] = Papa.parse<string[]>(comparisonCsv(none, sides)).data;
  expect(head?.slice(2)).toEqual([
    expect.stringMatching(/host\.example\/1 \(Nov 2, 2026.*\)$/),
    '',
    expect.stringMatching(/host\.example\/2$/),
    '',
  ]);
});
