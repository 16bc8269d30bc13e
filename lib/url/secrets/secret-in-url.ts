import { decodedText } from '@/lib/url/decoded-text';
import { TRACKING_PARAMETER } from '@/lib/url/tracking-parameters';
import { hasJsonWebToken, isCode, isUnguessable } from './random-text';
import { isAnnouncedSecret, isSecretParameter } from './secret-name';
import { isMailSettings, isSharedLink } from './shared-link';

/**
 * Parameters with long random values that open nothing: asset versions, page cursors, and what the
 * large search engines, shops and video sites put into every address of theirs.
 */
const HARMLESS_PARAMETERS = new Set([
  ...['v', 'ver', 'version', 'rev', 'build', 'commit', 'sha'],
  ...['pagetoken', 'nextpagetoken', 'page_token', 'next_page_token', 'continuationtoken'],
  ...['ei', 'ved', 'gs_lp', 'gs_lcrp', 'gs_ssp', 'sxsrf', 'iflsig', 'sca_esv', 'g_ep', 'cvid'],
  ...['dib', 'crid', 'pd_rd_r', 'pf_rd_p', 'pf_rd_r', 'amdata', 'itmmeta', '_sid', 'list'],
]);

/** Path segments after which a long random text is the public name of a thing. */
const PUBLIC_PLACES = new Set([
  'commit',
  'commits',
  'tree',
  'blob',
  'blame',
  'raw',
  'compare',
  'channel',
]);

/** Addresses within addresses are followed this deep. */
const DEEPEST = 3;

/** Such an address is decoded so many times. */
const MOST_ENCODED = 5;

/**
 * Whether host, path, query or fragment hold what looks like a token, session, signature, key, one-time
 * code or password: by the name that it goes by, or by a value that nobody could guess.
 */
export function hasSecret(url: URL, depth = 0): boolean {
  const fragment = url.hash.slice(1);
  const start = fragment.indexOf('?');
  const [route, routeQuery] =
    start < 0 ? [fragment, ''] : [fragment.slice(0, start), fragment.slice(start + 1)];
  return (
    url.hostname.split('.').some(isUnguessable) ||
    isSharedLink(url) ||
    isSecretCalendar(url.pathname) ||
    (isMailSettings(url) && [...url.searchParams].some(isPersonal)) ||
    [url.pathname, route].some((path) => hasSecretSegment(path, depth)) ||
    [url.search.slice(1), route.includes('=') ? route : '', routeQuery].some((query) =>
      hasSecretParameter(query, depth),
    )
  );
}

function hasSecretParameter(query: string, depth: number): boolean {
  const parameters = new URLSearchParams(query);
  // An OAuth answer; without a state, `code` is a country, a voucher or an article.
  if (parameters.has('state') && isCode(parameters.get('code') ?? '')) return true;
  return [...parameters].some(([name, value]) => isSecretPair(name, value, depth));
}

function hasSecretSegment(path: string, depth: number): boolean {
  const segments = path.split('/').map(decodedText);
  return segments.some((segment, index) => {
    const before = segments[index - 1] ?? '';
    if (isAnnouncedSecret(before, segment)) return true;
    if (!PUBLIC_PLACES.has(before) && isUnguessable(segment)) return true;
    // Matrix parameters: `/page;jsessionid=…`.
    return segment.split(';').some((part) => {
      const [name = '', ...rest] = part.split('=');
      return rest.length > 0 && isSecretPair(name, rest.join('='), depth);
    });
  });
}

/** Whether a parameter of mail settings names a person: a number or a code, not a language or a word. */
function isPersonal([name, value]: readonly [string, string]): boolean {
  return !TRACKING_PARAMETER.test(name) && /\d/.test(value) && /^[\w~.=+-]{4,}$/.test(value);
}

/** Whoever knows the address of a private calendar can read it. */
function isSecretCalendar(path: string): boolean {
  return /\.ics$/i.test(path) && path.split('/').some(isCode);
}

function isSecretPair(name: string, value: string, depth: number): boolean {
  if (hasJsonWebToken(value)) return true;
  if (TRACKING_PARAMETER.test(name) || HARMLESS_PARAMETERS.has(name.toLowerCase())) return false;
  if (value === '') return isUnguessable(name);
  return (
    isSecretParameter(name, value) || isUnguessable(value) || isSecretAddress(value, depth + 1)
  );
}

/** An address whose first characters are percent-encoded, once or several times. */
const ENCODED_ADDRESS = /^(?:https?(?::|%(?:25)*3a))?%(?:25)*2f/i;

/** An address to go on to, which may carry a secret of its own, or a user's password. */
function isSecretAddress(value: string, depth: number): boolean {
  if (depth > DEEPEST) return false;
  let address = value;
  // Each page that an address passes through may encode it once more.
  for (let times = 0; times < MOST_ENCODED && ENCODED_ADDRESS.test(address); times += 1) {
    address = decodedText(address);
  }
  if (!/^(?:https?:\/)?\//i.test(address)) return false;
  const url = URL.parse(address, 'https://host.invalid');
  return url !== null && (url.password !== '' || hasSecret(url, depth));
}
