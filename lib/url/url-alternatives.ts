import { enclosedAddress } from './enclosed-address';
import { hashRoute } from './page-key';
import { withoutTracking } from './tracking-parameters';
import { readReportUrl, reportablePageUrl } from './typed-address';

/** An alternative to the address in the URL field. */
export interface UrlAlternative {
  kind: 'clean' | 'withoutTracking' | 'withoutFragment' | 'canonical' | 'target';
  /** The exact value to send, see `readReportUrl`. */
  url: string;
}

/**
 * Returns other addresses that could be reported in place of the given address:
 * - `clean`: without tracking parameters and fragment
 * - `withoutTracking`, `withoutFragment`: one change each, the rest byte for byte
 * - `canonical`: the canonical link of the page
 * - `target`: the address inside the address, to which a redirect leads
 *
 * Empty for a text that is not a reportable URL.
 * @param canonical the page's canonical link; null if there is none
 */
export function urlAlternatives(url: string, canonical: string | null): UrlAlternative[] {
  const read = readReportUrl(url);
  if ('problem' in read) return [];
  const named = reportablePageUrl(canonical ?? undefined);
  const tidy = withoutTracking(read.value);
  const target = reportablePageUrl(enclosedAddress(tidy) ?? undefined);
  const hasBoth = tidy !== read.value && withoutFragment(tidy) !== tidy;
  const offered: UrlAlternative[] = [
    ...(hasBoth ? [{ kind: 'clean' as const, url: withoutFragment(tidy) }] : []),
    { kind: 'withoutTracking', url: tidy },
    { kind: 'withoutFragment', url: withoutFragment(read.value) },
    ...(named === null ? [] : [{ kind: 'canonical' as const, url: named }]),
    ...(target === null ? [] : [{ kind: 'target' as const, url: target }]),
  ];
  const known = new Set([url, read.value]);
  return offered.filter((each) => !known.has(each.url) && known.add(each.url));
}

function withoutFragment(address: string): string {
  return hashRoute(new URL(address)) === '' ? address.replace(/#.*/s, '') : address;
}
