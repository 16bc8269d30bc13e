import { IMPORTANCES } from '@/lib/report/importance';
import type { Check } from './checks';

/** The checks that are known by name, in the groups and the order of the services' own pages. */
const GROUPS = {
  seo: `title meta_description headings content_keywords image_keywords seo_friendly_url 404_page
    robots noindex in_page_links language favicon`,
  performance: `text_compression load_time page_size http_requests image_format defer_javascript
    dom_size doctype http2`,
  security: `https_encryption mixed_content server_signature unsafe_cross_origin_links
    plaintext_email htst`,
  miscellaneous: `structured_data meta_viewport charset sitemap social content_length
    text_html_ratio inline_css deprecated_html_tags`,
};
const KNOWN = Object.entries(GROUPS).map(([name, checks]) => ({
  name: name as keyof typeof GROUPS,
  checks: checks.split(/\s+/),
}));

/** The checks of a report that belong together. */
export interface CheckGroup {
  /** `further`: their names are not known. */
  name: keyof typeof GROUPS | 'further';
  /** Failed ones first, by their importance, then in the order of the services' pages. */
  checks: Check[];
}

export function isKnownCheck(name: string): boolean {
  return KNOWN.some(({ checks }) => checks.includes(name));
}

/** The groups that a report has checks of. */
export function groupChecks(all: readonly Check[]): CheckGroup[] {
  const further = all.filter(({ name }) => !isKnownCheck(name));
  const known = KNOWN.map(({ name, checks }) => ({
    name,
    checks: checks.flatMap((wanted) => all.filter((check) => check.name === wanted)),
  }));
  return [...known, { name: 'further' as const, checks: further }]
    .filter(({ checks }) => checks.length > 0)
    .map(({ name, checks }) => ({
      name,
      checks: checks.toSorted((a, b) => rankOf(a) - rankOf(b)),
    }));
}

function rankOf({ isPassed, importance }: Check): number {
  if (isPassed) return IMPORTANCES.length + 1;
  const rank = (IMPORTANCES as readonly (string | null)[]).indexOf(importance);
  return rank < 0 ? IMPORTANCES.length : rank;
}
