import { enclosedAddress } from './enclosed-address';
import { hashRoute } from './page-key';
import { withoutTracking } from './tracking-parameters';
import { readReportUrl, reportablePageUrl } from './typed-address';

/** An alternative to the address in the URL field. */
export interface UrlAlternative {
  /**
   * - `clean`: without tracking parameters and fragment
   * - `target`: the inner address of a redirecting link
   */
  kind: 'clean' | 'withoutTracking' | 'withoutFragment' | 'canonical' | 'target';
  url: string;
}

/** @param canonical the page's canonical link; null if absent */
export function urlAlternatives(url: string, canonical: string | null): UrlAlternative[] {
  const parsed = readReportUrl(url);
  if ('problem' in parsed) return [];
  const canonicalUrl = reportablePageUrl(canonical ?? undefined);
  const untracked = withoutTracking(parsed.value);
  const target = reportablePageUrl(enclosedAddress(untracked) ?? undefined);
  const clean = withoutFragment(untracked);
  const alternatives: UrlAlternative[] = [];
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
