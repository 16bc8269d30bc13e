import { IMPORTANCES, type Importance, toImportance } from '@/lib/report/importance';
import type { Check } from './checks';

// The groups and the order of the services' report pages. The services misspell HSTS as `htst`.
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
const KNOWN_GROUPS = Object.entries(GROUPS).map(([name, checks]) => ({
  name: name as keyof typeof GROUPS,
  checks: checks.split(/\s+/),
}));

/** `further` contains checks of no known group. */
export type GroupName = keyof typeof GROUPS | 'further';

/** The checks are in the order of the services' report pages. */
export interface CheckGroup {
  name: GroupName;
  checks: Check[];
}

export interface FailedGroup {
  importance: Importance;
  checks: Check[];
}

export function isKnownCheck(name: string): boolean {
  return KNOWN_GROUPS.some(({ checks }) => checks.includes(name));
}

/** Omits empty groups. */
export function groupChecks(all: readonly Check[]): CheckGroup[] {
  const unknownChecks = all.filter(({ name }) => !isKnownCheck(name));
  const knownGroups = KNOWN_GROUPS.map(({ name, checks }) => ({
    name,
    checks: checks.flatMap((knownName) => all.filter((check) => check.name === knownName)),
  }));
  const groups = [...knownGroups, { name: 'further' as const, checks: unknownChecks }];
  return groups.filter(({ checks }) => checks.length > 0);
}

/** Returns the failed checks by importance, and then in the order of the services' report pages. */
export function failedByImportance(all: readonly Check[]): FailedGroup[] {
  const groups = groupChecks(all.filter(({ isPassed }) => !isPassed));
  const orderedChecks = groups.flatMap((group) => group.checks);
  return IMPORTANCES.map((importance) => ({
    importance,
    checks: orderedChecks.filter((check) => toImportance(check.importance) === importance),
  })).filter((group) => group.checks.length > 0);
}
