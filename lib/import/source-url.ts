import { cutAddress, readReportUrl, unquotedText } from '@/lib/url/typed-address';

/**
 * Returns the URL to report of a text in a list, table or sitemap; null if the text is no address.
 * A single word is a host in some networks only. U+FFFD shows a wrongly decoded text.
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

export function isAddress(text: string): boolean {
  const trimmed = text.trim();
  const isSingle =
    /^\W*https?:\/\/\S+$/i.test(trimmed) || (trimmed.includes('.') && !/\s/.test(trimmed));
  return isSingle && readSourceUrl(trimmed) !== null;
}
