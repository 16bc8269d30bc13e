import { app } from '../app';
import { OTHER_KEY } from './options-states';

/**
 * Connects the service under another host, with another account, and puts this connection in use. Returns
 * its host.
 */
export async function connectOther(): Promise<string> {
  const url = new URL(app.service.baseUrl);
  url.hostname = 'localhost';
  await app.connect({ baseUrl: url.href.replace(/\/$/, ''), apiKey: OTHER_KEY });
  return url.host;
}

/**
 * Connects two services, and puts the first one in use. Returns its host.
 * @param whileOther called while the second service is in use
 */
export async function connectTwo(
  whileOther: () => Promise<unknown> = async () => {},
): Promise<string> {
  await app.connect();
  const id = await app.worker.connectionId();
  await connectOther();
  await whileOther();
  await app.worker.callBackground('useConnection', id);
  return new URL(app.service.baseUrl).host;
}

/** Disconnects the connection in use. */
export async function disconnectInUse(): Promise<void> {
  await app.worker.callBackground('disconnect', await app.worker.connectionId(), true);
}
