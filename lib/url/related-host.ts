import { pageHost } from './page-key';
import { readAddress } from './typed-address';

/**
 * Whether an address is on the host of another, or on one above or below it, `www.` aside: where a
 * page redirects within its site, it ends there.
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
