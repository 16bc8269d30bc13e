import { i18n } from '#i18n';
import { shortDate } from '@/components/text/dates';
import { resultLabel } from '@/components/text/labels';
import { countedIn, countText, labelled, series, type Words } from '@/components/text/language';
import { reportAddress } from '@/components/text/report-name';
import { failedByImportance, groupChecks } from '@/lib/report/content/check-groups';
import type { Check } from '@/lib/report/content/checks';
import type { PageMute } from '@/lib/report/mutes';
import type { Report, ReportDetails } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { verdictOf } from '@/lib/report/verdict';
import { checkName, importanceText } from './check-names';
import { checkWords } from './check-words';

/** In characters. Copied texts cut a longer address. */
const LONGEST_COPIED = 10_000;

/** Limits of the copied list entries, for each check and in all, to keep the text readable. */
const MAX_OF_CHECK = 10;
const MAX_OF_REPORT = 30;

/** Returns the line with a report's address at the service. */
export function linkLine(link: string, words: Words = i18n): string {
  return labelled(words.t('report.heading'), untrustedLine(link, LONGEST_COPIED), words);
}

/**
 * Returns a report as plain text for a ticket or an email: page, rating, failing checks with their
 * reasons, number of muted checks, and passed checks.
 * @param mutes the mutes of the report's page
 * @param link the report's address at the service; null if unknown
 */
export function reportText(
  report: Report | ReportDetails,
  mutes: readonly PageMute[],
  link: string | null,
  words: Words = i18n,
): string {
  const { generatedAt } = report;
  const muted = new Set(verdictOf(report, mutes).muted.map(({ name }) => name));
  const facts = [
    labelled(words.t('list.result'), resultLabel(report, words), words),
    generatedAt !== null &&
      labelled(words.t('sort.generated_at'), shortDate(generatedAt, words), words),
    link !== null && linkLine(link, words),
  ];
  const all = 'checks' in report ? report.checks.filter(({ name }) => !muted.has(name)) : [];
  const failed = failedByImportance(all).flatMap(({ checks }) => checks);
  const passed = groupChecks(all.filter(({ isPassed }) => isPassed)).flatMap(
    ({ checks }) => checks,
  );
  let entriesLeft = MAX_OF_REPORT;

  function checkLines(check: Check): string[] {
    const { importance } = check;
    const name = checkName(check, words);
    const weighed = importance ? `${name} (${importanceText(importance, words)})` : name;
    const head = untrustedLine(weighed);
    const { reasons, hint, value } = checkWords(check, words);
    const said = [...reasons.map(({ text }) => text), value ?? ''].map((text) =>
      untrustedLine(text),
    );
    const found = said.filter(Boolean).join(' · ');
    const listings = reasons.flatMap(({ listing }) => listing ?? []);
    const entries = listings.flatMap((listing) => listing.entries);
    const shown = entries.slice(0, Math.min(MAX_OF_CHECK, entriesLeft));
    entriesLeft -= shown.length;
    const more = listings.reduce((sum, { length }) => sum + length, 0) - shown.length;
    return [
      `- ${found === '' ? head : labelled(head, found, words)}`,
      ...shown.map(({ text }) => `  ${untrustedLine(text, LONGEST_COPIED)}`),
      ...(more > 0 ? [`  ${words.t('report.more', [countText(more, words)])}`] : []),
      ...(hint === null ? [] : [`  ${hint}`]),
    ];
  }

  const failedHead = labelled(words.t('report.failed'), countText(failed.length, words), words);
  const passedHead = words.t('report.passedCount', [countText(passed.length, words)]);
  const passedNames = series(
    passed.map((check) => untrustedLine(checkName(check, words))),
    words,
  );
  return [
    untrustedLine(reportAddress(report, words), LONGEST_COPIED),
    ...facts.filter((fact) => fact !== false),
    ...(failed.length > 0 ? ['', failedHead] : []),
    ...failed.flatMap(checkLines),
    ...(muted.size > 0 ? ['', countedIn(words, 'summary.intended', muted.size)] : []),
    ...(passed.length > 0 ? ['', labelled(passedHead, passedNames, words)] : []),
    '',
  ].join('\n');
}
