import { type Connection, connectionName } from '@/lib/connection/connection';
import { series } from './language';

/** Returns the name of a connection, with its account if another connection has the same name. */
export function connectionTitle(
  connection: Connection,
  connections: readonly Connection[],
): string {
  const name = connectionName(connection);
  const account = accountTitle(connection);
  const isShared = connections.some(
    (other) => other.id !== connection.id && connectionName(other) === name,
  );
  return isShared && account !== null ? series([name, account]) : name;
}

/** Returns the e-mail address or the id of a connection's account; null if both are unknown. */
export function accountTitle({ account }: Pick<Connection, 'account'>): string | null {
  return account?.email ?? account?.id ?? null;
}
