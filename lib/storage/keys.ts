/** What the keys of everything that belongs to a connection begin with. */
export const CONNECTIONS = 'connection/';

/** The key of one thing that belongs to a connection. */
export function keyOf(connectionId: string, name: string): string {
  return `${CONNECTIONS}${connectionId}/${name}`;
}
