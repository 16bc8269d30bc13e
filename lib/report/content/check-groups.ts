import { IMPORTANCES, type Importance, toImportance } from '@/lib/report/importance';
import type { Check } from './checks';

/**
 * The known checks, in the groups and the order of the services' report pages. `htst` is how the
 * services spell HSTS.
 */
const GROUPS = {
  seo: `title meta_description headings content_keywords image_keywords seo_friendly_url 404_page
    robots noindex in_page_links language favicon`,
  performance: `text_compression load_time page_size http_requests image_format defer_javascript
    dom_size doctype`,
  security: `https_encryption http2 mixed_content server_signature unsafe_cross_origin_links htst
    plaintext_email gsb`,
  miscellaneous: `structured_data meta_viewport charset sitemap social content_length
    text_html_ratio inline_css deprecated_html_tags`,
};
const KNOWN = Object.entries(GROUPS).map(([name, checks]) => ({
  name: name as keyof typeof GROUPS,
  checks: checks.split(/\s+/),
}));

/** The group of a check. `further`: the name is unknown. */
export type GroupName = keyof typeof GROUPS | 'further';

/** The checks of one group, in the order of the services' report pages. */
export interface CheckGroup {
  name: GroupName;
  checks: Check[];
}

/** The failed checks of one importance. */
export interface FailedGroup {
  importance: Importance;
  checks: Check[];
}

export function isKnownCheck(name: string): boolean {
  return KNOWN.some(({ checks }) => checks.includes(name));
}

/** Returns the groups of a report's checks, without empty groups. */
export function groupChecks(all: readonly Check[]): CheckGroup[] {
  const further = all.filter(({ name }) => !isKnownCheck(name));
  const known = KNOWN.map(({ name, checks }) => ({
    name,
    checks: checks.flatMap((wanted) => all.filter((check) => check.name === wanted)),
  }));
  return [...known, { name: 'further' as const, checks: further }].filter(
    ({ checks }) => checks.length > 0,
  );
}

/** Groups failed checks by importance, the highest first. Each importance keeps the group order. */
export function failedByImportance(all: readonly Check[]): FailedGroup[] {
  const failed = groupChecks(all.filter(({ isPassed }) => !isPassed));
  const checks = failed.flatMap((group) => group.checks);
  return IMPORTANCES.map((importance) => ({
    importance,
    checks: checks.filter((check) => toImportance(check.importance) === importance),
  })).filter((group) => group.checks.length > 0);
}
