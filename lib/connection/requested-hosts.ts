import { z } from '@/lib/schema';
import { readByPrefix, storedFamily } from '@/lib/storage/stored-values';
import { schemeAndHost } from '@/lib/url/host-pattern';

const PREFIX = 'requested-host/';

/** Each host is a separate item, so writes need no lock. */
const requestedHosts = storedFamily('local', PREFIX, z.string());

/** Stores the hosts, so that the worker can remove permissions that no connection needs. */
export function storeRequestedHosts(urls: readonly string[]): Promise<void> {
  const hosts = urls.map(schemeAndHost);
  return requestedHosts.write(new Map(hosts.map((host) => [host, host])));
}

/** Returns hosts with their schemes. */
export function readRequestedHosts(): Promise<string[]> {
  return readByPrefix('local', PREFIX, z.string());
}

export function removeRequestedHosts(hosts: readonly string[]): Promise<void> {
  return requestedHosts.remove(hosts);
}

/**
 * Returns a function that calls `request` and also stores the hosts. Does not wait for storage, because
 * in Firefox an `await` before a request for permissions ends the user gesture.
 */
export function storingRequestedHosts<Urls extends readonly string[]>(
  request: (...urls: Urls) => Promise<boolean>,
): (...urls: Urls) => Promise<boolean> {
  return (...urls) => {
    void storeRequestedHosts(urls).catch(() => {});
    return request(...urls);
  };
}
