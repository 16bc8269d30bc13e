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

/** Hosts of the browsers' own stores, with the part of their path that no extension may act on. */
const STORES: readonly { host: string; path: string }[] = [
  { host: 'chromewebstore.google.com', path: '/' },
  { host: 'chrome.google.com', path: '/webstore' },
  { host: 'microsoftedge.microsoft.com', path: '/addons' },
  { host: 'addons.mozilla.org', path: '/' },
];

/**
 * The address to offer for the page in a tab, without user info; null when the page cannot be
 * reported: the browser's own pages, local files, the extension stores, or a blank tab.
 */
export function reportablePageUrl(tabUrl: string | undefined): string | null {
  if (tabUrl === undefined) return null;
  const read = readReportUrl(tabUrl);
  if ('problem' in read) return null;
  const { hostname, pathname } = new URL(read.value);
  const isStore = STORES.some(({ host, path }) => hostname === host && pathname.startsWith(path));
  return isStore ? null : read.value;
}

function isWeb(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

/** `localhost:3000/x` and `example.com:80` parse as a scheme, yet they lack one. */
function isHostWithPort(text: string): boolean {
  return /^(?!javascript:)[^/?#:]+:\d{1,5}(?:[/?#]|$)/i.test(text);
}
