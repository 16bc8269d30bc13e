import { i18n } from '#i18n';
import { shortDate } from '@/components/text/dates';
import { ratingLabel } from '@/components/text/labels';
import { reportName } from '@/components/text/report-name';
import type { Check } from '@/lib/report/content/check';
import { foreignLine } from '@/lib/report/content/foreign-line';
import type { Score } from '@/lib/report/content/score';
import { formOf } from '@/lib/report/content/value-form';
import type { Report } from '@/lib/report/report';
import { checkCounts, checkName } from './check-texts';
import { formText } from './value-text';

/** What is said of a report to others. */
export interface Summary {
  report: Report;
  /** The report's own address, null where it is not known. */
  link: string | null;
  score: Score | null;
  checks: readonly Check[];
}

/** Addresses are copied whole as far as browsers can open them. */
const LONGEST_ADDRESS = 10_000;

/** A report as plain text for a ticket or a mail: what it is, its rating, and what failed. */
export function reportText({ report, link, score, checks }: Summary): string {
  const { result, generatedAt, project } = report;
  const facts = [
    [i18n.t('list.result'), ratingLabel(result)],
    score && [foreignLine(score.label), formText({ kind: 'score', value: score.value })],
    generatedAt !== null && [i18n.t('sort.generated_at'), shortDate(generatedAt)],
    project !== null && [i18n.t('list.project'), foreignLine(project)],
    link !== null && [i18n.t('report.heading'), foreignLine(link, LONGEST_ADDRESS)],
  ].filter((fact) => Array.isArray(fact));
  const failed = checks.flatMap((check, index) =>
    check.isPassed ? [] : [checkLine(check, checkName(check, index + 1))],
  );
  return [
    foreignLine(reportName(report), LONGEST_ADDRESS),
    ...facts.map(([label, value]) => `${label}: ${value}`),
    ...(checks.length > 0 ? ['', `${i18n.t('report.checks')}: ${checkCounts(checks)}`] : []),
    ...failed,
    '',
  ].join('\n');
}

function checkLine({ importance, value, messages }: Check, name: string): string {
  const head = importance === null ? name : `${name} (${importance})`;
  const found = value === null ? [] : [formText(formOf(value.name, value.value))];
  const said = [...found, ...messages].map((text) => foreignLine(text)).filter(Boolean);
  return `- ${foreignLine(head)}${said.length > 0 ? `: ${said.join(' · ')}` : ''}`;
}
