import { addressesInText } from './formats';
import { linksInHtml } from './html-file';
import { readSourceUrl } from './source-url';

/**
 * What was pasted or dropped as a text that holds the addresses of its links too, a line each: below its words,
 * or in place of words without addresses. Without links to anything else it is as it was.
 * @param plain the `text/plain` of what was pasted or dropped
 * @param html its `text/html`; empty where it has none
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
