import { z } from '@/lib/schema';
import { readByPrefix, storedFamily } from '@/lib/storage/stored-values';
import { schemeAndHost } from '@/lib/url/host-pattern';

const PREFIX = 'requested-host/';

/** The hosts whose permissions were requested, each in its own item, so that pages need no lock. */
const requestedHosts = storedFamily('local', PREFIX, z.string());

/**
 * Notes that the permissions for hosts are requested. The worker gives back each noted permission
 * that nothing needs.
 */
export function noteRequestedHosts(urls: readonly string[]): Promise<void> {
  const hosts = urls.map(schemeAndHost);
  return requestedHosts.write(new Map(hosts.map((host) => [host, host])));
}

/** Returns the noted hosts, each with its scheme. */
export function readRequestedHosts(): Promise<string[]> {
  return readByPrefix('local', PREFIX, z.string());
}

export function forgetRequestedHosts(hosts: readonly string[]): Promise<void> {
  return requestedHosts.remove(hosts);
}

/**
 * Returns a function that notes hosts and requests their permissions. It does not wait for storage:
 * in Firefox, an `await` before the request ends the user gesture.
 */
export function notingRequests<Urls extends readonly string[]>(
  request: (...urls: Urls) => Promise<boolean>,
): (...urls: Urls) => Promise<boolean> {
  return (...urls) => {
    void noteRequestedHosts(urls).catch(() => {});
    return request(...urls);
  };
}
