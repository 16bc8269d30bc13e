import { addressesInText } from './formats';
import { linksInHtml } from './html-file';
import { readSourceUrl } from './source-url';

/**
 * Appends the missing addresses of HTML links to a pasted or dropped text, one per line. Replaces a
 * text without addresses.
 * @param plain the `text/plain` of the paste or drop
 * @param html the `text/html` of the paste or drop; empty if absent
 */
export async function linkedText(plain: string, html: string): Promise<string> {
  const links = new Set(linksInHtml(html).addresses);
  if (links.size === 0) return plain;
  const { rows } = await addressesInText(plain);
  const written = new Set(rows.map(({ text }) => readSourceUrl(text)));
  written.delete(null);
  const missing = [...links].filter((link) => !written.has(readSourceUrl(link)));
  if (missing.length === 0) return plain;
  return (written.size === 0 ? missing : [plain.trimEnd(), ...missing]).join('\n');
}
