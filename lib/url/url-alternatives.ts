import { enclosedAddress } from './enclosed-address';
import { hashRoute } from './page-key';
import { withoutTracking } from './tracking-parameters';
import { readReportUrl, reportablePageUrl } from './typed-address';

/** An alternative to the address in the URL field. */
export interface UrlAlternative {
  /**
   * - `clean`: without tracking parameters and fragment
   * - `target`: the inner address of a wrapped link, or of another redirecting link
   */
  kind: 'clean' | 'withoutTracking' | 'withoutFragment' | 'canonical' | 'target';
  url: string;
}

/**
 * Returns the page inside a wrapped link first.
 * @param canonical the page's canonical link; null if absent
 * @param unwrap returns the page inside a wrapped link, and any other address unchanged
 */
export function urlAlternatives(
  url: string,
  canonical: string | null,
  unwrap: (address: string) => string,
): UrlAlternative[] {
  const parsed = readReportUrl(url);
  if ('problem' in parsed) return [];
  const canonicalUrl = reportablePageUrl(canonical ?? undefined);
  const untracked = withoutTracking(parsed.value);
  const page = unwrap(parsed.value);
  const isWrapped = page !== parsed.value;
  const target = reportablePageUrl(isWrapped ? page : (enclosedAddress(untracked) ?? undefined));
  const clean = withoutFragment(untracked);
  const alternatives: UrlAlternative[] = [];
  if (target !== null && isWrapped) alternatives.push({ kind: 'target', url: target });
  if (untracked !== parsed.value && clean !== untracked) {
    alternatives.push({ kind: 'clean', url: clean });
  }
  alternatives.push({ kind: 'withoutTracking', url: untracked });
  alternatives.push({ kind: 'withoutFragment', url: withoutFragment(parsed.value) });
  if (canonicalUrl !== null) alternatives.push({ kind: 'canonical', url: canonicalUrl });
  if (target !== null) alternatives.push({ kind: 'target', url: target });
  const seenUrls = new Set([url, parsed.value]);
  return alternatives.filter((alternative) => {
    const isNew = !seenUrls.has(alternative.url);
    seenUrls.add(alternative.url);
    return isNew;
  });
}

function withoutFragment(address: string): string {
  return hashRoute(new URL(address)) === '' ? address.replace(/#.*/s, '') : address;
}
