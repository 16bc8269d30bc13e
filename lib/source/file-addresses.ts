import { addressesInText, type FoundAddresses } from './addresses-in-text';
import { fileText } from './file-text';
import { readSitemap } from './sitemap';

/** Why no addresses of pages could be read of a file. An index names sitemaps, which are no pages. */
export type FileProblem = 'unreadable' | 'isPacked' | 'isIndex';

/** How workbooks and archives begin: as ZIP, or as older versions of Excel. */
const PACKED = ['PK\x03\x04', '\xd0\xcf\x11\xe0'];

/** As many characters of a text are looked through. */
const LONGEST_TEXT = 50 * 1024 * 1024;

/** The addresses in a file that a person has chosen, whatever its name: a sitemap, a table or a text. */
export async function addressesInFile(
  file: Blob,
): Promise<FoundAddresses | { problem: FileProblem }> {
  const bytes = await file
    .slice(0, 4)
    .arrayBuffer()
    .catch(() => null);
  if (bytes === null) return { problem: 'unreadable' };
  const start = new TextDecoder('latin1').decode(bytes);
  if (PACKED.some((begin) => start.startsWith(begin))) return { problem: 'isPacked' };
  const read = await readSitemap(file.stream());
  if ('sitemap' in read && read.sitemap.kind !== 'text') {
    const { kind, addresses, cut } = read.sitemap;
    if (kind === 'sitemapindex') return { problem: 'isIndex' };
    const fault = cut === 'tooMany' ? null : cut;
    return { texts: addresses, isCut: cut === 'tooMany', leftOut: 0, ...(fault && { fault }) };
  }
  if ('problem' in read && read.problem !== 'notASitemap') return { problem: 'unreadable' };
  let text = '';
  try {
    for await (const part of await fileText(file.stream())) {
      text += part;
      if (text.length > LONGEST_TEXT) return { problem: 'unreadable' };
    }
  } catch {
    return { problem: 'unreadable' };
  }
  return addressesInText(text);
}
