import { i18n } from '#i18n';
import { dayInYear } from '@/components/text/dates';
import { ratingLabel } from '@/components/text/labels';
import { countText, series } from '@/components/text/language';
import { type CheckChanges, checkChanges } from '@/lib/report/compare/changes';
import type { FailedCheck } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { checkName } from '../content/check-words';

/** What has changed since an earlier result: "Since Nov 13: 62 → 74" */
export function sinceText(report: Report, before: PastResult): string {
  const areScores = report.score !== null && before.score !== null;
  const text = ({ score, result }: Pick<Report, 'score' | 'result'>) =>
    areScores && score !== null ? countText(score) : ratingLabel(result);
  return i18n.t('past.since', [dayInYear(before.generatedAt), text(before), text(report)]);
}

/** How the failed checks differ; null where they are not known of both results. */
export function changesSince(report: Report, before: PastResult): CheckChanges | null {
  const [was, is] = [before.failedChecks, report.failedChecks];
  return was === null || is === null ? null : checkChanges(was, is);
}

/** The names of checks, in a line. */
export function checkNames(checks: readonly FailedCheck[]): string {
  return series(checks.map(checkName));
}
