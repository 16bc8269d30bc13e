import { isLoopback } from '@/lib/url/local-host';
import { type AddressProblem, readAddress } from '@/lib/url/typed-address';

export type BaseUrlProblem = AddressProblem | 'unencrypted';

/**
 * Returns origin and path, up to `/api/v1` and without a trailing slash.
 * @param allowsUnencrypted whether the person accepts plain http for hosts other than this computer
 */
export function readBaseUrl(
  text: string,
  allowsUnencrypted: boolean,
): { value: string } | { problem: BaseUrlProblem } {
  const parsed = readAddress(text);
  if ('problem' in parsed) return parsed;
  const { url } = parsed;
  if (isUnencrypted(url) && !allowsUnencrypted) return { problem: 'unencrypted' };
  const path = url.pathname.replace(/\/api\/v1(?:\/.*)?$/, '').replace(/(?<!\/)\/+$/, '');
  return { value: url.origin + path };
}

/** Whether a request would send the API key over a network without encryption. */
export function travelsUnencrypted(text: string): boolean {
  const parsed = readAddress(text);
  return 'url' in parsed && isUnencrypted(parsed.url);
}

export function isOnThisComputer(baseUrl: string): boolean {
  return isLoopback(new URL(baseUrl).hostname);
}

function isUnencrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isLoopback(hostname);
}
