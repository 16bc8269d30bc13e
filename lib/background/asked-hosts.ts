import { hostPattern, readBaseUrl } from '@/lib/connection/base-url';
import type { ConnectRequest } from '@/lib/connection/connection';
import type { BackgroundTools } from './background-tools';

/** The hosts that were allowed for connections: those that no connection needs are given back. */
export interface AskedHosts {
  /** Stores that the host of a service was asked for. Never rejects. */
  note(request: ConnectRequest): Promise<void>;
  /**
   * Gives back every such host but that of the connection that stands and those of checks under way,
   * also one that was asked for before the worker was stopped. Call it within a change of the
   * connection. Rejects when the store fails.
   */
  giveBackUnused(): Promise<void>;
}

/**
 * Makes the account of these hosts.
 * @param isBeingChecked whether a check of the service's host is under way
 */
export function createAskedHosts(
  { store, permissions }: Pick<BackgroundTools, 'store' | 'permissions'>,
  isBeingChecked: (baseUrl: string) => boolean,
): AskedHosts {
  /** Those of this worker's life, since a full store takes none. */
  const asked = new Set<string>();

  return {
    async note({ baseUrl }) {
      const read = readBaseUrl(baseUrl, true);
      if ('problem' in read) return;
      asked.add(read.value);
      const add = (all: string[] = []) => (all.includes(read.value) ? all : [...all, read.value]);
      await store.askedHosts.update(add).catch(() => {});
    },
    async giveBackUnused() {
      const standing = await store.connection.read();
      const stored = (await store.askedHosts.read()) ?? [];
      const isUsed = (baseUrl: string) =>
        isBeingChecked(baseUrl) ||
        (standing !== undefined && hostPattern(standing.baseUrl) === hostPattern(baseUrl));
      const unused = new Set([...asked, ...stored].filter((baseUrl) => !isUsed(baseUrl)));
      for (const baseUrl of unused) {
        asked.delete(baseUrl);
        await permissions.remove(baseUrl).catch(() => {});
      }
      if (unused.size === 0) return;
      await store.askedHosts.update((all = []) => {
        const left = all.filter((baseUrl) => !unused.has(baseUrl));
        return left.length > 0 ? left : undefined;
      });
    },
  };
}
