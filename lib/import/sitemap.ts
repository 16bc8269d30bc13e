import { cutAddress } from '@/lib/url/typed-address';
import { fileBytes, textOf } from './file-text';
import { readText } from './formats';
import {
  createFoundAddresses,
  type FoundAddresses,
  MAX_ADDRESSES,
  type UnreadFile,
} from './found-addresses';
import { readSourceUrl } from './source-url';
import { linesOf } from './text-lines';
import { findSitemapOrFeed } from './xml-file';

export interface Sitemap extends Pick<FoundAddresses, 'sitemaps' | 'isCut'> {
  /** Addresses of pages. In a sitemap or feed, the addresses are absolute. */
  texts: string[];
  /** Why the file was not read completely; null if the file was read completely. */
  problem: Extract<UnreadFile, { problem: unknown }>['problem'] | null;
}

/** Reads the addresses in a file. Resolves relative addresses against `fileUrl`. */
export type SitemapReader = (
  bytes: ReadableStream<Uint8Array>,
  fileUrl: string,
) => Promise<Sitemap>;

/** Reports `notASitemap` for a web page, because some sites without a sitemap send a web page. */
export const readSitemap: SitemapReader = async (stream, fileUrl) => {
  const { bytes, fault } = await fileBytes(stream);
  const text = textOf(bytes);
  if (text === null) return { texts: [], sitemaps: [], isCut: false, problem: 'unknownFormat' };
  const resolve = (address: string) => resolvedAddress(address, fileUrl);
  if (URL.parse(fileUrl)?.pathname === '/robots.txt') {
    const { addresses, isCut } = sitemapsInRobots(text);
    return { texts: [], sitemaps: addresses.map(resolve), isCut, problem: fault };
  }
  const { sinkFor, finish } = createFoundAddresses();
  await readText(text, sinkFor(fileUrl));
  const { rows, sitemaps, isCut, unread } = finish();
  const texts = rows.map((row) => row.text);
  const [firstUnread] = unread;
  const problem = fault ?? firstUnread?.problem ?? null;
  if (findSitemapOrFeed(text) !== null) {
    return { texts: texts.map(resolve), sitemaps: sitemaps.map(resolve), isCut, problem };
  }
  const isList = !/^\s*</.test(text) && texts.some((address) => readSourceUrl(address) !== null);
  if (!isList) return { texts: [], sitemaps, isCut: false, problem: fault ?? 'notASitemap' };
  return { texts, sitemaps, isCut, problem: fault };
};

const SITEMAP_LINE = /^\s*sitemap\s*:\s*([^\s#]\S*)/i;

function sitemapsInRobots(text: string): { addresses: string[]; isCut: boolean } {
  const addresses: string[] = [];
  for (const line of linesOf(text)) {
    const [, address] = SITEMAP_LINE.exec(line) ?? [];
    if (address === undefined) continue;
    if (addresses.length === MAX_ADDRESSES) return { addresses, isCut: true };
    addresses.push(cutAddress(address));
  }
  return { addresses, isCut: false };
}

/** Resolves an address. If the address begins with a scheme or host, returns it unchanged. */
function resolvedAddress(address: string, fileUrl: string): string {
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(address);
  if (hasScheme) return address;
  const { hostname } = new URL(fileUrl);
  const hasHost = /^www\./i.test(address) || address.startsWith(`${hostname}/`);
  if (hasHost) return address;
  return cutAddress(URL.parse(address, fileUrl)?.href ?? address);
}
