import { cutText } from '@/lib/cut-text';
import { shownAddress } from '@/lib/url/shown-address';
import { withoutTracking } from '@/lib/url/url-alternatives';

/** An address as a row shows it, cut where there is no room for all. */
export interface ShortAddress {
  /** With a port; of a web address without `www.` and scheme, but for `http` beside the same with `https`. */
  host: string;
  /** What follows, with an ellipsis for each part that is left out. */
  path: string;
}

/** What fits into a row. */
export interface AddressRoom {
  /** In characters of a path. */
  room: number;
  /** Of how many of these a host has the width, which is bold; an estimate if it is not given. */
  hostRoom?: (host: string) => number;
}

/** So much of a path is shown beside the longest host, which then gives way. */
const LEAST_PATH = 16;

/** The end of a long path, which says more than its middle. */
const END = 14;

const INSECURE = 'http://';

/** So much of an address is looked at: no row shows what follows, and a service may send it without end. */
const MOST_READ = 1_000;

/** Less of a query says nothing. */
const LEAST_QUERY = 5;

/** So much stays before the end, such as a language, with the ellipsis. */
const LEAST_START = 5;

/**
 * Shortens addresses for display, so that what distinguishes each from the others stays visible.
 * Texts that are no addresses are all path, and so are addresses with user info, which looks like a host.
 */
export function shortAddresses(
  addresses: readonly string[],
  row: AddressRoom,
): Map<string, ShortAddress> {
  const shown = new Map(addresses.map((address) => [address, fitting(address, row)]));
  const all = new Set(shown.values());
  const sorted = [...all].sort();
  const short = new Map(
    sorted.map((text, index) => {
      const neighbours = [sorted[index - 1], sorted[index + 1]];
      const shared = Math.max(...neighbours.map((other) => sharedLength(text, other ?? '')));
      const isTwin = text.startsWith(INSECURE) && all.has(text.replace(INSECURE, 'https://'));
      return [text, isTwin ? insecure(text, shared, row) : shorten(text, shared, row)];
    }),
  );
  const nothing = { host: '', path: '' };
  return new Map([...shown].map(([address, text]) => [address, short.get(text) ?? nothing]));
}

/** One address by itself, with `http` where it has that: what stands beside it is not known. */
export function shortAddress(address: string, row: AddressRoom): ShortAddress {
  const twin = address.replace(/^http:/, 'https:');
  return shortAddresses([address, twin], row).get(address) ?? { host: '', path: '' };
}

/** An address as it is read; where there is no room for all, what only tracks goes first. */
function fitting(whole: string, row: AddressRoom): string {
  const address = whole.slice(0, MOST_READ);
  const all = withoutWww(shownAddress(address));
  const { path, room } = split(all, row);
  return path.length <= room ? all : withoutWww(shownAddress(withoutTracking(address)));
}

/** Without a leading `www.` before a whole host, as services list addresses. */
function withoutWww(address: string): string {
  return address.replace(/^(https?:\/\/)www\.(?=[^/?#]*\.)/i, '$1');
}

/** The host of an address, where its path starts, and how many characters of that have room. */
function split(address: string, { room: all, hostRoom }: AddressRoom) {
  const [, scheme = '', host = ''] = /^(https?:\/\/)([^/?#@]*)(?=[/?#]|$)/i.exec(address) ?? [];
  const start = scheme.length + host.length;
  const hostTakes = Math.ceil(hostRoom?.(host) ?? host.length * 1.1);
  const room = Math.max(LEAST_PATH, all - hostTakes);
  return { host, start, path: address.slice(start), room };
}

function shorten(address: string, shared: number, row: AddressRoom): ShortAddress {
  const { host, start, path, room } = split(address, row);
  if (path.length <= room) return { host, path };
  // From the beginning of the part in which it differs, such as a whole path segment.
  const differs = Math.max(start, address.slice(0, shared).search(/[/?&#=][^/?&#=]*$/));
  const distinct = address.slice(differs);
  const same = address.slice(start, differs);
  const most = Math.max(2, room - distinct.length);
  const hasName = /[?#]/.test(same) && most > 2 * LEAST_START;
  const common = hasName ? cutPage(same, most) : cut(same, most, 0);
  return { host, path: common + cutPage(distinct, room - common.length) };
}

/** Of an address that stands beside the same with `https`. */
function insecure(address: string, shared: number, { room, ...row }: AddressRoom): ShortAddress {
  const short = shorten(address, shared, { ...row, room: room - INSECURE.length });
  return short.host === '' ? short : { ...short, host: INSECURE + short.host };
}

/** What tells a page from others, of at most so many characters; a query gives way to the page's name. */
function cutPage(text: string, most: number): string {
  const path = text.slice(0, Math.max(0, text.search(/[?#]/)));
  if (path === '' || text.length <= most) return cut(text, most, Math.min(END, most - LEAST_START));
  const name = path.slice(path.lastIndexOf('/', path.length - 2) + 1);
  const left = most - path.length;
  const query =
    left < LEAST_QUERY ? '…' : cut(text.slice(path.length), left, Math.min(END, left - 1));
  const room = most - query.length;
  return cut(path, room, Math.min(name.length + 1, room - LEAST_START)) + query;
}

/** A text of at most so many characters, of which so many are its end. */
function cut(text: string, most: number, end: number): string {
  if (text.length <= most) return text;
  const first = cutText(text, most - 1 - end);
  // As at the first part's end, no half of a surrogate pair stays.
  const last = text.slice(text.length - end).replace(/^[\udc00-\udfff]/, '');
  return `${first}…${last}`;
}

/** How many characters two texts have in common at their beginning. */
function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length += 1;
  return length;
}
