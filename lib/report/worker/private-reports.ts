import type { PrivateHashes } from '@/lib/report/private-hashes';
import type { Report } from '@/lib/report/report';
import type { StoredItem } from '@/lib/stored-item';

/**
 * Reports that were asked for in private windows. The service lists them like others; here the ids
 * are kept in memory until the browser closes, and salted hashes of them on the disk, so that what
 * is stored of later lists leaves them out. Beyond 1,000, those that were asked for first are
 * forgotten.
 */
export interface PrivateReports {
  /** Finds out which of these reports are private ones. Call it before `has`. Never rejects. */
  recognize(reports: readonly Report[]): Promise<void>;
  has(id: string): boolean;
  /** From the call on, `has` knows the id. Never rejects. */
  add(id: string): Promise<void>;
}

interface PrivateReportsTools {
  /** In memory. */
  ids: StoredItem<string[]>;
  /** On the disk. */
  hashes: StoredItem<PrivateHashes>;
  digest(text: string): Promise<string>;
  newSalt(): string;
}

const MOST = 1000;

/** Makes the private reports of one connection. */
export function createPrivateReports(tools: PrivateReportsTools): PrivateReports {
  const { ids: idsItem, hashes: hashesItem, digest, newSalt } = tools;
  const ids = new Set<string>();
  /** Ids whose hashes the disk may not have: it has failed, or the worker ended before. */
  const unhashed = new Set<string>();
  let hashed: { salt: string; hashes: Set<string> } | undefined;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const [stored, record] = await Promise.all([
      idsItem.read().catch(() => undefined),
      hashesItem.read().catch(() => undefined),
    ]);
    for (const id of stored ?? []) {
      ids.add(id);
      unhashed.add(id);
    }
    if (record) hashed = { salt: record.salt, hashes: new Set(record.hashes) };
  }

  function hashOf(id: string, salt: string): Promise<string> {
    return digest(`${salt} ${id}`);
  }

  async function storeHash(id: string): Promise<void> {
    const record = await hashesItem.update((before) => before ?? { salt: newSalt(), hashes: [] });
    if (record === undefined) return;
    const hash = await hashOf(id, record.salt);
    await hashesItem.update((now) => now && { ...now, hashes: withLatest(now.hashes, hash) });
    unhashed.delete(id);
  }

  /** Stores the hashes that the disk does not have. Never rejects: a full disk is tried again later. */
  async function storeMissing(): Promise<void> {
    if (unhashed.size === 0) return;
    try {
      const record = await hashesItem.read();
      const there = new Set(record?.hashes);
      for (const id of unhashed) {
        if (record && there.has(await hashOf(id, record.salt))) unhashed.delete(id);
        else await storeHash(id);
      }
    } catch {}
  }

  return {
    async recognize(reports) {
      loading ??= load();
      await loading;
      await storeMissing();
      if (hashed === undefined) return;
      const { salt, hashes } = hashed;
      await Promise.all(
        reports
          .filter(({ id }) => !ids.has(id))
          .map(async ({ id }) => hashes.has(await hashOf(id, salt)) && ids.add(id)),
      ).catch(() => {});
    },
    has: (id) => ids.has(id),
    async add(id) {
      ids.add(id);
      unhashed.add(id);
      await Promise.all([
        idsItem.update((stored = []) => withLatest(stored, id)).catch(() => {}),
        storeHash(id).catch(() => {}),
      ]);
    },
  };
}

function withLatest(all: readonly string[], latest: string): string[] {
  return [...all.filter((one) => one !== latest), latest].slice(-MOST);
}
