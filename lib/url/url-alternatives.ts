import { hashRoute } from './page-key';
import { readReportUrl, reportablePageUrl } from './report-url';
import { parameterName, TRACKING_PARAMETER } from './tracking-parameters';

/** Another address that could be sent for the one in the field. */
export interface UrlAlternative {
  kind: 'withoutTracking' | 'withoutFragment' | 'canonical';
  /** As `readReportUrl` gives it: exactly what would be sent. */
  url: string;
}

/**
 * What else could be sent: each alternative changes one thing and leaves the rest byte for byte, so
 * that with a fragment beside tracking parameters the second is offered once the first is taken.
 * `canonical` is the address that the page itself names, null where it names none. Empty for a text
 * that could not be sent.
 */
export function urlAlternatives(url: string, canonical: string | null): UrlAlternative[] {
  const read = readReportUrl(url);
  if ('problem' in read) return [];
  const named = reportablePageUrl(canonical ?? undefined);
  const offered: UrlAlternative[] = [
    { kind: 'withoutTracking', url: withoutTracking(read.value) },
    { kind: 'withoutFragment', url: withoutFragment(read.value) },
    ...(named === null ? [] : [{ kind: 'canonical' as const, url: named }]),
  ];
  const known = new Set([url, read.value]);
  return offered.filter((each) => !known.has(each.url) && known.add(each.url));
}

function withoutTracking(address: string): string {
  const [, start = address, query, fragment = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/.exec(address) ?? [];
  if (query === undefined) return address;
  const parts = query.split('&');
  const kept = parts.filter((part) => !TRACKING_PARAMETER.test(parameterName(part)));
  if (kept.length === parts.length) return address;
  const rest = kept.join('&');
  return start + (rest === '' ? '' : `?${rest}`) + fragment;
}

function withoutFragment(address: string): string {
  return hashRoute(new URL(address)) === '' ? address.replace(/#.*$/, '') : address;
}
