import { z } from '@/lib/schema';
import type { WatchedItem } from '@/lib/storage/stored-item';
import { trustedItem } from '@/lib/storage/stored-values';
import { Connection } from './connection';

export interface ConnectionRegister {
  connections: readonly Connection[];
  /** The id of the connection in use; null if no connection is in use. */
  inUse: string | null;
  /** Invalid entries, which stay in storage. */
  unreadable: readonly unknown[];
}

export const EMPTY_REGISTER: ConnectionRegister = { connections: [], inUse: null, unreadable: [] };

/** The stored register. Earlier versions have stored no `unreadable`. */
const StoredRegister = z.object({
  connections: z.array(z.unknown()),
  inUse: z.nullable(z.string()),
  unreadable: z.optional(z.array(z.unknown())),
});

function toRegister(stored: z.infer<typeof StoredRegister>): ConnectionRegister {
  const entries = [...stored.connections, ...(stored.unreadable ?? [])];
  const parsed = entries.map((entry) => ({ entry, ...Connection.safeParse(entry) }));
  return {
    connections: parsed.flatMap(({ data }) => data ?? []),
    inUse: stored.inUse,
    unreadable: parsed.flatMap(({ entry, data }) => (data === undefined ? [entry] : [])),
  };
}

export const CheckedRegister = z.pipe(StoredRegister, z.transform(toRegister));

/** Absent until the first service is connected. Only the worker writes the register. */
export const connectionsItem = trustedItem<ConnectionRegister>('local', 'connections');

export function findConnectionInUse(
  register: ConnectionRegister | undefined,
): Connection | undefined {
  return register?.connections.find(({ id }) => id === register.inUse);
}

/** Returns a connection by its id; undefined for an unknown id, and for null. */
export function findConnection(
  { connections }: ConnectionRegister,
  connectionId: string | null,
): Connection | undefined {
  return connections.find(({ id }) => id === connectionId);
}

/** Adds a connection, or replaces the connection with the same id. */
export function withConnection(
  register: ConnectionRegister,
  connection: Connection,
): ConnectionRegister {
  const { connections } = register;
  const isListed = connections.some(({ id }) => id === connection.id);
  if (!isListed) return { ...register, connections: [...connections, connection] };
  const replaced = connections.map((one) => (one.id === connection.id ? connection : one));
  return { ...register, connections: replaced };
}

export const connectionInUse: WatchedItem<Connection> = {
  read: async () => findConnectionInUse(await connectionsItem.read()),
  watch: (onChange) => connectionsItem.watch((register) => onChange(findConnectionInUse(register))),
};
