import { MOST_ADDRESSES, type Sink } from './found-addresses';
import { type Attributes, readMarkup } from './markup';
import { readSourceUrl } from './source-url';
import { addressesInProse } from './text-list';

const SITEMAP = ['url', 'sitemap'];

/**
 * Names of the elements for pages and files, by the name of the first element. RSS 1.0 begins with
 * RDF. A pasted part of a sitemap may begin with an entry.
 */
const ENTRIES = new Map([
  ['urlset', SITEMAP],
  ['sitemapindex', SITEMAP],
  ['url', SITEMAP],
  ['sitemap', SITEMAP],
  ['rss', ['item']],
  ['RDF', ['item']],
  ['feed', ['entry']],
]);

/** The first element of a sitemap. Servers and browsers may insert text before the element. */
const SITEMAP_START = /<(?:[\w.-]+:)?(?:urlset|sitemapindex)(?:\s[^<>]*)?\/?>/;

/** Limit in characters for what precedes the first element. */
const MOST_BEFORE = 100_000;

/** Matches blanks, declarations and comments before the first element. */
const PROLOG = /^(?:\s+|<\?[^>]*>|<!--.*?-->|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>)*/s;
const FIRST = /^<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)(?=[\s/>])[^<>]*>/;

/** Limit in characters for the text of an element, which may consist of many entities. */
const LONGEST_TEXT = 1_000_000;

const MOST_NAMES = 1_000;

/** Matches names of elements and attributes with pages, in XML other than sitemaps and feeds. */
const NAMED = /^(?:url|link|loc|href|htmlurl)$/i;

/** Returns a sitemap, index or feed from the first element on; null for another text. */
export function sitemapIn(text: string): string | null {
  const start = text.slice(0, MOST_BEFORE);
  const at = start.search(SITEMAP_START);
  if (at >= 0) return text.slice(at);
  const begin = PROLOG.exec(start)?.[0].length ?? 0;
  const [, first = ''] = FIRST.exec(start.slice(begin)) ?? [];
  return ENTRIES.has(first) ? text.slice(begin) : null;
}

/** An open element for a page or file. */
interface Entry {
  name: string;
  prefix: string;
  level: number;
  /** Addresses in an entry of a feed, the best first. An absent address is an empty text. */
  links: [page: string, guid: string, product: string];
}

/**
 * Reads a sitemap, an index of sitemaps or a feed. Adds each `loc` directly in an entry, and the
 * best link of each entry of a feed.
 * @returns false for another text
 */
export function readFeed(text: string, sink: Sink): boolean {
  const feed = sitemapIn(text);
  if (feed === null) return false;
  let root = '';
  let entries: readonly string[] = [];
  let entry: Entry | null = null;
  /** Index in `links` for the text of the current element; null if the text is no link. */
  let link: 0 | 1 | 2 | null = null;
  let value = '';
  let isComplete = false;

  function closeEntry(): void {
    const address = entry?.links.find((each) => each !== '');
    if (address !== undefined) sink.page(address);
    entry = null;
  }

  const { fault } = readMarkup(
    feed,
    {
      open(name, level, attributes, prefix) {
        if (root === '') {
          root = name;
          entries = ENTRIES.get(root) ?? [];
        }
        link = null;
        value = '';
        if (entries.includes(name)) {
          closeEntry();
          entry = { name, prefix, level, links: ['', '', ''] };
        } else if (entry !== null && level === entry.level + 1) {
          const isOwn = prefix === entry.prefix;
          if (isOwn && entry.name === 'entry' && name === 'link') addAtomLink(entry, attributes);
          else link = linkOf(name, prefix, attributes, entry);
        }
      },
      text(text) {
        if (link !== null && value.length < LONGEST_TEXT) value += text;
      },
      close(name, level) {
        const address = link === null ? '' : value.trim();
        if (entry !== null && link !== null && address !== '') {
          if (!SITEMAP.includes(entry.name)) entry.links[link] ||= address;
          else if (entry.name === 'url') sink.page(address);
          else sink.sitemap(address);
        }
        link = null;
        if (entry !== null && level === entry.level) closeEntry();
        if (name === root) isComplete = true;
      },
      isDone: sink.isFull,
    },
    true,
  );
  if (fault !== null) sink.fault(fault);
  else if (!isComplete && !sink.isFull()) sink.fault('broken');
  return true;
}

