import { MOST_ADDRESSES, type Sink } from './found-addresses';
import { type Attributes, readMarkup } from './markup';
import { readSourceUrl } from './source-url';
import { addressesInProse } from './text-list';

const SITEMAP = ['url', 'sitemap'];

/**
 * The elements that stand for a page or a file, by the first element: RSS 1.0 begins with RDF, and what is
 * pasted of a sitemap may be a part of it.
 */
const ENTRIES = new Map([
  ...['urlset', 'sitemapindex', ...SITEMAP].map((root) => [root, SITEMAP] as const),
  ['rss', ['item']],
  ['RDF', ['item']],
  ['feed', ['entry']],
]);

/** The start of a sitemap: servers and browsers put other things before it. */
const SITEMAP_START = /<(?:[\w.-]+:)?(?:urlset|sitemapindex)(?:\s[^<>]*)?\/?>/;

/** So much may stand before it. */
const MOST_BEFORE = 100_000;

/** What stands before the first element. */
const PROLOG = /^(?:\s+|<\?[^>]*>|<!--.*?-->|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>)*/s;
const FIRST = /^<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)(?=[\s/>])[^<>]*>/;

/** Characters of a text that may be an address. Each entity in a longer text would take memory. */
const LONGEST_TEXT = 1_000_000;

/** So many names of elements are known. */
const MOST_NAMES = 1_000;

/** Elements and attributes that are called so hold the pages of other XML. */
const NAMED = /^(?:url|link|loc|href|htmlurl)$/i;

/** A sitemap, an index of sitemaps or a feed, from its first element on; null where a text is none. */
export function sitemapIn(text: string): string | null {
  const start = text.slice(0, MOST_BEFORE);
  const at = start.search(SITEMAP_START);
  if (at >= 0) return text.slice(at);
  const begin = PROLOG.exec(start)?.[0].length ?? 0;
  const [, first = ''] = FIRST.exec(start.slice(begin)) ?? [];
  return ENTRIES.has(first) ? text.slice(begin) : null;
}

/** What stands for a page or a file, as far as it is read. */
interface Entry {
  name: string;
  prefix: string;
  level: number;
  /** The address that a feed names, and what stands in for it, the better first. */
  links: [page: string, guid: string, product: string];
}

/**
 * Reads a sitemap, an index of sitemaps or a feed: each `loc` directly in an entry, and the link of each
 * entry of a feed.
 * @returns false where a text is none
 */
export function readFeed(given: string, sink: Sink): boolean {
  const text = sitemapIn(given);
  if (text === null) return false;
  let root = '';
  let entries: readonly string[] = [];
  let entry: Entry | null = null;
  /** Which link the text of the element within the entry is; null where it is none. */
  let link: 0 | 1 | 2 | null = null;
  let value = '';
  let isWhole = false;

  function leave(): void {
    const address = entry?.links.find((each) => each !== '');
    if (address !== undefined) sink.page(address);
    entry = null;
  }

  const { fault } = readMarkup(
    text,
    {
      open(name, level, attributes, prefix) {
        if (root === '') {
          root = name;
          entries = ENTRIES.get(root) ?? [];
        }
        link = null;
        value = '';
        if (entries.includes(name)) {
          leave();
          entry = { name, prefix, level, links: ['', '', ''] };
        } else if (entry !== null && level === entry.level + 1) {
          const isOwn = prefix === entry.prefix;
          if (isOwn && entry.name === 'entry' && name === 'link') noteLink(entry, attributes);
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
        if (entry !== null && level === entry.level) leave();
        if (name === root) isWhole = true;
      },
      isDone: sink.isFull,
    },
    true,
  );
  if (fault !== null) sink.fault(fault);
  else if (!isWhole && !sink.isFull()) sink.fault('broken');
  return true;
}

/** Which link of its entry an element's text is, null where it is none. */
function linkOf(name: string, prefix: string, attributes: Attributes, entry: Entry) {
  if (SITEMAP.includes(entry.name)) return name === 'loc' && prefix === entry.prefix ? 0 : null;
  if (name === 'link' && prefix === 'g') return 2;
  if (entry.name !== 'item' || prefix !== entry.prefix) return null;
  if (name === 'link') return 0;
  const isAddress =
    name === 'guid' && (attributes.isPermaLink ?? attributes.ispermalink) !== 'false';
  return isAddress ? 1 : null;
}

/** A link of Atom leads to the page, or to the entry itself, or to something else. */
function noteLink({ links }: Entry, { rel = 'alternate', href = '' }: Attributes): void {
  if (/^alternate$/i.test(rel)) links[0] ||= href.trim();
  if (/^self$/i.test(rel)) links[1] ||= href.trim();
}

/**
 * Reads other XML: the texts and attributes that are called as addresses are, if there are any, or else
 * every address in its texts.
 * @returns false where a text is no XML
 */
export function readXml(text: string, sink: Sink): boolean {
  const begin = PROLOG.exec(text.slice(0, MOST_BEFORE))?.[0] ?? '';
  const [, first = ''] = FIRST.exec(text.slice(begin.length, begin.length + MOST_BEFORE)) ?? [];
  if (first === '' || (!begin.includes('<?xml') && !text.includes(`</`))) return false;
  const named: string[] = [];
  const others: string[] = [];
  const names = new Set<string>();
  const open: string[] = [];
  let value = '';
  const { fault, level } = readMarkup(
    text,
    {
      open(name, _, attributes) {
        take();
        open.push(name);
        if (names.size < MOST_NAMES) names.add(name);
        for (const attribute of Object.keys(attributes)) {
          const own = attribute.slice(attribute.indexOf(':') + 1);
          if (NAMED.test(own)) takeNamed(attributes[attribute] ?? '');
        }
      },
      text(text) {
        value += text;
      },
      close() {
        take();
        open.pop();
      },
      // One more than are taken shows that there are more.
      isDone: () => named.length > MOST_ADDRESSES,
    },
    true,
  );

  /** Takes the text up to the next tag. */
  function take(): void {
    const text = value.trim();
    value = '';
    if (text === '' || open.length === 0) return;
    if (!NAMED.test(open.at(-1) ?? '') || !takeNamed(text)) {
      if (!text.includes(':')) return;
      for (const address of addressesInProse(text)) others.push(address);
    }
  }

  function takeNamed(text: string): boolean {
    const isOne = /^https?:\/\/\S+$/i.test(text.trim()) && readSourceUrl(text) !== null;
    if (isOne) named.push(text.trim());
    return isOne;
  }

  for (const address of named.length > 0 ? named : others) sink.page(address);
  if (named.length > 0) sink.leaveOut(others.length);
  if (fault !== null) sink.fault(fault);
  else if (level > 0 && !sink.isFull()) sink.fault('broken');
  else if (named.length + others.length === 0) sink.holdsNone('fields', [...names]);
  return true;
}

/** Reads XML that says so, and is no page. */
export function readDeclaredXml(text: string, sink: Sink): boolean {
  return !/<html[\s>]/i.test(text.slice(0, MOST_BEFORE)) && readXml(text, sink);
}
