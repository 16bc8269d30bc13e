import { addressesInText } from './formats';
import { linksInHtml } from './html-file';
import { readSourceUrl } from './source-url';

/**
 * Returns a pasted or dropped text. Appends the addresses of links that the text does not show, one
 * per line. If the text shows no address, returns only the addresses of the links.
 * @param html the same text as `text/html`; empty if absent
 */
export async function linkedText(plain: string, html: string): Promise<string> {
  const links = new Set(linksInHtml(html).addresses);
  if (links.size === 0) return plain;
  const { rows } = await addressesInText(plain);
  const shownUrls = new Set(rows.map(({ text }) => readSourceUrl(text)));
  shownUrls.delete(null);
  const missingLinks = [...links].filter((link) => !shownUrls.has(readSourceUrl(link)));
  if (missingLinks.length === 0) return plain;
  const lines = shownUrls.size === 0 ? missingLinks : [plain.trimEnd(), ...missingLinks];
  return lines.join('\n');
}
