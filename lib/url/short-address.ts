import { cutText } from '@/lib/cut-text';
import { shownAddress } from './shown-address';

/** No row shows what follows, and a service may send an address without end. */
const MOST_READ = 1_000;

/** So many characters of an address stand in a sentence, and so many of its path beside any host. */
const MOST_SAID = 60;
const LEAST_PATH = 16;

/** So many characters name one of two pages, and so many of them stand before what differs. */
const MOST_NAMED = 40;
const LEAD = 8;

/** A web address without user info, which looks like a host. */
const WEB = /^https?:\/\/(?:www\.(?=[^/?#]*\.))?([^/?#@]+)([/?#].*)?$/is;

/**
 * An address for people to read, in parts: its host without scheme and a leading `www.`; its path before the
 * last part; the last part of the path, with what follows it. A text that is no such address is all `last`.
 */
export function addressParts(address: string) {
  const shown = shownAddress(cutText(address, MOST_READ));
  const [, host = '', rest = ''] = WEB.exec(shown) ?? [];
  if (host === '') return { host: '', before: '', last: shown };
  const { length } = /^[^?#]*/.exec(rest)?.[0] ?? '';
  const start = Math.max(0, rest.lastIndexOf('/', length - 2));
  return { host, before: rest.slice(0, start), last: rest.slice(start) };
}

/** An address as a sentence names it, with ellipses where it is long. */
export function shortAddress(address: string): string {
  const { host, before, last } = addressParts(address);
  const room = Math.max(LEAST_PATH, MOST_SAID - host.length);
  if (before.length + last.length <= room) return host + before + last;
  const end = before === '' ? last : `/…${last}`;
  return host + (end.length <= room ? end : `${cutText(end, room - 1)}…`);
}

/**
 * The shortest clear names of two pages beside each other: their hosts; of one host, the last parts of
 * their paths, or the whole paths where only what stands before differs.
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

/** Two texts with ellipses where either is long; where they differ stays in sight. */
function cutApart(one: string, other: string): [one: string, other: string] {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const from = start + LEAD < MOST_NAMED ? 0 : start - LEAD;
  const cut = (text: string) => {
    const end = text.length - from > MOST_NAMED ? '…' : '';
    return `${from > 0 ? '…' : ''}${cutText(text.slice(from), MOST_NAMED)}${end}`;
  };
  return [cut(one), cut(other)];
}
