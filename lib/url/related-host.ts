import { pageHost } from './page-key';
import { readAddress } from './typed-address';

/**
 * Whether the hosts of two addresses are equal, or one is a subdomain of the other, ignoring
 * `www.`. Redirects within a site stay on such hosts.
 */
export function isOnRelatedHost(one: string, other: string): boolean {
  const [host, otherHost] = [hostOf(one), hostOf(other)];
  if (host === null || otherHost === null) return false;
  return host === otherHost || host.endsWith(`.${otherHost}`) || otherHost.endsWith(`.${host}`);
}

function hostOf(address: string): string | null {
  const read = readAddress(address);
  return 'url' in read ? pageHost(read.url.hostname) : null;
}
