import { readBaseUrl } from '@/lib/connection/base-url';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import {
  readRequestedHosts,
  removeRequestedHosts,
  storeRequestedHosts,
} from '@/lib/connection/requested-hosts';
import { runExclusive } from '@/lib/storage/locks';
import { matchesHostPattern, schemeAndHost } from '@/lib/url/host-pattern';
import type { BackgroundTools } from './background-tools';
import { readRegister } from './connection-store';

export interface HostPermissions {
  /** Protects new permissions from `removeUnneeded`, because later work may need the permissions. */
  protectAllowed(patterns: readonly string[]): void;
  /**
   * Runs work. Removes the permissions for its hosts at the end, unless a connection or other work
   * needs them. If the browser stops the worker, the next worker removes the permissions.
   * @param needsHostsAgain called with the result; true keeps the permissions
   */
  runWithHosts<T>(
    urls: readonly string[],
    work: () => Promise<T>,
    needsHostsAgain?: (result: T) => boolean,
  ): Promise<T>;
  /** Removes unneeded permissions that an earlier worker has not removed. */
  removeUnneeded(): Promise<void>;
  /**
   * Removes the permission for the host of a connection, unless another connection needs the
   * permission. Call before the removal of the connection.
   */
  removeForConnection(connection: Pick<Connection, 'id' | 'baseUrl'>): Promise<void>;
}

export function createHostPermissions(
  permissions: BackgroundTools['permissions'],
): HostPermissions {
  /** Number of running calls of `runWithHosts`, by host. */
  const runningCalls = new Map<string, number>();
  /** Match patterns that were allowed since the worker started. */
  const allowedSinceStart = new Set<string>();

  function countRunningCalls(hosts: readonly string[], change: 1 | -1): void {
    for (const host of hosts) runningCalls.set(host, (runningCalls.get(host) ?? 0) + change);
  }

  async function removeUnneededExcept(isExempt: (host: string) => boolean): Promise<void> {
    const { connections } = await readRegister();
    await removeRequestedExcept(
      connections.map(({ baseUrl }) => baseUrl),
      isExempt,
    );
  }

  function removeRequestedExcept(
    neededUrls: readonly string[],
    isExempt: (host: string) => boolean,
  ): Promise<void> {
    const neededHosts = new Set(neededUrls.map(schemeAndHost));
    return runExclusive('requested-hosts', async () => {
      for (const host of await readRequestedHosts()) {
        const hasRunningCall = (runningCalls.get(host) ?? 0) > 0;
        if (neededHosts.has(host) || hasRunningCall || isExempt(host)) continue;
        const isRemoved = await permissions.remove(host).then(
          () => true,
          () => false,
        );
        if (isRemoved) await removeRequestedHosts([host]);
      }
    });
  }

  return {
    protectAllowed(patterns) {
      for (const pattern of patterns) allowedSinceStart.add(pattern);
    },
    async runWithHosts(urls, work, needsHostsAgain = () => false) {
      const hosts = [...new Set(urls.filter((url) => URL.canParse(url)).map(schemeAndHost))];
      let areNeededAgain = false;
      countRunningCalls(hosts, 1);
      try {
        await storeRequestedHosts(hosts).catch(() => {});
        const result = await work();
        areNeededAgain = needsHostsAgain(result);
        return result;
      } finally {
        countRunningCalls(hosts, -1);
        const isNeededAgain = (host: string) => areNeededAgain && hosts.includes(host);
        await removeUnneededExcept(isNeededAgain).catch(() => {});
      }
    },
    removeUnneeded: () =>
      removeUnneededExcept((host) =>
        [...allowedSinceStart].some((pattern) => matchesHostPattern(pattern, host)),
      ),
    async removeForConnection({ id, baseUrl }) {
      const { connections } = await readRegister();
      const others = connections.filter((one) => one.id !== id);
      await storeRequestedHosts([baseUrl]);
      await removeRequestedExcept(
        others.map((one) => one.baseUrl),
        () => false,
      );
    },
  };
}

/** Returns the base URL that a connection check requests; empty for an invalid address. */
export function checkedAddress({ baseUrl }: Pick<ConnectRequest, 'baseUrl'>): string {
  const parsed = readBaseUrl(baseUrl, true);
  return 'value' in parsed ? parsed.value : '';
}
