import { z } from '@/lib/schema';
import type { WatchedItem } from '@/lib/storage/stored-item';
import { storedItem } from '@/lib/storage/stored-values';
import { Connection } from './connection';

/** All connections of this browser. */
export interface ConnectionRegister {
  connections: readonly Connection[];
  /** The id of the connection in use; null for none. */
  inUse: string | null;
  /** Entries that no schema can read. They stay in storage, and hide no other entry. */
  unreadable: readonly unknown[];
}

export const EMPTY_REGISTER: ConnectionRegister = { connections: [], inUse: null, unreadable: [] };

const StoredRegister = z.object({
  connections: z.array(z.unknown()),
  inUse: z.nullable(z.string()),
  unreadable: z.optional(z.array(z.unknown())),
});

function sortedOut(stored: z.infer<typeof StoredRegister>): ConnectionRegister {
  const all = [...stored.connections, ...(stored.unreadable ?? [])];
  const read = all.map((entry) => ({ entry, ...Connection.safeParse(entry) }));
  return {
    connections: read.flatMap(({ data }) => data ?? []),
    inUse: stored.inUse,
    unreadable: read.flatMap(({ entry, data }) => (data === undefined ? [entry] : [])),
  };
}

/**
 * The register. Only the worker writes it, in one change of connections at a time. Absent if no
 * service was ever connected.
 */
export const connectionsItem = storedItem<ConnectionRegister>(
  'local',
  'connections',
  z.pipe(StoredRegister, z.transform(sortedOut)),
);

/** Returns the connection in use; undefined for none. */
export function inUseOf(register: ConnectionRegister | undefined): Connection | undefined {
  return register?.connections.find(({ id }) => id === register.inUse);
}

/** Returns a register in which a connection is added, or replaces its former entry. */
export function withConnection(
  register: ConnectionRegister,
  connection: Connection,
): ConnectionRegister {
  const isKnown = register.connections.some(({ id }) => id === connection.id);
  const replaced = register.connections.map((one) => (one.id === connection.id ? connection : one));
  return { ...register, connections: isKnown ? replaced : [...replaced, connection] };
}

/** The connection in use, for code that reads and follows it. */
export const connectionInUse: WatchedItem<Connection> = {
  read: async () => inUseOf(await connectionsItem.read()),
  watch: (onChange) => connectionsItem.watch((register) => onChange(inUseOf(register))),
};
