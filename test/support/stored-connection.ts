import type { Connection } from '@/lib/connection/connection';
import {
  connectionsItem,
  EMPTY_REGISTER,
  withConnection,
} from '@/lib/connection/connection-register';
import { type ActiveConnection, newestListItem } from '@/lib/shared-state/shared-items';
import { readSharedState } from './stored-queue';

export function sampleConnection(fields: Partial<Connection> = {}): Connection {
  return {
    id: 'a',
    baseUrl: 'https://host.example',
    account: null,
    label: null,
    reportLink: null,
    ...fields,
  };
}

/** Stores a connection, and puts it in use. Stores `newest` as its newest list, if given. */
export async function storeConnection({
  newest = null,
  ...fields
}: Partial<ActiveConnection> = {}): Promise<Connection> {
  const connection = sampleConnection(fields);
  const { id } = connection;
  const register = (await connectionsItem.read()) ?? EMPTY_REGISTER;
  if (newest !== null) await newestListItem(id).write(newest);
  await connectionsItem.write({ ...withConnection(register, connection), inUse: id });
  return connection;
}

export async function readConnection(): Promise<ActiveConnection | undefined> {
  return (await readSharedState()).connection ?? undefined;
}
