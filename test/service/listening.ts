import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Has a server listen on a port of this computer, by default a free one, and gives the port. */
export function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Stops a server and cuts its connections. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** The body of a request, read to its end. */
export { text as bodyOf } from 'node:stream/consumers';
