import { IMPORTANCES, type Importance } from '@/lib/report/importance';
import type { Check } from './checks';

/** The checks that are known by name, in the groups and the order of the services' own pages. */
const GROUPS = {
  seo: [
    'title',
    'meta_description',
    'headings',
    'content_keywords',
    'image_keywords',
    'seo_friendly_url',
    '404_page',
    'robots',
    'noindex',
    'in_page_links',
    'language',
    'favicon',
  ],
  performance: [
    'text_compression',
    'load_time',
    'page_size',
    'http_requests',
    'image_format',
    'defer_javascript',
    'dom_size',
    'doctype',
    'http2',
  ],
  security: [
    'https_encryption',
    'mixed_content',
    'server_signature',
    'unsafe_cross_origin_links',
    'plaintext_email',
    'htst',
  ],
  miscellaneous: [
    'structured_data',
    'meta_viewport',
    'charset',
    'sitemap',
    'social',
    'content_length',
    'text_html_ratio',
    'inline_css',
    'deprecated_html_tags',
  ],
} as const;

/** A check's name as services that are known write it. */
export type KnownCheck = (typeof GROUPS)[keyof typeof GROUPS][number];

/** The checks of a report that belong together. */
export interface CheckGroup {
  /** `further`: their names are not known. */
  name: keyof typeof GROUPS | 'further';
  /** Failed ones first, by their importance, then in the order of the services' pages. */
  checks: Check[];
}

const KNOWN: readonly string[] = Object.values(GROUPS).flat();

export function isKnownCheck(name: string): name is KnownCheck {
  return KNOWN.includes(name);
}

export function isKnownImportance(importance: string | null): importance is Importance {
  return IMPORTANCES.some((known) => known === importance);
}

/** The groups that a report has checks of. */
export function groupChecks(checks: readonly Check[]): CheckGroup[] {
  const others = checks.filter(({ name }) => !isKnownCheck(name));
  const known = Object.entries(GROUPS).map(([group, names]) => ({
    name: group as keyof typeof GROUPS,
    checks: names.flatMap((name) => checks.filter((check) => check.name === name)),
  }));
  return [...known, { name: 'further' as const, checks: others }]
    .filter((group) => group.checks.length > 0)
    .map((group) => ({ ...group, checks: group.checks.toSorted((a, b) => rankOf(a) - rankOf(b)) }));
}

function rankOf({ isPassed, importance }: Check): number {
  if (isPassed) return IMPORTANCES.length + 1;
  return isKnownImportance(importance) ? IMPORTANCES.indexOf(importance) : IMPORTANCES.length;
}
