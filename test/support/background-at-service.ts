import { expect, onTestFinished } from 'vitest';
import { connectionInUse, connectionsItem } from '@/lib/connection/connection-register';
import { createClient } from '@/lib/service/client';
import { type ServiceOptions, startService } from '../service/service';
import { useDatabases } from './databases';
import { emptyBrowser } from './empty-browser';
import { readSharedState } from './stored-queue';
import { createTestBackground } from './test-background';

/** Starts a service, and creates a background. `connect` connects the background to the service. */
export async function backgroundAtService(options: ServiceOptions = {}) {
  emptyBrowser();
  useDatabases();
  const service = await startService({ sampleReports: false, ...options });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const background = createTestBackground({
    clientFor: (credentials) => createClient(credentials),
    wakeAt(at) {
      clearTimeout(timer);
      const wait = Math.max(0, (at ?? 0) - Date.now());
      timer = at === null ? undefined : setTimeout(() => void background.resume(), wait);
    },
    now: Date.now,
  });
  const { api } = background;
  onTestFinished(async () => {
    const { connections = [] } = (await connectionsItem.read()) ?? {};
    for (const { id } of connections) await api.disconnect(id, true);
    clearTimeout(timer);
    await service.close();
  });
  return {
    service,
    api,
    connect: async () =>
      api.connect({
        connectionId: (await connectionInUse.read())?.id ?? null,
        baseUrl: service.baseUrl,
        apiKey: service.apiKey,
        allowsUnencrypted: true,
      }),
    requests: (method: string) => service.requests.filter((request) => request.method === method),
    connectionId: async () => (await connectionInUse.read())?.id ?? expect.fail('Not connected.'),
    queue: async () => (await readSharedState()).queue,
  };
}

/** Like `backgroundAtService`, but also connects. `id` is the id of the connection. */
export async function connectedAtService(options: ServiceOptions = {}) {
  const opened = await backgroundAtService(options);
  expect(await opened.connect()).toMatchObject({ state: 'passed' });
  return { ...opened, id: await opened.connectionId() };
}
