import { i18n } from '#i18n';
import { checkName, importanceText } from '@/components/report/content/check-names';
import { foundText } from '@/components/report/content/check-words';
import { shortDate } from '@/components/text/dates';
import { isolated, withoutDirectionMarks } from '@/components/text/isolation';
import { resultLabel } from '@/components/text/labels';
import { cellDelimiter, countText, labelled } from '@/components/text/language';
import { copyableAddress, reportAddress } from '@/components/text/report-name';
import type { ComparedCheck, ComparedSide, Comparison } from '@/lib/report/compare/comparison';
import { type Cell, guardedCsv } from '@/lib/report/guarded-table';
import type { FailedChecks } from '@/lib/report/importance';
import type { PastResult } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { verdictOf } from '@/lib/report/verdict';
import { distinctNames } from '@/lib/url/short-address';
import { isLater, type Side, type SideName } from './comparison-state';

type Sides = Readonly<Record<SideName, Side>>;

const SIDES = ['left', 'right'] as const;

/** Checks with the same outcomes, and their title. */
export interface TitledChecks {
  /** Contains Unicode isolates around the name of a page. */
  title: string;
  checks: readonly ComparedCheck[];
  arePassed: boolean;
}

/**
 * Returns the groups of a comparison, in the order on screen. Of one page, the groups are new,
 * fixed, still failing and intended checks, whichever side is newer. Of two pages, the groups are checks
 * that fail on one side or on both, and intended checks.
 */
export function groupsOf(comparison: Comparison, sides: Sides): TitledChecks[] {
  const { onlyLeft, onlyRight, both, muted, neither } = comparison;
  const isLeftNewer = isLater(shownResult(sides.left), shownResult(sides.right));
  const newer = isLeftNewer ? 'left' : 'right';
  const [appeared, passedOrMuted] = isLeftNewer ? [onlyLeft, onlyRight] : [onlyRight, onlyLeft];
  // A check that failed is not fixed if it is muted now.
  const isMutedNow = (check: ComparedCheck) => check[newer].outcome === 'muted';
  const intended = i18n.t('intended.label');
  const failing: [title: string, checks: ComparedCheck[]][] = areOfOnePage(sides)
    ? [
        [i18n.t('past.appeared'), appeared],
        [i18n.t('past.fixed'), passedOrMuted.filter((check) => !isMutedNow(check))],
        [i18n.t('past.remaining'), both],
        [intended, [...passedOrMuted.filter(isMutedNow), ...muted]],
      ]
    : [
        [onlyFails(sides, 'left'), onlyLeft],
        [onlyFails(sides, 'right'), onlyRight],
        [i18n.t('comparison.bothFail'), both],
        [intended, muted],
      ];
  return [
    ...failing.map(([title, checks]) => ({ title, checks, arePassed: false })),
    { title: i18n.t('comparison.passedOnBoth'), checks: neither, arePassed: true },
  ].filter(({ checks }) => checks.length > 0);
}

/** "Only shop.example fails" */
function onlyFails({ left, right }: Sides, side: SideName): string {
  const names = distinctNames(reportAddress(left.report), reportAddress(right.report));
  return i18n.t('comparison.onlyFails', [isolated(names[SIDES.indexOf(side)] ?? '')]);
}

/** Returns why a check failed, or its value; empty if neither is stored. */
export function sideText({ check }: ComparedSide): string {
  return check === null ? '' : foundText(check);
}

/** Whether both sides have the same outcome and text. */
export function areSame({ left, right }: ComparedCheck): boolean {
  return left.outcome === right.outcome && saidOf(left) === saidOf(right);
}

/** Returns the outcome of a check in a word. A past result tells only whether the check failed. */
export function outcomeText({ outcome, check }: ComparedSide): string {
  if (outcome === 'unknown') return '–';
  if (outcome === 'muted') return i18n.t('comparison.intended');
  if (check !== null) return i18n.t(`report.${outcome}`);
  return i18n.t(outcome === 'failed' ? 'comparison.failed' : 'comparison.notFailed');
}

