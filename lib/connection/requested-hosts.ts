import { z } from '@/lib/schema';
import { readByPrefix, storedFamily } from '@/lib/storage/stored-values';
import { schemeAndHost } from '@/lib/url/host-pattern';

const PREFIX = 'requested-host/';

/** Each host is a separate item, so writes need no lock. */
const requestedHosts = storedFamily('local', PREFIX, z.string());

/** The worker later gives back the permissions of stored hosts that no connection needs. */
export function noteRequestedHosts(urls: readonly string[]): Promise<void> {
  const hosts = urls.map(schemeAndHost);
  return requestedHosts.write(new Map(hosts.map((host) => [host, host])));
}

/** Returns the hosts with their schemes. */
export function readRequestedHosts(): Promise<string[]> {
  return readByPrefix('local', PREFIX, z.string());
}

export function forgetRequestedHosts(hosts: readonly string[]): Promise<void> {
  return requestedHosts.remove(hosts);
}

/**
 * Makes `request` also store the hosts, without waiting for storage: in Firefox, an `await` before
 * a request for permissions ends the user gesture.
 */
export function withNotedHosts<Urls extends readonly string[]>(
  request: (...urls: Urls) => Promise<boolean>,
): (...urls: Urls) => Promise<boolean> {
  return (...urls) => {
    void noteRequestedHosts(urls).catch(() => {});
    return request(...urls);
  };
}
