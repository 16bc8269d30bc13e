import { cutText } from '@/lib/cut-text';
import { shownAddress } from './shown-address';

/** Limit in characters. A service may send a longer address, but no row shows more. */
const MAX_READ_LENGTH = 1_000;

/** Limit in characters for an address in a sentence. */
const MAX_LENGTH_IN_SENTENCE = 60;

/** Characters that the path may always have, even after a long host. */
const MIN_PATH_LENGTH = 16;

/** Limit in characters for each of two names. */
const MAX_NAME_LENGTH = 40;

/** Characters that both names show before their first difference. */
const COMMON_START_LENGTH = 8;

/** Matches a web address without user info, because user info can imitate a host. */
const WEB = /^https?:\/\/(?:www\.(?=[^/?#]*\.))?([^/?#@]+)([/?#].*)?$/is;

/**
 * Splits an address for display: host without scheme and leading `www.`, path before the last
 * segment, last segment with query and fragment. For a text without a host, `last` is the text.
 */
export function addressParts(address: string) {
  const shown = shownAddress(cutText(address, MAX_READ_LENGTH));
  const [, host = '', rest = ''] = WEB.exec(shown) ?? [];
  if (host === '') return { host: '', before: '', last: shown };
  const { length } = /^[^?#]*/.exec(rest)?.[0] ?? '';
  const start = Math.max(0, rest.lastIndexOf('/', length - 2));
  return { host, before: rest.slice(0, start), last: rest.slice(start) };
}

/** Returns an address for a sentence, shortened with ellipses. */
export function shortAddress(address: string): string {
  const { host, before, last } = addressParts(address);
  const limit = Math.max(MIN_PATH_LENGTH, MAX_LENGTH_IN_SENTENCE - host.length);
  if (before.length + last.length <= limit) return host + before + last;
  const end = before === '' ? last : `/…${last}`;
  return host + (end.length <= limit ? end : `${cutText(end, limit - 1)}…`);
}

/**
 * Returns short names that tell two pages apart: the hosts if they differ, otherwise the last path
 * segments if they differ, otherwise the whole paths.
 */
export function namesApart(one: string, other: string): [one: string, other: string] {
  const [left, right] = [addressParts(one), addressParts(other)];
  if (left.host !== right.host) return cutApart(left.host || left.last, right.host || right.last);
  const isLastAlike = left.last === right.last;
  const nameOf = ({ host, before, last }: typeof left) => {
    const path = isLastAlike ? before + last : last;
    return path === '' || path === '/' ? host + path : path;
  };
  return cutApart(nameOf(left), nameOf(right));
}

/** Shortens two texts with ellipses, so that the first difference stays visible. */
function cutApart(one: string, other: string): [one: string, other: string] {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const from = start + COMMON_START_LENGTH < MAX_NAME_LENGTH ? 0 : start - COMMON_START_LENGTH;
  const cut = (text: string) => {
    const end = text.length - from > MAX_NAME_LENGTH ? '…' : '';
    return `${from > 0 ? '…' : ''}${cutText(text.slice(from), MAX_NAME_LENGTH)}${end}`;
  };
  return [cut(one), cut(other)];
}
