import { i18n } from '#i18n';
import {
  countedIn,
  countText,
  joinedSentences,
  labelled,
  type Words,
} from '@/components/text/language';
import { countKinds } from '@/lib/report/error-kinds';
import type { FailedCheck } from '@/lib/report/importance';
import { checkName, message } from './check-names';

/** The kinds of error that have a sentence, by check. A kind is a key of the service's `errors`. */
export const KNOWN_KINDS: Readonly<Record<string, readonly string[]>> = {
  title: ['missing', 'length', 'too_many'],
  meta_description: ['missing', 'length'],
  headings: ['missing', 'too_many', 'duplicate'],
  content_keywords: ['missing'],
  image_keywords: ['missing'],
  seo_friendly_url: ['missing', 'bad_format'],
  '404_page': ['missing'],
  robots: ['failed'],
  noindex: ['missing'],
  in_page_links: ['too_many'],
  language: ['missing'],
  favicon: ['missing'],
  text_compression: ['missing'],
  load_time: ['too_slow'],
  page_size: ['too_large'],
  http_requests: ['too_many'],
  image_format: ['bad_format'],
  defer_javascript: ['missing'],
  dom_size: ['too_many'],
  doctype: ['missing'],
  https_encryption: ['missing'],
  http2: ['failed'],
  mixed_content: ['failed'],
  server_signature: ['failed'],
  unsafe_cross_origin_links: ['failed'],
  htst: ['missing'],
  plaintext_email: ['failed'],
  gsb: ['failed'],
  structured_data: ['missing'],
  meta_viewport: ['missing'],
  charset: ['missing'],
  sitemap: ['failed'],
  social: ['missing'],
  content_length: ['too_few'],
  text_html_ratio: ['too_small'],
  inline_css: ['failed'],
  deprecated_html_tags: ['bad_tags'],
};

/** Returns the sentence of a kind of error; null for an unknown kind. */
export function kindSentence(check: string, kind: string, words: Words = i18n): string | null {
  const isKnown = Object.hasOwn(KNOWN_KINDS, check) && KNOWN_KINDS[check]?.includes(kind);
  return isKnown ? message('kind', `${check}_${kind}`, words) : null;
}

/**
 * Returns a sentence for each known kind of error of a failed check. If only some of the pages have
 * the kind, the sentence says how many.
 * @param failures the failures of one check, one for each page
 */
export function kindSentences(failures: readonly FailedCheck[], words: Words = i18n): string[] {
  const [failure] = failures;
  if (failure === undefined) return [];
  return countKinds(failures).flatMap(({ kind, count }) => {
    const sentence = kindSentence(failure.name, kind, words);
    if (sentence === null) return [];
    if (count === failures.length) return [sentence];
    return [countedIn(words, 'checks.onPages', failures.length, countText(count, words), sentence)];
  });
}

/**
 * Returns the name of a check with the sentences of its errors; null if no kind of error is known.
 * Example: "Noindex: Pages with a tag …".
 * @param isFixed whether the check was fixed after the failures
 */
export function explainedCheck(
  failures: readonly FailedCheck[],
  isFixed = false,
  words: Words = i18n,
): string | null {
  const [failure] = failures;
  const found = kindSentences(failures, words);
  if (failure === undefined || found.length === 0) return null;
  const name = checkName(failure, words);
  const label = isFixed ? words.t('checks.beforeFix', [name]) : name;
  return labelled(label, joinedSentences(found, words), words);
}
