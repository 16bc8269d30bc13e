import { MAX_ADDRESSES, type Sink } from './found-addresses';
import { type Attributes, readMarkup } from './markup';
import { readSourceUrl } from './source-url';
import { addressesInProse } from './text-list';

const SITEMAP_ENTRIES = ['url', 'sitemap'];

/** The root of RSS 1.0 is `RDF`. A pasted part of a sitemap may begin with an entry. */
const ENTRY_NAMES_BY_ROOT = new Map([
  ['urlset', SITEMAP_ENTRIES],
  ['sitemapindex', SITEMAP_ENTRIES],
  ['url', SITEMAP_ENTRIES],
  ['sitemap', SITEMAP_ENTRIES],
  ['rss', ['item']],
  ['RDF', ['item']],
  ['feed', ['entry']],
]);

// Servers and browsers may insert text before the root element.
const SITEMAP_START = /<(?:[\w.-]+:)?(?:urlset|sitemapindex)(?:\s[^<>]*)?\/?>/;

/** In characters. */
const MAX_PROLOG_LENGTH = 100_000;

/** In characters. The first tag of XML may declare many namespaces. */
const MAX_FIRST_TAG_LENGTH = 100_000;

/** In characters. */
const HTML_TAG_SEARCH_LENGTH = 100_000;

/** Matches blanks, declarations and comments before the root element. */
const PROLOG = /^(?:\s+|<\?[^>]*>|<!--.*?-->|<!DOCTYPE(?:[^[>]|\[[^\]]*\])*>)*/s;
const FIRST_TAG = /^<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)(?=[\s/>])[^<>]*>/;

/** In characters. The parser splits a text at each `&amp;`, and many parts need much memory. */
const MAX_VALUE_LENGTH = 1_000_000;

/** In characters. A long base would occur in all 50,000 addresses. */
const MAX_BASE_LENGTH = 1_000;

/** Limit for the element names that are reported if a file contains no address. */
const MAX_REPORTED_ELEMENT_NAMES = 1_000;

/** Matches elements and attributes with an address, in XML other than sitemaps and feeds. */
const ADDRESS_FIELD = /^(?:url|link|loc|href|htmlurl)$/i;

/** Returns a sitemap, index or feed from its root element to the end; null for any other text. */
export function findSitemapOrFeed(text: string): string | null {
  const start = text.slice(0, MAX_PROLOG_LENGTH);
  const rootIndex = start.search(SITEMAP_START);
  if (rootIndex >= 0) return text.slice(rootIndex);
  const prologLength = PROLOG.exec(start)?.[0].length ?? 0;
  const [, root = ''] = FIRST_TAG.exec(start.slice(prologLength)) ?? [];
  return ENTRY_NAMES_BY_ROOT.has(root) ? text.slice(prologLength) : null;
}

/**
 * The links of a feed entry, the best first:
 * - `page`: the `link` of an RSS item, or the `alternate` link of an Atom entry
 * - `guid`: the permanent link of an RSS item
 * - `self`: the `self` link of an Atom entry
 * - `product`: the `g:link` of a product in a Google Merchant feed
 */
const FEED_LINKS = ['page', 'guid', 'self', 'product'] as const;
type FeedLink = (typeof FEED_LINKS)[number];

/** An entry whose end tag is not read yet. */
interface OpenEntry {
  name: string;
  prefix: string;
  level: number;
  /** Empty for an entry of a sitemap. */
  links: Partial<Record<FeedLink, string>>;
}

/**
 * Adds the `loc` of each sitemap entry, and the best link of each feed entry. Reads only the child
 * elements of entries. Returns false if the text is neither a sitemap nor a feed.
 */
export function readSitemapOrFeed(text: string, sink: Sink): boolean {
  const source = findSitemapOrFeed(text);
  if (source === null) return false;
  let root = '';
  let entryNames: readonly string[] = [];
  let entry: OpenEntry | null = null;
  /** The kind of link in the current element. */
  let link: FeedLink | 'loc' | null = null;
  /** The text of the current element. */
  let value = '';
  let isComplete = false;
  /** The base addresses of the open elements with `xml:base`, the innermost last. */
  const bases: { address: string; level: number }[] = [];

  /** Resolves an address against the innermost base. Returns it unchanged without a base. */
  function resolved(address: string): string {
    const base = bases.at(-1);
    if (base === undefined || address === '') return address;
    return URL.parse(address, base.address)?.href ?? address;
  }

  function closeEntry(): void {
    const best = FEED_LINKS.map((kind) => entry?.links[kind]).find(Boolean);
    if (best !== undefined) sink.addPage(best);
    entry = null;
  }

  const { fault } = readMarkup(source, 'xml', {
    open(name, level, attributes, prefix) {
      if (root === '') {
        root = name;
        entryNames = ENTRY_NAMES_BY_ROOT.get(root) ?? [];
      }
      const base = attributes['xml:base']?.trim();
      if (base) {
        const address = resolved(base);
        const isUsable = /^https?:\/\//i.test(address) && address.length <= MAX_BASE_LENGTH;
        if (isUsable) bases.push({ address, level });
      }
      link = null;
      value = '';
      if (entryNames.includes(name)) {
        closeEntry();
        entry = { name, prefix, level, links: {} };
      } else if (entry !== null && level === entry.level + 1) {
        const isAtomLink = entry.name === 'entry' && name === 'link' && prefix === entry.prefix;
        if (isAtomLink) addAtomLink(entry, attributes, resolved);
        else link = linkOf(name, prefix, attributes, entry);
      }
    },
    text(text) {
      if (link !== null && value.length < MAX_VALUE_LENGTH) value += text;
    },
    close(name, level) {
      const address = link === null ? '' : resolved(value.trim());
      if (entry !== null && link !== null && address !== '') {
        if (link !== 'loc') entry.links[link] ||= address;
        else if (entry.name === 'url') sink.addPage(address);
        else sink.addSitemap(address);
      }
      link = null;
      if (bases.at(-1)?.level === level) bases.pop();
      if (entry !== null && level === entry.level) closeEntry();
      if (name === root) isComplete = true;
    },
    isDone: sink.isFull,
  });
  if (fault !== null) sink.addFault(fault);
  else if (!isComplete && !sink.isFull()) sink.addFault('broken');
  return true;
}

