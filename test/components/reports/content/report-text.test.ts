import { expect, it } from 'vitest';
import { reportText } from '@/components/reports/content/report-text';
import { arrangeFields } from '@/lib/report/content/checks';
import { REPORT_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';
import { useMessageKeys } from '../../../support/message-keys';
import { sampleReport } from '../../../support/sample-report';

useMessageKeys();

it('a report is copied with its link, what failed and why, and what passed, each in a line', () => {
  const list = [
    { title: 'One', ok: true },
    { title: 'Two', ok: false, severity: 'high', value: 3, errors: ['a\nb', '\u202e'] },
    { ok: false, errors: { too_slow: { max: 2 }, missing: true } },
  ];
  const { checks } = arrangeFields(toExtraFields({ score: 86, list }, REPORT_BOUNDS).fields);
  const text = reportText(sampleReport('1'), 'https://service.example/1', checks);
  expect(text).toContain('\nreport_heading: https://service.example/1\n');
  expect(text).not.toContain('86');
  expect(text.split('\n').slice(-9)).toEqual([
    'report_checks: report_checkCounts',
    '',
    'report_failed:',
    '- Two (high): 3 · a b',
    '- report_unnamedCheck: Too slow: max 2 · Missing',
    '',
    'report_passed:',
    '- One',
    '',
  ]);
});
