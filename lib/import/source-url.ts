import { bareText, cutAddress, readReportUrl } from '@/lib/url/typed-address';

/**
 * Reads an address of a text, a table or a sitemap as the URL to report, null where it is none. A single
 * word is none, with a path or without, though a network might know it as a host, nor is a text that
 * was decoded wrongly.
 */
export function readSourceUrl(text: string): string | null {
  const cut = cutAddress(text);
  const isWord =
    /^[\p{L}\p{N}_-]+(?:[/?#].*)?$/u.test(bareText(cut)) && !/^\W*localhost\b/i.test(cut);
  if (isWord || cut.includes('\ufffd')) return null;
  const read = readReportUrl(cut);
  return 'value' in read ? read.value : null;
}

/** Whether a text is an address and nothing else. */
export function isAddress(text: string): boolean {
  const trimmed = text.trim();
  const isOne =
    /^\W*https?:\/\/\S+$/i.test(trimmed) || (trimmed.includes('.') && !/\s/.test(trimmed));
  return isOne && readSourceUrl(trimmed) !== null;
}
