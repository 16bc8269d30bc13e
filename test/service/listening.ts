import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server on 127.0.0.1, and returns its port. With port 0, the system chooses a free port. */
export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export { text as bodyOf } from 'node:stream/consumers';