/** Returns the index in `links` for the text of an element; null if the text is no link. */
function linkOf(name: string, prefix: string, attributes: Attributes, entry: Entry) {
  if (SITEMAP.includes(entry.name)) return name === 'loc' && prefix === entry.prefix ? 0 : null;
  if (name === 'link' && prefix === 'g') return 2;
  if (entry.name !== 'item' || prefix !== entry.prefix) return null;
  if (name === 'link') return 0;
  const isAddress =
    name === 'guid' && (attributes.isPermaLink ?? attributes.ispermalink) !== 'false';
  return isAddress ? 1 : null;
}

/** Stores an Atom link to the page or to the entry itself. Ignores other links. */
function addAtomLink({ links }: Entry, { rel = 'alternate', href = '' }: Attributes): void {
  if (/^alternate$/i.test(rel)) links[0] ||= href.trim();
  if (/^self$/i.test(rel)) links[1] ||= href.trim();
}

/**
 * Reads other XML. Adds the addresses in elements and attributes of `NAMED`. Without such an
 * address, adds every address in the texts.
 * @returns false if the text is no XML
 */
export function readXml(text: string, sink: Sink): boolean {
  const begin = PROLOG.exec(text.slice(0, MOST_BEFORE))?.[0] ?? '';
  const [, first = ''] = FIRST.exec(text.slice(begin.length, begin.length + MOST_BEFORE)) ?? [];
  if (first === '' || (!begin.includes('<?xml') && !text.includes(`</`))) return false;
  const named: string[] = [];
  const others: string[] = [];
  const names = new Set<string>();
  /** Names of the open elements, the innermost last. */
  const open: string[] = [];
  let value = '';

  /** Reads the text before the current tag. */
  function readValue(): void {
    const text = value.trim();
    value = '';
    if (open.length === 0) return;
    if (NAMED.test(open.at(-1) ?? '') && isOneAddress(text)) {
      named.push(text);
    } else if (text.includes(':')) {
      for (const address of addressesInProse(text)) others.push(address);
    }
  }

  const { fault, level } = readMarkup(
    text,
    {
      open(name, _, attributes) {
        readValue();
        open.push(name);
        if (names.size < MOST_NAMES) names.add(name);
        for (const attribute of Object.keys(attributes)) {
          const localName = attribute.slice(attribute.indexOf(':') + 1);
          if (!NAMED.test(localName)) continue;
          const text = attributes[attribute]?.trim() ?? '';
          if (isOneAddress(text)) named.push(text);
        }
      },
      text(text) {
        value += text;
      },
      close() {
        readValue();
        open.pop();
      },
      // One address above the limit shows that the text has more.
      isDone: () => named.length > MOST_ADDRESSES,
    },
    true,
  );
  for (const address of named.length > 0 ? named : others) sink.page(address);
  if (named.length > 0) sink.leaveOut(others.length);
  if (fault !== null) sink.fault(fault);
  else if (level > 0 && !sink.isFull()) sink.fault('broken');
  else if (named.length + others.length === 0) sink.noAddresses('fields', [...names]);
  return true;
}

/** Whether a text is one address with a scheme. */
function isOneAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && readSourceUrl(text) !== null;
}

/** Reads XML with a declaration, unless the text is a web page. */
export function readDeclaredXml(text: string, sink: Sink): boolean {
  return !/<html[\s>]/i.test(text.slice(0, MOST_BEFORE)) && readXml(text, sink);
}
