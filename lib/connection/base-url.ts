/** Why a text cannot be a service's base URL. */
export type BaseUrlProblem = 'empty' | 'notAbsolute' | 'notWeb' | 'unencrypted';

/**
 * Reads the Base URL field. The value has no trailing slash, query, fragment or user info, and
 * ends before a pasted `/api/v1`. Plain http passes for loopback hosts, and for others only with
 * the person's consent that the key travels unencrypted.
 */
export function readBaseUrl(
  text: string,
  allowsUnencrypted: boolean,
): { value: string } | { problem: BaseUrlProblem } {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'empty' };
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed)) return { problem: 'notAbsolute' };
  const url = URL.parse(trimmed);
  if (url === null) return { problem: 'notAbsolute' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'notWeb' };
  if (travelsUnencrypted(trimmed) && !allowsUnencrypted) return { problem: 'unencrypted' };
  const path = url.pathname.replace(/\/api\/v1(?:\/.*)?$/, '').replace(/\/+$/, '');
  return { value: url.origin + path };
}

/** Whether a key sent to this address would cross a network in plain text. */
export function travelsUnencrypted(text: string): boolean {
  const url = URL.parse(text.trim());
  return url?.protocol === 'http:' && !isLoopback(url.hostname);
}

/** The match pattern that stands for the service's host; it has no port, which Firefox refuses. */
export function hostPattern(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return `${protocol}//${hostname}/*`;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
