import { cutAddress } from '@/lib/url/typed-address';
import { fileText } from './file-text';
import { createXmlReader, type SitemapKind, type SitemapReader } from './sitemap-xml';

/** As many addresses are taken, of one file and of all together. */
export const MOST_ADDRESSES = 50_000;

/** As the sitemap protocol has it: 50 MB unpacked, counted in characters. */
const LONGEST_FILE = 50 * 1024 * 1024;

/**
 * Why nothing could be read of a file: it is something else (a web page, an empty file), it is no
 * XML, or ends too early, before its first address, or it is too large to reach one.
 */
export type SitemapProblem = 'notASitemap' | 'broken' | 'tooLarge';

/** What one file holds. */
export interface Sitemap {
  kind: SitemapKind;
  /** Of pages, or of the files that a `sitemapindex` names, as they stand there; at most 50,000. */
  addresses: string[];
  /** Why the end of the file is missing, null where it was read to its end. */
  cut: 'tooMany' | 'broken' | 'tooLarge' | null;
}

/**
 * Reads a sitemap, an index of sitemaps, a feed, a text with an address a line or a `robots.txt` with its
 * sitemaps, packed or not. What was read before a file breaks off is kept. Nothing that the file names is
 * fetched, no entity of its own is expanded. Never rejects: where the bytes break off, the file is broken.
 * @param from the address of the file, against which others are resolved; undefined where it has none
 */
export async function readSitemap(
  bytes: ReadableStream<Uint8Array>,
  from?: string,
): Promise<{ sitemap: Sitemap } | { problem: SitemapProblem }> {
  const addresses: string[] = [];
  let cut: Sitemap['cut'] = null;
  let reader: SitemapReader | undefined;
  let size = 0;
  const add = (text: string) => {
    const address = resolved(cutAddress(text.trim()), from);
    if (address === '') return;
    if (addresses.length < MOST_ADDRESSES) addresses.push(address);
    else cut = 'tooMany';
  };
  try {
    for await (const part of await fileText(bytes)) {
      size += part.length;
      if (size > LONGEST_FILE) cut = 'tooLarge';
      if (cut !== null) break;
      // Blank lines before the XML declaration are a common slip.
      const text = reader === undefined ? part.trimStart() : part;
      if (text === '') continue;
      reader ??= createReader(text, from, add);
      reader.write(text);
      if (reader.isAtEnd) break;
    }
    if (cut === null && reader?.isAtEnd === false) reader.close();
  } catch {
    cut ??= reader?.isAtEnd ? null : 'broken';
  }
  const kind = reader?.kind ?? null;
  if (kind === 'other') return { problem: 'notASitemap' };
  if (kind !== null && (cut === null || addresses.length > 0)) {
    return { sitemap: { kind, addresses, cut } };
  }
  return { problem: cut === 'broken' || cut === 'tooLarge' ? cut : 'notASitemap' };
}

/** An address as it stands, or where it leads from there; one without its scheme may begin with the host. */
function resolved(address: string, from: string | undefined): string {
  if (from === undefined || address === '' || /^[a-z][a-z\d+.-]*:/i.test(address)) return address;
  const { hostname } = new URL(from);
  if (/^www\./i.test(address) || address.startsWith(`${hostname}/`)) return address;
  return cutAddress(URL.parse(address, from)?.href ?? address);
}

function createReader(
  start: string,
  from: string | undefined,
  onAddress: (address: string) => void,
): SitemapReader {
  // The parser knows no doctype in small letters.
  const isXml = start.startsWith('<') && !/^<(?:!doctype\s+html|html)\b/i.test(start);
  if (isXml) return createXmlReader(onAddress);
  return createLineReader(URL.parse(from ?? '')?.pathname === '/robots.txt', onAddress);
}

/**
 * Makes a reader of plain text, whose first line tells whether it is a sitemap.
 * @param isRobots whether it is the file in which a site names its sitemaps
 */
function createLineReader(isRobots: boolean, onAddress: (address: string) => void): SitemapReader {
  let rest = '';
  const read = (lines: string[]) => {
    for (const line of lines.map((line) => line.trim())) {
      if (line === '' || line.startsWith('#')) continue;
      const [, named] = (isRobots && /^sitemap\s*:\s*([^\s#]\S*)/i.exec(line)) || [];
      const address = /^https?:\/\//i.test(line) ? line : named;
      reader.kind ??= isRobots ? 'sitemapindex' : address ? 'text' : 'other';
      reader.isAtEnd = reader.kind === 'other';
      if (address) onAddress(address);
    }
  };
  const reader: SitemapReader = {
    kind: null,
    isAtEnd: false,
    write(part) {
      const lines = (rest + part).split(/[\r\n]+/);
      rest = cutAddress(lines.pop() ?? '');
      read(lines);
    },
    close: () => read([rest]),
  };
  return reader;
}
