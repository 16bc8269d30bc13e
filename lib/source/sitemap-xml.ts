import { SaxesParser } from 'saxes';

/** What a file of addresses is. RSS 1.0 counts as RSS; `robots.txt` names sitemaps, as an index does. */
export type SitemapKind = 'urlset' | 'sitemapindex' | 'text' | 'rss' | 'atom';

/** Reads a file part by part. `kind` is null as long as it is not known, `other` is no sitemap. */
export interface SitemapReader {
  kind: SitemapKind | 'other' | null;
  /** Whether nothing can follow that counts. */
  isAtEnd: boolean;
  /** Throws where the file is broken. */
  write(part: string): void;
  /** Says that no part follows. Throws where the file ends too early. */
  close(): void;
}

/** The element that stands for a page or a file, by its root. Its own elements name its address. */
const ENTRIES = new Map<string, { kind: SitemapKind; entry: string }>([
  ['urlset', { kind: 'urlset', entry: 'urlset/url' }],
  ['sitemapindex', { kind: 'sitemapindex', entry: 'sitemapindex/sitemap' }],
  ['rss', { kind: 'rss', entry: 'rss/channel/item' }],
  ['RDF', { kind: 'rss', entry: 'RDF/item' }],
  ['feed', { kind: 'atom', entry: 'feed/entry' }],
]);

/** No sitemap or feed has deeper elements, or more attributes in one. */
const DEEPEST = 100;
const MOST_ATTRIBUTES = 1000;

/** An ampersand that begins none of the references that XML knows by itself, and is a text then. */
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi;

/** What may be the beginning of a reference. */
const OPEN_REFERENCE = /&[#\w]{0,10}$/;

/**
 * Makes a reader of XML. It knows the five entities and numbers alone: any other stays as it is written.
 * @param onAddress is told each address as it stands there, in the file's order
 */
export function createXmlReader(onAddress: (address: string) => void): SitemapReader {
  const parser = new SaxesParser();
  const path: string[] = [];
  let entry = '';
  /** What stands before the names that count. Images and videos have another prefix. */
  let prefix = '';
  let attributes = 0;
  let rest = '';
  /** What is read of an element that names an address, null outside of one. */
  let named: { text: string; isSecond: boolean } | null = null;
  /** What an entry of a feed names: its address, and what may stand in for it. */
  let found: { first?: string; second?: string } = {};

  function write(part: string): void {
    const text = rest + part;
    rest = OPEN_REFERENCE.exec(text)?.[0] ?? '';
    parser.write(text.slice(0, text.length - rest.length).replaceAll(BARE_AMPERSAND, '&amp;'));
  }
  const reader: SitemapReader = {
    kind: null,
    isAtEnd: false,
    write,
    close() {
      parser.write(rest.replaceAll(BARE_AMPERSAND, '&amp;'));
      parser.close();
    },
  };
  const addText = (text: string) => {
    if (named !== null) named.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', (text) => addText(text.replaceAll('&amp;', '&')));
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) throw new Error('too many attributes');
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    attributes = 0;
    const parent = path.join('/');
    const [, before = '', ownName = name] = /^(?:(.*):)?(.*)$/s.exec(name) ?? [];
    path.push(path.length === 0 || before === prefix ? ownName : name);
    if (path.length > DEEPEST) throw new Error('too deep');
    if (path.length === 1) {
      const known = ENTRIES.get(ownName);
      reader.kind = known?.kind ?? 'other';
      reader.isAtEnd = known === undefined;
      entry = known?.entry ?? '';
      prefix = ownName === 'RDF' ? '' : before;
    } else if (parent === entry) {
      named = namedBy(path.at(-1) ?? '', given, reader.kind);
    }
  });
  parser.on('closetag', () => {
    const closed = path.join('/');
    path.pop();
    const address = named?.text.trim();
    if (path.join('/') === entry && named !== null && address) {
      if (reader.kind === 'urlset' || reader.kind === 'sitemapindex') onAddress(address);
      else found[named.isSecond ? 'second' : 'first'] ??= address;
      named = null;
    } else if (closed === entry) {
      const best = found.first ?? found.second;
      if (best !== undefined) onAddress(best);
      found = {};
    }
    if (path.length === 0) reader.isAtEnd = true;
  });
  return reader;
}

/** What an element of an entry names, null where that is no address of it. */
function namedBy(element: string, given: Record<string, string>, kind: SitemapReader['kind']) {
  const { rel = 'alternate', href = '', isPermaLink, ispermalink = isPermaLink } = given;
  if (kind === 'atom') {
    const isOne = element === 'link' && /^(?:alternate|self)$/i.test(rel);
    return isOne ? { text: href, isSecond: /^self$/i.test(rel) } : null;
  }
  const isSecond = kind === 'rss' && element === 'guid' && !/^false$/i.test(ispermalink ?? '');
  const isOne = isSecond || element === (kind === 'rss' ? 'link' : 'loc');
  return isOne ? { text: '', isSecond } : null;
}
