import { keyOf } from '@/lib/storage/keys';
import { storedItem } from '@/lib/storage/stored-values';
import { Connection, StoredAccount } from './connection';

/** The connection in use. */
export const connectionItem = storedItem('local', 'connection', Connection);

/** The account that a connection's key belongs to. */
export const accountItem = (connectionId: string) =>
  storedItem('local', keyOf(connectionId, 'account'), StoredAccount);
