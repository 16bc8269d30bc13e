/** Why a text cannot be sent as the URL to report. */
export type ReportUrlProblem = 'empty' | 'notAbsolute' | 'notWeb';

/**
 * Reads the text of the URL field: an absolute http or https address.
 * The value is the URL Standard's serialisation (ASCII host, percent-encoded), without user info.
 */
export function readReportUrl(text: string): { value: string } | { problem: ReportUrlProblem } {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  const url = URL.parse(trimmed);
  if (url === null) return { problem: 'notAbsolute' };
  if (!isWeb(url)) return { problem: isHostWithPort(trimmed) ? 'notAbsolute' : 'notWeb' };
  url.username = '';
  url.password = '';
  return { value: url.href };
}

/**
 * The address to offer for the page in a tab, without user info; null when the page cannot be
 * reported: the browser's own pages, local files, or a blank tab.
 */
export function reportablePageUrl(tabUrl: string | undefined): string | null {
  const read = readReportUrl(tabUrl ?? '');
  return 'value' in read ? read.value : null;
}

function isWeb(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

/** `localhost:3000/x` and `example.com:80` parse as a scheme, yet they lack one. */
function isHostWithPort(text: string): boolean {
  return /^(?!javascript:)[^/?#:]+:\d{1,5}(?:[/?#]|$)/i.test(text);
}
