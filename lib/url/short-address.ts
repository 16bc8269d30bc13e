import { cutText } from '@/lib/cut-text';
import { shownAddress } from './shown-address';

/** No row shows what follows, and a service may send an address without end. */
const MOST_READ = 1_000;

/** So many characters of an address stand in a sentence, and so many of its path beside any host. */
const MOST_SAID = 60;
const LEAST_PATH = 16;

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
