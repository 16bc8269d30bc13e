export const CONNECTIONS = 'connection/';

export function keyOf(connectionId: string, name: string): string {
  return `${CONNECTIONS}${connectionId}/${name}`;
}
