import { enclosedAddress } from './enclosed-address';
import { hashRoute } from './page-key';
import { readReportUrl, reportablePageUrl } from './report-url';
import { parameterName, TRACKING_PARAMETER } from './tracking-parameters';

/** Another address that could be sent for the one in the field. */
export interface UrlAlternative {
  kind: 'clean' | 'withoutTracking' | 'withoutFragment' | 'canonical' | 'target';
  /** As `readReportUrl` gives it: exactly what would be sent. */
  url: string;
}

/**
 * What else could be sent: `clean` is without both tracking parameters and fragment, each further
 * alternative changes one thing; the rest stays byte for byte.
 * `canonical` is the address that the page itself names, null where it names none; `target` the one that
 * the address holds, to which redirects of search engines lead. Empty for a text that could not be sent.
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

/** An address without the parameters that only tell how a visitor came; the rest as it was. */
export function withoutTracking(address: string): string {
  const kept = trackingPieces(address).filter(({ isTracking }) => !isTracking);
  return kept.map(({ text }) => text).join('');
}

/** An address in pieces, of which some only tell how a visitor came, with what separates these from the rest. */
export function trackingPieces(address: string): { text: string; isTracking: boolean }[] {
  const [, start = '', query, fragment = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/.exec(address) ?? [];
  const parts = query?.split('&') ?? [];
  const kept = parts.filter((part) => !TRACKING_PARAMETER.test(parameterName(part)));
  if (kept.length === parts.length) return [{ text: address, isTracking: false }];
  const isTidy = kept.join('&') === '';
  const first = parts.findIndex((part) => kept.includes(part));
  return [
    { text: isTidy ? start : `${start}?`, isTracking: false },
    ...(isTidy
      ? [{ text: `?${query}`, isTracking: true }]
      : parts.map((part, at) => ({
          text: at < first ? `${part}&` : (at === first ? '' : '&') + part,
          isTracking: !kept.includes(part),
        }))),
    { text: fragment, isTracking: false },
  ];
}

function withoutFragment(address: string): string {
  return hashRoute(new URL(address)) === '' ? address.replace(/#.*/s, '') : address;
}
