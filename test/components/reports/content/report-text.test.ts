import { isValidElement } from 'preact';
import { expect, it } from 'vitest';
import { reportText } from '@/components/reports/content/report-text';
import { ReportFacts } from '@/components/reports/report-facts';
import { takeScore } from '@/lib/report/content/score';
import { useMessageKeys } from '../../../support/message-keys';
import { sampleReport } from '../../../support/sample-report';

useMessageKeys();

/** The texts of what is drawn, without those of components within it. */
function textsOf(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(textsOf);
  if (isValidElement(part)) return textsOf((part.props as { children?: unknown }).children);
  return typeof part === 'string' ? [part] : [];
}

it('a score is the same in the view and in the text that is copied', () => {
  const { score } = takeScore([{ name: 'seo_score', value: 85.4567 }]);
  const report = sampleReport('1');
  const copied = reportText({ report, link: null, score, checks: [] });
  expect(copied).toContain('SEO score: 85.46\n');
  expect(textsOf(ReportFacts({ report, score }))).toContain('85.46');
});
