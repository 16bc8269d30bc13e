import { i18n } from '#i18n';
import { dayInYear } from '@/components/text/dates';
import { counted } from '@/components/text/language';
import { comparedOf, type PageChange, type PageInBrief } from '@/lib/report/compare/page-change';
import { isKnownCheck } from '@/lib/report/content/check-groups';
import type { Check } from '@/lib/report/content/checks';
import { readableName } from '@/lib/report/content/readable-name';
import { type FailedCheck, IMPORTANCES, importantFirst } from '@/lib/report/importance';
import { untrustedLine } from '@/lib/report/untrusted-line';

/** Checks that fail for one reason alone, and what that is called. */
const ONLY_REASONS: Readonly<Record<string, string>> = {
  ...{ noindex: 'noindex_asks', robots: 'robots_matches', mixed_content: 'mixed_content_failed' },
  ...{ image_keywords: 'image_keywords_missing', content_keywords: 'content_keywords_missing' },
  ...{ text_compression: 'text_compression_missing', https_encryption: 'https_encryption_missing' },
  ...{ image_format: 'image_format_bad_format', defer_javascript: 'defer_javascript_missing' },
  ...{ server_signature: 'server_signature_failed', gsb: 'gsb_failed', http2: 'http2_failed' },
  ...{ load_time: 'too_slow', page_size: 'too_large', text_html_ratio: 'too_small' },
  ...{ http_requests: 'too_many', dom_size: 'too_many', in_page_links: 'too_many' },
  ...{ content_length: 'too_few', sitemap: 'sitemap_unnamed' },
};

/** What a check is called, in a line: services name checks as they like. */
export function checkName({ name }: Pick<Check, 'name'>): string {
  return (isKnownCheck(name) && message('name', name)) || untrustedLine(readableName(name));
}

/**
 * The checks by which a page has changed, what is new first and the important ones before others, as far as
 * there is room: "Title", "Load time", "Noindex fixed".
 */
export function changedChecks(change: PageChange | null): string[] {
  const checks = comparedOf(change)?.checks;
  const names = (of: readonly FailedCheck[] = []) => of.toSorted(importantFirst).map(checkName);
  const fixed = names(checks?.fixed).map((name) => i18n.t('reports.nowFixed', [name]));
  return [...names(checks?.appeared), ...fixed];
}

/** Why a check fails where its report is not read: "Too slow"; null where there are several reasons for it. */
export function onlyReason({ name }: Pick<Check, 'name'>): string | null {
  const reason = Object.hasOwn(ONLY_REASONS, name) && ONLY_REASONS[name];
  return reason ? message('reason', reason) : null;
}

/** What the answer for a page says in words; null for what it does not say. */
export function briefTexts({ change, appeared, remaining }: PageInBrief) {
  const { base, checks } = comparedOf(change) ?? {};
  const [first, ...others] = appeared;
  const found = first && [checkName(first), onlyReason(first)].filter(Boolean).join(' · ');
  return {
    /** "compared with Nov 16", after the difference of the score. */
    comparedWith: base ? i18n.t('page.comparedWith', [dayInYear(base.generatedAt)]) : null,
    /** "New: Sitemap · Not named in robots.txt", of the one that matters most. */
    appeared: found ? i18n.t('page.appeared', [found]) : null,
    /** The names of the others that are new. */
    others: others.map(checkName),
    /** "5 still failing"; if it is unknown which checks failed in the base, "5 issues". */
    remaining: remaining ? counted(checks ? 'page.remaining' : 'issues.count', remaining) : null,
  };
}

/** Checks whose kind of error says why a failure matters. */
const WITHOUT_REASON = ['robots', 'noindex'];

/** Why it matters that a check fails, in a sentence; null where that is not known. */
export function whyItMatters(check: string): string | null {
  return isKnownCheck(check) && !WITHOUT_REASON.includes(check) ? message('why', check) : null;
}

/** How much a check matters; one that the service has words of its own for keeps them, in a line. */
export function importanceText(importance: string): string {
  return isNamed(importance) ? message('importance', importance) : untrustedLine(importance);
}

export function isNamed(importance: string): boolean {
  return IMPORTANCES.some((known) => known === importance);
}

export function message(
  kind: 'name' | 'why' | 'kind' | 'importance' | 'list' | 'reason',
  name: string,
): string {
  return i18n.t(`checks.${kind}.${name}` as 'checks.name.title');
}
