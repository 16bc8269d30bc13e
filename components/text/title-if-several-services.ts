import { type ConnectionRegister, findConnection } from '@/lib/connection/connection-register';
import { connectionTitle } from './connection-title';

/** Returns the title of a connection; null if no other service is connected. */
export function titleIfSeveralServices(
  register: ConnectionRegister | undefined,
  connectionId: string | null,
): string | null {
  if (register === undefined || register.connections.length < 2) return null;
  const connection = findConnection(register, connectionId);
  return connection === undefined ? null : connectionTitle(connection, register.connections);
}
