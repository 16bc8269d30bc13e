import { cutAddress } from '@/lib/url/typed-address';
import { readSourceUrl } from './address-boundaries';
import { addressesInText, type FoundAddresses, MOST_ADDRESSES } from './addresses-in-text';
import { type FileFault, fileText } from './file-text';
import { isSitemapXml } from './sitemap-xml';

/** Why a file, or its end, could not be read. `notASitemap`: it is no list of addresses either. */
export type SitemapProblem = FileFault | 'notASitemap';

/** What a file names that was fetched as a sitemap. */
export interface Sitemap extends Pick<FoundAddresses, 'texts' | 'sitemaps' | 'isCut'> {
  /** Null where all of it was read. */
  problem: SitemapProblem | null;
}

/**
 * Reads a sitemap, an index of sitemaps, a feed, another list of addresses, or the sitemaps that a
 * `robots.txt` names. A web page is none of them: sites answer with one where they have no sitemap.
 * @param from the address of the file, against which those in it are resolved
 */
export async function readSitemap(
  bytes: ReadableStream<Uint8Array>,
  from: string,
): Promise<Sitemap> {
  const { text, fault } = await fileText(bytes);
  const resolve = (address: string) => resolved(address, from);
  if (URL.parse(from)?.pathname === '/robots.txt') {
    const named = [...text.matchAll(/^[^\S\n]*sitemap[^\S\n]*:[^\S\n]*([^\s#]\S*)/gim)];
    const sitemaps = named.map(([, address = '']) => resolve(cutAddress(address)));
    const isCut = sitemaps.length > MOST_ADDRESSES;
    return { texts: [], sitemaps: sitemaps.slice(0, MOST_ADDRESSES), isCut, problem: fault };
  }
  const { texts, sitemaps, isCut, isBroken } = addressesInText(text);
  if (isSitemapXml(text)) {
    const problem = fault ?? (isBroken ? 'broken' : null);
    return { texts: texts.map(resolve), sitemaps: sitemaps.map(resolve), isCut, problem };
  }
  const isList = !/^\s*</.test(text) && texts.some((address) => readSourceUrl(address) !== null);
  if (!isList) return { texts: [], sitemaps, isCut: false, problem: fault ?? 'notASitemap' };
  return { texts, sitemaps, isCut, problem: fault };
}

/** An address as it stands, or where it leads from there; one without its scheme may begin with the host. */
function resolved(address: string, from: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(address)) return address;
  const { hostname } = new URL(from);
  if (/^www\./i.test(address) || address.startsWith(`${hostname}/`)) return address;
  return cutAddress(URL.parse(address, from)?.href ?? address);
}
