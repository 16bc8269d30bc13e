import { expect, it } from 'vitest';
import { reportText } from '@/components/reports/content/report-text';
import { arrangeFields } from '@/lib/report/content/checks';
import { REPORT_BOUNDS, toExtraFields } from '@/lib/report/extra-fields';
import { useMessageKeys } from '../../../support/message-keys';
import { sampleReport } from '../../../support/sample-report';

useMessageKeys();

it('a report is copied with its link and its failed checks, each in a line', () => {
  const list = [
    { title: 'One', ok: true },
    { title: 'Two', ok: false, severity: 'high', value: 3, errors: ['a\nb', '\u202e'] },
    { ok: false },
  ];
  const { checks } = arrangeFields(toExtraFields({ score: 86, list }, REPORT_BOUNDS).fields);
  const text = reportText(sampleReport('1'), 'https://service.example/1', checks);
  expect(text).toContain('\nreport_heading: https://service.example/1\n');
  expect(text).not.toContain('86');
  expect(text.split('\n').slice(-4)).toEqual([
    'report_checks: report_checkCounts',
    '- Two (high): 3 · a b',
    '- report_unnamedCheck',
    '',
  ]);
});