function linkOf(
  name: string,
  prefix: string,
  attributes: Attributes,
  entry: OpenEntry,
): FeedLink | 'loc' | null {
  if (SITEMAP_ENTRIES.includes(entry.name)) {
    return name === 'loc' && prefix === entry.prefix ? 'loc' : null;
  }
  if (name === 'link' && prefix === 'g') return 'product';
  if (entry.name !== 'item' || prefix !== entry.prefix) return null;
  if (name === 'link') return 'page';
  const isPermanentLink =
    name === 'guid' && (attributes.isPermaLink ?? attributes.ispermalink) !== 'false';
  return isPermanentLink ? 'guid' : null;
}

/** Ignores links other than `alternate` and `self`. */
function addAtomLink(
  { links }: OpenEntry,
  { rel = 'alternate', href = '' }: Attributes,
  resolved: (address: string) => string,
): void {
  if (/^alternate$/i.test(rel)) links.page ||= resolved(href.trim());
  if (/^self$/i.test(rel)) links.self ||= resolved(href.trim());
}

/**
 * Adds the addresses in fields that match `ADDRESS_FIELD`. If no such field has an address, adds every
 * address in the texts. Returns false if the text is not XML.
 */
export function readXml(text: string, sink: Sink): boolean {
  const prolog = PROLOG.exec(text.slice(0, MAX_PROLOG_LENGTH))?.[0] ?? '';
  const firstTagEnd = prolog.length + MAX_FIRST_TAG_LENGTH;
  const hasFirstTag = FIRST_TAG.test(text.slice(prolog.length, firstTagEnd));
  // A list or prose may begin with a name in angle brackets, but has no end tag.
  const hasDeclarationOrEndTag = prolog.includes('<?xml') || text.includes('</');
  if (!hasFirstTag || !hasDeclarationOrEndTag) return false;
  const fieldAddresses: string[] = [];
  const textAddresses: string[] = [];
  const elementNames = new Set<string>();
  /** Names of the elements around the current position, the innermost last. */
  const openElements: string[] = [];
  /** The text since the previous tag. */
  let value = '';

  /** Adds the addresses in the text before a tag. */
  function readValue(): void {
    const text = value.trim();
    value = '';
    if (openElements.length === 0) return;
    if (ADDRESS_FIELD.test(openElements.at(-1) ?? '') && isOneAddress(text)) {
      fieldAddresses.push(text);
    } else if (text.includes(':')) {
      for (const address of addressesInProse(text)) textAddresses.push(address);
    }
  }

  const { fault, level } = readMarkup(text, 'xml', {
    open(name, _, attributes) {
      readValue();
      openElements.push(name);
      if (elementNames.size < MAX_REPORTED_ELEMENT_NAMES) elementNames.add(name);
      for (const attribute of Object.keys(attributes)) {
        const localName = attribute.slice(attribute.indexOf(':') + 1);
        if (!ADDRESS_FIELD.test(localName)) continue;
        const text = attributes[attribute]?.trim() ?? '';
        if (isOneAddress(text)) fieldAddresses.push(text);
      }
    },
    text(text) {
      value += text;
    },
    close() {
      readValue();
      openElements.pop();
    },
    // One address above the limit shows the sink that the text has more addresses.
    isDone: () => fieldAddresses.length > MAX_ADDRESSES,
  });
  const hasFieldAddresses = fieldAddresses.length > 0;
  for (const address of hasFieldAddresses ? fieldAddresses : textAddresses) sink.addPage(address);
  if (hasFieldAddresses) sink.countLeftOut(textAddresses.length);
  if (fault !== null) sink.addFault(fault);
  else if (level > 0 && !sink.isFull()) sink.addFault('broken');
  else if (!hasFieldAddresses && textAddresses.length === 0) {
    sink.addSourceWithoutAddresses('fields', [...elementNames]);
  }
  return true;
}

function isOneAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && readSourceUrl(text) !== null;
}

/** Reads XML like `readXml`. Returns false for a web page that is written in XML. */
export function readXmlUnlessHtml(text: string, sink: Sink): boolean {
  return !/<html[\s>]/i.test(text.slice(0, HTML_TAG_SEARCH_LENGTH)) && readXml(text, sink);
}
