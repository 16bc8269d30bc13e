import { readBaseUrl } from '@/lib/connection/base-url';
import type { ConnectRequest } from '@/lib/connection/connection';
import {
  forgetRequestedHosts,
  noteRequestedHosts,
  readRequestedHosts,
} from '@/lib/connection/requested-hosts';
import { runExclusive } from '@/lib/storage/locks';
import { matchesHostPattern, schemeAndHost } from '@/lib/url/host-pattern';
import type { BackgroundTools } from './background-tools';
import { readRegister } from './connection-store';

/** The permissions for hosts that were requested, and what needs them now. */
export type HostPermissions = ReturnType<typeof createHostPermissions>;

/** Creates the owner of the requested permissions. */
export function createHostPermissions(permissions: BackgroundTools['permissions']) {
  /** The hosts of running work, each with the number of works. */
  const running = new Map<string, number>();
  /**
   * Hosts that were allowed since the worker started. The work that they are for may be about to
   * begin.
   */
  const allowedSinceStart = new Set<string>();

  function count(hosts: readonly string[], change: 1 | -1): void {
    for (const host of hosts) running.set(host, (running.get(host) ?? 0) + change);
  }

  /**
   * Gives back every requested permission that neither a connection nor running work needs.
   * @param isNeeded whether a host is needed by something else
   */
  async function giveBack(isNeeded: (host: string) => boolean): Promise<void> {
    const connected = (await readRegister()).connections.map(({ baseUrl }) => baseUrl);
    await giveBackBut(connected, isNeeded);
  }

  function giveBackBut(
    connected: readonly string[],
    isNeeded: (host: string) => boolean,
  ): Promise<void> {
    const needed = new Set(connected.map(schemeAndHost));
    return runExclusive('requested-hosts', async () => {
      for (const host of await readRequestedHosts()) {
        if (needed.has(host) || (running.get(host) ?? 0) > 0 || isNeeded(host)) continue;
        const isGivenBack = await permissions.remove(host).then(
          () => true,
          () => false,
        );
        if (isGivenBack) await forgetRequestedHosts([host]);
      }
    });
  }

  return {
    /**
     * Notes that a person has allowed hosts. They are given back at a later time than the next
     * start.
     */
    noteAllowed(patterns: readonly string[]) {
      for (const pattern of patterns) allowedSinceStart.add(pattern);
    },
    /**
     * Runs work that needs hosts, and gives their permissions back afterwards unless a connection
     * needs them. The hosts are noted first: the worker may be stopped before the work ends.
     * @param continues whether the result asks the person something, so that the next work needs
     *   the hosts. In Firefox, the person would have to allow them again.
     */
    async runWithHosts<T>(
      urls: readonly string[],
      work: () => Promise<T>,
      continues: (result: T) => boolean = () => false,
    ): Promise<T> {
      const hosts = [...new Set(urls.filter((url) => URL.canParse(url)).map(schemeAndHost))];
      let isKept = false;
      count(hosts, 1);
      try {
        await noteRequestedHosts(hosts).catch(() => {});
        const result = await work();
        isKept = continues(result);
        return result;
      } finally {
        count(hosts, -1);
        await giveBack((host) => isKept && hosts.includes(host)).catch(() => {});
      }
    },
    /** Gives back what an earlier worker has left. */
    removeUnneeded: () =>
      giveBack((host) =>
        [...allowedSinceStart].some((pattern) => matchesHostPattern(pattern, host)),
      ),
    /** Gives back the permissions of all connections, before they are removed. */
    async removeForAllConnections() {
      const { connections } = await readRegister();
      await noteRequestedHosts(connections.map(({ baseUrl }) => baseUrl));
      await giveBackBut([], () => false);
    },
  };
}

/** Returns the address that a connection check requests; empty for none. */
export function checkedAddress({ baseUrl }: Pick<ConnectRequest, 'baseUrl'>): string {
  const read = readBaseUrl(baseUrl, true);
  return 'value' in read ? read.value : '';
}
