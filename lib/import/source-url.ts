import { cutAddress, readReportUrl, unquotedText } from '@/lib/url/typed-address';

/**
 * Reads a text from a list, table or sitemap as an address. Returns the URL to report; null if the
 * text is no address. Stricter than `readReportUrl`:
 * - A single word is no address, even with a path. Only in some networks, a word is a host.
 * - A text with U+FFFD, which was decoded wrongly, is no address.
 */
export function readSourceUrl(text: string): string | null {
  const cut = cutAddress(text);
  // Only one single word is certainly a host: `localhost`.
  const isWord =
    /^[\p{L}\p{N}_-]+(?:[/?#].*)?$/u.test(unquotedText(cut)) && !/^\W*localhost\b/i.test(cut);
  if (isWord || cut.includes('\ufffd')) return null;
  const read = readReportUrl(cut);
  return 'value' in read ? read.value : null;
}

/** Whether a text is a single address, with a scheme or a dot. */
export function isAddress(text: string): boolean {
  const trimmed = text.trim();
  const isSingle =
    /^\W*https?:\/\/\S+$/i.test(trimmed) || (trimmed.includes('.') && !/\s/.test(trimmed));
  return isSingle && readSourceUrl(trimmed) !== null;
}
