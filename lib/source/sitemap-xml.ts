import { SaxesParser } from 'saxes';

/** What a file of addresses is. RSS 1.0 counts as RSS. */
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

/** The elements that hold an address, by their root. Prefixes, which every file may choose, are left out. */
const PLACES = new Map<string, { kind: SitemapKind; path: string[] }>([
  ['urlset', { kind: 'urlset', path: ['urlset', 'url', 'loc'] }],
  ['sitemapindex', { kind: 'sitemapindex', path: ['sitemapindex', 'sitemap', 'loc'] }],
  ['rss', { kind: 'rss', path: ['rss', 'channel', 'item', 'link'] }],
  ['RDF', { kind: 'rss', path: ['RDF', 'item', 'link'] }],
  ['feed', { kind: 'atom', path: ['feed', 'entry', 'link'] }],
]);

/** No sitemap or feed has deeper elements, or more attributes in one. */
const DEEPEST = 100;
const MOST_ATTRIBUTES = 1000;

/**
 * Makes a reader of XML. It knows the five entities and numbers alone: a file that uses one of its own
 * is broken.
 * @param onAddress is told each address as it stands there, in the file's order
 */
export function createXmlReader(onAddress: (address: string) => void): SitemapReader {
  const parser = new SaxesParser();
  const path: string[] = [];
  let place: string[] = [];
  let attributes = 0;
  /** What was read of the address in which the parser is, null outside of one. */
  let address: string | null = null;

  const isInPlace = () =>
    path.length === place.length && path.every((name, depth) => name === place[depth]);

  const reader: SitemapReader = {
    kind: null,
    isAtEnd: false,
    write: (part) => parser.write(part),
    close: () => parser.close(),
  };
  const addText = (text: string) => {
    if (address !== null) address += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) throw new Error('too many attributes');
  });
  parser.on('opentag', ({ name, attributes: { rel = 'alternate', href = '' } }) => {
    attributes = 0;
    path.push(name.replace(/^.*:/, ''));
    if (path.length > DEEPEST) throw new Error('too deep');
    if (path.length === 1) {
      const known = PLACES.get(path[0] ?? '');
      reader.kind = known?.kind ?? 'other';
      reader.isAtEnd = known === undefined;
      place = known?.path ?? [];
    } else if (isInPlace()) {
      address = reader.kind === 'atom' && rel === 'alternate' ? href : '';
    }
  });
  parser.on('closetag', () => {
    if (address !== null && isInPlace()) {
      onAddress(address);
      address = null;
    }
    path.pop();
    if (path.length === 0) reader.isAtEnd = true;
  });
  return reader;
}
