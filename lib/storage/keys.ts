/** The prefix of the keys of all items that belong to a connection. */
export const CONNECTIONS = 'connection/';

/** Returns the key of an item of a connection. */
export function keyOf(connectionId: string, name: string): string {
  return `${CONNECTIONS}${connectionId}/${name}`;
}
