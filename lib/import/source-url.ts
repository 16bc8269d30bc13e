import { cutAddress, readReportUrl, unquotedText } from '@/lib/url/typed-address';

/**
 * Reads an address in a text, table or sitemap. Returns the URL to report; null for any other text.
 * - A single word is no address, even with a path, although a network may have such a host.
 * - A wrongly decoded text is no address.
 */
export function readSourceUrl(text: string): string | null {
  const cut = cutAddress(text);
  // `localhost` is the only single word that is certainly a host.
  const isWord =
    /^[\p{L}\p{N}_-]+(?:[/?#].*)?$/u.test(unquotedText(cut)) && !/^\W*localhost\b/i.test(cut);
  if (isWord || cut.includes('\ufffd')) return null;
  const read = readReportUrl(cut);
  return 'value' in read ? read.value : null;
}

/** Whether a text is one address, with a scheme or a dot. */
export function isAddress(text: string): boolean {
  const trimmed = text.trim();
  const isOne =
    /^\W*https?:\/\/\S+$/i.test(trimmed) || (trimmed.includes('.') && !/\s/.test(trimmed));
  return isOne && readSourceUrl(trimmed) !== null;
}