function saidOf(side: ComparedSide): string {
  return sideText(side) || outcomeText(side);
}

export function shownResult({ report, details, chosen }: Side): Report | PastResult {
  return details ?? chosen ?? report;
}

/** Returns the numbers of failed checks in the shown result; null if unknown. */
export function failedOf(side: Side): FailedChecks | null {
  return side.mutes && verdictOf(shownResult(side), side.mutes).counts;
}

/** Returns a sentence for each past result that the service no longer has. */
export function storedOnlyTexts(sides: Sides): string[] {
  return SIDES.flatMap((name) => {
    const { chosen, isStoredOnly } = sides[name];
    return chosen && isStoredOnly
      ? [i18n.t('comparison.kept', [shortDate(chosen.generatedAt)])]
      : [];
  });
}

export function areOfOnePage({ left, right }: Sides): boolean {
  return referTo(left.report).page === referTo(right.report).page;
}

/** Returns the compared result: "Decent 62 · Nov 13, 2026, 8:00 AM". */
function resultText(side: Side): string {
  const result = shownResult(side);
  const { generatedAt } = result;
  const label = resultLabel(result);
  return generatedAt === null ? label : `${label} · ${shortDate(generatedAt)}`;
}

/** Returns "First" or "Second", because right-to-left languages swap the sides. */
export function sideLabel(name: SideName): string {
  return i18n.t(name === 'left' ? 'comparison.first' : 'comparison.second');
}

export function comparisonCsv(comparison: Comparison, sides: Sides): string {
  const heads = SIDES.map((name) => {
    const { generatedAt } = shownResult(sides[name]);
    const address = copyableAddress(reportAddress(sides[name].report));
    return generatedAt === null ? address : `${address} (${shortDate(generatedAt)})`;
  });
  const rows = groupsOf(comparison, sides).flatMap(({ title, checks }) =>
    checks.map((check): Cell[] => [
      withoutDirectionMarks(title),
      checkName(check),
      check.importance && importanceText(check.importance),
      outcomeText(check.left),
      sideText(check.left) || null,
      outcomeText(check.right),
      sideText(check.right) || null,
    ]),
  );
  const [left = '', right = ''] = heads;
  const columns = ['batch.column.state', 'comparison.check', 'comparison.importance'] as const;
  const names = columns.map((column) => i18n.t(column));
  return guardedCsv([[...names, left, '', right, ''], ...rows], cellDelimiter());
}

/** Returns a comparison as plain text, one line for each check. */
export function comparisonText(comparison: Comparison, sides: Sides): string {
  const groups = groupsOf(comparison, sides).map(({ title, checks, arePassed }) => {
    const head = labelled(withoutDirectionMarks(title), countText(checks.length));
    const lines = checks.map((check) => `- ${arePassed ? nameOf(check) : checkLine(check)}`);
    return [head, ...lines, ''].join('\n');
  });
  const isOnePage = areOfOnePage(sides);
  const addressOf = (name: SideName) => copyableAddress(reportAddress(sides[name].report));
  const heads = SIDES.map((name) => {
    const result = resultText(sides[name]);
    const text = isOnePage ? result : `${addressOf(name)} · ${result}`;
    return labelled(sideLabel(name), text);
  });
  const all = [...(isOnePage ? [addressOf('left')] : []), ...heads, ...storedOnlyTexts(sides)];
  return [...all, '', ...groups].join('\n');
}

/** "Load time (medium): Too slow: 3.96 s, at most 2 s | Passed" */
function checkLine(check: ComparedCheck): string {
  const { importance, left, right } = check;
  const name = nameOf(check);
  const weighed = importance ? `${name} (${untrustedLine(importanceText(importance))})` : name;
  const other = areSame(check) ? i18n.t('comparison.same') : untrustedLine(saidOf(right));
  return labelled(weighed, `${untrustedLine(saidOf(left))} | ${other}`);
}

function nameOf(check: ComparedCheck): string {
  return untrustedLine(checkName(check));
}
