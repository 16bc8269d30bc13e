import { enclosedAddress } from './enclosed-address';
import { hashRoute } from './page-key';
import { withoutTracking } from './tracking-parameters';
import { readReportUrl, reportablePageUrl } from './typed-address';

/** An alternative to the address in the URL field. */
export interface UrlAlternative {
  kind: 'clean' | 'withoutTracking' | 'withoutFragment' | 'canonical' | 'target';
  url: string;
}

/**
 * Returns the addresses that a person may want to report instead. `clean` has neither tracking
 * parameters nor fragment. `target` is the inner address, to which a redirect leads.
 * @param canonical the page's canonical link; null if there is none
 */
export function urlAlternatives(url: string, canonical: string | null): UrlAlternative[] {
  const read = readReportUrl(url);
  if ('problem' in read) return [];
  const canonicalUrl = reportablePageUrl(canonical ?? undefined);
  const untracked = withoutTracking(read.value);
  const target = reportablePageUrl(enclosedAddress(untracked) ?? undefined);
  const clean = withoutFragment(untracked);
  const alternatives: UrlAlternative[] = [];
  if (untracked !== read.value && clean !== untracked) {
    alternatives.push({ kind: 'clean', url: clean });
  }
  alternatives.push({ kind: 'withoutTracking', url: untracked });
  alternatives.push({ kind: 'withoutFragment', url: withoutFragment(read.value) });
  if (canonicalUrl !== null) alternatives.push({ kind: 'canonical', url: canonicalUrl });
  if (target !== null) alternatives.push({ kind: 'target', url: target });
  const seenUrls = new Set([url, read.value]);
  return alternatives.filter((alternative) => {
    const isNew = !seenUrls.has(alternative.url);
    seenUrls.add(alternative.url);
    return isNew;
  });
}

function withoutFragment(address: string): string {
  return hashRoute(new URL(address)) === '' ? address.replace(/#.*/s, '') : address;
}
