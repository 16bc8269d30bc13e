import { cutAddress, readReportUrl, unquotedText } from '@/lib/url/typed-address';

/** Returns the URL in a text from a list, table or sitemap; null if the text is not an address. */
export function readSourceUrl(text: string): string | null {
  const cut = cutAddress(text);
  const isLocalhost = /^\W*localhost\b/i.test(cut);
  // A host without a dot exists in some networks only.
  const hasHostWithoutDot = /^[\p{L}\p{N}_-]+(?:[/?#].*)?$/u.test(unquotedText(cut));
  const isWronglyDecoded = cut.includes('\ufffd');
  if ((hasHostWithoutDot && !isLocalhost) || isWronglyDecoded) return null;
  const parsed = readReportUrl(cut);
  return 'value' in parsed ? parsed.value : null;
}

export function isAddress(text: string): boolean {
  const trimmed = text.trim();
  const hasScheme = /^\W*https?:\/\/\S+$/i.test(trimmed);
  const mayBeHost = trimmed.includes('.') && !/\s/.test(trimmed);
  return (hasScheme || mayBeHost) && readSourceUrl(trimmed) !== null;
}
