import { decodedText } from '@/lib/url/enclosed-address';
import { isOnLocalNetwork } from '@/lib/url/local-host';
import { TRACKING_PARAMETER } from '@/lib/url/tracking-parameters';
import { readAddress } from '@/lib/url/typed-address';
import { hasJsonWebToken, isCode, isUnguessable } from './random-text';
import { isSecretAfter, isSecretParameter } from './secret-name';
import { isMailSettings, isSharedLink } from './shared-link';

/** Why a URL may be unfit for a public report. */
export type PublishingRisk = 'secret' | 'email' | 'local' | 'unreadable';

// Excludes handles (`/@someone@host.example`), versions (`package@1.2.3`), file names
// (`icon@2x.png`) and the user of Git hosts.
const E_MAIL_ADDRESS =
  /(?<![\p{L}\p{N}.%+_@-])(?!git@)[\p{L}\p{N}.%+_-]+@(?!v?\d+\.\d)(?:[\p{L}\p{N}-]+\.)+(?!(?:avif|css|gif|html?|ico|jpe?g|m?js|json|png|svg|webp)(?![\p{L}\p{N}]))(?:xn--[a-z\d-]+|\p{L}{2,})(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])/iu;

/** @param url with or without scheme; null if unknown */
export function publishingRisks(url: string | null): PublishingRisk[] {
  const parsed = readAddress(url ?? '');
  if ('problem' in parsed) return ['unreadable'];
  const address = parsed.url;
  const pathQueryAndFragment = address.pathname + address.search + address.hash;
  const risks: PublishingRisk[] = [];
  if (address.password !== '' || hasSecret(address)) risks.push('secret');
  if (E_MAIL_ADDRESS.test(decodedWithAtSigns(pathQueryAndFragment))) risks.push('email');
  if (isOnLocalNetwork(address.hostname)) risks.push('local');
  return risks;
}

/** Decodes percent-encoding. Decodes `@` even if the text is encoded twice or is not UTF-8. */
function decodedWithAtSigns(text: string): string {
  return decodedText(text.replaceAll(/%(?:25)*40/g, '@'));
}

/** Parameters with long random values that are public. */
const PUBLIC_PARAMETERS = new Set(
  `v ver version rev build commit sha
    pagetoken nextpagetoken page_token next_page_token continuationtoken
    ei ved gs_lp gs_lcrp gs_ssp sxsrf iflsig sca_esv g_ep cvid
    dib crid pd_rd_r pf_rd_p pf_rd_r amdata itmmeta _sid list`.split(/\s+/),
);

/** Path segments that precede a public name, such as a commit hash, which looks random. */
const SEGMENTS_BEFORE_PUBLIC_NAME = new Set(
  'commit commits tree blob blame raw compare channel'.split(' '),
);

/** Levels of addresses inside addresses. */
const MAX_DEPTH = 3;

/** Each redirecting site may encode the inner address again. */
const MAX_DECODINGS = 5;

/** Whether a URL may contain a token, session, signature, key, one-time code or password. */
function hasSecret(url: URL, depth = 0): boolean {
  // A fragment can be a route, a query (`#access_token=…`), or a route with a query.
  const [, route = '', routeQuery = ''] = /^#?([^?]*)\??(.*)$/s.exec(url.hash) ?? [];
  const paths = [url.pathname, route];
  const queries = [url.search.slice(1), route.includes('=') ? route : '', routeQuery];
  return (
    url.hostname.split('.').some(isUnguessable) ||
    isSharedLink(url) ||
    isSecretCalendar(url.pathname) ||
    (isMailSettings(url) && [...url.searchParams].some(mayIdentifyPerson)) ||
    paths.some((path) => hasSecretSegment(path, depth)) ||
    queries.some((query) => hasSecretParameter(query, depth))
  );
}

function hasSecretParameter(query: string, depth: number): boolean {
  const parameters = new URLSearchParams(query);
  // Without `state`, `code` can be a country, a voucher or an article.
  const isOAuthResponse = parameters.has('state') && isCode(parameters.get('code') ?? '');
  if (isOAuthResponse) return true;
  return [...parameters].some(([name, value]) => isSecretPair(name, value, depth));
}

function hasSecretSegment(path: string, depth: number): boolean {
  const segments = path.split('/').map(decodedText);
  return segments.some((segment, index) => {
    const previous = segments[index - 1] ?? '';
    if (isSecretAfter(previous, segment)) return true;
    if (!SEGMENTS_BEFORE_PUBLIC_NAME.has(previous) && isUnguessable(segment)) return true;
    // Matrix parameters: `/page;jsessionid=…`.
    return segment.split(';').some((part) => {
      const [name = '', ...rest] = part.split('=');
      return rest.length > 0 && isSecretPair(name, rest.join('='), depth);
    });
  });
}

/** Whether a parameter of mail settings may identify a person. A value without digits does not. */
function mayIdentifyPerson([name, value]: readonly [string, string]): boolean {
  return !TRACKING_PARAMETER.test(name) && /\d/.test(value) && /^[\w~.=+-]{4,}$/.test(value);
}

/** Whether the path of a calendar contains a code. The code is enough to read the calendar. */
function isSecretCalendar(path: string): boolean {
  return /\.ics$/i.test(path) && path.split('/').some(isCode);
}

function isSecretPair(name: string, value: string, depth: number): boolean {
  if (hasJsonWebToken(value)) return true;
  if (TRACKING_PARAMETER.test(name) || PUBLIC_PARAMETERS.has(name.toLowerCase())) return false;
  if (value === '') return isUnguessable(name);
  return (
    isSecretParameter(name, value) || isUnguessable(value) || isSecretAddress(value, depth + 1)
  );
}

const ENCODED_ADDRESS = /^(?:https?(?::|%(?:25)*3a))?%(?:25)*2f/i;

/** Whether a value is an address with a secret, for example a redirect target. */
function isSecretAddress(value: string, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  let address = value;
  for (let count = 0; count < MAX_DECODINGS && ENCODED_ADDRESS.test(address); count += 1) {
    address = decodedText(address);
  }
  if (!/^(?:https?:\/)?\//i.test(address)) return false;
  const url = URL.parse(address, 'https://host.invalid');
  return url !== null && (url.password !== '' || hasSecret(url, depth));
}
