import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-words';
import { foundText } from '@/components/report/content/found-text';
import { shortDate } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import { cellDelimiter, countText, labelled } from '@/components/text/language';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import type { ComparedCheck, ComparedSide, Comparison } from '@/lib/report/compare/comparison';
import { foreignLine } from '@/lib/report/foreign-line';
import { countFailed, type FailedChecks } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { type Cell, guardedCsv } from '@/lib/source/guarded-table';
import type { Side, SideName } from './side-by-side-state';

/** The groups of a comparison, in the order in which they are shown. */
export const GROUPS = ['appeared', 'fixed', 'remaining', 'passedOnBoth'] as const;

/** What a group is called. */
export function groupTitle(group: (typeof GROUPS)[number]): string {
  return i18n.t(group === 'passedOnBoth' ? 'comparison.passedOnBoth' : `past.${group}`);
}

/** What a side says of a check: why it failed, or what was found. Empty where nothing was kept. */
export function sideText({ check }: ComparedSide): string {
  return check === null ? '' : foundText(check);
}

/** Whether both sides say the same of a check that has failed, or passed, on both. */
export function areSame({ left, right }: ComparedCheck): boolean {
  return left.mark === right.mark && saidOf(left) === saidOf(right);
}

/** Whether a check failed, passed, or is not there, in a word; of a past result, whether it failed. */
export function markText({ mark, check }: ComparedSide): string {
  if (mark === 'unknown') return '–';
  if (check !== null) return i18n.t(`report.${mark}`);
  return i18n.t(mark === 'failed' ? 'comparison.failed' : 'comparison.notFailed');
}

function saidOf(side: ComparedSide): string {
  return sideText(side) || markText(side);
}

/** The result that a side shows. */
export function resultOf({ report, details, chosen }: Side): Report | PastResult {
  return chosen ?? details ?? report;
}

/** How many checks failed in that result; null where that is not known. */
export function failedOf(side: Side): FailedChecks | null {
  const result = resultOf(side);
  if ('failed' in result) return result.failed;
  return result.failedChecks && countFailed(result.failedChecks);
}

/** Whether two sides are about the same page. */
export function areOfOnePage({ left, right }: Record<SideName, Side>): boolean {
  return referTo(left.report).page === referTo(right.report).page;
}

/** Which result of a side is compared: "Decent 62 · Nov 13, 2026, 8:00 AM". */
function resultText(side: Side): string {
  const result = resultOf(side);
  const { generatedAt } = result;
  const label = resultLabel(result);
  return generatedAt === null ? label : `${label} · ${shortDate(generatedAt)}`;
}

/** A comparison as CSV, the heads first. */
export function comparisonCsv(comparison: Comparison, sides: Record<SideName, Side>): string {
  const heads = (['left', 'right'] as const).map((name) => {
    const { generatedAt } = resultOf(sides[name]);
    const address = copyableAddress(reportAddress(sides[name].report));
    return generatedAt === null ? address : `${address} (${shortDate(generatedAt)})`;
  });
  const rows = GROUPS.flatMap((group) =>
    comparison[group].map((check): Cell[] => [
      groupTitle(group),
      checkName(check),
      check.importance && importanceText(check.importance),
      markText(check.left),
      sideText(check.left) || null,
      markText(check.right),
      sideText(check.right) || null,
    ]),
  );
  const [left = '', right = ''] = heads;
  const columns = ['batch.column.state', 'comparison.check', 'comparison.importance'] as const;
  const names = columns.map((column) => i18n.t(column));
  return guardedCsv([[...names, left, '', right, ''], ...rows], cellDelimiter());
}

/** A comparison as plain text, a line for each check. */
export function comparisonText(comparison: Comparison, sides: Record<SideName, Side>): string {
  const groups = GROUPS.filter((group) => comparison[group].length > 0).map((group) => {
    const checks = comparison[group];
    const head = labelled(groupTitle(group), countText(checks.length));
    const lines = checks.map((check) => {
      const name = foreignLine(checkName(check));
      if (group === 'passedOnBoth') return `- ${name}`;
      const right = areSame(check) ? i18n.t('comparison.same') : foreignLine(saidOf(check.right));
      return `- ${labelled(name, `${foreignLine(saidOf(check.left))} | ${right}`)}`;
    });
    return [head, ...lines, ''].join('\n');
  });
  const isOnce = areOfOnePage(sides);
  const addressOf = (name: SideName) => copyableAddress(reportAddress(sides[name].report));
  const heads = (['left', 'right'] as const).map((name) => {
    const result = resultText(sides[name]);
    const text = isOnce ? result : `${addressOf(name)} · ${result}`;
    return labelled(i18n.t(`comparison.${name}`), text);
  });
  return [...(isOnce ? [addressOf('left')] : []), ...heads, '', ...groups].join('\n');
}
