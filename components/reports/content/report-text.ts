import { i18n } from '#i18n';
import { shortDate } from '@/components/text/dates';
import { ratingLabel } from '@/components/text/labels';
import { labelled } from '@/components/text/language';
import { reportName } from '@/components/text/report-name';
import type { Check } from '@/lib/report/content/checks';
import { foreignLine } from '@/lib/report/foreign-line';
import type { Report } from '@/lib/report/report';
import { checkCounts, checkName, reasonText, valueText } from './field-texts';

/** Addresses are copied whole as far as browsers can open them. */
const LONGEST_ADDRESS = 10_000;

/**
 * A report as plain text for a ticket or a mail: what it is, its rating, what failed and why, and what passed.
 * @param link the report's own address, null where it is not known
 */
export function reportText(report: Report, link: string | null, checks: readonly Check[]): string {
  const { result, generatedAt, project } = report;
  const facts: ([label: string, value: string] | false)[] = [
    [i18n.t('list.result'), ratingLabel(result)],
    generatedAt !== null && [i18n.t('sort.generated_at'), shortDate(generatedAt)],
    project !== null && [i18n.t('list.project'), foreignLine(project)],
    link !== null && [i18n.t('report.heading'), foreignLine(link, LONGEST_ADDRESS)],
  ];
  return [
    foreignLine(reportName(report), LONGEST_ADDRESS),
    ...facts.filter((fact) => fact !== false).map((fact) => labelled(...fact)),
    ...(checks.length > 0 ? ['', labelled(i18n.t('report.checks'), checkCounts(checks))] : []),
    ...checkLines(
      i18n.t('report.failed'),
      checks.filter(({ isPassed }) => !isPassed),
    ),
    ...checkLines(
      i18n.t('report.passed'),
      checks.filter(({ isPassed }) => isPassed),
    ),
    '',
  ].join('\n');
}

/** The checks below a heading; nothing where there are none. */
function checkLines(heading: string, checks: readonly Check[]): string[] {
  return checks.length === 0 ? [] : ['', labelled(heading, '').trim(), ...checks.map(checkLine)];
}

function checkLine(check: Check): string {
  const { importance, said, reasons } = check;
  const head = importance === null ? checkName(check) : `${checkName(check)} (${importance})`;
  const texts = [...said.map(valueText), ...reasons.map(reasonText)]
    .map((text) => foreignLine(text))
    .filter(Boolean);
  const name = foreignLine(head);
  return `- ${texts.length > 0 ? labelled(name, texts.join(' · ')) : name}`;
}
