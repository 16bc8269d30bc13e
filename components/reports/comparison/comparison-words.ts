import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-words';
import { foundText } from '@/components/report/content/found-text';
import { shortDate } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import { cellDelimiter, countText, labelled } from '@/components/text/language';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import type { ComparedCheck, ComparedSide, Comparison } from '@/lib/report/compare/comparison';
import { foreignLine } from '@/lib/report/foreign-line';
import { type Cell, guardedCsv } from '@/lib/source/guarded-table';
import type { Side, SideName } from './side-by-side-state';

/** The groups of a comparison, in the order in which they are shown. */
export const GROUPS = ['failedOnBoth', 'failedLeft', 'failedRight', 'passedOnBoth'] as const;

/** What a side says of a check: why it failed, or what was found. Empty where nothing was kept. */
export function sideText({ check }: ComparedSide): string {
  return check === null ? '' : foundText(check);
}

/** Whether both sides say the same of a check that has failed, or passed, on both. */
export function areSame({ left, right }: ComparedCheck): boolean {
  return left.mark === right.mark && sideText(left) !== '' && sideText(left) === sideText(right);
}

/** Whether a check failed, passed, or is not there, in a word. */
export function markText({ mark }: ComparedSide): string {
  return mark === 'unknown' ? '–' : i18n.t(`report.${mark}`);
}

/** Which result of a side is compared: "Decent 62 · Nov 13, 2026, 8:00 AM". */
function resultText({ report, chosen }: Side): string {
  const { generatedAt } = chosen ?? report;
  const label = resultLabel(chosen ?? report);
  return generatedAt === null ? label : `${label} · ${shortDate(generatedAt)}`;
}

/** A comparison as CSV, the heads first. */
export function comparisonCsv(comparison: Comparison, sides: Record<SideName, Side>): string {
  const heads = (['left', 'right'] as const).map((name) => {
    const { report, chosen } = sides[name];
    const { generatedAt } = chosen ?? report;
    const address = copyableAddress(reportAddress(report));
    return generatedAt === null ? address : `${address} (${shortDate(generatedAt)})`;
  });
  const rows = GROUPS.flatMap((group) =>
    comparison[group].map((check): Cell[] => [
      checkName(check),
      check.importance && importanceText(check.importance),
      markText(check.left),
      sideText(check.left) || null,
      markText(check.right),
      sideText(check.right) || null,
    ]),
  );
  const [left = '', right = ''] = heads;
  return guardedCsv(
    [[i18n.t('comparison.check'), i18n.t('comparison.importance'), left, '', right, ''], ...rows],
    cellDelimiter(),
  );
}

/** A comparison as plain text, a line for each check. */
export function comparisonText(comparison: Comparison, sides: Record<SideName, Side>): string {
  const said = (side: ComparedSide) => foreignLine(sideText(side) || markText(side));
  const groups = GROUPS.filter((group) => comparison[group].length > 0).map((group) => {
    const checks = comparison[group];
    const head = labelled(i18n.t(`comparison.${group}`), countText(checks.length));
    const lines = checks.map((check) => {
      const name = foreignLine(checkName(check));
      if (group === 'passedOnBoth') return `- ${name}`;
      return `- ${labelled(name, `${said(check.left)} | ${said(check.right)}`)}`;
    });
    return [head, ...lines, ''].join('\n');
  });
  const heads = (['left', 'right'] as const).map((name) => {
    const address = copyableAddress(reportAddress(sides[name].report));
    return labelled(i18n.t(`comparison.${name}`), `${address} · ${resultText(sides[name])}`);
  });
  return [...heads, '', ...groups].join('\n');
}
