import { isLoopback } from '@/lib/url/local-host';
import { type AddressProblem, readAddress } from '@/lib/url/typed-address';

/** Why a text cannot be a service's base URL. */
export type BaseUrlProblem = AddressProblem | 'unencrypted';

/**
 * Reads the Base URL field; the scheme may be left out. The value has no trailing slash, query,
 * fragment or user info, and ends before a pasted `/api/v1`. Plain http passes for loopback hosts,
 * and for others only with the person's consent that the key travels unencrypted.
 */
export function readBaseUrl(
  text: string,
  allowsUnencrypted: boolean,
): { value: string } | { problem: BaseUrlProblem } {
  const read = readAddress(text);
  if ('problem' in read) return read;
  const { url } = read;
  if (isUnencrypted(url) && !allowsUnencrypted) return { problem: 'unencrypted' };
  const path = url.pathname.replace(/\/api\/v1(?:\/.*)?$/, '').replace(/(?<!\/)\/+$/, '');
  return { value: url.origin + path };
}

/** Whether a key sent to this address would cross a network in plain text. */
export function travelsUnencrypted(text: string): boolean {
  const read = readAddress(text);
  return 'url' in read && isUnencrypted(read.url);
}

/** Whether the service is on this very computer, so that no network is needed to reach it. */
export function isOnThisComputer(baseUrl: string): boolean {
  return isLoopback(new URL(baseUrl).hostname);
}

function isUnencrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isLoopback(hostname);
}
