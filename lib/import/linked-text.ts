import { addressesInText } from './formats';
import { linksInHtml } from './html-file';
import { readSourceUrl } from './source-url';

/**
 * Appends links that a pasted or dropped text does not show, one per line. The links replace a text
 * without any address.
 * @param html the `text/html` with the links; empty if absent
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
