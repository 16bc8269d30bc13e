import { cutText } from '@/lib/cut-text';
import { shownAddress } from './shown-address';

/** In characters. A service may send more, but no row shows more. */
const MAX_READ_LENGTH = 1_000;

const MAX_LENGTH_IN_SENTENCE = 60;

/** A path gets at least this many characters, however long the host is. */
const MIN_PATH_LENGTH = 16;

const MAX_NAME_LENGTH = 40;

/** Number of equal characters before the first difference in a shortened name. */
const COMMON_START_LENGTH = 8;

// Excludes addresses with user info, because user info can imitate a host.
const WEB_ADDRESS = /^https?:\/\/(?:www\.(?=[^/?#]*\.))?([^/?#@]+)([/?#].*)?$/is;

export interface AddressParts {
  /** The host without scheme and leading `www.`; empty if the text is not a web address. */
  host: string;
  /** The path before its last segment. */
  before: string;
  /** The last segment of the path, with query and fragment. Without a host, the whole text. */
  last: string;
}

export function addressParts(address: string): AddressParts {
  const shownText = shownAddress(cutText(address, MAX_READ_LENGTH));
  const [, host = '', rest = ''] = WEB_ADDRESS.exec(shownText) ?? [];
  if (host === '') return { host: '', before: '', last: shownText };
  const [path = ''] = /^[^?#]*/.exec(rest) ?? [];
  // A slash at the end of the path belongs to the last segment.
  const start = Math.max(0, rest.lastIndexOf('/', path.length - 2));
  return { host, before: rest.slice(0, start), last: rest.slice(start) };
}

/** Shortens an address for a sentence. */
export function shortAddress(address: string): string {
  const { host, before, last } = addressParts(address);
  const limit = Math.max(MIN_PATH_LENGTH, MAX_LENGTH_IN_SENTENCE - host.length);
  if (before.length + last.length <= limit) return host + before + last;
  const end = before === '' ? last : `/…${last}`;
  return host + (end.length <= limit ? end : `${cutText(end, limit - 1)}…`);
}

/** Returns short names that distinguish two pages: hosts, last path segments or whole paths. */
export function distinctNames(one: string, other: string): [one: string, other: string] {
  const left = addressParts(one);
  const right = addressParts(other);
  if (left.host !== right.host) {
    return cutNearDifference(left.host || left.last, right.host || right.last);
  }
  const haveSameLast = left.last === right.last;
  const nameOf = ({ host, before, last }: AddressParts) => {
    const path = haveSameLast ? before + last : last;
    return path === '' || path === '/' ? host + path : path;
  };
  return cutNearDifference(nameOf(left), nameOf(right));
}

function cutNearDifference(one: string, other: string): [one: string, other: string] {
  let differenceIndex = 0;
  while (differenceIndex < one.length && one[differenceIndex] === other[differenceIndex]) {
    differenceIndex += 1;
  }
  const isNearStart = differenceIndex + COMMON_START_LENGTH < MAX_NAME_LENGTH;
  const start = isNearStart ? 0 : differenceIndex - COMMON_START_LENGTH;
  const shorten = (text: string) => {
    const ellipsisBefore = start > 0 ? '…' : '';
    const ellipsisAfter = text.length - start > MAX_NAME_LENGTH ? '…' : '';
    return ellipsisBefore + cutText(text.slice(start), MAX_NAME_LENGTH) + ellipsisAfter;
  };
  return [shorten(one), shorten(other)];
}
