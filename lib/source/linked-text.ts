import { readSourceUrl } from './address-boundaries';
import { addressesInText } from './addresses-in-text';
import { hrefsInHtml } from './html-links';

/**
 * What was pasted or dropped as a text that holds the addresses of its links too, a line each: below its words,
 * or in place of words without addresses. Without links to anything else it is as it was.
 * @param plain the `text/plain` of what was pasted or dropped
 * @param html its `text/html`; empty where it has none
 */
export function linkedText(plain: string, html: string): string {
  const links = new Set(hrefsInHtml(html, () => {}));
  if (links.size === 0) return plain;
  const written = new Set(addressesInText(plain).texts.map(readSourceUrl));
  written.delete(null);
  const missing = [...links].filter((link) => !written.has(readSourceUrl(link)));
  if (missing.length === 0) return plain;
  return (written.size === 0 ? missing : [plain.trimEnd(), ...missing]).join('\n');
}
