import { addressesInText } from './formats';
import { linksInHtml } from './html-file';
import { readSourceUrl } from './source-url';

/**
 * Appends the addresses of links that a pasted or dropped text does not show, one per line. If the
 * text shows no address at all, the links replace the text.
 * @param plain the `text/plain` of the paste or drop
 * @param html the `text/html` of the paste or drop, with the links; empty if absent
 */
export async function linkedText(plain: string, html: string): Promise<string> {
  const links = new Set(linksInHtml(html).addresses);
  if (links.size === 0) return plain;
  const { rows } = await addressesInText(plain);
  const shown = new Set(rows.map(({ text }) => readSourceUrl(text)));
  shown.delete(null);
  const missing = [...links].filter((link) => !shown.has(readSourceUrl(link)));
  if (missing.length === 0) return plain;
  return (shown.size === 0 ? missing : [plain.trimEnd(), ...missing]).join('\n');
}
