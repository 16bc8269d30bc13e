import { cutAddress, NEXT_ADDRESS, seenText } from '@/lib/url/typed-address';
import {
  addressesInCell,
  addressesInLines,
  addressesInProse,
  isAddress,
} from './address-boundaries';
import { hrefsInHtml, isHtml } from './html-links';
import { addressesInXml, isSitemapXml, type XmlAddress } from './sitemap-xml';
import { readTable } from './table';

/** As many addresses are taken, of one text and of all together. */
export const MOST_ADDRESSES = 50_000;

/** What a text holds: addresses, and what seems to be meant as one, as they stand there, in order. */
export interface FoundAddresses {
  /** Of pages; at most 50,000. */
  texts: string[];
  /** Of the sitemaps that an index names, which are no pages; at most 50,000. */
  sitemaps: string[];
  /** Whether there are more. */
  isCut: boolean;
  /** How many rows of a table, and links beside its addresses or to no web page, are not among them. */
  leftOut: number;
  /** Whether it is a sitemap or a feed whose end is missing. */
  isBroken: boolean;
}

/**
 * The addresses in a text, which is told apart by how it begins: a sitemap or a feed, HTML, of which the
 * links count, JSON, a table, of which the column of addresses counts, or a list or prose.
 */
export function addressesInText(text: string): FoundAddresses {
  const seen = seenText(text).trimStart();
  const found = { texts: [], sitemaps: [], isCut: false, leftOut: 0, isBroken: false };
  return collect(isSitemapXml(seen) ? inSitemap(seen, found) : inOther(seen, found), found);
}

/** Takes addresses up to the most that are taken. */
function collect(addresses: Iterable<XmlAddress>, found: FoundAddresses): FoundAddresses {
  for (const address of addresses) {
    const isPage = typeof address === 'string';
    const list = isPage ? found.texts : found.sitemaps;
    if (list.length === MOST_ADDRESSES) return { ...found, isCut: true };
    list.push(cutAddress(isPage ? address : address.sitemap));
  }
  return found;
}

function* inSitemap(text: string, found: FoundAddresses): Generator<XmlAddress> {
  found.isBroken = !(yield* addressesInXml(text));
}

function* inOther(text: string, found: FoundAddresses): Generator<string> {
  const leaveOut = (count = 1) => {
    found.leftOut += count;
  };
  if (isHtml(text)) return yield* hrefsInHtml(text, leaveOut);
  const strings = stringsInJson(text);
  if (strings !== null) {
    for (const each of strings) yield* addressesInString(each);
    return;
  }
  // So JSON may write slashes, of which a part is no JSON.
  const plain = text.replaceAll('\\/', '/');
  const table = readTable(plain, isAddress);
  if (table === null) return yield* addressesInLines(plain);
  leaveOut(table.leftOut);
  for (const cell of table.cells) {
    const addresses = [...addressesInCell(cell)];
    if (addresses.length === 0) leaveOut();
    yield* addresses;
  }
}

/** A string of JSON is an address, whatever it holds, or a text with some. */
function addressesInString(text: string): Iterable<string> {
  const isOne = /^https?:\/\/[^\s<>"]+$/i.test(text) && !NEXT_ADDRESS.test(text);
  return isOne ? [text] : addressesInProse(text);
}

/** The names and strings in JSON, or in lines of JSON; null where a text is neither. */
function stringsInJson(text: string): Iterable<string> | null {
  if (!/^[[{]/.test(text)) return null;
  for (const parts of [[text], text.split(/[\r\n]+/).filter((line) => line.trim() !== '')]) {
    try {
      return stringsIn(parts.map((part) => JSON.parse(part)));
    } catch {
      // The next way, or none.
    }
  }
  return null;
}

function* stringsIn(value: unknown): Generator<string> {
  /** What is still to be looked at, the next one last: JSON may be too deep for calls within calls. */
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') yield next;
    if (typeof next !== 'object' || next === null) continue;
    const parts = Array.isArray(next) ? next : Object.entries(next).flat();
    for (const part of parts.toReversed()) open.push(part);
  }
}
