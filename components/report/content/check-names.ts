import { i18n } from '#i18n';
import { dayInYear } from '@/components/text/dates';
import { counted, type Words } from '@/components/text/language';
import { comparedOf, type PageChange, type PageInBrief } from '@/lib/report/compare/page-change';
import { isKnownCheck } from '@/lib/report/content/check-groups';
import type { Check } from '@/lib/report/content/checks';
import { readableName } from '@/lib/report/content/readable-name';
import { type FailedCheck, IMPORTANCES, importantFirst } from '@/lib/report/importance';
import { untrustedLine } from '@/lib/report/untrusted-line';

/** The reasons of checks that can fail for one reason only, by check. Values are keys of texts. */
const ONLY_REASONS: Readonly<Record<string, string>> = {
  content_keywords: 'content_keywords_missing',
  content_length: 'too_few',
  defer_javascript: 'defer_javascript_missing',
  dom_size: 'too_many',
  gsb: 'gsb_failed',
  http2: 'http2_failed',
  http_requests: 'too_many',
  https_encryption: 'https_encryption_missing',
  image_format: 'image_format_bad_format',
  image_keywords: 'image_keywords_missing',
  in_page_links: 'too_many',
  load_time: 'too_slow',
  mixed_content: 'mixed_content_failed',
  noindex: 'noindex_asks',
  page_size: 'too_large',
  robots: 'robots_matches',
  server_signature: 'server_signature_failed',
  sitemap: 'sitemap_unnamed',
  text_compression: 'text_compression_missing',
  text_html_ratio: 'too_small',
};

/** Returns the name of a check on screen. The name of an unknown check comes from the service. */
export function checkName({ name }: Pick<Check, 'name'>, words: Words = i18n): string {
  return (isKnownCheck(name) && message('name', name, words)) || untrustedLine(readableName(name));
}

/**
 * Returns the names of the checks that changed: new failures, then fixed checks, each by importance.
 * Example: "Title", "Load time", "Noindex fixed".
 */
export function changedChecks(change: PageChange | null): string[] {
  const checks = comparedOf(change)?.checks;
  const names = (of: readonly FailedCheck[] = []) =>
    of.toSorted(importantFirst).map((check) => checkName(check));
  const fixed = names(checks?.fixed).map((name) => i18n.t('reports.nowFixed', [name]));
  return [...names(checks?.appeared), ...fixed];
}

/**
 * Returns the reason of a failed check without its report, for example "Too slow". Null if the check
 * can fail for several reasons.
 */
export function onlyReason({ name }: Pick<Check, 'name'>): string | null {
  const reason = Object.hasOwn(ONLY_REASONS, name) && ONLY_REASONS[name];
  return reason ? message('reason', reason) : null;
}

/** Returns the short texts about a page. A text is null if it does not apply. */
export function briefTexts({ change, appeared, remaining }: PageInBrief) {
  const { base, checks } = comparedOf(change) ?? {};
  const [first, ...others] = appeared;
  const found = first && [checkName(first), onlyReason(first)].filter(Boolean).join(' · ');
  return {
    /** "compared with Nov 16". The view shows the difference of the score before this text. */
    comparedWith: base ? i18n.t('page.comparedWith', [dayInYear(base.generatedAt)]) : null,
    /** "New: Sitemap · Not named in robots.txt": the most important check that newly fails. */
    appeared: found ? i18n.t('page.appeared', [found]) : null,
    /** The names of the other checks that fail since the base. */
    others: others.map((check) => checkName(check)),
    /** "5 still failing"; "5 issues" if the failed checks of the base are unknown. */
    remaining: remaining ? counted(checks ? 'page.remaining' : 'issues.count', remaining) : null,
  };
}

/** Checks without a sentence in `checks.why`, because the sentence of each kind of error is enough. */
const WITHOUT_WHY = ['robots', 'noindex'];

/** Returns a sentence that says why a failure of a check matters; null if there is no such sentence. */
export function whyItMatters(check: string, words: Words): string | null {
  return isKnownCheck(check) && !WITHOUT_WHY.includes(check) ? message('why', check, words) : null;
}

/** Returns the name of an importance on screen; for an unknown importance, the service's own name. */
export function importanceText(importance: string, words: Words = i18n): string {
  return isNamed(importance) ? message('importance', importance, words) : untrustedLine(importance);
}

/** Whether the extension has a name for an importance. */
export function isNamed(importance: string): boolean {
  return IMPORTANCES.some((known) => known === importance);
}

/** Returns a text of the group `checks`. */
export function message(
  kind: 'name' | 'why' | 'kind' | 'importance' | 'list' | 'reason',
  name: string,
  words: Words = i18n,
): string {
  return words.t(`checks.${kind}.${name}` as 'checks.name.title');
}
